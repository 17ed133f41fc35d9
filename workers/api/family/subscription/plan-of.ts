import type { Entitlements } from '../../../../app/domain/plan';
import type { Call } from '../core/call';
import { findEntitlements } from './sku.queries';

const known = new WeakMap<Call, Entitlements>();

/** What the account may do now, read once per call. */
export function planOf(call: Call): Entitlements {
  const plan = known.get(call) ?? findEntitlements(call.sql, call.now);
  known.set(call, plan);
  return plan;
}

/** The call has changed the plans: they are read anew. */
export function forgetPlan(call: Call): void {
  known.delete(call);
}
