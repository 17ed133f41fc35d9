import * as z from 'zod';
import { EXCEPTIONS_MAX } from '~/domain/schedule-limits';
import { addDays, localDate } from '~/domain/time';
import { UNDO_MS } from '~/domain/undo';
import { sha256Hex } from '~/keys/sign';
import { attempt, formMessage, isReplay, replyInvalid, textOf, toIdempotencyKey } from '~/server/form.server';
import type { Toast } from '~/server/toast.server';
import { exceptionSchema, fromWireException, toWireException } from '~/wire/rule';
import { bringBack, listOn, takeOff } from './days-off';
import { listSchedules, skipDate, unskipDate } from './optimistic-schedules';
import { DAYS_OFF_FIELDS, readDaysOff, type ScheduleFaults } from './schedule-form';
import { findSchedule, lead, readRules, refuse, type ScheduleForm, versionOf } from './schedule-reply.server';
import { changeSchedule, type Version } from './schedules.server';

/** The date stands in the form: what was read is what happens, also after midnight. Another than today's is a night: one that runs, or the coming one. */
export async function skipToday(place: ScheduleForm) {
  const { parent, child, form, now } = place;
  const schedule = await findSchedule(place);
  if (schedule === null) return replyInvalid(form, { notice: formMessage('schedules.gone') });
  const date = textOf(form.fields, 'date');
  const isOff = form.intent === 'schedule-skip';
  const { exceptions } = isOff ? skipDate(schedule, date) : unskipDate(schedule, date);
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => changeSchedule(parent.api, child.id, { ...versionOf(form), exceptions }, key));
  if (outcome.kind !== 'done' && !isReplay(outcome)) return refuse(form, outcome);
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
export async function changeDays(place: ScheduleForm) {
  const { parent, child, form, now, request } = place;
  const [first, last] = DAYS_OFF_FIELDS.map((field) => textOf(form.fields, field)) as [string, string];
  const showDays = (faults: ScheduleFaults) => {
    const error = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [fault]]));
    const initialValue = Object.fromEntries(DAYS_OFF_FIELDS.map((field) => [field, textOf(form.fields, field)]));
    return replyInvalid(form, { lastResult: { status: 'error', initialValue, error } });
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
    if (outcome.kind !== 'done' && !isReplay(outcome)) return refuse(form, outcome);
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
