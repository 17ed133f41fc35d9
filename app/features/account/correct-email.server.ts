import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { MESSAGES } from '#app/domain/credentials';
import {
  attempt,
  formMessage,
  isReplay,
  type Outcome,
  replyInvalid,
  requireDeclaredStatus,
  type SubmittedForm,
  statusOf,
  toFormMessage,
  toIdempotencyKey,
} from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { rememberKnown } from '#app/server/known-browser.server';
import { requireAttempt } from '#app/server/password-field.server';
import { writeSession } from '#app/server/session.server';
import { flashToast } from '#app/server/toast.server';
import { ERROR_CODES } from '#app/wire/errors';
import { correctEmail } from '#app/wire/identity';
import { validateEmailCorrection } from './account.schemas';
import { createBrowserId } from './credentials.server';

/** Stores the corrected address of a single sign-on account whose address is unconfirmed (A151). The API requires a recent login. */
export async function answerEmailCorrection(
  request: Request,
  context: AppLoadContext,
  { account, api, session }: Parent,
  form: SubmittedForm,
) {
  const submission = validateEmailCorrection(form.fields);
  const reply = (fieldErrors: Record<string, Array<string>> = {}) => submission.reply({ fieldErrors });
  if (submission.status !== 'success') return replyInvalid(form, { lastResult: reply() });
  const email = submission.value.new_email;
  const idempotencyKey = await toIdempotencyKey(form);
  const browser = await createBrowserId(session, idempotencyKey);
  const call = async () => {
    // A signed API call does not carry the client's network, so the attempt is counted here. Another API server counts attempts itself.
    if (session.endpoint === undefined) await requireAttempt(request, context, 'move', email);
    const body = { ...browser, login_obj: { email: account.email, new_email: email } };
    return api.call(correctEmail, { query: {}, body }, { idempotencyKey });
  };
  const outcome = await attempt(() => requireDeclaredStatus(request, context, MESSAGES.credentialsStatus, call));
  if (outcome.kind === 'done' || isReplay(outcome)) {
    await writeSession(context, { ...session, email });
    if (browser.browser_id !== undefined) await rememberKnown(request, context, session.accountId, browser.browser_id);
    await flashToast(context, { tone: 'good', text: { key: 'toast.email_changed', params: { email } }, undo: null });
    return redirect('/account');
  }
  const error = toFieldError(outcome, email === account.email);
  const lastResult = reply(error === null ? {} : { new_email: [error] });
  return replyInvalid(form, { lastResult, notice: error === null ? toFailureMessage(outcome) : null }, statusOf(outcome));
}

type Failed = Exclude<Outcome<unknown>, { kind: 'done' }>;

/** Returns the error code for the address field, or null if the failure is not about the address. */
function toFieldError(outcome: Failed, isOwn: boolean): string | null {
  const code = outcome.kind === 'refused' ? outcome.refusal.code : null;
  if (code === ERROR_CODES.duplicateEmail) return isOwn ? 'own_email' : 'duplicate_email';
  return code === ERROR_CODES.invalidEmail ? 'invalid_email' : null;
}

function toFailureMessage(outcome: Failed) {
  return toFormMessage(outcome, {
    old_login: formMessage('account_page.correct_login'),
    [ERROR_CODES.insufficientPrivileges]: formMessage('messages.invalid_for_sso'),
  });
}
