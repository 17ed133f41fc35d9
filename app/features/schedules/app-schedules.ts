import type { RuleId } from '~/domain/ids';

/** Which schedules each app has, by its bundle id. */
type AppSchedules = Record<string, Array<RuleId>>;

/** What changes where a schedule is to block exactly these apps: it joins those and leaves the others, whose own schedules stay (RULE-031). */
export function changeAppSchedules(before: AppSchedules, ruleId: RuleId, bundleIds: Array<string>): AppSchedules {
  const chosen = new Set(bundleIds);
  const changes = [...new Set([...Object.keys(before), ...bundleIds])].flatMap((bundleId) => {
    const ids = Object.hasOwn(before, bundleId) ? (before[bundleId] ?? []) : [];
    if (ids.includes(ruleId) === chosen.has(bundleId)) return [];
    return [[bundleId, chosen.has(bundleId) ? [...ids, ruleId] : ids.filter((id) => id !== ruleId)] as const];
  });
  return Object.fromEntries(changes);
}

/** The apps that a schedule blocks, by their bundle ids. */
export function findScheduledApps(schedules: AppSchedules, ruleId: RuleId): Array<string> {
  return Object.entries(schedules).flatMap(([bundleId, ids]) => (ids.includes(ruleId) ? [bundleId] : []));
}
