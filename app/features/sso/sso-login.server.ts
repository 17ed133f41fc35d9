import type { AppLoadContext } from '@remix-run/cloudflare';
import { publicCall } from '#app/server/api.server';
import { newBrowserId } from '#app/server/known-browser.server';
import { describeRequestBrowser, guessTimeZone, startSession } from '#app/server/start-session.server';
import { login, type SsoType } from '#app/wire/account';

/**
 * Logs in with an id_token or its hash, starts the session and returns the URL to redirect to.
 * @throws Refusal; Unavailable
 */
export async function logInWithToken(
  request: Request,
  context: AppLoadContext,
  { type, timeZone, idToken }: { type: SsoType; timeZone: string; idToken: string },
): Promise<string> {
  const freshId = newBrowserId();
  const body = {
    device: describeRequestBrowser(request, guessTimeZone(context, timeZone)),
    login_obj: { sso: { id_token: idToken, type } },
  };
  const answer = await publicCall(request, context, login, { query: {}, body }, { freshId });
  return startSession(request, context, answer, freshId);
}
