import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { updateFlow } from './flow.server';
import { dropSession, type SessionEnd } from './session.server';
import { flashToast, forwardToast } from './toast.server';

/** Home page of a logged-in parent (2.8.1). */
export const HOME = '/manage';

const MAX_PATH = 512;
const OWN_ORIGIN = 'https://own.invalid';

/** Why the system ended a session (8.1.10, 4.6.3). */
export type SignOutReason = 'auth_401' | 'pair_token' | 'reauth' | SessionEnd;

// Never a return target: single-use links, /logout and resource routes.
const NEVER = /^\/+(?:reset|logout|resources)(?:[/.]|$)/;

/** Returns the path and query if they name a page of ours, else null. Rejects other origins and /reset (2.9.1, AUTH-015, AUTH-018). */
export function toOwnPath(text: string): string | null {
  if (!text.startsWith('/') || /^\/[/\\]/.test(text) || text.length > MAX_PATH) return null;
  const url = URL.canParse(text, OWN_ORIGIN) ? new URL(text, OWN_ORIGIN) : null;
  if (url === null || url.origin !== OWN_ORIGIN || url.pathname.startsWith('//') || isNever(url.pathname)) return null;
  return url.pathname + url.search;
}

/** True if the path must not be a target. Ignores case and decodes the path, as routes do. Also true if it cannot be decoded. */
function isNever(pathname: string): boolean {
  try {
    return NEVER.test(decodeURIComponent(pathname).toLowerCase());
  } catch {
    return true;
  }
}

/** Redirects to another page of ours and passes a pending toast on. */
export function redirectToNext(context: AppLoadContext, path: string): Response {
  forwardToast(context);
  return redirect(path);
}

/** Redirects with a new toast. The response header makes the client navigation (page-load.ts) load it. */
export async function redirectWithToast(context: AppLoadContext, path: string, toast: Parameters<typeof flashToast>[1]): Promise<Response> {
  await flashToast(context, toast);
  const answer = redirectToNext(context, path);
  answer.headers.set('X-Remix-Revalidate', 'yes');
  return answer;
}

/** Makes the browser load the target of a redirect as a new document, for pages with a policy of their own. Leaves other answers alone. */
export function reloadDocument<Answer>(answer: Answer): Answer {
  if (answer instanceof Response) answer.headers.set('X-Remix-Reload-Document', 'true');
  return answer;
}

/**
 * Redirects to the login and remembers the requested page. A background reload may be answered after a logout, so it stores nothing. If the
 * session ended, the reloaded page goes into the login URL instead (AUTH-039).
 */
export async function toLogin(request: Request, context: AppLoadContext, reason: SignOutReason | null = null): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = toOwnPath(pathname + search);
  const query = new URLSearchParams(reason === null ? {} : { reason });
  if (!isRefresh(request)) await rememberPath(request, context, path);
  else if (reason !== null && path !== null) query.set('redirect', path);
  return redirectToNext(context, query.size === 0 ? '/login' : `/login?${query}`);
}

/** Remembers a page of ours for after the next login. Null keeps the current one. */
export async function rememberPath(request: Request, context: AppLoadContext, path: string | null): Promise<void> {
  if (path !== null) await updateFlow(request, context, { redirect: path });
}

/** True if a script reloads the page that is open, after a hint or by polling. */
function isRefresh(request: Request): boolean {
  if (request.method !== 'GET' || request.headers.get('Sec-Fetch-Dest') !== 'empty') return false;
  const referer = request.headers.get('Referer') ?? '';
  if (!URL.canParse(referer)) return true;
  const [from, to] = [new URL(referer), new URL(request.url)];
  return from.pathname + from.search === to.pathname + to.search;
}

/** Ends the session in this browser, because it is no longer valid, and redirects to the login. The flow cookie stays (A30). */
export async function signOutBySystem(request: Request, context: AppLoadContext, reason: SignOutReason): Promise<Response> {
  dropSession(context);
  return toLogin(request, context, reason);
}

/** True for a request triggered by another site. Browsers without Sec-Fetch-Site (Safari before 16.4) still send Referer. */
export function isFromElsewhere({ headers, url }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'cross-site' || site === 'same-site';
  const referer = headers.get('Referer');
  return referer !== null && (!URL.canParse(referer) || new URL(referer).host !== new URL(url).host);
}
