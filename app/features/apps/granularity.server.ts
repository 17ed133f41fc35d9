import { redirect } from '@remix-run/cloudflare';
import { attempt, isEcho, type Notice, notice, type Outcome, showAgain, toIdempotencyKey, toNotice } from '~/server/form.server';
import { changeGranularity, type GranularityChange, isStale } from '~/server/granularity.server';
import { leaveToast, type Toast, type ToastKey } from '~/server/toast.server';
import { ERROR_CODES } from '~/wire/errors';
import type { PanelAnswer, PanelForm } from './panel-form';

type Undo = Toast['undo'];
type Said = { key: ToastKey; params: Record<string, string> };

/** What is said where nothing was typed that a message could lose: the parent stays where the tap was, and older messages make room. */
export type Refused = { stale: Said; failed: Said };

/**
 * Makes the change of a form and leads back to its page. A no shows the page again with `failed`, or with what is known of the reason; with
 * `refused` it is a message.
 */
export async function answerChange(
  place: PanelForm,
  change: GranularityChange,
  { failed, saved, to, undo = null, refused = null }: { failed: Notice; saved: Said; to: string; undo?: Undo; refused?: Refused | null },
  lastResult: Parameters<typeof showAgain>[1]['lastResult'] = null,
): Promise<Exclude<PanelAnswer, null>> {
  const { parent, child, form, context } = place;
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => changeGranularity(parent.api, child.id, change, key));
  if (outcome.kind === 'refused' && !isEcho(outcome) && refused !== null && outcome.refusal.code === ERROR_CODES.unknown) {
    await leaveToast(context, { tone: 'bad', text: isStale(outcome.refusal) ? refused.stale : refused.failed, undo: null });
    return redirect(to);
  }
  if (outcome.kind !== 'done' && !isEcho(outcome)) {
    return showAgain(form, { notice: toRefusal(outcome, failed), lastResult }, outcome.kind === 'unknown' ? 503 : 400);
  }
  await leaveToast(context, { tone: 'good', text: saved, undo });
  return redirect(to);
}

/** What is said of a change that was not made: the plan's no with the way to the plan, a race, no answer, else `failed`. */
function toRefusal(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>, failed: Notice): Notice {
  const link = { to: '/subscription', key: 'limits.see_plan' };
  return toNotice(outcome, {
    [ERROR_CODES.insufficientPrivileges]: notice('apps.not_in_plan', {}, link),
    [ERROR_CODES.unknown]: outcome.kind === 'refused' && isStale(outcome.refusal) ? notice('error_strings.stale') : failed,
  });
}
