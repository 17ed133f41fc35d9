import type { ChildId, RuleId } from '#app/domain/ids';
import type { ScheduleException } from '#app/domain/rule';
import { formatTimeWindow, type Instant, type TimeWindow } from '#app/domain/time';
import { sha256Hex } from '#app/keys/sign';
import type { Api } from '#app/server/api.server';
import { listInstalledApps } from '#app/wire/apps';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { getGranularity, putGranularity } from '#app/wire/granularity';
import { createRule, removeRules, toWireException, updateRule } from '#app/wire/rule';
import { changeAppSchedules, findScheduledApps } from './app-schedules';
import type { ScheduleDraft } from './editor/schedule-form';

/** A schedule's ID and current version. */
export type Version = { ruleId: RuleId; updatedAt: Instant };

/**
 * Creates a schedule (RULE-022).
 * @throws Refusal with reason `limit` if the plan allows no more (RULE-030)
 */
export async function createSchedule(api: Api, childId: ChildId, draft: ScheduleDraft, idempotencyKey: string): Promise<Version> {
  const body = { type: 'temporal' as const, ...toFields(draft), suspended: false, recurring: draft.recurring, scope: draft.scope };
  const rule = await api.call(createRule, { query: { user_id: childId }, body }, { idempotencyKey });
  return { ruleId: rule.rule_id, updatedAt: rule.updated_ts };
}

/** A change to a schedule, and the version that was read. */
export type ScheduleChange = Version &
  ({ suspended: boolean } | { quickStart: TimeWindow } | { exceptions: Array<ScheduleException> } | { draft: ScheduleDraft });

/**
 * Changes a schedule (RULE-023, RULE-025).
 * @throws Refusal with reason `stale` if somebody changed it since it was read
 */
export async function changeSchedule(api: Api, childId: ChildId, change: ScheduleChange, idempotencyKey: string): Promise<Version> {
  const body = { rule_id: change.ruleId, updated_ts: change.updatedAt, ...toChange(change) };
  const rule = await api.call(updateRule, { query: { user_id: childId }, body }, { idempotencyKey });
  return { ruleId: rule.rule_id, updatedAt: rule.updated_ts };
}

/** Deletes a schedule (RULE-024). Returns false if it was already deleted. */
export async function removeSchedule(api: Api, childId: ChildId, ruleId: RuleId, idempotencyKey: string): Promise<boolean> {
  const query = { user_id: childId, rule_ids: ruleId };
  const { objects_deleted } = await api.call(removeRules, { query, body: undefined }, { idempotencyKey });
  return objects_deleted > 0;
}

/** An app of the child's devices, or one that is no longer installed but still has a schedule. */
export type ScheduledApp = { bundleId: string; name: string };

/**
 * Returns the apps to choose from, the schedules of each app, and the version of these schedules (S23, S46). App names are those on the
 * devices.
 */
export async function readScheduledApps(
  api: Api,
  childId: ChildId,
): Promise<{ apps: Array<ScheduledApp>; schedules: Record<string, Array<RuleId>>; updatedAt: Instant }> {
  const query = { user_id: childId };
  const [installed, granularity] = await Promise.all([
    api.call(listInstalledApps, { query, body: undefined }),
    api.call(getGranularity, { query, body: undefined }),
  ]);
  const set = granularity.find(({ user_id }) => user_id === childId);
  const schedules = set?.app_schedules ?? {};
  const names = new Map(Object.keys(schedules).map((bundleId) => [bundleId, bundleId]));
  for (const { bundle_id, name } of installed) names.set(bundle_id, name);
  const apps = [...names].map(([bundleId, name]) => ({ bundleId, name }));
  return { apps, schedules, updatedAt: set?.updated_ts ?? 0 };
}

/** The apps of a schedule in a form: those to block, and those blocked when the form was rendered. */
export type AppsRequest = { chosen: Array<string>; before: Array<string> };

/**
 * Checks that the schedule's apps are unchanged since the form was rendered, or are already the wanted apps.
 * @throws Refusal with reason `stale` if somebody chose other apps
 */
export async function requireSameApps(api: Api, childId: ChildId, ruleId: RuleId, appsRequest: AppsRequest): Promise<void> {
  requireSame(findScheduledApps((await readScheduledApps(api, childId)).schedules, ruleId), appsRequest);
}

const TRIES = 4;

/**
 * Sets the apps that a schedule blocks (RULE-031). Other schedules of the apps stay. Retries if somebody changes other apps or schedules at
 * that moment, and keeps their changes.
 * @throws Refusal with reason `stale` like `requireSameApps`, or without a reason if the response differs from the request
 */
export async function setScheduledApps(
  api: Api,
  childId: ChildId,
  ruleId: RuleId,
  appsRequest: AppsRequest,
  formKey: string,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { schedules, updatedAt } = await readScheduledApps(api, childId);
    const changes = changeAppSchedules(schedules, ruleId, appsRequest.chosen);
    if (Object.keys(changes).length === 0) return;
    requireSame(findScheduledApps(schedules, ruleId), appsRequest);
    const body = { user_id: childId, updated_ts: updatedAt, patch: { app_schedules: changes } };
    try {
      const set = await api.call(putGranularity, { query: {}, body }, { idempotencyKey: await sha256Hex(`${formKey} ${updatedAt}`) });
      // The API may discard an app name such as «__proto__» without an error, so the response is compared.
      if (isSame(findScheduledApps(set.app_schedules, ruleId), appsRequest.chosen)) return;
      throw new Refusal(ERROR_CODES.unknown, 400, 'The apps in the response differ from the request');
    } catch (error) {
      const isStale = error instanceof Refusal && error.details.reason === 'stale';
      if (!isStale || tries === TRIES) throw error;
    }
  }
}

function requireSame(now: Array<string>, { before, chosen }: AppsRequest): void {
  if (isSame(now, before) || isSame(now, chosen)) return;
  throw new Refusal(ERROR_CODES.unknown, 400, 'The apps of the schedule have changed since they were read', { reason: 'stale' });
}

function isSame(one: Array<string>, other: Array<string>): boolean {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((bundleId) => b.has(bundleId));
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
