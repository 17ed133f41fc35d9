import { cleanName } from '#app/domain/child';
import { windowBetween } from '#app/domain/clock-window';
import { EXCEPTIONS_MAX } from '#app/domain/schedule-limits';
import { localDate } from '#app/domain/time';
import { redirectToPanel } from '#app/features/children/redirect-to-panel.server';
import { attempt, formMessage, isReplay, replyInvalid, textOf, toIdempotencyKey } from '#app/server/form.server';
import { formAction, replyFailure } from '#app/server/form-action.server';
import { i18n, languageOf } from '#app/server/i18n.server';
import { mergeHiddenExceptions } from './days-off/days-off';
import { changeDays, changeSkippedDate } from './days-off/days-off-action.server';
import {
  addExceptionRow,
  EXCEPTION_PARTS,
  exceptionField,
  parseSchedule,
  readExceptionRows,
  type ScheduleDraft,
} from './editor/schedule-form';
import { findSchedule, replyTypedFailure, type ScheduleForm, scheduleMessages, showTyped, versionOf } from './schedule-reply.server';
import { type AppsRequest, changeSchedule, createSchedule, removeSchedule, requireSameApps, setScheduledApps } from './schedules.server';

/** Stored name of Bedtime until a parent renames it (A61). */
const READY_MADE_NAME = 'Bedtime';

/**
 * Handles the forms of the schedule panel, such as saving, deleting, turning on or off, and skipping a date. Returns null for any other
 * intent.
 */
export async function answerSchedules(scheduleForm: ScheduleForm) {
  const { intent } = scheduleForm.form;
  if (intent.startsWith('schedule-row-')) return showRows(scheduleForm);
  switch (intent) {
    case 'schedule-on':
    case 'schedule-off':
      return switchSchedule(scheduleForm);
    case 'schedule-bedtime':
      return quickStart(scheduleForm);
    case 'schedule-skip':
    case 'schedule-unskip':
      return changeSkippedDate(scheduleForm);
    case 'schedules-off':
    case 'schedules-back':
      return changeDays(scheduleForm);
    case 'schedule-preview':
      return preview(scheduleForm);
    case 'schedule-save':
      return save(scheduleForm);
    case 'schedule-remove':
      return remove(scheduleForm);
    default:
      return null;
  }
}

async function switchSchedule(scheduleForm: ScheduleForm) {
  const { parent, child, form } = scheduleForm;
  const suspended = form.intent === 'schedule-off';
  return formAction(form, {
    call: (key) => changeSchedule(parent.api, child.id, { ...versionOf(form), suspended }, key),
    done: () => redirectToPanel(scheduleForm, suspended ? 'toast.schedule_off' : 'toast.schedule_on'),
    failed: (failure) => replyFailure(form, failure, { messages: scheduleMessages(failure) }),
  });
}

/** Turns Bedtime on with the times of the clicked button. */
async function quickStart(scheduleForm: ScheduleForm) {
  const { parent, child, form } = scheduleForm;
  const window = windowBetween(textOf(form.fields, 'from'), textOf(form.fields, 'to'));
  if (window === null) return replyInvalid(form, { notice: formMessage('error_strings.unknown') });
  return formAction(form, {
    call: (key) => changeSchedule(parent.api, child.id, { ...versionOf(form), quickStart: window }, key),
    done: () => redirectToPanel(scheduleForm, 'toast.schedule_on'),
    failed: (failure) => replyFailure(form, failure, { messages: scheduleMessages(failure) }),
  });
}

