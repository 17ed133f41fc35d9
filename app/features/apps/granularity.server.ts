import type { Granularity } from '#app/domain/app-rules';
import { UNDO_MS } from '#app/domain/undo';
import { type FormMessage, formMessage, replyInvalid, statusOf, toFormMessage } from '#app/server/form.server';
import { type Failure, formAction, redirectWithMessage } from '#app/server/form-action.server';
import { changeGranularity, type GranularityChange, isStale } from '#app/server/granularity.server';
import type { ToastKey } from '#app/server/toast.server';
import { ERROR_CODES } from '#app/wire/errors';
import type { PanelAnswer, PanelForm } from './panel-form';

/** Intent and fields of the form that undoes a change; null if it cannot be undone. */
export type Undo = { intent: string; fields: Record<string, string> } | null;
type MessageText = { key: ToastKey; params: Record<string, string> };

/** Messages for a refused change in a form without typed input. They are shown after a redirect. */
export type Refused = { stale: MessageText; failed: MessageText };

/**
 * Applies a form's change and redirects to its page. `toUndo` gets the previous values and is called only if something changed. If it
 * returns null, `savedWithoutUndo` is shown. A refusal shows the page again with `failed` or a known reason. With `refused`, a refusal only
 * shows a message.
 */
export async function answerChange(
  panelForm: PanelForm,
  change: GranularityChange,
  {
    failed,
    saved,
    to,
    toUndo = () => null,
    savedWithoutUndo = saved,
    refused = null,
  }: {
    failed: FormMessage;
    saved: MessageText;
    to: string;
    toUndo?: (before: Granularity) => Undo | Promise<Undo>;
    savedWithoutUndo?: MessageText;
    refused?: Refused | null;
  },
  lastResult: Parameters<typeof replyInvalid>[1]['lastResult'] = null,
): Promise<Exclude<PanelAnswer, null>> {
  const { parent, child, form, context, request, now } = panelForm;
  return formAction(form, {
    call: (key) => changeGranularity(parent.api, child.id, change, key),
    done: async (before) => {
      const undo = before === null ? null : await toUndo(before);
      const back = undo && { ...undo, action: new URL(request.url).pathname, until: now + UNDO_MS };
      const { key, params } = before !== null && undo === null ? savedWithoutUndo : saved;
      return redirectWithMessage(context, to, key, { params, undo: back });
    },
    failed: (failure) => {
      if (failure.kind === 'refused' && refused !== null && failure.refusal.code === ERROR_CODES.unknown) {
        const { key, params } = isStale(failure.refusal) ? refused.stale : refused.failed;
        return redirectWithMessage(context, to, key, { params, tone: 'bad' });
      }
      return replyInvalid(form, { notice: toRefusal(failure, failed), lastResult }, statusOf(failure));
    },
  });
}

/** Returns the message for a refused change: not in the plan (with a link), stale, no answer, or `failed`. */
function toRefusal(outcome: Failure, failed: FormMessage): FormMessage {
  const link = { to: '/subscription', key: 'limits.see_plan' };
  return toFormMessage(outcome, {
    [ERROR_CODES.insufficientPrivileges]: formMessage('limits.not_in_plan', {}, link),
    [ERROR_CODES.unknown]: outcome.kind === 'refused' && isStale(outcome.refusal) ? formMessage('error_strings.stale') : failed,
  });
}
