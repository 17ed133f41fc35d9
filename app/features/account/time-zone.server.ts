import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { Instant, TimeZone } from '#app/domain/time';
import { UNDO_MS } from '#app/domain/undo';
import {
  formMessage,
  isReplay,
  replyInvalid,
  type SubmittedForm,
  statusOf,
  textOf,
  toFormMessage,
  toIdempotencyKey,
} from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { saveWithMerge } from '#app/server/save-with-merge.server';
import { flashToast, type Toast } from '#app/server/toast.server';
import { readZone, toShownZone } from '#app/server/zones.server';
import { type UserWire, updateUser, userSchema } from '#app/wire/family';
import { validateTimeZone } from './account.schemas';

/** Form intent of the message's Undo button. */
export const ZONE_BACK = 'time-zone-back';

/**
 * Changes the account's time zone, from the form or from Undo. If another parent has saved a different zone, returns the form instead of
 * overwriting that zone (S29).
 */
export async function answerTimeZone(request: Request, context: AppLoadContext, { api, session }: Parent, form: SubmittedForm) {
  const submission = validateTimeZone(form.fields);
  if (submission.status !== 'success') return replyInvalid(form, { lastResult: submission.reply() });
  const wanted = readZone(request, submission.value.time_zone);
  if ('fault' in wanted) return replyInvalid(form, { lastResult: submission.reply({ fieldErrors: { time_zone: [wanted.fault] } }) });
  const idempotencyKey = await toIdempotencyKey(form);
  const opened = textOf(form.fields, 'opened');
  const { outcome, current } = await saveWithMerge(
    Number(textOf(form.fields, 'updated_at')),
    async (updatedAt) => {
      const body = { user_id: session.userId, updated_ts: updatedAt, time_zone: wanted.zone };
      return toRecord(await api.call(updateUser, { query: {}, body }, { idempotencyKey }));
    },
    (row) => {
      const read = userSchema.safeParse(row);
      return read.success ? toRecord(read.data) : null;
    },
    ({ zone }) => zone === opened || zone === wanted.zone,
  );
  if (outcome.kind === 'done' || isReplay(outcome)) {
    const isBack = form.intent === ZONE_BACK;
    const saved = outcome.kind === 'done' ? outcome.value : null;
    const undo = isBack || saved === null || saved.zone === opened ? null : toUndo(saved, opened);
    const text: Toast['text'] & { key: `toast.${string}` } = isBack
      ? { key: 'toast.undone', params: {} }
      : { key: 'toast.time_zone_changed', params: { zone: toShownZone(request, wanted.zone).label } };
    await flashToast(context, { tone: 'good', text, undo });
    return redirect('/account');
  }
  if (current === null) return replyInvalid(form, { lastResult: submission.reply(), notice: toFormMessage(outcome) }, statusOf(outcome));
  // Keeps the typed text with the new version, so a second Save overwrites the other parent's choice.
  const lastResult = submission.reply();
  const initialValue = { ...lastResult.initialValue, updated_at: String(current.updatedAt), opened: current.zone };
  return replyInvalid(form, { lastResult: { ...lastResult, initialValue }, notice: formMessage('error_strings.stale_kept') });
}

type OwnRecord = { zone: TimeZone; updatedAt: Instant };

function toRecord({ time_zone: zone, updated_ts: updatedAt }: UserWire): OwnRecord {
  return { zone, updatedAt };
}

function toUndo({ zone, updatedAt }: OwnRecord, before: string): Toast['undo'] {
  const fields = { updated_at: String(updatedAt), opened: zone, time_zone: before };
  return { action: '/account/time-zone', intent: ZONE_BACK, fields, until: Date.now() + UNDO_MS };
}
