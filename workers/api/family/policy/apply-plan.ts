import { countSchedules } from '#app/domain/rule';
import { includesMonitoring, includesSamples } from '#app/domain/sample-config';
import type { OwnedSkuWire } from '#app/wire/subscription';
import type { CallContext } from '../core/call-context';
import { updateVersionNotifications } from '../notifications/notify';
import { readDevicesOverLimit } from '../status/over-limit';
import { endImpossibleRequests } from '../status/sample-requests';
import { listChildren } from '../store/child.queries';
import { countDevices, listDevices, listDevicesOfChild } from '../store/device.queries';
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

/** Returns the due id of a plan's expiry. It depends on the source, because the same plan may be granted and bought, with two ends. */
function dueIdOf({ sku, source }: Pick<OwnedSkuWire, 'sku' | 'source'>): string {
  return source === 'stripe' ? `stripe ${sku}` : sku;
}

/**
 * What a plan allows, as texts to compare. `covered`: which devices and how many schedules. `samples`: screenshots and monitoring.
 * `limits`: everything.
 */
type Reach = { covered: string; samples: string; limits: string };

function reachOf(call: CallContext): Reach {
  const plan = planOf(call);
  const covered = JSON.stringify([plan.limits.schedulesPerChild, [...readDevicesOverLimit(call)].sort()]);
  const samples = JSON.stringify([includesSamples(plan), includesMonitoring(plan)]);
  return { covered, samples, limits: JSON.stringify(plan.limits) };
}

/**
 * Applies a change of plans. Children with an allowance or app rules get a new policy, because a policy contains only what the plan allows.
 * `before` is the result of `reachOf` before the change, or null if unknown. If the plan now covers others, children with several schedules
 * also get a policy, and with several devices in the account every child. The other children's devices get a policy if the plan's
 * screenshots have changed. If only the same limits hold, as after a repeated grant, nobody gets one. Settings that the new plan doesn't
 * include stay stored.
 */
export function applyPlanChange(call: CallContext, sku: string, before: Reach | null = null): void {
  call.recordChange('subscription', sku);
  const reach = reachOf(call);
  const isReachChanged = reach.covered !== before?.covered;
  if (!isReachChanged && reach.limits === before?.limits && reach.samples === before.samples) return;
  endImpossibleRequests(call, listDevices(call.sql));
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
