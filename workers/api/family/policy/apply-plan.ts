import { countSchedules } from '#app/domain/rule';
import { includesMonitoring, includesSamples } from '#app/domain/sample-config';
import type { OwnedSkuWire } from '#app/wire/subscription';
import type { CallContext } from '../core/call-context';
import { updateVersionNotifications } from '../notifications/notify';
import { readDevicesOverLimit } from '../status/over-limit';
import { listChildren } from '../store/child.queries';
import { countDevices, listDevicesOfChild } from '../store/device.queries';
import { listRules } from '../store/rule.queries';
import { forgetPlan, planOf } from '../subscription/plan-of';
import { putOwnedSku, removeOwnedSku } from '../subscription/sku.queries';
import { propagate, propagateTo } from './propagate';

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

/** The same plan may be granted and bought, with two ends. */
function dueIdOf({ sku, source }: Pick<OwnedSkuWire, 'sku' | 'source'>): string {
  return source === 'stripe' ? `stripe ${sku}` : sku;
}

/** What the plan covers, as texts to compare: devices and number of schedules; screenshots. */
type Reach = { rules: string; samples: string };

function reachOf(call: CallContext): Reach {
  const rules = JSON.stringify([planOf(call).limits.schedulesPerChild, [...readDevicesOverLimit(call)].sort()]);
  return { rules, samples: JSON.stringify([includesSamples(planOf(call)), includesMonitoring(planOf(call))]) };
}

/**
 * Applies a change of plans. Children with an allowance or app rules get a new policy, because a policy contains only what the plan allows.
 * So do children with several schedules or devices, if the plan covers others than `before`; null: unknown. Settings that the new plan
 * doesn't include stay stored. The other children's devices get a policy if the plan's screenshots have changed.
 */
export function applyPlanChange(call: CallContext, sku: string, before: Reach | null = null): void {
  call.recordChange('subscription', sku);
  const reach = reachOf(call);
  const isReachChanged = reach.rules !== before?.rules;
  const hasDevices = countDevices(call.sql) > 1;
  for (const child of listChildren(call.sql)) {
    const hasLimited = isReachChanged && (hasDevices || countSchedules(listRules(call.sql, child.id)) > 1);
    if (child.allowance_enabled === 0 && child.granularity_json === null && !hasLimited) {
      if (reach.samples !== before?.samples) sendSampling(call, child.id);
      continue;
    }
    call.recordChange('block_status', child.id, { childId: child.id });
    propagate(call, child.id, 'rules');
    updateVersionNotifications(call, child.id);
  }
}

/** Sends a policy that differs only in screenshots. It changes no state of the child. */
function sendSampling(call: CallContext, childId: string): void {
  for (const device of listDevicesOfChild(call.sql, childId)) propagateTo(call, device, childId, null);
}
