import type { OwnedSkuWire } from '#app/wire/subscription';
import type { CallContext } from '../core/call-context';
import { updateVersionNotifications } from '../notifications/notify';
import { listChildren } from '../store/child.queries';
import { forgetPlan } from '../subscription/plan-of';
import { putOwnedSku } from '../subscription/sku.queries';
import { propagate } from './propagate';

/** Changes the account's plan and schedules its expiry. */
export function applyPlan(call: CallContext, sku: OwnedSkuWire): void {
  putOwnedSku(call.sql, sku);
  forgetPlan(call);
  if (sku.expiration === null) call.cancelDue('plan', sku.sku);
  else call.setDue('plan', sku.sku, sku.expiration);
  applyPlanChange(call, sku.sku);
}

/**
 * Applies a change of plans. Children with an allowance or app rules get a new policy, because a policy contains only what the plan allows.
 * Settings that the new plan doesn't include stay stored.
 */
export function applyPlanChange(call: CallContext, sku: string): void {
  call.recordChange('subscription', sku);
  for (const child of listChildren(call.sql)) {
    if (child.allowance_enabled === 0 && child.granularity_json === null) continue;
    call.recordChange('block_status', child.id, { childId: child.id });
    propagate(call, child.id, 'rules');
    updateVersionNotifications(call, child.id);
  }
}
