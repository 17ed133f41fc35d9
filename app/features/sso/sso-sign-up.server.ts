import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { publicCall } from '#app/server/api.server';
import { attempt, formMessage, readForm, replyInvalid, statusOf, toFormMessage } from '#app/server/form.server';
import { localeOf } from '#app/server/i18n.server';
import { newBrowserId } from '#app/server/known-browser.server';
import { signUpFromLanding } from '#app/server/landing.server';
import { findOther, hasAgreed, LEFT_HEADERS } from '#app/server/other-account.server';
import { describeRequestBrowser, guessTimeZone, startSession } from '#app/server/start-session.server';
import { createAccount } from '#app/wire/account';
import { ERROR_CODES } from '#app/wire/errors';
import { dropSignUp, readSignUp } from './pending-sign-up.server';
import { validateSsoSignUp } from './sso.schemas';
import { redirectFromSso } from './sso-answers.server';

/**
 * Creates the account of a person confirmed by a provider, or shows the form again (SSO-027, SSO-040).
 * @throws Response redirect on success, or to the landing page if the provider must confirm the person again
 */
export async function answerSsoSignUp(request: Request, context: AppLoadContext) {
  const pending = await readSignUp(request, context);
  if (pending === null) throw await redirectFromSso(context, '/', 'auth_failed');
  const form = await readForm(request);
  const submission = validateSsoSignUp(form.fields);
  const leaving = await findOther(request, context, () => false);
  if (submission.status !== 'success') return replyInvalid(form, { lastResult: submission.reply(), leaving });
  if (leaving !== null && !hasAgreed(form, leaving)) return replyInvalid(form, { lastResult: submission.reply(), leaving }, 409);
  const { email, user_name, time_zone } = submission.value;
  const timeZone = guessTimeZone(context, time_zone);
  const body = {
    device: describeRequestBrowser(request, timeZone),
    login_obj: { email, sso: { id_token: pending.token, type: pending.type } },
    ...(user_name ? { user_name } : {}),
    locale: localeOf(request),
    time_zone: timeZone,
  };
  const freshId = newBrowserId();
  const outcome = await attempt(() =>
    signUpFromLanding(request, context, (offer) =>
      publicCall(request, context, createAccount, { query: {}, body: { ...body, ...offer } }, { freshId }),
    ),
  );
  if (outcome.kind === 'done') {
    dropSignUp(context);
    throw redirect(await startSession(request, context, outcome.value, freshId), leaving === null ? {} : { headers: LEFT_HEADERS });
  }
  if (outcome.kind === 'refused' && outcome.refusal.code === ERROR_CODES.invalidPassword) {
    // The token was already used or has expired after 30 minutes, so the provider must issue a new one.
    dropSignUp(context);
    throw await redirectFromSso(context, '/', 'auth_failed');
  }
  const again = { key: 'login.login', to: '/?view=login' };
  const own = { 100: formMessage('error_strings.duplicate_email', {}, again) };
  return replyInvalid(form, { lastResult: submission.reply(), notice: toFormMessage(outcome, own), leaving }, statusOf(outcome));
}
