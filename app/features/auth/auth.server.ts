import type { AppLoadContext } from '@remix-run/cloudflare';
import { publicCall } from '#app/server/api.server';
import { readEndpoint } from '#app/server/endpoint-choice.server';
import { localeOf } from '#app/server/i18n.server';
import { newBrowserId } from '#app/server/known-browser.server';
import { signUpFromLanding } from '#app/server/landing.server';
import { looksDerived, type PasswordField, toAuthKey } from '#app/server/password-field.server';
import { describeRequestBrowser, guessTimeZone, startSession } from '#app/server/start-session.server';
import { createAccount, login } from '#app/wire/account';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { AcctkeyWire } from '#app/wire/keys';

/**
 * Fields of a login form. `isLegacy`: the browser's second attempt, after 210 for the derived password (AUTH-005). `timeZone`: the
 * browser's time zone, used for the account (A45).
 */
export type LoginRequest = { email: string; password: PasswordField; isLegacy: boolean; timeZone?: string | undefined };

/**
 * Logs in with a password, starts the session and returns the URL to redirect to (2.8.2). Sends the derived password first. Sends it as
 * typed only if our own API reports a legacy account (AUTH-004 to AUTH-006).
 * @throws Refusal 210 if the browser derived the password of a legacy account
 * @throws Refusal 300 or 301 for a wrong login, 413 for too many attempts
 * @throws Unavailable
 */
export async function logIn(
  request: Request,
  context: AppLoadContext,
  { email, password, isLegacy, timeZone }: LoginRequest,
): Promise<string> {
  const freshId = newBrowserId();
  const send = (value: string, counted: boolean) => {
    const body = { device: describeRequestBrowser(request, guessTimeZone(context, timeZone)), login_obj: { email, password: value } };
    return publicCall(request, context, login, { query: {}, body }, { counted, freshId });
  };
  const { authKey, counted } = await toAuthKey(request, context, 'login', email, password);
  const asTyped = (await canBeLegacy(request, context)) && password.kind === 'typed' && !looksDerived(password.text) ? password.text : null;
  if (isLegacy && asTyped !== null) return startSession(request, context, await send(asTyped, counted), freshId);
  try {
    return await startSession(request, context, await send(authKey, counted), freshId);
  } catch (error) {
    if (asTyped === null || !(error instanceof Refusal) || error.code !== ERROR_CODES.unsupportedScheme) throw error;
    return startSession(request, context, await send(asTyped, counted), freshId);
  }
}

/**
 * True if the API may receive a typed password. Only our own may: another API chosen in the browser (A32) could request it by answering
 * 210.
 */
export async function canBeLegacy(request: Request, context: AppLoadContext): Promise<boolean> {
  return (await readEndpoint(request, context)) === null;
}

/** Fields of a sign-up form. `acctkey`: the account key, created and locked in the browser; null without script (A68). */
export type SignUpRequest = { email: string; password: PasswordField; timeZone?: string | undefined; acctkey: AcctkeyWire | null };

/**
 * Creates the account, logs in and returns the URL to redirect to.
 * @throws Refusal 100 if the address has an account, 301, 413, 433 for a refused coupon, which is then discarded; Unavailable
 */
export async function signUp(request: Request, context: AppLoadContext, signUpRequest: SignUpRequest): Promise<string> {
  const { email, acctkey } = signUpRequest;
  const { authKey: password, counted } = await toAuthKey(request, context, 'signup', email, signUpRequest.password);
  const timeZone = guessTimeZone(context, signUpRequest.timeZone);
  const device = describeRequestBrowser(request, timeZone);
  const body = {
    device,
    login_obj: { email, password },
    locale: localeOf(request),
    time_zone: timeZone,
    ...(acctkey === null ? {} : { acctkey }),
  };
  const freshId = newBrowserId();
  const answer = await signUpFromLanding(request, context, (offer) =>
    publicCall(request, context, createAccount, { query: {}, body: { ...body, ...offer } }, { counted, freshId }),
  );
  return startSession(request, context, answer, freshId);
}
