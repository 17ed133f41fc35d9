import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { updateFlow } from './flow.server';
import { dropSession } from './session.server';
import { passToastOn } from './toast.server';

/** Where a signed-in parent is at home (2.8.1). */
export const HOME = '/manage';

const MAX_PATH = 512;
const OWN_ORIGIN = 'https://own.invalid';

/** Why somebody was signed out without asking for it (8.1.10, 4.6.3). */
export type SignOutReason = 'auth_401' | 'pair_token';

/** The path and query if they lead to a page of ours, else null: never another origin, never /reset (2.9.1, AUTH-015, AUTH-018). */
export function toOwnPath(text: string): string | null {
  if (!text.startsWith('/') || /^\/[/\\]/.test(text) || text.length > MAX_PATH) return null;
  const url = URL.canParse(text, OWN_ORIGIN) ? new URL(text, OWN_ORIGIN) : null;
  if (url === null || url.origin !== OWN_ORIGIN || url.pathname.startsWith('//') || url.pathname === '/reset') return null;
  return url.pathname + url.search;
}

/** A loader's redirect to another page of ours; a message that was left for the reader goes along. */
export function leadOn(context: AppLoadContext, path: string): Response {
  passToastOn(context);
  return redirect(path);
}

/** Sends to the login and remembers the page that was asked for. */
export async function toLogin(request: Request, context: AppLoadContext, reason: SignOutReason | null = null): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = toOwnPath(pathname + search);
  if (path !== null) await updateFlow(request, context, { redirect: path });
  return leadOn(context, reason === null ? '/login' : `/login?reason=${reason}`);
}

/** Ends the session in this browser only (it is no longer valid anyway) and sends to the login; the flow stays (A30). */
export async function signOutBySystem(request: Request, context: AppLoadContext, reason: SignOutReason): Promise<Response> {
  dropSession(context);
  return toLogin(request, context, reason);
}

/** True for a request that another site made the browser send. */
export function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  return site === 'cross-site' || site === 'same-site';
}
