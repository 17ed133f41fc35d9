import type { ChildId, RuleId } from '~/domain/ids';
import type { ScheduleException } from '~/domain/rule';
import { formatTimeWindow, type Instant, type TimeWindow } from '~/domain/time';
import { sha256Hex } from '~/keys/sign';
import type { Api } from '~/server/api.server';
import { listInstalledApps } from '~/wire/apps';
import { ERROR_CODES, Refusal } from '~/wire/errors';
import { getGranularity, putGranularity } from '~/wire/granularity';
import { createRule, removeRules, toWireException, updateRule } from '~/wire/rule';
import { changeAppSchedules, findScheduledApps } from './app-schedules';
import type { ScheduleDraft } from './schedule-form';

/** A schedule as it stands now. */
export type Version = { ruleId: RuleId; updatedAt: Instant };

/** Makes a schedule (RULE-022). @throws Refusal with reason `limit` where the plan has no room (RULE-030) */
export async function createSchedule(api: Api, childId: ChildId, draft: ScheduleDraft, idempotencyKey: string): Promise<Version> {
  const body = { type: 'temporal' as const, ...toFields(draft), suspended: false, recurring: draft.recurring, scope: draft.scope };
  const rule = await api.call(createRule, { query: { user_id: childId }, body }, { idempotencyKey });
  return { ruleId: rule.rule_id, updatedAt: rule.updated_ts };
}

/** What a parent changes of a schedule, and the version that was read. */
export type ScheduleChange = Version &
  ({ suspended: boolean } | { quickStart: TimeWindow } | { exceptions: Array<ScheduleException> } | { draft: ScheduleDraft });

/** Changes a schedule (RULE-023, RULE-025). @throws Refusal with reason `stale` where somebody changed it meanwhile */
export async function changeSchedule(api: Api, childId: ChildId, change: ScheduleChange, idempotencyKey: string): Promise<Version> {
  const body = { rule_id: change.ruleId, updated_ts: change.updatedAt, ...toChange(change) };
  const rule = await api.call(updateRule, { query: { user_id: childId }, body }, { idempotencyKey });
  return { ruleId: rule.rule_id, updatedAt: rule.updated_ts };
}

/** Deletes a schedule (RULE-024). False where it was gone already. */
export async function removeSchedule(api: Api, childId: ChildId, ruleId: RuleId, idempotencyKey: string): Promise<boolean> {
  const query = { user_id: childId, rule_ids: ruleId };
  const { objects_deleted } = await api.call(removeRules, { query, body: undefined }, { idempotencyKey });
  return objects_deleted > 0;
}

/** An app of the child's devices, or one that a schedule names although it is not there any more. */
export type ScheduledApp = { bundleId: string; name: string };

/** The apps to choose from, as their devices call them, which schedules name which, and the version of that (S23, S46). */
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

/** What a form says of the apps of a schedule: those that it shall block, and those that it blocked when the form was shown. */
export type AppsRequest = { chosen: Array<string>; before: Array<string> };

/** @throws Refusal with reason `stale` where somebody has chosen other apps for this schedule meanwhile */
export async function requireSameApps(api: Api, childId: ChildId, ruleId: RuleId, wish: AppsRequest): Promise<void> {
  requireSame(findScheduledApps((await readScheduledApps(api, childId)).schedules, ruleId), wish);
}

const TRIES = 4;

/**
 * Says which apps a schedule blocks (RULE-031): it joins those that are chosen and leaves the others, whose own schedules stay. What somebody
 * else sets of other apps or schedules in the same moment stays as well.
 * @throws Refusal with reason `stale` as `requireSameApps`, and where the answer is not what was asked for
 */
export async function setScheduledApps(api: Api, childId: ChildId, ruleId: RuleId, wish: AppsRequest, formKey: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { schedules, updatedAt } = await readScheduledApps(api, childId);
    const changes = changeAppSchedules(schedules, ruleId, wish.chosen);
    if (Object.keys(changes).length === 0) return;
    requireSame(findScheduledApps(schedules, ruleId), wish);
    const body = { user_id: childId, updated_ts: updatedAt, patch: { app_schedules: changes } };
    try {
      const set = await api.call(putGranularity, { query: {}, body }, { idempotencyKey: await sha256Hex(`${formKey} ${updatedAt}`) });
      // What JSON cannot carry by its name is left out on the way, without a word.
      if (isSame(findScheduledApps(set.app_schedules, ruleId), wish.chosen)) return;
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
