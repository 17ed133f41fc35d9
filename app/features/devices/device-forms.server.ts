import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { attempt, isEcho, notice, type SubmittedForm, showAgain, textOf, toIdempotencyKey, toNotice } from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { leaveToast } from '~/server/toast.server';
import { validateDeviceName } from './device.schemas';
import { removeDevice, renameDevice } from './devices.server';

const FAMILY = '/my-family';

export async function answerRenameDevice(context: AppLoadContext, { api }: Parent, form: SubmittedForm) {
  const submission = validateDeviceName(form.fields);
  if (submission.status !== 'success') return showAgain(form, { lastResult: submission.reply() });
  const id = textOf(form.fields, 'device_id');
  const change = { id, name: submission.value.name, updatedAt: Number(textOf(form.fields, 'updated_at')) };
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => renameDevice(api, change, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) {
    return showAgain(form, { lastResult: submission.reply(), notice: toNotice(outcome) }, outcome.kind === 'unknown' ? 503 : 400);
  }
  await leaveToast(context, { tone: 'good', text: { key: 'toast.saved', params: {} }, undo: null });
  return redirect(`${FAMILY}?device=${encodeURIComponent(id)}`);
}

/** A device that could not be removed stays, and the page says so (DEV-073). */
export async function answerRemoveDevice(context: AppLoadContext, { api }: Parent, form: SubmittedForm) {
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => removeDevice(api, textOf(form.fields, 'device_id'), key));
  const failed = notice('messages.delete_device_error');
  if (outcome.kind === 'unknown') return showAgain(form, { notice: toNotice(outcome) }, 503);
  if (outcome.kind === 'refused' && !isEcho(outcome)) return showAgain(form, { notice: failed });
  if (outcome.kind === 'done' && !outcome.value) return showAgain(form, { notice: failed });
  await leaveToast(context, { tone: 'good', text: { key: 'toast.device_removed', params: {} }, undo: null });
  return redirect(FAMILY);
}
