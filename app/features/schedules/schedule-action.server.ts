import { cleanName } from '#app/domain/child';
import { windowBetween } from '#app/domain/clock-window';
import { EXCEPTIONS_MAX } from '#app/domain/schedule-limits';
import { localDate } from '#app/domain/time';
import { attempt, formMessage, isReplay, replyInvalid, textOf, toIdempotencyKey } from '#app/server/form.server';
import { i18n, languageOf } from '#app/server/i18n.server';
import { keepUnshown } from './days-off';
import { changeDays, skipToday } from './days-off-action.server';
import { addExceptionRow, EXCEPTION_PARTS, exceptionField, parseSchedule, readExceptionRows, type ScheduleDraft } from './schedule-form';
import { findSchedule, lead, refuse, refuseTyped, type ScheduleForm, showTyped, versionOf } from './schedule-reply.server';
import { type AppsRequest, changeSchedule, createSchedule, removeSchedule, requireSameApps, setScheduledApps } from './schedules.server';

/** Stored name of Bedtime until a parent renames it (A61). */
const READY_MADE_NAME = 'Bedtime';

/**
 * Handles the forms of the schedule panel: turn on or off, Bedtime with preset times, skip today, days off, save, preview, add or remove a
 * row, delete. Returns null for any other intent.
 */
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
  if (outcome.kind !== 'done' && !isReplay(outcome)) return refuse(form, outcome);
  return lead(place, suspended ? 'toast.schedule_off' : 'toast.schedule_on');
}

/** Turns Bedtime on with the times of the tapped button. */
async function quickStart(place: ScheduleForm) {
  const { parent, child, form } = place;
  const window = windowBetween(textOf(form.fields, 'from'), textOf(form.fields, 'to'));
  if (window === null) return replyInvalid(form, { notice: formMessage('error_strings.unknown') });
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => changeSchedule(parent.api, child.id, { ...versionOf(form), quickStart: window }, key));
  if (outcome.kind !== 'done' && !isReplay(outcome)) return refuse(form, outcome);
  return lead(place, 'toast.schedule_on');
}

async function save(place: ScheduleForm) {
  const { parent, child, form, now } = place;
  const draft = parseSchedule(form.fields, now);
  if ('faults' in draft) return showTyped(place, { faults: draft.faults });
  if (cleanName(draft.name) === '') return showTyped(place, { faults: { name: 'missing_name' } });
  const key = await toIdempotencyKey(form);
  const { ruleId, updatedAt } = versionOf(form);
  const named = { ...draft, name: await toStoredName(place, draft) };
  const apps: AppsRequest = { chosen: draft.bundleIds, before: ruleId === '' ? [] : form.fields.getAll('apps_before').map(String) };
  const stored = ruleId === '' ? null : await attempt(() => findSchedule(place));
  if (stored !== null && stored.kind !== 'done') return refuseTyped(place, stored);
  named.exceptions = keepUnshown(stored?.value?.exceptions ?? [], draft.exceptions, localDate(now, child.timeZone));
  if (named.exceptions.length > EXCEPTIONS_MAX) return showTyped(place, { faults: { exceptions: 'too_many_dates' } });
  const outcome = await attempt(async () => {
    if (ruleId === '') return createSchedule(parent.api, child.id, named, key);
    // Checked before any change, so that a stale form changes nothing.
    if (draft.scope === 'apps') await requireSameApps(parent.api, child.id, ruleId, apps);
    return changeSchedule(parent.api, child.id, { ruleId, updatedAt, draft: named }, key);
  });
  if (outcome.kind !== 'done') return isReplay(outcome) ? lead(place, 'toast.saved') : refuseTyped(place, outcome);
  if (draft.scope === 'apps') {
    const saved = outcome.value;
    const ofApps = await attempt(() => setScheduledApps(parent.api, child.id, saved.ruleId, apps, key));
    if (ofApps.kind !== 'done' && ruleId === '') return lead(place, 'toast.schedule_apps_not_saved', 'bad', `?edit=${saved.ruleId}`);
    if (ofApps.kind !== 'done') return refuseTyped(place, ofApps, saved.updatedAt);
  }
  return lead(place, 'toast.saved');
}

/** Shows the week with the form's values, without saving. The name may be missing. */
async function preview(place: ScheduleForm) {
  const draft = parseSchedule(place.form.fields, place.now);
  const { name: _name, ...faults } = 'faults' in draft ? draft.faults : {};
  return showTyped(place, { faults }, Object.keys(faults).length === 0 ? 200 : 400);
}

/** Shows the form with one row of exceptions more or less (`schedule-row-add`, `schedule-row-drop-<key>`). */
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
  if (outcome.kind !== 'done' && !isReplay(outcome)) return refuse(form, outcome);
  if (outcome.kind === 'done' && !outcome.value) return replyInvalid(form, { notice: formMessage('schedules.gone') });
  return lead(place, 'toast.schedule_removed', 'good', '', null, 'confirm');
}

/**
 * Returns the name to store. Bedtime's default name is stored in English and shown in each reader's language; any other name is stored as
 * typed.
 */
async function toStoredName({ request, form }: ScheduleForm, { name }: ScheduleDraft): Promise<string> {
  if (textOf(form.fields, 'kind') !== 'default-schedule') return name;
  const t = await i18n.getFixedT(languageOf(request));
  return name === t('rules.bedtime') ? READY_MADE_NAME : name;
}
