import { countSchedules } from '#app/domain/rule';
import { startOfDay } from '#app/domain/time';
import type { PurchaseInfoWire } from '#app/wire/billing';
import type { CallContext } from '../core/call-context';
import { getAccount } from '../store/account.queries';
import { countRequests } from '../store/command.queries';
import { countsOf } from '../store/counts.queries';
import { listRulesByChild } from '../store/rule.queries';
import { countSamples } from '../store/sample-facts.queries';

/** Returns what the family uses of the plan’s limits, apart from what the account itself tells. */
export function usageOf(call: CallContext): NonNullable<PurchaseInfoWire['summary']>['usage'] {
  const account = getAccount(call.sql);
  const since = startOfDay(`${countsOf(account, call.now).month}-01`, account.time_zone);
  const schedules = [...listRulesByChild(call.sql).values()].map(countSchedules);
  return {
    schedules: schedules.reduce((all, one) => all + one, 0),
    on_demand: countRequests(call.sql, 'on_demand', since),
    samples: countSamples(call.sql).reduce((all, { n }) => all + n, 0),
  };
}
