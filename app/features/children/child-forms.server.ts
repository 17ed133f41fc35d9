import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { isTimeZone } from '~/domain/time';
import { attempt, isEcho, notice, type SubmittedForm, showAgain, textOf, toIdempotencyKey, toNotice } from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { leaveToast } from '~/server/toast.server';
import { validateChild } from './child.schemas';
import { removeChild, updateChild } from './children.server';

/** Saves a child's name and zone, then leads back. */
export async function answerEditChild(context: AppLoadContext, { api }: Parent, form: SubmittedForm, back: string) {
  const submission = validateChild(form.fields);
  if (submission.status !== 'success') return showAgain(form, { lastResult: submission.reply() });
  const { name, time_zone: timeZone } = submission.value;
  if (!isTimeZone(timeZone))
    return showAgain(form, { lastResult: submission.reply({ fieldErrors: { time_zone: ['missing_time_zone'] } }) });
  const change = { id: textOf(form.fields, 'child_id'), updatedAt: Number(textOf(form.fields, 'updated_at')), name, timeZone };
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => updateChild(api, change, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) {
    return showAgain(form, { lastResult: submission.reply(), notice: toNotice(outcome) }, outcome.kind === 'unknown' ? 503 : 400);
  }
  await leaveToast(context, { tone: 'good', text: { key: 'toast.saved', params: {} }, undo: null });
  return redirect(back);
}

/** Removes a child after the question, then leads back. */
export async function answerRemoveChild(context: AppLoadContext, { api }: Parent, form: SubmittedForm, back: string) {
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => removeChild(api, textOf(form.fields, 'child_id'), key));
  if (outcome.kind !== 'done' && !isEcho(outcome))
    return showAgain(form, { notice: toNotice(outcome) }, outcome.kind === 'unknown' ? 503 : 400);
  if (outcome.kind === 'done' && !outcome.value) return showAgain(form, { notice: notice('messages.no_users_deleted') });
  await leaveToast(context, { tone: 'good', text: { key: 'toast.child_removed', params: {} }, undo: null });
  return redirect(back);
}
