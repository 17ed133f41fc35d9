import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { MESSAGES } from '#app/domain/credentials';
import { publicCall } from '#app/server/api.server';
import {
  attempt,
  formMessage,
  readForm,
  replyInvalid,
  requireDeclaredStatus,
  statusOf,
  textOf,
  toFormMessage,
} from '#app/server/form.server';
import { newBrowserId, rememberKnown } from '#app/server/known-browser.server';
import { findOtherThan, hasAgreed, LEFT_HEADERS } from '#app/server/other-account.server';
import { readPassword, toAuthKey } from '#app/server/password-field.server';
import { redirectToNext } from '#app/server/redirect.server';
import { endSession } from '#app/server/sign-out.server';
import { flashToast } from '#app/server/toast.server';
import { ERROR_CODES } from '#app/wire/errors';
import { resetPassword } from '#app/wire/identity';
import { validateReset, validateResetLink } from './recovery.schemas';

/** Content of the link in the email. `isMoved`: the account moved to this address recently, so the page asks whose account it is (A145). */
export type ResetLink = { email: string; token: string; isMoved: boolean };

/**
 * Reads the address and token of the link.
 * @throws Response redirect to /forgot if one is missing
 */
export function readResetLink(request: Request, context: AppLoadContext): ResetLink {
  const { searchParams } = new URL(request.url);
  const [email, token] = [searchParams.get('email')?.trim() ?? '', searchParams.get('token') ?? ''];
  if (email === '' || token === '') throw redirectToNext(context, toForgot(email));
  return { email, token, isMoved: searchParams.has('moved') };
}

/**
 * Stores the new password, ends the session in this browser (A110) and redirects to the login. Asks before another account is logged out.
 * For an expired or used link, the message links to /forgot with the address (S08).
 */
export async function answerReset(request: Request, context: AppLoadContext) {
  const form = await readForm(request);
  const password = readPassword(form.fields, 'new_password');
  const submission = password?.kind === 'derived' ? validateResetLink(form.fields) : validateReset(form.fields);
  const lastResult = submission.reply({ hideFields: ['new_password', 'new_password_derived', 'token'] });
  const other = await findOtherThan(request, context, textOf(form.fields, 'email'));
  const leaving = other && { ...other, isPasswordGone: password?.kind === 'typed' };
  if (submission.status !== 'success' || password === null) return replyInvalid(form, { lastResult, leaving });
  if (other !== null && !hasAgreed(form, other)) return replyInvalid(form, { lastResult, leaving }, 409);
  const { email, token } = submission.value;
  const startsEmpty = textOf(form.fields, 'account') === 'new' ? { start_empty: true } : {};
  const freshId = newBrowserId();
  const call = async () => {
    const { authKey, counted } = await toAuthKey(request, context, 'reset', email, password);
    const body = { email, password: authKey, token, ...startsEmpty };
    return publicCall(request, context, resetPassword, { query: {}, body }, { counted, freshId });
  };
  const outcome = await attempt(() => requireDeclaredStatus(request, context, MESSAGES.resetStatus, call));
  if (outcome.kind === 'done') {
    await endSession(request, context);
    const { account_id: accountId } = outcome.value;
    if (accountId !== undefined) await rememberKnown(request, context, accountId, freshId);
    await flashToast(context, { tone: 'good', text: { key: 'toast.password_reset', params: {} }, undo: null });
    return redirect('/login', other === null ? {} : { headers: LEFT_HEADERS });
  }
  const own = {
    [ERROR_CODES.invalidPassword]: formMessage('recovery.bad_link', {}, { to: toForgot(email), key: 'recovery.ask_again' }),
    [ERROR_CODES.insufficientPrivileges]: formMessage('messages.invalid_for_sso'),
  };
  return replyInvalid(form, { lastResult, notice: toFormMessage(outcome, own), leaving }, statusOf(outcome));
}

function toForgot(email: string): string {
  return email === '' ? '/forgot' : `/forgot?email=${encodeURIComponent(email)}`;
}
