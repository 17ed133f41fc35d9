import type { SubmissionResult } from '@conform-to/react';
import { redirect } from '@remix-run/cloudflare';
import { findChildStatus } from '~/features/children/child-status.server';
import { shortenName } from '~/features/children/short-name';
import { formatDate, formatUntil } from '~/features/shell/times';
import {
  attempt,
  isEcho,
  type Notice,
  notice,
  type Outcome,
  readForm,
  type SubmittedForm,
  showAgain,
  textOf,
  toIdempotencyKey,
  toNotice,
} from '~/server/form.server';
import { i18n, languageOf } from '~/server/i18n.server';
import { leaveToast, type Toast } from '~/server/toast.server';
import { createCommand } from '~/wire/command';
import type { Refusal } from '~/wire/errors';
import { type AccessWish, endOf, parseAccessWish } from './access-wish';
import { parseBedtimeTimes } from './bedtime';
import type { ManagePlace } from './manage-page.server';
import { changeSchedule, giveAccess, liftAccess, resumeAccess } from './screen-time.server';

const UNDO_MS = 10_000;

/** A form of the manage page, with who sent it and for which child. */
export type ManageForm = ManagePlace & { form: SubmittedForm; now: number };
/** The page once more with what is to be said, or the way on. */
export type ManageAnswer = Awaited<ReturnType<typeof showAgain>> | ReturnType<typeof redirect>;
type Place = ManageForm;

/**
 * What the manage page posts for one child: allow, block, pause, lift, resume, undo, Bedtime, ask the devices again. Every other intent is
 * the panel's; it answers null where it knows it as little.
 */
export async function answerManageForm(
  managePlace: ManagePlace,
  answerPanel: (form: ManageForm) => Promise<ManageAnswer | null> = async () => null,
): Promise<ManageAnswer> {
  const place: Place = { ...managePlace, form: await readForm(managePlace.request), now: Date.now() };
  const { intent } = place.form;
  const wish = parseAccessWish(intent, place.now);
  if (wish !== null) return give(place, wish);
  switch (intent) {
    case 'lift':
    case 'undo':
      return lift(place);
    case 'resume':
      return resume(place);
    case 'bedtime-on':
    case 'bedtime-off':
      return switchBedtime(place);
    case 'bedtime-times':
      return changeBedtime(place);
    case 'check':
      return askDevices(place);
    default:
      return (await answerPanel(place)) ?? showAgain(place.form, { notice: notice('error_strings.unknown') });
  }
}

const TOAST_WORDS = { block: 'blocking', grant: 'allowing', pause: 'pausing' } as const;

async function give(place: Place, wish: AccessWish) {
  const { parent, child, form, now } = place;
  const end = endOf(wish, now);
  if (end !== null && end <= now) return showAgain(form, { notice: notice('limits.time_passed') });
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => giveAccess(parent.api, child.id, wish, key, now));
  if (isEcho(outcome)) return redirect(new URL(place.request.url).pathname);
  if (outcome.kind !== 'done') {
    const own = outcome.kind === 'refused' ? await limitNotice(place, outcome.refusal) : {};
    return refuse(form, outcome, own);
  }
  const { ruleId, until, undoUntil } = outcome.value;
  const undo = {
    action: new URL(place.request.url).pathname,
    intent: ruleId === null ? ('resume' as const) : ('undo' as const),
    ruleId,
    until: undoUntil ?? now + UNDO_MS,
  };
  if (wish.effect === 'pause' && (await isPauseBeaten(place))) return lead(place, 'toast.pause_waits', {}, undo);
  const word = TOAST_WORDS[wish.effect];
  if (until === null) return lead(place, `toast.${word}`, {}, undo);
  const { t, language } = await texts(place);
  return lead(place, `toast.${word}_until`, { until: formatUntil(t, language, until, child.timeZone, now) }, undo);
}

/** Does a block, Bedtime or the used-up allowance stand over the pause (A121), so that it changes nothing now? No where nobody can say. */
async function isPauseBeaten({ parent, child }: Place): Promise<boolean> {
  const outcome = await attempt(() => findChildStatus(parent.api, child.id));
  const why = outcome.kind === 'done' ? outcome.value?.status.why : null;
  return why?.effect === 'block';
}

