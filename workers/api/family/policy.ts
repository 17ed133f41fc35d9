import { isRuleActive } from '../../../app/domain/rule';
import type { PolicyWire } from '../../../app/wire/device';
import { toWireRule } from '../../../app/wire/rule';
import type { Call } from './call';
import { allowanceExtraOf, allowanceOf, findChild } from './children/child.queries';
import type { StoredDevice } from './devices/device.queries';
import { accountKeyOf } from './keys/key.queries';
import { listRules } from './rules/rule.queries';

/** Everything a device needs to decide alone, for all children that use it (spec/device.md). */
export function policyOf(call: Call, device: StoredDevice): PolicyWire {
  const children = device.childIds.map((id) => findChild(call.sql, id)).filter((child) => child !== null);
  return {
    v: 1,
    users: children.map((child) => ({
      user_id: child.id,
      user_name: child.name,
      time_zone: child.time_zone,
      rules: listRules(call.sql, child.id).map((rule) => toWireRule(rule, call.accountId, isRuleActive(rule, child.time_zone, call.now))),
      allowance: allowanceOf(child),
      allowance_enabled: child.allowance_enabled === 1,
      allowance_extra: allowanceExtraOf(child),
      requested_state: child.requested_state === 'pause' ? 'pause' : 'play',
      pause_until: child.pause_until,
      granularity: null,
    })),
    sampling: null,
    account_key: accountKeyOf(call.sql),
  };
}
