import { countSchedules } from '#app/domain/rule';
import type { OwnedSkuWire } from '#app/wire/subscription';
import type { CallContext } from '../core/call-context';
import { updateVersionNotifications } from '../notifications/notify';
import { readDevicesOverLimit } from '../status/over-limit';
import { listChildren } from '../store/child.queries';
import { countDevices } from '../store/device.queries';
import { listRules } from '../store/rule.queries';
import { forgetPlan } from '../subscription/plan-of';
import { putOwnedSku, removeOwnedSku } from '../subscription/sku.queries';
import { propagate } from './propagate';

/** Gives the account a plan, or changes it, and schedules its expiry. Plans from other sources stay. */
export function applyPlan(call: CallContext, sku: OwnedSkuWire): void {
  putOwnedSku(call.sql, sku);
  forgetPlan(call);
  if (sku.expiration === null) call.cancelDue('plan', dueIdOf(sku));
  else call.setDue('plan', dueIdOf(sku), sku.expiration);
  applyPlanChange(call, sku.sku);
}

/** Takes a plan from the account. */
export function removePlan(call: CallContext, sku: Pick<OwnedSkuWire, 'sku' | 'source'>): void {
  removeOwnedSku(call.sql, sku);
  forgetPlan(call);
  call.cancelDue('plan', dueIdOf(sku));
  applyPlanChange(call, sku.sku);
}

/** The same plan may be granted and bought, with two ends. */
function dueIdOf({ sku, source }: Pick<OwnedSkuWire, 'sku' | 'source'>): string {
  return source === 'stripe' ? `stripe ${sku}` : sku;
}

/**
 * Applies a change of plans. Children with an allowance, app rules, several schedules or several devices get a new policy, because a policy contains only what the plan allows.
 * Settings that the new plan doesn't include stay stored.
 */
export function applyPlanChange(call: CallContext, sku: string): void {
  call.recordChange('subscription', sku);
  readDevicesOverLimit(call);
  const hasDevices = countDevices(call.sql) > 1;
  for (const child of listChildren(call.sql)) {
    const hasLimited = hasDevices || countSchedules(listRules(call.sql, child.id)) > 1;
    if (child.allowance_enabled === 0 && child.granularity_json === null && !hasLimited) continue;
    call.recordChange('block_status', child.id, { childId: child.id });
    propagate(call, child.id, 'rules');
    updateVersionNotifications(call, child.id);
  }
}
