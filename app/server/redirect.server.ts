import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { updateFlow } from './flow.server';
import { dropSession, type SessionEnd } from './session.server';
import { leaveToast, passToastOn } from './toast.server';

/** Where a signed-in parent is at home (2.8.1). */
export const HOME = '/manage';

const MAX_PATH = 512;
const OWN_ORIGIN = 'https://own.invalid';

/** Why somebody was signed out without asking for it (8.1.10, 4.6.3). */
export type SignOutReason = 'auth_401' | 'pair_token' | 'reauth' | SessionEnd;

// Nobody wants to come back there: a link of a mail that is used once, what ends the session again, and what is no page.
const NEVER = /^\/+(?:reset|logout|resources)(?:[/.]|$)/;

/** The path and query if they lead to a page of ours, else null: never another origin, never /reset (2.9.1, AUTH-015, AUTH-018). */
export function toOwnPath(text: string): string | null {
  if (!text.startsWith('/') || /^\/[/\\]/.test(text) || text.length > MAX_PATH) return null;
  const url = URL.canParse(text, OWN_ORIGIN) ? new URL(text, OWN_ORIGIN) : null;
  if (url === null || url.origin !== OWN_ORIGIN || url.pathname.startsWith('//') || isNever(url.pathname)) return null;
  return url.pathname + url.search;
}

/** Routes are found by the decoded path, whatever its case. */
function isNever(pathname: string): boolean {
  try {
    return NEVER.test(decodeURIComponent(pathname).toLowerCase());
  } catch {
    return true;
  }
}

/** A loader's redirect to another page of ours; a message that was left for the reader goes along. */
export function redirectToNext(context: AppLoadContext, path: string): Response {
  passToastOn(context);
  return redirect(path);
}

/** The same with a message of its own. The header tells a script that leads its reader on (page-load.ts) to fetch the message, too. */
export async function redirectWithToast(context: AppLoadContext, path: string, toast: Parameters<typeof leaveToast>[1]): Promise<Response> {
  await leaveToast(context, toast);
  const answer = redirectToNext(context, path);
  answer.headers.set('X-Remix-Revalidate', 'yes');
  return answer;
}

/**
 * Sends to the login and remembers the page that was asked for. What a script loads again by itself may be answered after the reader has
 * logged out, and then must leave nothing behind: with a session that is over its page goes into the address, which only a page that is
 * still there follows; with none, nothing is remembered (AUTH-039).
 */
export async function toLogin(request: Request, context: AppLoadContext, reason: SignOutReason | null = null): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = toOwnPath(pathname + search);
  const query = new URLSearchParams(reason === null ? {} : { reason });
  if (!isRefresh(request)) await rememberPath(request, context, path);
  else if (reason !== null && path !== null) query.set('redirect', path);
  return redirectToNext(context, query.size === 0 ? '/login' : `/login?${query}`);
}

/** Keeps a page of ours for the time after the next login; null leaves what there is. */
export async function rememberPath(request: Request, context: AppLoadContext, path: string | null): Promise<void> {
  if (path !== null) await updateFlow(request, context, { redirect: path });
}

/** True for a page that a script loads again where its reader already is: for a hint, or by polling. */
function isRefresh(request: Request): boolean {
  if (request.method !== 'GET' || request.headers.get('Sec-Fetch-Dest') !== 'empty') return false;
  const referer = request.headers.get('Referer') ?? '';
  if (!URL.canParse(referer)) return true;
  const [from, to] = [new URL(referer), new URL(request.url)];
  return from.pathname + from.search === to.pathname + to.search;
}

/** Ends the session in this browser only (it is no longer valid anyway) and sends to the login; the flow stays (A30). */
export async function signOutBySystem(request: Request, context: AppLoadContext, reason: SignOutReason): Promise<Response> {
  dropSession(context);
  return toLogin(request, context, reason);
}

/** True for a request that another site made the browser send. Browsers without Sec-Fetch-Site (Safari before 16.4) still name the page in Referer. */
export function isFromElsewhere({ headers, url }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'cross-site' || site === 'same-site';
  const referer = headers.get('Referer');
  return referer !== null && (!URL.canParse(referer) || new URL(referer).host !== new URL(url).host);
}
