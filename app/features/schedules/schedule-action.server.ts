import type { SubmissionResult } from '@conform-to/react';
import { type AppLoadContext, data, redirect } from '@remix-run/cloudflare';
import * as z from 'zod';
import { type Child, cleanName } from '~/domain/child';
import { windowBetween } from '~/domain/clock-window';
import type { Rule, Schedule } from '~/domain/rule';
import { EXCEPTIONS_MAX } from '~/domain/schedule-limits';
import { addDays, localDate } from '~/domain/time';
import { UNDO_MS } from '~/domain/undo';
import type { WeekDay } from '~/domain/week';
import { findChildStatus } from '~/features/children/child-status.server';
import { shortenName } from '~/features/children/short-name';
import { sha256Hex } from '~/keys/sign';
import {
  attempt,
  type FormReply,
  isEcho,
  type Notice,
  notice,
  type Outcome,
  type SubmittedForm,
  showAgain,
  textOf,
  toIdempotencyKey,
  toNotice,
} from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { i18n, languageOf } from '~/server/i18n.server';
import { leaveToast, type Toast, type ToastKey } from '~/server/toast.server';
import { ERROR_CODES } from '~/wire/errors';
import { exceptionSchema, fromWireException, toWireException } from '~/wire/rule';
import { bringBack, keepUnshown, listOn, takeOff } from './days-off';
import { listSchedules, skipDate, unskipDate } from './expect-schedules';
import { reckonPreview } from './live-preview';
import {
  addExceptionRow,
  DAYS_OFF_FIELDS,
  EXCEPTION_PARTS,
  exceptionField,
  parseSchedule,
  readDaysOff,
  readExceptionRows,
  type ScheduleDraft,
  type ScheduleFaults,
} from './schedule-form';
import {
  type AppsWish,
  changeSchedule,
  createSchedule,
  removeSchedule,
  requireSameApps,
  setScheduledApps,
  type Version,
} from './schedules.server';

/** A form of the panel, with who sent it and for which child. */
export type ScheduleForm = { request: Request; context: AppLoadContext; parent: Parent; child: Child; form: SubmittedForm; now: number };

/** The week with what was sent, null where that cannot be read; with script the editor reckons it again as it is typed. */
export type ScheduleReply = FormReply & { preview?: Array<WeekDay> | null };

/** The name under which the ready-made schedule is stored for as long as nobody renamed it (A61). */
const READY_MADE_NAME = 'Bedtime';

/** What the panel posts: switch, switch Bedtime on with other times, leave out today, all off on some days, save, look before saving, add and drop a row, delete. Null where the intent is none of its. */
export async function answerSchedules(place: ScheduleForm) {
  const { intent } = place.form;
  if (intent.startsWith('schedule-row-')) return showRows(place);
  switch (intent) {
    case 'schedule-on':
    case 'schedule-off':
      return switchSchedule(place);
    case 'schedule-bedtime':
      return quickStart(place);
    case 'schedule-skip':
    case 'schedule-unskip':
      return skipToday(place);
    case 'schedules-off':
    case 'schedules-back':
      return changeDays(place);
    case 'schedule-preview':
      return preview(place);
    case 'schedule-save':
      return save(place);
    case 'schedule-remove':
      return remove(place);
    default:
      return null;
  }
}

