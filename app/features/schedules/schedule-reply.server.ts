import type { SubmissionResult } from '@conform-to/react';
import { type AppLoadContext, data } from '@remix-run/cloudflare';
import type { Child } from '#app/domain/child';
import type { Rule, Schedule } from '#app/domain/rule';
import type { WeekDay } from '#app/domain/week';
import { findChildStatus } from '#app/features/children/status/child-status.server';
import {
  attempt,
  type FormMessage,
  type FormReply,
  formMessage,
  type SubmittedForm,
  statusOf,
  textOf,
  toFormMessage,
} from '#app/server/form.server';
import type { Failure } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { ERROR_CODES } from '#app/wire/errors';
import { computePreview } from './editor/live-preview';
import { readExceptionRows, type ScheduleFaults } from './editor/schedule-form';
import { listSchedules } from './optimistic-schedules';

/** A submitted form of the panel, with its parent and child. */
export type ScheduleForm = { request: Request; context: AppLoadContext; parent: Parent; child: Child; form: SubmittedForm; now: number };

/**
 * `preview`: the week with the submitted values, or null if they are invalid. With script, the editor updates the week while the parent
 * types.
 */
export type ScheduleReply = FormReply & { preview?: Array<WeekDay> | null };

export async function readRules({ parent, child }: ScheduleForm): Promise<Array<Rule>> {
  return (await findChildStatus(parent.api, child.id))?.storedRules ?? [];
}

export async function findSchedule(scheduleForm: ScheduleForm): Promise<Schedule | null> {
  const { ruleId } = versionOf(scheduleForm.form);
  return listSchedules(await readRules(scheduleForm)).find(({ id }) => id === ruleId) ?? null;
}

/** Returns the schedule and version that a form was rendered with. An empty ID means a new schedule. */
export function versionOf({ fields }: SubmittedForm) {
  return { ruleId: textOf(fields, 'rule_id'), updatedAt: Number(textOf(fields, 'updated_at')) };
}

/** Shows the editor again with the typed values, the errors, and a preview of the week. */
export async function showTyped(
  scheduleForm: ScheduleForm,
  { faults = {}, values = {}, message = null }: { faults?: ScheduleFaults; values?: Partial<Typed>; message?: FormMessage | null },
  status = 400,
) {
  const { form, parent, child, now } = scheduleForm;
  const error = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [fault]]));
  const lastResult: SubmissionResult<Array<string>> = { status: 'error', initialValue: { ...typed(form), ...values }, error };
  // If the rules cannot be read, the preview shows only this schedule, so that the input is not lost.
  const found = await attempt(() => findChildStatus(parent.api, child.id));
  const rules = found.kind === 'done' ? (found.value?.rules ?? []) : [];
  const { ruleId } = versionOf(form);
  // The preview shows a deleted schedule as a new one, because saving would create it again.
  const isThere = rules.some(({ id }) => id === ruleId);
  const week = computePreview(form.fields, isThere ? ruleId : '', { rules, childId: child.id, timeZone: child.timeZone, now });
  return data<ScheduleReply>({ intent: form.intent, token: form.token, notice: message, lastResult, preview: week }, { status });
}

type Typed = ReturnType<typeof typed>;

function typed({ fields }: SubmittedForm) {
  const all = (name: string) => fields.getAll(name).map(String);
  return {
    name: textOf(fields, 'name'),
    from: textOf(fields, 'from'),
    to: textOf(fields, 'to'),
    days: all('days'),
    one_time: textOf(fields, 'one_time'),
    scope: textOf(fields, 'scope'),
    apps: all('apps'),
    apps_before: all('apps_before'),
    rows: JSON.stringify(readExceptionRows(fields)),
    updated_at: textOf(fields, 'updated_at'),
  };
}

/**
 * Shows the editor again with the submitted values and a message. `updatedAt`: set if the schedule was saved without its apps; the next
 * submit then uses this version.
 */
export function replyTypedFailure(scheduleForm: ScheduleForm, outcome: Failure, updatedAt?: number) {
  const isStale = outcome.kind === 'refused' && outcome.refusal.details.reason === 'stale';
  const isSaved = updatedAt !== undefined && !isStale;
  // A new schedule has no ID, so the object that no longer exists is the child.
  const gone = versionOf(scheduleForm.form).ruleId === '' ? 'toast.child_gone' : 'schedules.gone_anew';
  const message = isSaved ? toAppsMessage(outcome) : toFormMessage(outcome, scheduleMessages(outcome, gone));
  return showTyped(scheduleForm, { message, values: updatedAt === undefined ? {} : { updated_at: String(updatedAt) } }, statusOf(outcome));
}

/** Returns the message if the schedule was saved without its apps. Saving again helps unless the plan has no app schedules. */
function toAppsMessage(outcome: Failure): FormMessage {
  const isInPlan = outcome.kind !== 'refused' || outcome.refusal.details.reason !== 'plan';
  return isInPlan ? formMessage('toast.schedule_apps_not_saved') : formMessage('schedules.apps_not_in_plan', {}, SEE_PLAN);
}

const SEE_PLAN = { to: '/subscription', key: 'limits.see_plan' };

/**
 * Returns the messages for a failed call. `gone`: text key if the API does not know the ID. The reason distinguishes other refusals with
 * code 410.
 */
export function scheduleMessages(outcome: Failure, gone = 'schedules.gone'): Record<string, FormMessage> {
  const limit = outcome.kind === 'refused' ? (outcome.refusal.details.limit ?? 1) : 1;
  return {
    limit: formMessage('limits.schedules_reached', { count: limit }, SEE_PLAN),
    plan: formMessage('limits.not_in_plan', {}, SEE_PLAN),
    // Not even a larger plan allows more schedules.
    full: formMessage('schedules.at_most', { limit }),
    [ERROR_CODES.insufficientPrivileges]: formMessage(gone),
  };
}
