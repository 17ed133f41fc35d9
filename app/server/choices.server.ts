import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { THEME_COOKIE, type Theme, toTheme } from '~/domain/theme';
import { sha256Hex } from '~/keys/sign';
import { readCookie, setCookie, YEAR_SECONDS } from './cookies.server';
import { readForm, textOf } from './form.server';
import { toOwnPath } from './redirect.server';

/** Set when the notice about cookies was accepted (9.2.18). */
export const COOKIE_NOTICE_COOKIE = 'cookieNoticeAccepted';

const MENU_COOKIE = 'menu';
/** So many accounts of one browser keep their menu open, in a cookie of 220 bytes; the one that was used longest ago goes. */
const MOST_MENUS = 20;
const HASH_LENGTH = 10;

/**
 * Takes a choice from a form and leads back to the page that the form stood on; a script (app/browser/send-choice.ts) stays where it is.
 * `instead`: the parameter of that page's address that said the same before and would go on saying it.
 */
export async function answerChoice(
  request: Request,
  remember: (fields: FormData) => void | Promise<void>,
  instead: string | null = null,
): Promise<Response> {
  const { fields } = await readForm(request);
  await remember(fields);
  if (request.headers.get('Sec-Fetch-Dest') === 'empty') return new Response(null, { status: 204 });
  const [pathname = '/', search = ''] = (toOwnPath(textOf(fields, 'path')) ?? '/').split('?');
  const query = new URLSearchParams(search);
  if (instead !== null) query.delete(instead);
  return redirect(query.size === 0 ? pathname : `${pathname}?${query}`);
}

/** The theme that the reader forced; null = as the system. The offline page is fetched without cookies, so its address says it. */
export function readTheme(request: Request, context: AppLoadContext): Theme | null {
  return toTheme(readCookie(request, context, THEME_COOKIE) ?? new URL(request.url).searchParams.get('theme'));
}

/** Keeps the theme; null forgets it. */
export function rememberTheme(context: AppLoadContext, theme: Theme | null): void {
  setCookie(context, THEME_COOKIE, theme ?? '', theme === null ? 0 : YEAR_SECONDS);
}

/** Whether the reader has yet to accept the notice about cookies (2.17.1). Any value counts: it was `1` once. */
export function isCookieNoticeDue(request: Request, context: AppLoadContext): boolean {
  return readCookie(request, context, COOKIE_NOTICE_COOKIE) === null;
}

/** Shows the notice no more, for a year. */
export function acceptCookieNotice(context: AppLoadContext): void {
  setCookie(context, COOKIE_NOTICE_COOKIE, 'true', YEAR_SECONDS);
}

/** Whether this account has its side menu open in this browser; folded until opened (2.11.1). Using it keeps it from being forgotten. */
export async function isMenuOpen(request: Request, context: AppLoadContext, accountId: string): Promise<boolean> {
  const open = readOpenMenus(request, context);
  if (open.length === 0) return false;
  const name = await toMenuName(accountId);
  if (!open.includes(name)) return false;
  if (open[0] !== name) writeOpenMenus(context, [name, ...open.filter((one) => one !== name)]);
  return true;
}

/** Keeps how this account's side menu stands; those of other accounts stay as they are. */
export async function rememberMenu(request: Request, context: AppLoadContext, accountId: string, isOpen: boolean): Promise<void> {
  const name = await toMenuName(accountId);
  const others = readOpenMenus(request, context).filter((one) => one !== name);
  writeOpenMenus(context, isOpen ? [name, ...others].slice(0, MOST_MENUS) : others);
}

function writeOpenMenus(context: AppLoadContext, open: Array<string>): void {
  setCookie(context, MENU_COOKIE, open.join('.'), open.length === 0 ? 0 : YEAR_SECONDS);
}

/** The accounts whose menu is open, the one used last first, each by the beginning of its hash: a cookie need not name an account. */
function readOpenMenus(request: Request, context: AppLoadContext): Array<string> {
  const names = (readCookie(request, context, MENU_COOKIE) ?? '').split('.');
  return names.filter((name) => name.length === HASH_LENGTH && /^[0-9a-f]+$/.test(name)).slice(0, MOST_MENUS);
}

async function toMenuName(accountId: string): Promise<string> {
  return (await sha256Hex(accountId)).slice(0, HASH_LENGTH);
}
