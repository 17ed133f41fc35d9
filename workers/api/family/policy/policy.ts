import type { Limits } from '#app/domain/plan';
import { isRuleActive } from '#app/domain/rule';
import type { PolicyWire } from '#app/wire/device';
import type { GranularityContentWire } from '#app/wire/granularity';
import { toWireRule } from '#app/wire/rule';
import type { CallContext } from '../core/call-context';
import { allowanceExtraOf, allowanceOf, findChild, granularityOf, isAllowanceOn } from '../store/child.queries';
import type { StoredDevice } from '../store/device.queries';
import { accountKeyOf } from '../store/key.queries';
import { listRules } from '../store/rule.queries';
import { planOf } from '../subscription/plan-of';

/**
 * Returns what a device needs to decide offline for all of its children (docs/reference/device.md). Omits settings that the plan does not
 * include, but they stay stored.
 */
export function policyOf(call: CallContext, device: StoredDevice): PolicyWire {
  const children = device.childIds.map((id) => findChild(call.sql, id)).filter((child) => child !== null);
  const { limits } = planOf(call);
  return {
    v: 1,
    users: children.map((child) => ({
      user_id: child.id,
      user_name: child.name,
      time_zone: child.time_zone,
      rules: listRules(call.sql, child.id).map((rule) => toWireRule(rule, call.accountId, isRuleActive(rule, child.time_zone, call.now))),
      allowance: allowanceOf(child),
      allowance_enabled: isAllowanceOn(child, limits),
      allowance_extra: allowanceExtraOf(child, call.now),
      requested_state: child.requested_state === 'pause' ? 'pause' : 'play',
      pause_until: child.pause_until,
      granularity: limits.granularity === 'on' ? inForce(granularityOf(child), limits) : null,
    })),
    sampling: null,
    account_key: accountKeyOf(call.sql),
  };
}

function inForce(granularity: GranularityContentWire, { scheduleGranularity }: Limits): GranularityContentWire {
  return scheduleGranularity === 'on' ? granularity : { ...granularity, app_schedules: {} };
}
