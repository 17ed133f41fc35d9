import type { RuleId } from '#app/domain/ids';

/** Schedule IDs of each app, by bundle ID. */
type AppSchedules = Record<string, Array<RuleId>>;

/** Returns the changed entries that make a schedule block exactly these apps. Keeps the other schedules of these apps (RULE-031). */
export function changeAppSchedules(before: AppSchedules, ruleId: RuleId, bundleIds: Array<string>): AppSchedules {
  const chosen = new Set(bundleIds);
  const changes = [...new Set([...Object.keys(before), ...bundleIds])].flatMap((bundleId) => {
    const ids = Object.hasOwn(before, bundleId) ? (before[bundleId] ?? []) : [];
    if (ids.includes(ruleId) === chosen.has(bundleId)) return [];
    return [[bundleId, chosen.has(bundleId) ? [...ids, ruleId] : ids.filter((id) => id !== ruleId)] as const];
  });
  return Object.fromEntries(changes);
}

/** Returns the bundle IDs of the apps that a schedule blocks. */
export function findScheduledApps(schedules: AppSchedules, ruleId: RuleId): Array<string> {
  return Object.entries(schedules).flatMap(([bundleId, ids]) => (ids.includes(ruleId) ? [bundleId] : []));
}
