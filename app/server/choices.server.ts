import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { THEME_COOKIE, type Theme, toTheme } from '~/domain/theme';
import { sha256Hex } from '~/keys/sign';
import { readCookie, setCookie, YEAR_SECONDS } from './cookies.server';
import { readForm, textOf } from './form.server';
import { toOwnPath } from './redirect.server';

/** Set when the notice about cookies was accepted (9.2.18). */
export const COOKIE_NOTICE_COOKIE = 'cookieNoticeAccepted';

const MENU_COOKIE = 'menu';
/** So many accounts of one browser keep how their menu stands, in a cookie of 240 bytes; the one that was used longest ago goes. */
const MOST_MENUS = 20;
const HASH_LENGTH = 10;
const FOLDED = '-';
const MENU = new RegExp(`^${FOLDED}?[0-9a-f]{${HASH_LENGTH}}$`);

/**
 * Takes a choice from a form and leads back to the page that the form stood on; a script (app/browser/save-preference.ts) stays where it is.
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

/**
 * Whether this account has its side menu open in this browser (2.11.1); null where it never chose: then the width of the window decides (A92).
 * Using it keeps it from being forgotten.
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

/** Keeps how this account's side menu stands; those of other accounts stay as they are. */
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
 * The accounts that opened or folded their menu, the one used last first, each by the beginning of its hash, after `FOLDED` where it is
 * folded: a cookie need not name an account.
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
