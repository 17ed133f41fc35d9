import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import {
  attempt,
  type FormMessage,
  type FormReply,
  isReplay,
  type Outcome,
  replyInvalid,
  type SubmittedForm,
  statusOf,
  toFormMessage,
  toIdempotencyKey,
} from './form.server';
import { flashToast, type Toast, type ToastKey } from './toast.server';

/** Outcome of a call that was refused or got no response. */
export type Failure = Exclude<Outcome<unknown>, { kind: 'done' }>;

/** A redirect, or the form again with a message. */
export type FormAnswer = ReturnType<typeof redirect> | ReturnType<typeof replyInvalid>;

/**
 * Runs the call of a form under the form's idempotency key and returns the response.
 * @param call makes the call with this key
 * @param done called with the call's value, or with null for a repeated submission, whose value is lost. If the call itself returns null,
 * `done` must treat that like a repeated submission
 * @param failed called for a refusal and for a missing response
 */
export async function formAction<Value>(
  form: SubmittedForm,
  {
    call,
    done,
    failed,
  }: {
    call: (key: string) => Promise<Value>;
    done: (value: Value | null) => FormAnswer | Promise<FormAnswer>;
    failed: (failure: Failure) => FormAnswer | Promise<FormAnswer>;
  },
): Promise<FormAnswer> {
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => call(key));
  if (outcome.kind === 'done') return done(outcome.value);
  return isReplay(outcome) ? done(null) : failed(outcome);
}

/**
 * Shows the form again with the message for a failed call: see `statusOf` for the status.
 * @param messages a feature's messages by reason or code, which take precedence
 */
export function replyFailure(
  form: SubmittedForm,
  failure: Failure,
  { messages = {}, lastResult = null }: { messages?: Record<string, FormMessage>; lastResult?: FormReply['lastResult'] } = {},
) {
  return replyInvalid(form, { notice: toFormMessage(failure, messages), lastResult }, statusOf(failure));
}

/** Optional parts of a message for the next page; see `Toast`. */
export type MessageOptions = Partial<{ params: Toast['text']['params']; tone: Toast['tone']; undo: Toast['undo']; stay: Toast['stay'] }>;

/** Redirects to a page that shows the message once. */
export async function redirectWithMessage(
  context: AppLoadContext,
  path: string,
  key: ToastKey,
  { params = {}, tone = 'good', undo = null, stay }: MessageOptions = {},
) {
  await flashToast(context, { tone, text: { key, params }, undo, stay });
  return redirect(path);
}
