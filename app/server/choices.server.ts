import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { THEME_COOKIE, type Theme, toTheme } from '#app/domain/theme';
import { sha256Hex } from '#app/keys/sign';
import { readCookie, setCookie, YEAR_SECONDS } from './cookies.server';
import { readForm, textOf } from './form.server';
import { toOwnPath } from './redirect.server';

/** Set when the cookie notice is accepted (9.2.18). */
export const COOKIE_NOTICE_COOKIE = 'cookieNoticeAccepted';

const MENU_COOKIE = 'menu';
/** Number of accounts per browser whose menu state is kept, in a cookie of about 240 bytes. The least recently used account is removed. */
const MOST_MENUS = 20;
const HASH_LENGTH = 10;
const FOLDED = '-';
const MENU = new RegExp(`^${FOLDED}?[0-9a-f]{${HASH_LENGTH}}$`);

/**
 * Saves a preference from a form and redirects to the page with the form. Responds 204 to a script, which stays on its page
 * (app/browser/save-preference.ts). `instead`: a query parameter that would override the new value; it is removed from the target.
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

/**
 * Returns the theme that the user chose; null means the system's. The offline page is fetched without cookies and has the theme in its URL.
 */
export function readTheme(request: Request, context: AppLoadContext): Theme | null {
  return toTheme(readCookie(request, context, THEME_COOKIE) ?? new URL(request.url).searchParams.get('theme'));
}

/** Saves the theme; null deletes it. */
export function rememberTheme(context: AppLoadContext, theme: Theme | null): void {
  setCookie(context, THEME_COOKIE, theme ?? '', theme === null ? 0 : YEAR_SECONDS);
}

/** True until the user accepts the cookie notice (2.17.1). Any cookie value means accepted; older versions wrote `1`. */
export function isCookieNoticeDue(request: Request, context: AppLoadContext): boolean {
  return readCookie(request, context, COOKIE_NOTICE_COOKIE) === null;
}

/** Hides the cookie notice for a year. */
export function acceptCookieNotice(context: AppLoadContext): void {
  setCookie(context, COOKIE_NOTICE_COOKIE, 'true', YEAR_SECONDS);
}

/**
 * Returns whether this account's side menu is open in this browser (2.11.1). Null if it was never set; the browser's width then decides
 * (A92). Marks the account as the most recently used one.
 */
export async function isMenuOpen(request: Request, context: AppLoadContext, accountId: string): Promise<boolean | null> {
  const menus = readMenus(request, context);
  if (menus.length === 0) return null;
  const name = await toMenuName(accountId);
  const own = menus.find((menu) => isOf(menu, name));
  if (own === undefined) return null;
  if (menus[0] !== own) writeMenus(context, [own, ...menus.filter((menu) => menu !== own)]);
  return own === name;
}

/** Saves the state of this account's side menu. Keeps the states of the `MOST_MENUS` most recently used accounts. */
export async function rememberMenu(request: Request, context: AppLoadContext, accountId: string, isOpen: boolean): Promise<void> {
  const name = await toMenuName(accountId);
  const others = readMenus(request, context).filter((menu) => !isOf(menu, name));
  writeMenus(context, [isOpen ? name : FOLDED + name, ...others].slice(0, MOST_MENUS));
}

function isOf(menu: string, name: string): boolean {
  return menu === name || menu === FOLDED + name;
}

function writeMenus(context: AppLoadContext, menus: Array<string>): void {
  setCookie(context, MENU_COOKIE, menus.join('.'), YEAR_SECONDS);
}

/**
 * Returns the accounts with a saved menu state, most recently used first. Each is a hash prefix, so that the cookie names no account.
 * `FOLDED` precedes it if the menu is folded.
 */
function readMenus(request: Request, context: AppLoadContext): Array<string> {
  return (readCookie(request, context, MENU_COOKIE) ?? '')
    .split('.')
    .filter((menu) => MENU.test(menu))
    .slice(0, MOST_MENUS);
}

async function toMenuName(accountId: string): Promise<string> {
  return (await sha256Hex(accountId)).slice(0, HASH_LENGTH);
}
