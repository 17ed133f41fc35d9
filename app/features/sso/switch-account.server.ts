import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { type AccountSwitch, attempt, readForm } from '#app/server/form.server';
import { findOther, hasAgreed, LEFT_HEADERS } from '#app/server/other-account.server';
import { HOME, redirectToNext } from '#app/server/redirect.server';
import { dropLogin, readLogin } from './pending-login.server';
import { failed } from './sso-answers.server';
import { logInWithToken } from './sso-login.server';

/**
 * Returns the logged-in account that the question names.
 * @throws Response redirect if no sign-on is pending or nobody is logged in
 */
export async function loadSwitch(request: Request, context: AppLoadContext): Promise<AccountSwitch> {
  if ((await readLogin(request, context)) === null) throw redirectToNext(context, HOME);
  const other = await findOther(request, context, () => false);
  if (other === null) throw redirectToNext(context, '/login');
  return other;
}

/**
 * Keeps the session, or ends it and logs in as the person confirmed by the provider. Asks again if the account to leave is not the one that
 * is logged in.
 */
export async function answerSwitch(request: Request, context: AppLoadContext): Promise<Response> {
  const form = await readForm(request);
  const pending = await readLogin(request, context);
  if (form.intent !== 'leave' || pending === null) {
    dropLogin(context);
    return redirect(HOME);
  }
  const other = await findOther(request, context, () => false);
  if (other !== null && !hasAgreed(form, other)) return redirect('/switch-account');
  dropLogin(context);
  const { type, token, timeZone } = pending;
  const outcome = await attempt(() => logInWithToken(request, context, { type, timeZone, idToken: token }));
  if (outcome.kind !== 'done') return failed(context);
  return redirect(outcome.value, { headers: LEFT_HEADERS });
}