async function switchSchedule(place: ScheduleForm) {
  const { parent, child, form } = place;
  const suspended = form.intent === 'schedule-off';
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => changeSchedule(parent.api, child.id, { ...versionOf(form), suspended }, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  return lead(place, suspended ? 'toast.schedule_off' : 'toast.schedule_on');
}

/** Bedtime with the times of the button that was tapped, and on. */
async function quickStart(place: ScheduleForm) {
  const { parent, child, form } = place;
  const window = windowBetween(textOf(form.fields, 'from'), textOf(form.fields, 'to'));
  if (window === null) return showAgain(form, { notice: notice('error_strings.unknown') });
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => changeSchedule(parent.api, child.id, { ...versionOf(form), quickStart: window }, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  return lead(place, 'toast.schedule_on');
}

/** The date stands in the form: what was read is what happens, also after midnight. Another than today's is a night: one that runs, or the coming one. */
async function skipToday(place: ScheduleForm) {
  const { parent, child, form, now } = place;
  const schedule = await findSchedule(place);
  if (schedule === null) return showAgain(form, { notice: notice('schedules.gone') });
  const date = textOf(form.fields, 'date');
  const isOff = form.intent === 'schedule-skip';
  const { exceptions } = isOff ? skipDate(schedule, date) : unskipDate(schedule, date);
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => changeSchedule(parent.api, child.id, { ...versionOf(form), exceptions }, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  if (form.fields.has('undo')) return lead(place, 'toast.undone');
  const undo = outcome.kind === 'done' ? toSkipUndo(place, outcome.value, date) : null;
  const today = localDate(now, child.timeZone);
  if (date < today) return lead(place, isOff ? 'toast.schedule_night_skipped' : 'toast.schedule_night_unskipped', 'good', '', undo);
  // What it is about then, the row says.
  if (date > today) return lead(place, 'toast.saved', 'good', '', undo);
  return lead(place, isOff ? 'toast.schedule_skipped' : 'toast.schedule_unskipped', 'good', '', undo);
}

/** The opposite button for the version that was just stored: a schedule that somebody changed since is refused as stale. */
function toSkipUndo({ form, request, now }: ScheduleForm, { ruleId, updatedAt }: Version, date: string): Toast['undo'] {
  const fields = { rule_id: ruleId, updated_at: String(updatedAt), date, undo: 'yes' };
  const intent = form.intent === 'schedule-skip' ? 'schedule-unskip' : 'schedule-skip';
  return { action: new URL(request.url).pathname, intent, fields, until: now + UNDO_MS };
}

/** A message travels as a cookie: which single windows were off on these dates before may be too much for it. */
const KEPT_CHARS_MAX = 1500;

const keptSchema = z.record(z.string(), z.array(exceptionSchema));

/**
 * All windows that are on: off on some days, or on again. Each is asked of the API by itself, as it stands now; where one is refused the
 * others stay as they came to be, and the same form once more brings the rest.
 */
async function changeDays(place: ScheduleForm) {
  const { parent, child, form, now, request } = place;
  const [first, last] = DAYS_OFF_FIELDS.map((field) => textOf(form.fields, field)) as [string, string];
  const showDays = (faults: ScheduleFaults) => {
    const error = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [fault]]));
    const initialValue = Object.fromEntries(DAYS_OFF_FIELDS.map((field) => [field, textOf(form.fields, field)]));
    return showAgain(form, { lastResult: { status: 'error', initialValue, error } });
  };
  const { dates, faults } = readDaysOff(form.fields, now);
  if (Object.keys(faults).length > 0) return showDays(faults);
  const isOff = form.intent === 'schedules-off';
  const kept = readKept(textOf(form.fields, 'kept'));
  const yesterday = addDays(localDate(now, child.timeZone), -1);
  const changes = listOn(listSchedules(await readRules(place))).map((schedule) => ({
    schedule,
    exceptions: isOff ? takeOff(schedule, dates, yesterday) : bringBack(schedule, dates, kept?.[schedule.id]?.map(fromWireException)),
  }));
  if (changes.some(({ exceptions }) => exceptions.length > EXCEPTIONS_MAX)) return showDays({ exceptions: 'too_many_dates' });
  const formKey = await toIdempotencyKey(form);
  for (const { schedule, exceptions } of changes) {
    const { id: ruleId, updatedAt } = schedule;
    const key = await sha256Hex(`${formKey} ${ruleId} ${updatedAt}`);
    const outcome = await attempt(() => changeSchedule(parent.api, child.id, { ruleId, updatedAt, exceptions }, key));
    if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  }
  if (kept !== null) return lead(place, 'toast.undone');
  const before = changes.flatMap(({ schedule: { id, exceptions } }) => {
    const own = exceptions.filter(({ date, change }) => change === 'off' && dates.includes(date)).map(toWireException);
    return own.length === 0 ? [] : [[id, own]];
  });
  const fields = {
    [DAYS_OFF_FIELDS[0]]: first,
    [DAYS_OFF_FIELDS[1]]: last,
    ...(isOff ? { kept: JSON.stringify(Object.fromEntries(before)) } : {}),
  };
  const undo = { action: new URL(request.url).pathname, intent: isOff ? 'schedules-back' : 'schedules-off', fields, until: now + UNDO_MS };
  return lead(place, 'toast.saved', 'good', '', (fields.kept ?? '').length > KEPT_CHARS_MAX ? null : undo);
}

