import type { SubmissionResult } from '@conform-to/react';
import { SHOWN_WEEKDAYS, weekdayName } from '#app/components/ui/weekdays';
import type { Granularity } from '#app/domain/app-rules';
import type { Child } from '#app/domain/child';
import { type Instant, localDate, weekdayOf } from '#app/domain/time';
import { UNDO_MS } from '#app/domain/undo';
import { redirectToPanel } from '#app/features/children/redirect-to-panel.server';
import { formatSpan } from '#app/features/shell/time/times';
import { attempt, formMessage, isReplay, replyInvalid, type SubmittedForm, textOf, toIdempotencyKey } from '#app/server/form.server';
import { replyFailure } from '#app/server/form-action.server';
import { changeGranularity, type GranularityChange } from '#app/server/granularity.server';
import { formatsOf, i18n, languageOf } from '#app/server/i18n.server';
import { saveWithMerge } from '#app/server/save-with-merge.server';
import type { Toast } from '#app/server/toast.server';
import { ERROR_CODES } from '#app/wire/errors';
import { fromWireUser, updateUser, userSchema } from '#app/wire/family';
import type { AllowanceContext } from './allowance.server';
import { diffUncounted, fieldOf, parseWeek, shownWeek, typedWeek } from './allowance-form';
import { parseChanges, parseSeconds, UNSET } from './allowance-undo';

type AllowanceForm = AllowanceContext & { form: SubmittedForm; now: Instant };

const MESSAGES = {
  [ERROR_CODES.insufficientPrivileges]: formMessage('limits.not_in_plan', {}, { to: '/subscription', key: 'limits.see_plan' }),
};

/** Maximum length of the apps in an undo. The undo is stored in a cookie of at most 4 KB, so a larger change has no undo. */
const UNDO_CHARS_MAX = 1500;

/** Handles the panel's forms: the switch, the daily limits, the learning apps, and their undo. Returns null for any other form. */
export async function answerAllowance(allowanceForm: AllowanceForm) {
  switch (allowanceForm.form.intent) {
    case 'allowance-on':
    case 'allowance-off':
      return switchAllowance(allowanceForm);
    case 'allowance-save':
      return saveWeek(allowanceForm, null);
    case 'allowance-same':
      return saveWeek(allowanceForm, weekdayOf(localDate(allowanceForm.now, allowanceForm.child.timeZone)));
    case 'allowance-back':
      return undoWeek(allowanceForm);
    case 'learning-save':
      return saveApps(allowanceForm);
    case 'learning-back':
      return undoApps(allowanceForm);
    default:
      return null;
  }
}

async function switchAllowance(allowanceForm: AllowanceForm) {
  const isOn = allowanceForm.form.intent === 'allowance-on';
  const key = isOn ? 'toast.allowance_on' : 'toast.allowance_off';
  const { allowance } = allowanceForm.child;
  // Turning on the limit for the first time also saves limits. The undo unsets them.
  const isFirst = isOn && !allowance.isSet;
  const isFirstBack = !isOn && allowanceForm.form.fields.has('first');
  const numbers = isFirst ? { allowance: shownWeek(allowance) } : isFirstBack ? { allowance: null } : {};
  // An undo conflicts if the limits changed since it was offered. A direct tap never conflicts with other limits. A switch that is already
  // in the requested state is no conflict either.
  const opened = allowanceForm.form.fields.get('opened');
  const { outcome } = await saveAllowance(
    allowanceForm,
    { allowance_enabled: isOn, ...numbers },
    (now) => now.isSet === allowance.isSet && (now.isOn === isOn || opened === null || opened === shownWeek(now).join()),
  );
  if (outcome.kind !== 'done')
    return isReplay(outcome) ? redirectToPanel(allowanceForm, key) : replyFailure(allowanceForm.form, outcome, { messages: MESSAGES });
  // Uses the stored state, so that the undo does not overwrite a later change.
  const stored = fromWireUser(outcome.value);
  const fields = { updated_at: String(stored.updatedAt), opened: shownWeek(stored.allowance).join(), ...(isFirst ? { first: 'yes' } : {}) };
  return redirectToPanel(allowanceForm, key, { undo: toUndo(allowanceForm, isOn ? 'allowance-off' : 'allowance-on', fields) });
}

async function saveWeek(allowanceForm: AllowanceForm, sameAs: number | null) {
  const typed = typedWeek(allowanceForm.form.fields);
  const week = parseWeek(typed, sameAs);
  if ('faults' in week) return replyInvalid(allowanceForm.form, { lastResult: toResult(typed, week.faults) });
  const known = [textOf(allowanceForm.form.fields, 'opened'), week.seconds.join()];
  const { outcome, current } = await saveAllowance(allowanceForm, { allowance: week.seconds }, (now) =>
    known.includes(shownWeek(now).join()),
  );
  if (outcome.kind === 'done')
    return redirectToPanel(allowanceForm, 'toast.saved', { undo: toWeekUndo(allowanceForm, fromWireUser(outcome.value)) });
  if (isReplay(outcome)) return redirectToPanel(allowanceForm, 'toast.saved');
  if (current === null) return replyFailure(allowanceForm.form, outcome, { messages: MESSAGES, lastResult: toResult(typed, []) });
  const now = await formatChangedDays(allowanceForm.request, shownWeek(current.allowance), week.seconds);
  return replyInvalid(allowanceForm.form, { lastResult: toResult(typed, []), notice: formMessage('error_strings.stale_now', { now }) });
}

