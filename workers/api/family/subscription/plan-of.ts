import type { Entitlements } from '#app/domain/plan';
import type { CallContext } from '../core/call-context';
import { findEntitlements } from './sku.queries';

const known = new WeakMap<CallContext, Entitlements>();

/** Returns the account's current entitlements. Reads them once per call context. */
export function planOf(call: CallContext): Entitlements {
  const plan = known.get(call) ?? findEntitlements(call.sql, call.now);
  known.set(call, plan);
  return plan;
}

/** Makes `planOf` read the entitlements again. Use it after a change of plans. */
export function forgetPlan(call: CallContext): void {
  known.delete(call);
}