/** What an undo brings along of before; null where it is none. */
function readKept(text: string): z.infer<typeof keptSchema> | null {
  if (text === '') return null;
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

async function save(place: ScheduleForm) {
  const { parent, child, form, now } = place;
  const draft = parseSchedule(form.fields, now);
  if ('faults' in draft) return showTyped(place, { faults: draft.faults });
  if (cleanName(draft.name) === '') return showTyped(place, { faults: { name: 'missing_name' } });
  const key = await toIdempotencyKey(form);
  const { ruleId, updatedAt } = versionOf(form);
  const named = { ...draft, name: await toStoredName(place, draft) };
  const apps: AppsWish = { chosen: draft.bundleIds, before: ruleId === '' ? [] : form.fields.getAll('apps_before').map(String) };
  const stored = ruleId === '' ? null : await attempt(() => findSchedule(place));
  if (stored !== null && stored.kind !== 'done') return refuseTyped(place, stored);
  named.exceptions = keepUnshown(stored?.value?.exceptions ?? [], draft.exceptions, localDate(now, child.timeZone));
  if (named.exceptions.length > EXCEPTIONS_MAX) return showTyped(place, { faults: { exceptions: 'too_many_dates' } });
  const outcome = await attempt(async () => {
    if (ruleId === '') return createSchedule(parent.api, child.id, named, key);
    // Asked before anything is changed: who is too late changes nothing.
    if (draft.scope === 'apps') await requireSameApps(parent.api, child.id, ruleId, apps);
    return changeSchedule(parent.api, child.id, { ruleId, updatedAt, draft: named }, key);
  });
  if (outcome.kind !== 'done') return isEcho(outcome) ? lead(place, 'toast.saved') : refuseTyped(place, outcome);
  if (draft.scope === 'apps') {
    const saved = outcome.value;
    const ofApps = await attempt(() => setScheduledApps(parent.api, child.id, saved.ruleId, apps, key));
    if (ofApps.kind !== 'done' && ruleId === '') return lead(place, 'toast.schedule_apps_not_saved', 'bad', `?edit=${saved.ruleId}`);
    if (ofApps.kind !== 'done') return refuseTyped(place, ofApps, saved.updatedAt);
  }
  return lead(place, 'toast.saved');
}

/** The week with what is typed, stored nowhere; a name may still be missing. */
async function preview(place: ScheduleForm) {
  const draft = parseSchedule(place.form.fields, place.now);
  const { name: _name, ...faults } = 'faults' in draft ? draft.faults : {};
  return showTyped(place, { faults }, Object.keys(faults).length === 0 ? 200 : 400);
}

/** A row of exceptions more or less, and all that is typed (`schedule-row-add`, `schedule-row-drop-<key>`). */
async function showRows(place: ScheduleForm) {
  const { form } = place;
  const dropped = form.intent.startsWith('schedule-row-drop-') ? form.intent.slice('schedule-row-drop-'.length) : null;
  for (const part of EXCEPTION_PARTS) if (dropped !== null) form.fields.delete(exceptionField(dropped, part));
  const left = readExceptionRows(form.fields);
  const rows = dropped === null ? addExceptionRow(left) : left;
  return showTyped(place, { values: { rows: JSON.stringify(rows) } }, 200);
}

async function remove(place: ScheduleForm) {
  const { parent, child, form } = place;
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => removeSchedule(parent.api, child.id, versionOf(form).ruleId, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  if (outcome.kind === 'done' && !outcome.value) return showAgain(form, { notice: notice('schedules.gone') });
  return lead(place, 'toast.schedule_removed', 'good', '', null, 'confirm');
}

/** The ready-made name is stored as such and shown in each reader's language; another one as it was typed. */
async function toStoredName({ request, form }: ScheduleForm, { name }: ScheduleDraft): Promise<string> {
  if (textOf(form.fields, 'kind') !== 'default-schedule') return name;
  const t = await i18n.getFixedT(languageOf(request));
  return name === t('rules.bedtime') ? READY_MADE_NAME : name;
}

async function readRules({ parent, child }: ScheduleForm): Promise<Array<Rule>> {
  return (await findChildStatus(parent.api, child.id))?.rules ?? [];
}

async function findSchedule(place: ScheduleForm): Promise<Schedule | null> {
  const { ruleId } = versionOf(place.form);
  return listSchedules(await readRules(place)).find(({ id }) => id === ruleId) ?? null;
}

/** The schedule a form is about, as it stood when the form was shown. An empty id is a new one. */
function versionOf({ fields }: SubmittedForm) {
  return { ruleId: textOf(fields, 'rule_id'), updatedAt: Number(textOf(fields, 'updated_at')) };
}

/** The editor with all that was typed, so that nothing of it is lost, what is wrong with it, and the week as it would make it. */
async function showTyped(
  place: ScheduleForm,
  { faults = {}, values = {}, said = null }: { faults?: ScheduleFaults; values?: Partial<Typed>; said?: Notice | null },
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
  const week = reckonPreview(form.fields, isThere ? ruleId : '', { rules, childId: child.id, timeZone: child.timeZone, now });
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
function refuse(form: SubmittedForm, outcome: NotDone) {
  return showAgain(form, { notice: toOwnNotice(outcome) }, statusOf(outcome));
}

/** The editor as it was sent, with that sentence. `updatedAt`: all but the apps is saved, so the next try is about that version. */
function refuseTyped(place: ScheduleForm, outcome: NotDone, updatedAt?: number) {
  const isStale = outcome.kind === 'refused' && outcome.refusal.details.reason === 'stale';
  const isSaved = updatedAt !== undefined && !isStale;
  // A new schedule has no id, so what is gone is its child.
  const gone = versionOf(place.form).ruleId === '' ? 'toast.child_gone' : 'schedules.gone_anew';
  const said = isSaved ? toAppsNotice(outcome) : toOwnNotice(outcome, gone);
  return showTyped(place, { said, values: updatedAt === undefined ? {} : { updated_at: String(updatedAt) } }, statusOf(outcome));
}

type NotDone = Exclude<Outcome<unknown>, { kind: 'done' }>;

function statusOf(outcome: NotDone): number {
  return outcome.kind === 'unknown' ? 503 : 400;
}

/** The schedule is saved, its apps are not: saving once more helps unless the plan has no schedules for apps. */
function toAppsNotice(outcome: NotDone): Notice {
  const isInPlan = outcome.kind !== 'refused' || outcome.refusal.details.reason !== 'plan';
  return isInPlan ? notice('toast.schedule_apps_not_saved') : notice('schedules.apps_not_in_plan', {}, SEE_PLAN);
}

const SEE_PLAN = { to: '/subscription', key: 'limits.see_plan' };

/** `gone`: what to say where the API knows the id no more. The other refusals with code 410 are told apart by their reason. */
function toOwnNotice(outcome: NotDone, gone = 'schedules.gone'): Notice {
  const limit = outcome.kind === 'refused' ? (outcome.refusal.details.limit ?? 1) : 1;
  return toNotice(outcome, {
    limit: notice('limits.schedules_reached', { count: limit }, SEE_PLAN),
    plan: notice('limits.not_in_plan', {}, SEE_PLAN),
    // No plan has more.
    full: notice('schedules.at_most', { limit }),
    [ERROR_CODES.insufficientPrivileges]: notice(gone),
  });
}

async function lead(
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
