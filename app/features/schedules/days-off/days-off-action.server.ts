import * as z from 'zod';
import { EXCEPTIONS_MAX } from '#app/domain/schedule-limits';
import { addDays, localDate } from '#app/domain/time';
import { UNDO_MS } from '#app/domain/undo';
import { redirectToPanel } from '#app/features/children/redirect-to-panel.server';
import { sha256Hex } from '#app/keys/sign';
import { attempt, formMessage, isReplay, replyInvalid, textOf, toIdempotencyKey } from '#app/server/form.server';
import { formAction, replyFailure } from '#app/server/form-action.server';
import type { Toast } from '#app/server/toast.server';
import { exceptionSchema, fromWireException, toWireException } from '#app/wire/rule';
import { DAYS_OFF_FIELDS, readDaysOff, type ScheduleFaults } from '../editor/schedule-form';
import { listSchedules, skipDate, unskipDate } from '../optimistic-schedules';
import { findSchedule, readRules, type ScheduleForm, scheduleMessages, versionOf } from '../schedule-reply.server';
import { changeSchedule, type Version } from '../schedules.server';
import { addDaysOff, listActive, removeDaysOff } from './days-off';

/**
 * Skips or restores a date of one schedule. The form contains the date, so midnight between page load and submit does not change it. The
 * date is yesterday for a night that is still running, and tomorrow for the coming night.
 */
export async function changeSkippedDate(scheduleForm: ScheduleForm) {
  const { parent, child, form } = scheduleForm;
  const schedule = await findSchedule(scheduleForm);
  if (schedule === null) return replyInvalid(form, { notice: formMessage('schedules.gone') });
  const date = textOf(form.fields, 'date');
  const isOff = form.intent === 'schedule-skip';
  const { exceptions } = isOff ? skipDate(schedule, date) : unskipDate(schedule, date);
  return formAction(form, {
    call: (key) => changeSchedule(parent.api, child.id, { ...versionOf(form), exceptions }, key),
    done: (saved) => showSkipped(scheduleForm, saved, date),
    failed: (failure) => replyFailure(form, failure, { messages: scheduleMessages(failure) }),
  });
}

/** Redirects with a message that depends on the date, and an Undo button. `saved`: null for a repeated form, which gets no Undo button. */
function showSkipped(scheduleForm: ScheduleForm, saved: Version | null, date: string) {
  const { child, form, now } = scheduleForm;
  const isOff = form.intent === 'schedule-skip';
  if (form.fields.has('undo')) return redirectToPanel(scheduleForm, 'toast.undone');
  const undo = saved === null ? null : toSkipUndo(scheduleForm, saved, date);
  const today = localDate(now, child.timeZone);
  if (date < today)
    return redirectToPanel(scheduleForm, isOff ? 'toast.schedule_night_skipped' : 'toast.schedule_night_unskipped', { undo });
  // The schedule's row already names the night.
  if (date > today) return redirectToPanel(scheduleForm, 'toast.saved', { undo });
  return redirectToPanel(scheduleForm, isOff ? 'toast.schedule_skipped' : 'toast.schedule_unskipped', { undo });
}

/**
 * Returns the opposite form for the version just stored. If somebody changes the schedule afterwards, the API refuses the undo as stale.
 */
function toSkipUndo({ form, request, now }: ScheduleForm, { ruleId, updatedAt }: Version, date: string): Toast['undo'] {
  const fields = { rule_id: ruleId, updated_at: String(updatedAt), date, undo: 'yes' };
  const intent = form.intent === 'schedule-skip' ? 'schedule-unskip' : 'schedule-skip';
  return { action: new URL(request.url).pathname, intent, fields, until: now + UNDO_MS };
}

/** Maximum length, in characters, of the previous days off that an undo can carry. They travel in the message’s cookie, whose size is limited. */
const MAX_UNDO_CHARS = 1500;

const daysOffBeforeSchema = z.record(z.string(), z.array(exceptionSchema));

/**
 * Turns all active schedules off on some days, or on again. Changes each schedule separately in its current version. If one change is
 * refused, the earlier ones stay. Submitting the form again makes the remaining changes.
 */
export async function changeDays(scheduleForm: ScheduleForm) {
  const { parent, child, form, now, request } = scheduleForm;
  const [first, last] = DAYS_OFF_FIELDS.map((field) => textOf(form.fields, field)) as [string, string];
  const showDays = (faults: ScheduleFaults) => {
    const error = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [fault]]));
    const initialValue = Object.fromEntries(DAYS_OFF_FIELDS.map((field) => [field, textOf(form.fields, field)]));
    return replyInvalid(form, { lastResult: { status: 'error', initialValue, error } });
  };
  const { dates, faults } = readDaysOff(form.fields, now);
  if (Object.keys(faults).length > 0) return showDays(faults);
  const isOff = form.intent === 'schedules-off';
  const daysOffBefore = parseDaysOffBefore(textOf(form.fields, 'kept'));
  const yesterday = addDays(localDate(now, child.timeZone), -1);
  const changes = listActive(listSchedules(await readRules(scheduleForm))).map((schedule) => ({
    schedule,
    exceptions: isOff
      ? addDaysOff(schedule, dates, yesterday)
      : removeDaysOff(schedule, dates, daysOffBefore?.[schedule.id]?.map(fromWireException)),
  }));
  if (changes.some(({ exceptions }) => exceptions.length > EXCEPTIONS_MAX)) return showDays({ exceptions: 'too_many_dates' });
  const formKey = await toIdempotencyKey(form);
  for (const { schedule, exceptions } of changes) {
    const { id: ruleId, updatedAt } = schedule;
    const key = await sha256Hex(`${formKey} ${ruleId} ${updatedAt}`);
    const outcome = await attempt(() => changeSchedule(parent.api, child.id, { ruleId, updatedAt, exceptions }, key));
    if (outcome.kind !== 'done' && !isReplay(outcome)) return replyFailure(form, outcome, { messages: scheduleMessages(outcome) });
  }
  if (daysOffBefore !== null) return redirectToPanel(scheduleForm, 'toast.undone');
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
  return redirectToPanel(scheduleForm, 'toast.saved', { undo: (fields.kept ?? '').length > MAX_UNDO_CHARS ? null : undo });
}

/** Parses the earlier days off that an undo restores. Returns null if the form is not an undo. */
function parseDaysOffBefore(text: string): z.infer<typeof daysOffBeforeSchema> | null {
  if (text === '') return null;
  try {
    return daysOffBeforeSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
