import type { SubmissionResult } from '@conform-to/react';
import { type AppLoadContext, data, redirect } from '@remix-run/cloudflare';
import type { Child } from '~/domain/child';
import type { Rule, Schedule } from '~/domain/rule';
import type { WeekDay } from '~/domain/week';
import { findChildStatus } from '~/features/children/child-status.server';
import { shortenName } from '~/features/children/short-name';
import {
  attempt,
  type FormMessage,
  type FormReply,
  formMessage,
  type Outcome,
  replyInvalid,
  type SubmittedForm,
  statusOf,
  textOf,
  toFormMessage,
} from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { leaveToast, type Toast, type ToastKey } from '~/server/toast.server';
import { ERROR_CODES } from '~/wire/errors';
import { computePreview } from './live-preview';
import { listSchedules } from './optimistic-schedules';
import { readExceptionRows, type ScheduleFaults } from './schedule-form';

/** A form of the panel, with who sent it and for which child. */
export type ScheduleForm = { request: Request; context: AppLoadContext; parent: Parent; child: Child; form: SubmittedForm; now: number };

/** The week with what was sent, null where that cannot be read; with script the editor reckons it again as it is typed. */
export type ScheduleReply = FormReply & { preview?: Array<WeekDay> | null };

export async function readRules({ parent, child }: ScheduleForm): Promise<Array<Rule>> {
  return (await findChildStatus(parent.api, child.id))?.rules ?? [];
}

export async function findSchedule(place: ScheduleForm): Promise<Schedule | null> {
  const { ruleId } = versionOf(place.form);
  return listSchedules(await readRules(place)).find(({ id }) => id === ruleId) ?? null;
}

/** The schedule a form is about, as it stood when the form was shown. An empty id is a new one. */
export function versionOf({ fields }: SubmittedForm) {
  return { ruleId: textOf(fields, 'rule_id'), updatedAt: Number(textOf(fields, 'updated_at')) };
}

/** The editor with all that was typed, so that nothing of it is lost, what is wrong with it, and the week as it would make it. */
export async function showTyped(
  place: ScheduleForm,
  { faults = {}, values = {}, said = null }: { faults?: ScheduleFaults; values?: Partial<Typed>; said?: FormMessage | null },
  status = 400,
) {
  const { form, parent, child, now } = place;
  const error = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [fault]]));
  const lastResult: SubmissionResult<Array<string>> = { status: 'error', initialValue: { ...typed(form), ...values }, error };
  // Without an answer it is looked at alone: what was typed is worth more than the others.
  const found = await attempt(() => findChildStatus(parent.api, child.id));
  const rules = found.kind === 'done' ? (found.value?.rules ?? []) : [];
  const { ruleId } = versionOf(form);
  // One that is gone would be made anew.
  const isThere = rules.some(({ id }) => id === ruleId);
  const week = computePreview(form.fields, isThere ? ruleId : '', { rules, childId: child.id, timeZone: child.timeZone, now });
  return data<ScheduleReply>({ intent: form.intent, token: form.token, notice: said, lastResult, preview: week }, { status });
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

/** The page as it was, with the sentence for a call that did not succeed. */
export function refuse(form: SubmittedForm, outcome: NotDone) {
  return replyInvalid(form, { notice: toOwnNotice(outcome) }, statusOf(outcome));
}

/** The editor as it was sent, with that sentence. `updatedAt`: all but the apps is saved, so the next try is about that version. */
export function refuseTyped(place: ScheduleForm, outcome: NotDone, updatedAt?: number) {
  const isStale = outcome.kind === 'refused' && outcome.refusal.details.reason === 'stale';
  const isSaved = updatedAt !== undefined && !isStale;
  // A new schedule has no id, so what is gone is its child.
  const gone = versionOf(place.form).ruleId === '' ? 'toast.child_gone' : 'schedules.gone_anew';
  const said = isSaved ? toAppsNotice(outcome) : toOwnNotice(outcome, gone);
  return showTyped(place, { said, values: updatedAt === undefined ? {} : { updated_at: String(updatedAt) } }, statusOf(outcome));
}

type NotDone = Exclude<Outcome<unknown>, { kind: 'done' }>;

/** The schedule is saved, its apps are not: saving once more helps unless the plan has no schedules for apps. */
function toAppsNotice(outcome: NotDone): FormMessage {
  const isInPlan = outcome.kind !== 'refused' || outcome.refusal.details.reason !== 'plan';
  return isInPlan ? formMessage('toast.schedule_apps_not_saved') : formMessage('schedules.apps_not_in_plan', {}, SEE_PLAN);
}

const SEE_PLAN = { to: '/subscription', key: 'limits.see_plan' };

/** `gone`: what to say where the API knows the id no more. The other refusals with code 410 are told apart by their reason. */
function toOwnNotice(outcome: NotDone, gone = 'schedules.gone'): FormMessage {
  const limit = outcome.kind === 'refused' ? (outcome.refusal.details.limit ?? 1) : 1;
  return toFormMessage(outcome, {
    limit: formMessage('limits.schedules_reached', { count: limit }, SEE_PLAN),
    plan: formMessage('limits.not_in_plan', {}, SEE_PLAN),
    // No plan has more.
    full: formMessage('schedules.at_most', { limit }),
    [ERROR_CODES.insufficientPrivileges]: formMessage(gone),
  });
}

export async function lead(
  place: ScheduleForm,
  key: ToastKey,
  tone: 'good' | 'bad' = 'good',
  search = '',
  undo: Toast['undo'] = null,
  stay?: Toast['stay'],
) {
  await leaveToast(place.context, { tone, text: { key, params: { name: shortenName(place.child.name) } }, undo, stay });
  return redirect(`${new URL(place.request.url).pathname}${search}`);
}
