import type { SubmissionResult } from '@conform-to/react';
import { redirect } from '@remix-run/cloudflare';
import { addDays, type Instant, localDate, startOfDay } from '#app/domain/time';
import { UNDO_MS } from '#app/domain/undo';
import { extraSecondsOn } from '#app/domain/usage';
import { redirectToPanel } from '#app/features/children/redirect-to-panel.server';
import { shortenName } from '#app/features/children/short-name';
import type { ChildStatus } from '#app/features/children/status/child-status';
import { findChildStatus } from '#app/features/children/status/child-status.server';
import { formatDate, formatSpan, formatUntil } from '#app/features/shell/time/times';
import {
  attempt,
  type FormMessage,
  formMessage,
  readForm,
  replyInvalid,
  type SubmittedForm,
  textOf,
  toIdempotencyKey,
} from '#app/server/form.server';
import { type FormAnswer, formAction, replyFailure } from '#app/server/form-action.server';
import { formatsOf, i18n, languageOf } from '#app/server/i18n.server';
import { redirectBack } from '#app/server/redirect-back.server';
import type { Toast } from '#app/server/toast.server';
import { createCommand } from '#app/wire/command';
import { ERROR_CODES, type Refusal } from '#app/wire/errors';
import { type AccessRequest, endOf, isOwnSpan, parseAccessRequest, toSameAgain } from './access-request';
import { type BonusTimeRequest, parseBonusTimeRequest, roomToday, secondsBeyond, toExtraSeconds } from './extra-minutes';
import type { ManageContext } from './manage-page.server';
import { giveAccess, liftAccess, resumeAccess, setExtra, undoPause } from './screen-time.server';

/** A posted form of the manage page, with its parent and child. */
export type ManageForm = ManageContext & { form: SubmittedForm; now: number };

/**
 * Handles the forms of the manage page, such as allow, block, pause, undo and bonus time. `answerPanel` handles all other intents and
 * returns null for unknown ones.
 */
export async function answerManageForm(
  manageContext: ManageContext,
  answerPanel: (form: ManageForm) => Promise<FormAnswer | null> = async () => null,
  maxBytes?: number,
): Promise<FormAnswer> {
  const manageForm: ManageForm = { ...manageContext, form: await readForm(manageContext.request, maxBytes), now: Date.now() };
  return redirectBack(manageForm.context, manageForm.form, await answerForm(manageForm, answerPanel));
}

async function answerForm(manageForm: ManageForm, answerPanel: (form: ManageForm) => Promise<FormAnswer | null>): Promise<FormAnswer> {
  const { intent } = manageForm.form;
  const { fields } = manageForm.form;
  const accessRequest = parseAccessRequest(intent, manageForm.now, fields.get('minutes'));
  if (accessRequest !== null) return give(manageForm, accessRequest);
  const extra = parseBonusTimeRequest(intent, fields);
  if (extra !== null) return giveExtra(manageForm, extra);
  // Shows an invalid custom time at its field.
  if (isOwnSpan(intent) || intent === 'extra-span') return replyInvalid(manageForm.form, { lastResult: typedMinutes(manageForm.form) });
  switch (intent) {
    case 'lift':
    case 'undo':
      return lift(manageForm);
    case 'undo-pause':
      return takePauseBack(manageForm);
    case 'resume':
      return resume(manageForm);
    case 'check':
      return askDevices(manageForm);
    default:
      return (await answerPanel(manageForm)) ?? replyInvalid(manageForm.form, { notice: formMessage('error_strings.unknown') });
  }
}

const TOAST_WORDS = { block: 'blocking', grant: 'allowing', pause: 'pausing' } as const;

async function give(manageForm: ManageForm, accessRequest: AccessRequest) {
  const { parent, child, form, now } = manageForm;
  const end = endOf(accessRequest, now);
  if (end !== null && end <= now) return replyInvalid(form, { notice: formMessage('limits.time_passed') });
  return formAction(form, {
    call: (key) => giveAccess(parent.api, child.id, accessRequest, key, now),
    done: (result) =>
      result === null ? redirect(new URL(manageForm.request.url).pathname) : redirectWithUndo(manageForm, accessRequest, result),
    failed: async (failure) => {
      const messages = failure.kind === 'refused' ? await limitMessages(manageForm, failure.refusal) : {};
      return replyFailure(form, failure, { messages });
    },
  });
}

