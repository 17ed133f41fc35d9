import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { readAcctkey } from '#app/server/acctkey.server';
import { readEndpoint } from '#app/server/endpoint-choice.server';
import { attempt, type FormMessage, formMessage, readForm, replyInvalid, statusOf, textOf, toFormMessage } from '#app/server/form.server';
import { findOtherThan, hasAgreed, LEFT_HEADERS } from '#app/server/other-account.server';
import { type PasswordField, readPassword } from '#app/server/password-field.server';
import { ERROR_CODES } from '#app/wire/errors';
import type { AcctkeyWire } from '#app/wire/keys';
import { validateDerived, validateLogin, validateSignUp } from './auth.schemas';
import { canBeLegacy, logIn, signUp } from './auth.server';

const HIDDEN = ['password', 'password_derived', 'acctkey'];

/**
 * Handles login and sign-up: redirects on success, else shows the form again. A wrong password and an unknown address get the same answer.
 */
export async function answerAuthForm(request: Request, context: AppLoadContext) {
  const form = await readForm(request);
  const isSignUp = form.intent === 'signup';
  const submission = validate(form.fields, isSignUp);
  const other = await findOtherThan(request, context, textOf(form.fields, 'email'));
  const password = readPassword(form.fields, 'password');
  const leaving = other && { ...other, isPasswordGone: password?.kind === 'typed' };
  if (submission.status !== 'success') return replyInvalid(form, { lastResult: submission.reply({ hideFields: HIDDEN }), leaving });
  // The schema requires a password, so this is never null.
  if (password === null) throw new Response(null, { status: 400 });
  // Asks before it checks the password, so that nothing has changed if the parent stays logged in.
  if (other !== null && !hasAgreed(form, other))
    return replyInvalid(form, { lastResult: submission.reply({ hideFields: HIDDEN }), leaving }, 409);
  const { email } = submission.value;
  const timeZone = textOf(form.fields, 'time_zone');
  const outcome = await attempt(() =>
    isSignUp
      ? signUp(request, context, { email, password, timeZone, acctkey: readMadeKey(form.fields) })
      : logIn(request, context, { email, password, isLegacy: textOf(form.fields, 'password_scheme') === 'legacy', timeZone }),
  );
  if (outcome.kind === 'done') return redirect(outcome.value, other === null ? {} : { headers: toClearDataHeaders(password) });
  const lastResult = submission.reply({ hideFields: HIDDEN });
  const isUnsupported = outcome.kind === 'refused' && outcome.refusal.code === ERROR_CODES.unsupportedScheme;
  // The script still has the typed password and submits it once more (AUTH-005). With script, a typed password is sent only in this case.
  if (isUnsupported && password.kind === 'derived' && (await canBeLegacy(request, context)))
    return replyInvalid(form, { lastResult, wantsTyped: true, leaving });
  const again = { key: 'login.login', to: '/?view=login' };
  const own = {
    100: formMessage('error_strings.duplicate_email', {}, again),
    210: formMessage('error_strings.wrong_login'),
    301: formMessage(isSignUp ? 'error_strings.invalid_email' : 'error_strings.wrong_login'),
  };
  if (outcome.kind === 'refused')
    return replyInvalid(form, { lastResult, notice: toFormMessage(outcome, own), leaving }, statusOf(outcome));
  const silence = await explainSilence(request, context, isSignUp);
  return replyInvalid(form, { lastResult, notice: silence ?? toFormMessage(outcome), leaving }, 503);
}

/**
 * Returns headers that clear the other account's data. With script, the page has already emptied that account's key store and stored this
 * account's key. Clearing storage now would delete this account's key.
 */
function toClearDataHeaders({ kind }: PasswordField): Record<string, string> {
  return kind === 'derived' ? { 'Clear-Site-Data': '"cache"' } : LEFT_HEADERS;
}

function validate(fields: FormData, isSignUp: boolean) {
  if (textOf(fields, 'password_derived') !== '') return validateDerived(fields, isSignUp ? 'signup' : 'login');
  return isSignUp ? validateSignUp(fields) : validateLogin(fields);
}

/**
 * Returns the account key that the browser created, or null if there is none (SIGN-014).
 * @throws Response 400 if the value is invalid, because our forms never send one
 */
function readMadeKey(fields: FormData): AcctkeyWire | null {
  const text = textOf(fields, 'acctkey');
  const acctkey = text === '' ? null : readAcctkey(text);
  if (text !== '' && acctkey === null) throw new Response(null, { status: 400 });
  return acctkey;
}

/**
 * Returns the message for an API that did not answer, or null if the outcome is unknown (A120). A chosen endpoint may not be a server
 * (A32). A login that failed this way has changed nothing.
 */
async function explainSilence(request: Request, context: AppLoadContext, isSignUp: boolean): Promise<FormMessage | null> {
  const address = await readEndpoint(request, context);
  if (address !== null) return formMessage('endpoint.no_answer', { address }, { to: '/demo/endpoint', key: 'endpoint.choose' });
  return isSignUp ? null : formMessage('error_strings.auth_failed');
}
