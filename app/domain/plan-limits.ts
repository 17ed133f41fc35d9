import type { RuleId } from './ids.ts';
import { type LimitValue, sizeOf } from './plan.ts';
import { deviceSchedules, type Rule } from './rule.ts';

/**
 * Returns the schedules that the plan does not cover anymore (A167). They stay stored and apply again with a higher plan. The oldest
 * schedules for the whole device stay active. Schedules that are off and app schedules do not count.
 */
export function schedulesOverLimit(rules: Array<Rule>, limit: LimitValue): Set<RuleId> {
  const counted = deviceSchedules(rules)
    .filter(({ suspended }) => !suspended)
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  return new Set(counted.slice(Math.min(counted.length, sizeOf(limit))).map(({ id }) => id));
}

/** Returns the rules as devices apply them: schedules over the plan’s limit are off (A167). */
export function applyScheduleLimit(rules: Array<Rule>, limit: LimitValue): Array<Rule> {
  const over = schedulesOverLimit(rules, limit);
  if (over.size === 0) return rules;
  return rules.map((rule) => (rule.kind !== 'override' && over.has(rule.id) ? { ...rule, suspended: true } : rule));
}

/** Returns the devices that the plan does not cover anymore, given the ids of all devices, oldest first (A167). */
export function devicesOverLimit(ids: ReadonlyArray<string>, limit: LimitValue): Set<string> {
  return new Set(ids.slice(Math.min(ids.length, sizeOf(limit))));
}