/** Returns the form that restores the earlier limits. Returns null if they did not change, or if the form was opened with other limits. */
function toWeekUndo(allowanceForm: AllowanceForm, stored: Child): Toast['undo'] {
  const { allowance: before } = allowanceForm.child;
  const [was, is] = [shownWeek(before).join(), shownWeek(stored.allowance).join()];
  if (was !== textOf(allowanceForm.form.fields, 'opened') || (before.isSet && was === is)) return null;
  return toUndo(allowanceForm, 'allowance-back', { updated_at: String(stored.updatedAt), opened: is, week: before.isSet ? was : UNSET });
}

async function undoWeek(allowanceForm: AllowanceForm) {
  const { fields } = allowanceForm.form;
  const week = textOf(fields, 'week');
  const allowance = week === UNSET ? null : parseSeconds(week);
  if (allowance === undefined) return replyInvalid(allowanceForm.form, { notice: formMessage('error_strings.unknown') });
  // Does not overwrite limits that another parent saved since.
  const { outcome } = await saveAllowance(allowanceForm, { allowance }, (now) => shownWeek(now).join() === textOf(fields, 'opened'));
  return outcome.kind === 'done' || isReplay(outcome)
    ? redirectToPanel(allowanceForm, 'toast.undone')
    : replyFailure(allowanceForm.form, outcome, { messages: MESSAGES });
}

function toUndo({ request, now }: AllowanceForm, intent: string, fields: Record<string, string>): NonNullable<Toast['undo']> {
  return { action: new URL(request.url).pathname, intent, fields, until: now + UNDO_MS };
}

/**
 * Saves the fields, even if other fields changed since the form was opened. `isAsRead` returns true if the stored limits do not conflict
 * with the form.
 */
async function saveAllowance(
  { parent, child, form }: AllowanceForm,
  fields: { allowance?: Array<number> | null; allowance_enabled?: boolean },
  isAsRead: (now: Child['allowance']) => boolean,
) {
  const idempotencyKey = await toIdempotencyKey(form);
  return saveWithMerge(
    Number(textOf(form.fields, 'updated_at')),
    (updatedAt) =>
      parent.api.call(updateUser, { query: {}, body: { user_id: child.id, updated_ts: updatedAt, ...fields } }, { idempotencyKey }),
    toChild,
    (now) => isAsRead(now.allowance),
  );
}

function toChild(current: unknown): Child | null {
  const row = userSchema.safeParse(current);
  return row.success ? fromWireUser(row.data) : null;
}

/** Returns a text with the days whose stored limit differs from the typed one, Monday first, in the user's language. */
async function formatChangedDays(request: Request, stored: Array<number>, typed: Array<number>): Promise<string> {
  const language = languageOf(request);
  const t = await i18n.getFixedT(language);
  const formats = formatsOf(request);
  const days = SHOWN_WEEKDAYS.filter((day) => stored[day] !== typed[day]).map((day) => {
    const minutes = Math.floor((stored[day] ?? 0) / 60);
    const span = minutes === 0 ? t('time.minutes', { value: 0 }) : formatSpan(t, minutes * 60_000, formats);
    return `${weekdayName(formats, day, 'short')} ${span}`;
  });
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(days);
}

async function saveApps(allowanceForm: AllowanceForm) {
  const idsOf = (name: string) => allowanceForm.form.fields.getAll(name).map(String);
  const changes = diffUncounted(idsOf('was'), idsOf('uncounted'));
  if (Object.keys(changes).length === 0) return redirectToPanel(allowanceForm, 'toast.saved');
  // Each app is changed separately, so another parent's choice of another app is kept.
  const outcome = await changeApps(allowanceForm, changes, (now) => (isSetTo(now, changes) ? 'done' : 'read'));
  if (outcome.kind !== 'done')
    return isReplay(outcome)
      ? redirectToPanel(allowanceForm, 'toast.saved')
      : replyFailure(allowanceForm.form, outcome, { messages: MESSAGES });
  const before = outcome.value;
  // The undo covers only the apps that this form changed.
  const own = Object.entries(changes).filter(([id, uncounted]) => before !== null && before.uncountedApps.includes(id) !== uncounted);
  const apps = JSON.stringify(Object.fromEntries(own));
  const canUndo = own.length > 0 && apps.length <= UNDO_CHARS_MAX;
  return redirectToPanel(allowanceForm, 'toast.saved', { undo: canUndo ? toUndo(allowanceForm, 'learning-back', { apps }) : null });
}

async function undoApps(allowanceForm: AllowanceForm) {
  const saved = parseChanges(textOf(allowanceForm.form.fields, 'apps'));
  const back = Object.fromEntries(Object.entries(saved).map(([id, uncounted]) => [id, !uncounted]));
  const outcome = await changeApps(allowanceForm, back, (now) => (isSetTo(now, back) ? 'done' : isSetTo(now, saved) ? 'read' : 'changed'));
  return outcome.kind === 'done' || isReplay(outcome)
    ? redirectToPanel(allowanceForm, 'toast.undone')
    : replyFailure(allowanceForm.form, outcome, { messages: MESSAGES });
}

async function changeApps(
  { parent, child, form }: AllowanceForm,
  changes: Record<string, boolean>,
  compareStored: GranularityChange['compareStored'],
) {
  const key = await toIdempotencyKey(form);
  return attempt(() => changeGranularity(parent.api, child.id, { patch: { uncounted_apps: changes }, compareStored }, key));
}

function isSetTo({ uncountedApps }: Granularity, changes: Record<string, boolean>): boolean {
  return Object.entries(changes).every(([id, uncounted]) => uncountedApps.includes(id) === uncounted);
}

/** Returns the typed values, so that none is lost, and an error for each invalid day. */
function toResult(typed: Array<string>, faults: Array<number>): SubmissionResult<Array<string>> {
  return {
    status: 'error',
    initialValue: { week: typed },
    error: Object.fromEntries(faults.map((day) => [fieldOf(day), ['allowance_out_of_range']])),
  };
}
