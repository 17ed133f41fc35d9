import { countSchedules } from '#app/domain/rule';
import type { OwnedSkuWire } from '#app/wire/subscription';
import type { CallContext } from '../core/call-context';
import { updateVersionNotifications } from '../notifications/notify';
import { readDevicesOverLimit } from '../status/over-limit';
import { listChildren } from '../store/child.queries';
import { countDevices } from '../store/device.queries';
import { listRules } from '../store/rule.queries';
import { forgetPlan, planOf } from '../subscription/plan-of';
import { putOwnedSku, removeOwnedSku } from '../subscription/sku.queries';
import { propagate } from './propagate';

/** Gives the account a plan, or changes it, and schedules its expiry. Plans from other sources stay. */
export function applyPlan(call: CallContext, sku: OwnedSkuWire): void {
  const before = reachOf(call);
  putOwnedSku(call.sql, sku);
  forgetPlan(call);
  if (sku.expiration === null) call.cancelDue('plan', dueIdOf(sku));
  else call.setDue('plan', dueIdOf(sku), sku.expiration);
  applyPlanChange(call, sku.sku, before);
}

/** Takes a plan from the account. */
export function removePlan(call: CallContext, sku: Pick<OwnedSkuWire, 'sku' | 'source'>): void {
  const before = reachOf(call);
  removeOwnedSku(call.sql, sku);
  forgetPlan(call);
  call.cancelDue('plan', dueIdOf(sku));
  applyPlanChange(call, sku.sku, before);
}

/** Returns the due id of a plan's expiry. It depends on the source, because the same plan may be granted and bought, with two ends. */
function dueIdOf({ sku, source }: Pick<OwnedSkuWire, 'sku' | 'source'>): string {
  return source === 'stripe' ? `stripe ${sku}` : sku;
}

/** What a plan allows, as texts to compare. `covered`: which devices and how many schedules. `limits`: everything. */
type Reach = { covered: string; limits: string };

function reachOf(call: CallContext): Reach {
  const { limits } = planOf(call);
  const covered = JSON.stringify([limits.schedulesPerChild, [...readDevicesOverLimit(call)].sort()]);
  return { covered, limits: JSON.stringify(limits) };
}

/**
 * Applies a change of plans. Children with an allowance or app rules get a new policy, because a policy contains only what the plan allows.
 * `before` is the result of `reachOf` before the change, or null if unknown. If the plan now covers others, children with several schedules
 * also get a policy, and with several devices in the account every child. If only the same limits hold, as after a repeated grant, nobody
 * gets one. Settings that the new plan doesn't include stay stored.
 */
export function applyPlanChange(call: CallContext, sku: string, before: Reach | null = null): void {
  call.recordChange('subscription', sku);
  const after = reachOf(call);
  const isReachChanged = after.covered !== before?.covered;
  if (!isReachChanged && after.limits === before?.limits) return;
  const hasDevices = countDevices(call.sql) > 1;
  for (const child of listChildren(call.sql)) {
    const hasLimited = isReachChanged && (hasDevices || countSchedules(listRules(call.sql, child.id)) > 1);
    if (child.allowance_enabled === 0 && child.granularity_json === null && !hasLimited) continue;
    call.recordChange('block_status', child.id, { childId: child.id });
    propagate(call, child.id, 'rules');
    updateVersionNotifications(call, child.id);
  }
}
