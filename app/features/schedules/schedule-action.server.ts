import type { SubmissionResult } from '@conform-to/react';
import { type AppLoadContext, data, redirect } from '@remix-run/cloudflare';
import { type Child, cleanName } from '~/domain/child';
import { windowBetween } from '~/domain/clock-window';
import type { Rule, Schedule } from '~/domain/rule';
import type { WeekDay } from '~/domain/week';
import { findChildStatus } from '~/features/children/child-status.server';
import { shortenName } from '~/features/children/short-name';
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
import { leaveToast } from '~/server/toast.server';
import { ERROR_CODES } from '~/wire/errors';
import { listSchedules, skipDate, unskipDate } from './expect-schedules';
import { reckonPreview } from './live-preview';
import { parseSchedule, readExceptionRows, type ScheduleDraft, type ScheduleFaults } from './schedule-form';
import { changeSchedule, createSchedule, removeSchedule, setScheduledApps } from './schedules.server';

/** A form of the panel, with who sent it and for which child. */
export type ScheduleForm = { request: Request; context: AppLoadContext; parent: Parent; child: Child; form: SubmittedForm; now: number };

/** The answer to a look before saving; with script the editor reckons by itself. */
export type ScheduleReply = FormReply & { preview?: Array<WeekDay> | undefined };

/** The name under which the ready-made schedule is stored for as long as nobody renamed it (A61). */
const READY_MADE_NAME = 'Bedtime';

/** What the panel posts: switch, switch Bedtime on with other times, leave out today, save, look before saving, add and drop a row, delete. Null where the intent is none of its. */
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
  return lead(place, suspended ? 'schedules.toast_off' : 'schedules.toast_on');
}