/** Redirects with a message that shows the end time and an Undo button. */
async function redirectWithUndo(manageForm: ManageForm, accessRequest: AccessRequest, result: Awaited<ReturnType<typeof giveAccess>>) {
  const { child, now } = manageForm;
  const { ruleId, until, undoUntil } = result;
  const fields: Record<string, string> = ruleId === null ? {} : { rule_id: ruleId };
  const undo = {
    action: new URL(manageForm.request.url).pathname,
    intent: ruleId === null ? 'undo-pause' : 'undo',
    fields,
    until: undoUntil ?? now + UNDO_MS,
  };
  if (accessRequest.effect === 'pause' && (await isPauseOverridden(manageForm)))
    return redirectToPanel(manageForm, 'toast.pause_waits', { undo });
  const word = TOAST_WORDS[accessRequest.effect];
  if (until === null) return redirectToPanel(manageForm, `toast.${word}`, { undo });
  const t = await translatorOf(manageForm);
  const params = { until: formatUntil(t, until, child.timeZone, now, formatsOf(manageForm.request)) };
  return redirectToPanel(manageForm, `toast.${word}_until`, { params, undo });
}

/** True if a block, Bedtime or a used-up limit overrides the pause now (A121). False if the status is unknown. */
async function isPauseOverridden(manageForm: ManageForm): Promise<boolean> {
  return (await readNow(manageForm))?.why?.effect === 'block';
}

/** Returns the child's status, or null if the API fails. */
async function readNow({ parent, child }: ManageForm): Promise<ChildStatus | null> {
  const outcome = await attempt(() => findChildStatus(parent.api, child.id));
  return outcome.kind === 'done' ? (outcome.value?.status ?? null) : null;
}

async function lift(manageForm: ManageForm) {
  const { parent, child, form } = manageForm;
  const ruleId = textOf(form.fields, 'rule_id');
  const isUndo = form.intent === 'undo';
  const override = isUndo ? null : (await readNow(manageForm))?.override;
  return formAction(form, {
    call: (key) => liftAccess(parent.api, child.id, { ruleId: ruleId === '' ? null : ruleId, isUndo }, key),
    done: (result) => {
      // Another tab or parent already changed it, so this page is outdated. Without an ID, the tap wanted no override, and there is none.
      if (result === 'gone' && ruleId !== '') return replyInvalid(form, { notice: formMessage('error_strings.stale') });
      if (result === 'undone') return redirectToPanel(manageForm, 'toast.undone');
      const undo = override ? toUndoOfEnd(manageForm, override.effect, override.until) : null;
      return redirectToPanel(manageForm, 'toast.lifted', { undo });
    },
    failed: (failure) => replyFailure(form, failure),
  });
}

/** Undoes a pause and restores the state before it. If it is too late to restore, only ends the pause and says so in the message. */
async function takePauseBack(manageForm: ManageForm) {
  const { parent, child, form } = manageForm;
  return formAction(form, {
    call: (key) => undoPause(parent.api, child.id, key),
    done: (result) => {
      if (result === 'gone') return replyInvalid(form, { notice: formMessage('error_strings.stale') });
      return redirectToPanel(manageForm, result === 'undone' ? 'toast.undone' : 'toast.resuming');
    },
    failed: (failure) => replyFailure(form, failure),
  });
}

/**
 * Returns an Undo button that repeats the ended override or pause. Returns null if the plan limits blocks, because the repeated block would
 * use up another one (A45).
 */
function toUndoOfEnd({ parent, request, now }: ManageForm, effect: AccessRequest['effect'], until: Instant | null): Toast['undo'] {
  const { blocksPerMonth } = parent.account.entitlements.limits;
  const again = effect === 'grant' || blocksPerMonth === 'unlimited' ? toSameAgain(effect, until, now) : null;
  return again && { action: new URL(request.url).pathname, ...again, until: now + UNDO_MS };
}

