import type { Entitlements } from '#app/domain/plan';
import type { CallContext } from '../core/call-context';
import { findEntitlements } from './sku.queries';

const known = new WeakMap<CallContext, Entitlements>();

/** Returns the account's current entitlements, read once per call. */
export function planOf(call: CallContext): Entitlements {
  const plan = known.get(call) ?? findEntitlements(call.sql, call.now);
  known.set(call, plan);
  return plan;
}

/** Makes the call read its entitlements again after it changed the plans. */
export function forgetPlan(call: CallContext): void {
  known.delete(call);
}
