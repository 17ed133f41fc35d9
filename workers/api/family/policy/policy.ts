import type { Limits } from '#app/domain/plan';
import { applyScheduleLimit } from '#app/domain/plan-limits';
import { isRuleActive, type Rule } from '#app/domain/rule';
import type { PolicyWire } from '#app/wire/device';
import type { GranularityContentWire } from '#app/wire/granularity';
import { toWireRule } from '#app/wire/rule';
import type { CallContext } from '../core/call-context';
import { listDevicesOverLimit } from '../status/over-limit';
import { samplingOf } from '../status/sampling';
import { allowanceExtraOf, allowanceOf, findChild, granularityOf, isAllowanceOn } from '../store/child.queries';
import type { StoredDevice } from '../store/device.queries';
import { accountKeyOf } from '../store/key.queries';
import { listRules } from '../store/rule.queries';
import { planOf } from '../subscription/plan-of';

/**
 * Returns what a device needs to decide offline for all of its children (docs/reference/device.md). Omits settings that the plan does not
 * include, but they stay stored. A device over the plan’s limit gets no rules (A167).
 */
export function policyOf(call: CallContext, device: StoredDevice): PolicyWire {
  const children = device.childIds.map((id) => findChild(call.sql, id)).filter((child) => child !== null);
  const { limits } = planOf(call);
  const isOverLimit = listDevicesOverLimit(call).has(device.id);
  const rulesOf = (childId: string): Array<Rule> =>
    isOverLimit ? [] : applyScheduleLimit(listRules(call.sql, childId), limits.schedulesPerChild);
  return {
    v: 1,
    users: children.map((child) => ({
      user_id: child.id,
      user_name: child.name,
      time_zone: child.time_zone,
      rules: rulesOf(child.id).map((rule) => toWireRule(rule, call.accountId, isRuleActive(rule, child.time_zone, call.now))),
      allowance: allowanceOf(child),
      allowance_enabled: !isOverLimit && isAllowanceOn(child, limits),
      allowance_extra: allowanceExtraOf(child, call.now),
      requested_state: !isOverLimit && child.requested_state === 'pause' ? 'pause' : 'play',
      pause_until: isOverLimit ? null : child.pause_until,
      granularity: !isOverLimit && limits.granularity === 'on' ? inForce(granularityOf(child), limits) : null,
    })),
    sampling: samplingOf(call, device),
    account_key: accountKeyOf(call.sql),
  };
}

function inForce(granularity: GranularityContentWire, { scheduleGranularity }: Limits): GranularityContentWire {
  return scheduleGranularity === 'on' ? granularity : { ...granularity, app_schedules: {} };
}