async function resume(manageForm: ManageForm) {
  const { parent, child, form } = manageForm;
  const before = await readNow(manageForm);
  const pause = [before?.why, ...(before?.overridden ?? [])].find((reason) => reason?.kind === 'pause');
  const undo = pause ? toUndoOfEnd(manageForm, 'pause', pause.until) : null;
  return formAction(form, {
    call: (key) => resumeAccess(parent.api, child.id, key),
    done: () => redirectToPanel(manageForm, 'toast.resuming', { undo }),
    failed: (failure) => replyFailure(form, failure),
  });
}

/** Adds bonus time for today, or subtracts it. The message after adding has an Undo button, valid on that day only. */
async function giveExtra(manageForm: ManageForm, bonusRequest: BonusTimeRequest) {
  const { parent, child, form, now } = manageForm;
  const date = localDate(now, child.timeZone);
  // Yesterday's bonus time expired when that day ended.
  if (bonusRequest.kind === 'take' && bonusRequest.date !== date) return replyInvalid(form, { notice: formMessage('limits.time_passed') });
  const found = await attempt(() => findChildStatus(parent.api, child.id));
  if (found.kind !== 'done') return replyFailure(form, found);
  const before = extraSecondsOn(child.allowance, date);
  const usage = found.value?.status.usage ?? null;
  const beyond = secondsBeyond(usage);
  const room = roomToday(usage, (startOfDay(addDays(date, 1), child.timeZone) - now) / 1000);
  if (bonusRequest.kind === 'add') {
    const name = shortenName(child.name);
    if (parent.account.entitlements.limits.allowance === 'off') return replyInvalid(form, { notice: notInPlan() });
    // The page may be outdated: somebody may have turned the limit off or added bonus time.
    if (!child.allowance.isOn) return replyInvalid(form, { notice: formMessage('limits.allowance_is_off', { name }) });
    if (room === 0) return replyInvalid(form, { notice: formMessage('limits.day_is_full', { name }) });
  }
  const seconds = toExtraSeconds(bonusRequest, before, beyond, room);
  return formAction(form, {
    call: (key) => setExtra(parent.api, child, seconds === 0 ? null : { date, seconds }, key),
    done: async () => {
      if (bonusRequest.kind === 'take') return redirectToPanel(manageForm, 'toast.extra_taken');
      const undo = {
        action: new URL(manageForm.request.url).pathname,
        intent: 'extra-back',
        fields: { date, seconds: String(seconds - before) },
        until: now + UNDO_MS,
      };
      const t = await translatorOf(manageForm);
      const params = { span: formatSpan(t, (seconds - before - beyond) * 1000, formatsOf(manageForm.request)) };
      return redirectToPanel(manageForm, 'toast.extra_given', { params, undo });
    },
    failed: (failure) => replyFailure(form, failure, { messages: { [ERROR_CODES.insufficientPrivileges]: notInPlan() } }),
  });
}

function notInPlan(): FormMessage {
  return formMessage('limits.not_in_plan', {}, { to: '/subscription', key: 'limits.see_plan' });
}

function typedMinutes({ fields }: SubmittedForm): SubmissionResult<Array<string>> {
  return { status: 'error', initialValue: { minutes: textOf(fields, 'minutes') }, error: { minutes: ['minutes_out_of_range'] } };
}

/** Asks the child's devices to report. The API merges requests within six minutes (DEV-092). Failures are ignored. */
async function askDevices({ request, parent, child, form }: ManageForm) {
  const idempotencyKey = await toIdempotencyKey(form);
  const body = { command: 'device_info' as const, user_id: child.id };
  await attempt(() => parent.api.call(createCommand, { query: {}, body }, { idempotencyKey }));
  return redirect(new URL(request.url).pathname);
}

/** Returns the message for a reached limit, with the number, the reset date and a link to the plan (A45). */
async function limitMessages(manageForm: ManageForm, { details }: Refusal): Promise<Record<string, FormMessage>> {
  const { account } = manageForm.parent;
  const t = await translatorOf(manageForm);
  const date = formatDate(t, details.resetsAt ?? account.counts.resetsAt, account.timeZone, manageForm.now, formatsOf(manageForm.request));
  const link = { to: '/subscription', key: 'limits.see_plan' };
  return { limit: formMessage('limits.blocks_reached', { count: details.limit ?? account.counts.blocks, date }, link) };
}

function translatorOf({ request }: ManageForm) {
  return i18n.getFixedT(languageOf(request));
}