async function save(scheduleForm: ScheduleForm) {
  const { parent, child, form, now } = scheduleForm;
  const draft = parseSchedule(form.fields, now);
  if ('faults' in draft) return showTyped(scheduleForm, { faults: draft.faults });
  if (cleanName(draft.name) === '') return showTyped(scheduleForm, { faults: { name: 'missing_name' } });
  const key = await toIdempotencyKey(form);
  const { ruleId, updatedAt } = versionOf(form);
  const named = { ...draft, name: await toStoredName(scheduleForm, draft) };
  const apps: AppsRequest = { chosen: draft.bundleIds, before: ruleId === '' ? [] : form.fields.getAll('apps_before').map(String) };
  const stored = ruleId === '' ? null : await attempt(() => findSchedule(scheduleForm));
  if (stored !== null && stored.kind !== 'done') return replyTypedFailure(scheduleForm, stored);
  named.exceptions = mergeHiddenExceptions(stored?.value?.exceptions ?? [], draft.exceptions, localDate(now, child.timeZone));
  if (named.exceptions.length > EXCEPTIONS_MAX) return showTyped(scheduleForm, { faults: { exceptions: 'too_many_dates' } });
  const outcome = await attempt(async () => {
    if (ruleId === '') return createSchedule(parent.api, child.id, named, key);
    // Checked before any change, so that a stale form changes nothing.
    if (draft.scope === 'apps') await requireSameApps(parent.api, child.id, ruleId, apps);
    return changeSchedule(parent.api, child.id, { ruleId, updatedAt, draft: named }, key);
  });
  if (outcome.kind !== 'done')
    return isReplay(outcome) ? redirectToPanel(scheduleForm, 'toast.saved') : replyTypedFailure(scheduleForm, outcome);
  if (draft.scope === 'apps') {
    const saved = outcome.value;
    const ofApps = await attempt(() => setScheduledApps(parent.api, child.id, saved.ruleId, apps, key));
    if (ofApps.kind !== 'done' && ruleId === '')
      return redirectToPanel(scheduleForm, 'toast.schedule_apps_not_saved', { tone: 'bad', search: `?edit=${saved.ruleId}` });
    if (ofApps.kind !== 'done') return replyTypedFailure(scheduleForm, ofApps, saved.updatedAt);
  }
  return redirectToPanel(scheduleForm, 'toast.saved');
}

/** Shows the week with the form's values, without saving. The name may be empty. */
async function preview(scheduleForm: ScheduleForm) {
  const draft = parseSchedule(scheduleForm.form.fields, scheduleForm.now);
  const { name: _name, ...faults } = 'faults' in draft ? draft.faults : {};
  return showTyped(scheduleForm, { faults }, Object.keys(faults).length === 0 ? 200 : 400);
}

/** Shows the form with an exception row added or removed (`schedule-row-add`, `schedule-row-drop-<key>`). */
async function showRows(scheduleForm: ScheduleForm) {
  const { form } = scheduleForm;
  const dropped = form.intent.startsWith('schedule-row-drop-') ? form.intent.slice('schedule-row-drop-'.length) : null;
  for (const part of EXCEPTION_PARTS) if (dropped !== null) form.fields.delete(exceptionField(dropped, part));
  const left = readExceptionRows(form.fields);
  const rows = dropped === null ? addExceptionRow(left) : left;
  return showTyped(scheduleForm, { values: { rows: JSON.stringify(rows) } }, 200);
}

async function remove(scheduleForm: ScheduleForm) {
  const { parent, child, form } = scheduleForm;
  return formAction(form, {
    call: (key) => removeSchedule(parent.api, child.id, versionOf(form).ruleId, key),
    done: (isRemoved) => {
      if (isRemoved === false) return replyInvalid(form, { notice: formMessage('schedules.gone') });
      return redirectToPanel(scheduleForm, 'toast.deleted', { stay: 'confirm' });
    },
    failed: (failure) => replyFailure(form, failure, { messages: scheduleMessages(failure) }),
  });
}

/**
 * Returns the name to store. Bedtime's default name is stored in English and shown in each user's language. Any other name is stored as
 * typed.
 */
async function toStoredName({ request, form }: ScheduleForm, { name }: ScheduleDraft): Promise<string> {
  if (textOf(form.fields, 'kind') !== 'default-schedule') return name;
  const t = await i18n.getFixedT(languageOf(request));
  return name === t('rules.bedtime') ? READY_MADE_NAME : name;
}