async function lift(place: Place) {
  const { parent, child, form } = place;
  const key = await toIdempotencyKey(form);
  const ruleId = textOf(form.fields, 'rule_id');
  const outcome = await attempt(() => liftAccess(parent.api, child.id, ruleId === '' ? null : ruleId, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  // Another tab or parent was faster: what stands on this page is not what is there.
  if (outcome.kind === 'done' && !outcome.value) return showAgain(form, { notice: notice('error_strings.stale') });
  return lead(place, form.intent === 'undo' ? 'toast.undone' : 'toast.lifted');
}

async function resume(place: Place) {
  const { parent, child, form } = place;
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => resumeAccess(parent.api, child.id, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  return lead(place, 'toast.resuming');
}

async function switchBedtime(place: Place) {
  const { parent, child, form } = place;
  const isOn = form.intent === 'bedtime-on';
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => changeSchedule(parent.api, child.id, { ...versionOf(form), isOn }, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) {
    const link = { to: '/subscription', key: 'limits.see_plan' };
    const count = outcome.kind === 'refused' ? (outcome.refusal.details.limit ?? 1) : 1;
    return refuse(form, outcome, { limit: notice('limits.schedules_reached', { count }, link) });
  }
  return lead(place, isOn ? 'toast.bedtime_on' : 'toast.bedtime_off');
}

async function changeBedtime(place: Place) {
  const { parent, child, form } = place;
  const times = parseBedtimeTimes(form.fields);
  if ('faults' in times) return showAgain(form, { lastResult: typedTimes(form, times.faults) });
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => changeSchedule(parent.api, child.id, { ...versionOf(form), ...times }, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome, {}, typedTimes(form));
  return lead(place, 'toast.saved');
}

/** The schedule a form is about, as it stood when the form was shown. */
function versionOf({ fields }: SubmittedForm) {
  return { ruleId: textOf(fields, 'rule_id'), updatedAt: Number(textOf(fields, 'updated_at')) };
}

/** What was typed, so that nothing of it is lost, and what is wrong with it. */
function typedTimes({ fields }: SubmittedForm, faults: Record<string, string> = {}): SubmissionResult<Array<string>> {
  const initialValue = { from: textOf(fields, 'from'), to: textOf(fields, 'to'), days: fields.getAll('days').map(String) };
  const error = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [fault]]));
  return { status: 'error', initialValue, error };
}

/** Asks the child's devices to report; the API merges what is asked within six minutes (DEV-092). A no changes nothing for the reader. */
async function askDevices({ request, parent, child, form }: Place) {
  const idempotencyKey = await toIdempotencyKey(form);
  const body = { command: 'device_info' as const, user_id: child.id };
  await attempt(() => parent.api.call(createCommand, { query: {}, body }, { idempotencyKey }));
  return redirect(new URL(request.url).pathname);
}

/** The page as it was, with the sentence for a call that did not succeed. */
function refuse(
  form: SubmittedForm,
  outcome: Exclude<Outcome<unknown>, { kind: 'done' }>,
  own: Record<string, Notice> = {},
  lastResult: SubmissionResult<Array<string>> | null = null,
) {
  return showAgain(form, { notice: toNotice(outcome, own), lastResult }, outcome.kind === 'unknown' ? 503 : 400);
}

/** Names the number and the day it starts anew, with the way to the plan (A45). */
async function limitNotice(place: Place, { details }: Refusal): Promise<Record<string, Notice>> {
  const { account } = place.parent;
  const { t, language } = await texts(place);
  const date = formatDate(t, language, details.resetsAt ?? account.counts.resetsAt, account.timeZone, place.now);
  const link = { to: '/subscription', key: 'limits.see_plan' };
  return { limit: notice('limits.blocks_reached', { count: details.limit ?? account.counts.blocks, date }, link) };
}

async function lead(place: Place, key: string, params: Record<string, string> = {}, undo: Toast['undo'] = null) {
  await leaveToast(place.context, { tone: 'good', text: { key, params: { name: shortenName(place.child.name), ...params } }, undo });
  return redirect(new URL(place.request.url).pathname);
}

async function texts({ request }: Place) {
  const language = languageOf(request);
  return { t: await i18n.getFixedT(language), language };
}
