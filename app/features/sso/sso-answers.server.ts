import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { readFlow } from '#app/server/flow.server';
import { HOME } from '#app/server/redirect.server';
import { readSession } from '#app/server/session.server';
import { flashToast } from '#app/server/toast.server';

/** Headers that let Google's popup reach its opener (A127) and keep the URL with the code out of the referrer. */
export const HEADERS = { 'Cross-Origin-Opener-Policy': 'unsafe-none', 'Referrer-Policy': 'no-referrer' };

/** Redirects to a path, with a message if there is a problem. */
export async function redirectFromSso(
  context: AppLoadContext,
  path: string,
  problem?: 'auth_failed' | 'wrong_login' | 'rate_limited',
): Promise<Response> {
  if (problem !== undefined) {
    await flashToast(context, { tone: 'bad', text: { key: `error_strings.${problem}`, params: {} }, undo: null });
  }
  return redirect(path, { status: 303, headers: HEADERS });
}

/** Redirects to the landing page with a general message, for every other failure (SSO-028). */
export function failed(context: AppLoadContext): Promise<Response> {
  return redirectFromSso(context, '/', 'auth_failed');
}

/** Redirects a logged-in parent to the app (SSO-038, SSO-039). Returns null for visitors. */
export async function redirectLoggedIn(request: Request, context: AppLoadContext): Promise<Response | null> {
  if ((await readSession(request, context)) === null) return null;
  return redirectFromSso(context, (await readFlow(request, context)).redirect ?? HOME);
}