/** Bedtime with the times of the button that was tapped, and on. */
async function quickStart(place: ScheduleForm) {
  const { parent, child, form } = place;
  const window = windowBetween(textOf(form.fields, 'from'), textOf(form.fields, 'to'));
  if (window === null) return showAgain(form, { notice: notice('error_strings.unknown') });
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => changeSchedule(parent.api, child.id, { ...versionOf(form), quickStart: window }, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  return lead(place, 'schedules.toast_on');
}

/** The date stands in the form: what was read is what happens, also after midnight. */
async function skipToday(place: ScheduleForm) {
  const { parent, child, form } = place;
  const schedule = await findSchedule(place);
  if (schedule === null) return showAgain(form, { notice: notice('schedules.gone') });
  const date = textOf(form.fields, 'date');
  const isOff = form.intent === 'schedule-skip';
  const { exceptions } = isOff ? skipDate(schedule, date) : unskipDate(schedule, date);
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => changeSchedule(parent.api, child.id, { ...versionOf(form), exceptions }, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  return lead(place, isOff ? 'schedules.toast_skipped' : 'schedules.toast_unskipped');
}

async function save(place: ScheduleForm) {
  const { parent, child, form } = place;
  const draft = parseSchedule(form.fields);
  if ('faults' in draft) return showAgain(form, { lastResult: typed(form, draft.faults) });
  if (cleanName(draft.name) === '') return showAgain(form, { lastResult: typed(form, { name: 'missing_name' }) });
  const key = await toIdempotencyKey(form);
  const { ruleId, updatedAt } = versionOf(form);
  const named = { ...draft, name: await toStoredName(place, draft) };
  const outcome = await attempt(async () => {
    if (ruleId === '') return createSchedule(parent.api, child.id, named, key);
    await changeSchedule(parent.api, child.id, { ruleId, updatedAt, draft: named }, key);
    return ruleId;
  });
  if (outcome.kind !== 'done') return isEcho(outcome) ? lead(place, 'toast.saved') : refuse(form, outcome, typed(form));
  if (draft.scope === 'apps') {
    const ofApps = await attempt(() => setScheduledApps(parent.api, child.id, outcome.value, draft.bundleIds, `${key.slice(0, -4)}apps`));
    if (ofApps.kind !== 'done') return lead(place, 'schedules.apps_not_saved', 'bad', `?edit=${outcome.value}`);
  }
  return lead(place, 'toast.saved');
}

/** The week with what is typed, stored nowhere; a name may still be missing. */
async function preview(place: ScheduleForm) {
  const { child, form, now } = place;
  const ground = { rules: await readRules(place), childId: child.id, timeZone: child.timeZone, now };
  const week = reckonPreview(form.fields, versionOf(form).ruleId, ground);
  const draft = parseSchedule(form.fields);
  const { name: _name, ...faults } = 'faults' in draft ? draft.faults : {};
  const reply: ScheduleReply = { intent: form.intent, token: form.token, notice: null, lastResult: typed(form, faults) };
  return data<ScheduleReply>({ ...reply, preview: week ?? undefined }, { status: week === null ? 400 : 200 });
}

/** A row of exceptions more or less, and all that is typed (`schedule-row-add`, `schedule-row-drop-<key>`). */
function showRows({ form }: ScheduleForm) {
  const dropped = form.intent.startsWith('schedule-row-drop-') ? form.intent.slice('schedule-row-drop-'.length) : null;
  const rows = readExceptionRows(form.fields).filter(({ key }) => key !== dropped);
  const added = dropped === null ? [{ key: String(freeKey(rows)), date: '', change: 'off', from: '', to: '' }] : [];
  const { initialValue } = typed(form);
  return showAgain(
    form,
    { lastResult: { status: 'error', initialValue: { ...initialValue, rows: JSON.stringify([...rows, ...added]) }, error: {} } },
    200,
  );
}

function freeKey(rows: ReturnType<typeof readExceptionRows>): number {
  return Math.max(0, ...rows.map(({ key }) => Number(key) || 0)) + 1;
}

async function remove(place: ScheduleForm) {
  const { parent, child, form } = place;
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => removeSchedule(parent.api, child.id, versionOf(form).ruleId, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  if (outcome.kind === 'done' && !outcome.value) return showAgain(form, { notice: notice('schedules.gone') });
  return lead(place, 'schedules.toast_removed');
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

/** What was typed, so that nothing of it is lost, and what is wrong with it. */
function typed({ fields }: SubmittedForm, faults: ScheduleFaults = {}): SubmissionResult<Array<string>> & { initialValue: object } {
  const all = (name: string) => fields.getAll(name).map(String);
  const initialValue = {
    name: textOf(fields, 'name'),
    from: textOf(fields, 'from'),
    to: textOf(fields, 'to'),
    days: all('days'),
    one_time: textOf(fields, 'one_time'),
    scope: textOf(fields, 'scope'),
    apps: all('apps'),
    rows: JSON.stringify(readExceptionRows(fields)),
  };
  const error = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [fault]]));
  return { status: 'error', initialValue, error };
}

/** The page as it was, with the sentence for a call that did not succeed. */
function refuse(form: SubmittedForm, outcome: Exclude<Outcome<unknown>, { kind: 'done' }>, lastResult: FormReply['lastResult'] = null) {
  const limit = outcome.kind === 'refused' ? (outcome.refusal.details.limit ?? 1) : 1;
  const own: Record<string, Notice> = {
    limit: notice('limits.schedules_reached', { count: limit }, { to: '/subscription', key: 'limits.see_plan' }),
    [ERROR_CODES.insufficientPrivileges]: notice('schedules.gone'),
  };
  return showAgain(form, { notice: toNotice(outcome, own), lastResult }, outcome.kind === 'unknown' ? 503 : 400);
}

async function lead(place: ScheduleForm, key: string, tone: 'good' | 'bad' = 'good', search = '') {
  await leaveToast(place.context, { tone, text: { key, params: { name: shortenName(place.child.name) } }, undo: null });
  return redirect(`${new URL(place.request.url).pathname}${search}`);
}
