import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { readFlow } from '~/server/flow.server';
import { HOME } from '~/server/redirect.server';
import { readSession } from '~/server/session.server';
import { leaveToast } from '~/server/toast.server';

/** A window that Google's popup lives in must reach its opener (A127), and the address with the code goes to nobody. */
export const HEADERS = { 'Cross-Origin-Opener-Policy': 'unsafe-none', 'Referrer-Policy': 'no-referrer' };

/** Leads on, with a message if there is one to tell. */
export async function leadTo(
  context: AppLoadContext,
  path: string,
  problem?: 'auth_failed' | 'wrong_login' | 'rate_limited',
): Promise<Response> {
  if (problem !== undefined) {
    await leaveToast(context, { tone: 'bad', text: { key: `error_strings.${problem}`, params: {} }, undo: null });
  }
  return redirect(path, { status: 303, headers: HEADERS });
}

/** Anything that is none of the other cases (SSO-028). */
export function failed(context: AppLoadContext): Promise<Response> {
  return leadTo(context, '/', 'auth_failed');
}

/** Who is signed in already has nothing to do here (SSO-038, SSO-039). Null for visitors. */
export async function leadParentOn(request: Request, context: AppLoadContext): Promise<Response | null> {
  if ((await readSession(request, context)) === null) return null;
  return leadTo(context, (await readFlow(request, context)).redirect ?? HOME);
}
