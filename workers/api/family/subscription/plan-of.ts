import type { Entitlements } from '#app/domain/plan';
import { notInPlan } from '#app/wire/errors';
import type { CallContext } from '../core/call-context';
import { findEntitlements } from './sku.queries';

const known = new WeakMap<CallContext, Entitlements>();

/** Returns the account's current entitlements. Reads them once per call context. */
export function planOf(call: CallContext): Entitlements {
  const plan = known.get(call) ?? findEntitlements(call.sql, call.now);
  known.set(call, plan);
  return plan;
}

/** True if the plan includes location. */
export function hasGeolocation(call: CallContext): boolean {
  return planOf(call).limits.geolocation === 'on';
}

/** @throws Refusal 403 with reason `plan` if the plan does not include location (LOC-038) */
export function requireGeolocation(call: CallContext): void {
  if (!hasGeolocation(call)) throw notInPlan('location');
}

/** Makes `planOf` read the entitlements again. Use it after a change of plans. */
export function forgetPlan(call: CallContext): void {
  known.delete(call);
}
