import type { ChildId, RuleId } from '~/domain/ids';
import type { ScheduleException } from '~/domain/rule';
import { formatTimeWindow, type Instant, type TimeWindow } from '~/domain/time';
import type { Api } from '~/server/api.server';
import { listInstalledApps } from '~/wire/apps';
import { getGranularity, putGranularity } from '~/wire/granularity';
import { createRule, removeRules, toWireException, updateRule } from '~/wire/rule';
import { changeAppSchedules } from './app-schedules';
import type { ScheduleDraft } from './schedule-form';

/** Makes a schedule (RULE-022). @throws Refusal with reason `limit` where the plan has no room (RULE-030) */
export async function createSchedule(api: Api, childId: ChildId, draft: ScheduleDraft, idempotencyKey: string): Promise<RuleId> {
  const body = { type: 'temporal' as const, ...toFields(draft), suspended: false, recurring: draft.recurring, scope: draft.scope };
  const rule = await api.call(createRule, { query: { user_id: childId }, body }, { idempotencyKey });
  return rule.rule_id;
}

/** What a parent changes of a schedule, and the version that was read. */
export type ScheduleChange = { ruleId: RuleId; updatedAt: Instant } & (
  | { suspended: boolean }
  | { quickStart: TimeWindow }
  | { exceptions: Array<ScheduleException> }
  | { draft: ScheduleDraft }
);

/** Changes a schedule (RULE-023, RULE-025). @throws Refusal with reason `stale` where somebody changed it meanwhile */
export async function changeSchedule(api: Api, childId: ChildId, change: ScheduleChange, idempotencyKey: string): Promise<void> {
  const body = { rule_id: change.ruleId, updated_ts: change.updatedAt, ...toChange(change) };
  await api.call(updateRule, { query: { user_id: childId }, body }, { idempotencyKey });
}

/** Deletes a schedule (RULE-024). False where it was gone already. */
export async function removeSchedule(api: Api, childId: ChildId, ruleId: RuleId, idempotencyKey: string): Promise<boolean> {
  const query = { user_id: childId, rule_ids: ruleId };
  const { objects_deleted } = await api.call(removeRules, { query, body: undefined }, { idempotencyKey });
  return objects_deleted > 0;
}

/** An app of the child's devices, or one that a schedule names although it is not there any more. */
export type ScheduledApp = { bundleId: string; name: string };

/** The apps to choose from, by name, and which schedules name which (S23, S46). */
export async function readScheduledApps(
  api: Api,
  childId: ChildId,
): Promise<{ apps: Array<ScheduledApp>; schedules: Record<string, Array<RuleId>> }> {
  const query = { user_id: childId };
  const [installed, granularity] = await Promise.all([
    api.call(listInstalledApps, { query, body: undefined }),
    api.call(getGranularity, { query, body: undefined }),
  ]);
  const schedules = granularity.find(({ user_id }) => user_id === childId)?.app_schedules ?? {};
  const names = new Map(Object.keys(schedules).map((bundleId) => [bundleId, bundleId]));
  for (const { bundle_id, name } of installed) names.set(bundle_id, name);
  const apps = [...names].map(([bundleId, name]) => ({ bundleId, name })).sort((a, b) => a.name.localeCompare(b.name));
  return { apps, schedules };
}

/** Says which apps a schedule blocks (RULE-031): it joins those that are chosen and leaves the others, whose own schedules stay. */
export async function setScheduledApps(
  api: Api,
  childId: ChildId,
  ruleId: RuleId,
  bundleIds: Array<string>,
  idempotencyKey: string,
): Promise<void> {
  const { schedules } = await readScheduledApps(api, childId);
  const changes = changeAppSchedules(schedules, ruleId, bundleIds);
  if (Object.keys(changes).length === 0) return;
  const body = { user_id: childId, patch: { app_schedules: changes } };
  await api.call(putGranularity, { query: {}, body }, { idempotencyKey });
}

function toChange(change: ScheduleChange) {
  if ('suspended' in change) return { suspended: change.suspended };
  if ('quickStart' in change) return { time_duration: formatTimeWindow(change.quickStart), suspended: false };
  if ('exceptions' in change) return { exceptions: change.exceptions.map(toWireException) };
  return { ...toFields(change.draft), recurring: change.draft.recurring };
}

function toFields({ name, window, weekdays, exceptions }: ScheduleDraft) {
  return {
    rule_name: name,
    time_duration: formatTimeWindow(window),
    days: weekdays.map((on) => (on ? (1 as const) : (0 as const))),
    exceptions: exceptions.map(toWireException),
  };
}
