import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { LANGUAGE_PARAMETER } from '#app/domain/language';
import { hostCookieName, readCookie, setCookie } from '#app/server/cookies.server';
import { withRequestedLanguage } from '#app/server/i18n.server';
import { HOME, redirectToNext, toOwnPath } from '#app/server/redirect.server';
import { seal, unseal } from '#app/server/seal.server';
import { PLANS_PATH } from './plan-facts';

/** How long «close» and the end of a purchase lead back to the page that asked for it. */
const LIFE_SECONDS = 30 * 60;

/** `chosen`: the value of `chooseSubType` until a page has shown it. `back`: the page to return to, from `goBack=1`. */
const openingSchema = z.object({ id: z.string(), chosen: z.string().nullable(), back: z.string().nullable() });
type Opening = z.infer<typeof openingSchema>;

/**
 * Reads `chooseSubType` and `goBack` once, and redirects to the address without a query (SUBS-055, SUBS-056, A47). What they asked for is
 * in a cookie, so it works without script.
 * @throws a redirect if the address has a query
 */
export async function clearQuery(request: Request, context: AppLoadContext): Promise<void> {
  const { searchParams } = new URL(request.url);
  if (![...searchParams.keys()].some((name) => name !== LANGUAGE_PARAMETER)) return;
  const back = searchParams.get('goBack') === '1' ? (findPrevious(request) ?? HOME) : null;
  await write(context, { id: crypto.randomUUID(), chosen: (searchParams.get('chooseSubType') ?? '').slice(0, 64), back });
  throw redirectToNext(context, withRequestedLanguage(request, PLANS_PATH));
}

/**
 * Returns what the last address with a query asked for. `chosen` is returned once; `back` until the parent opens the plan from another page.
 */
export async function takeOpening(request: Request, context: AppLoadContext): Promise<Opening | null> {
  const opening = await read(request, context);
  if (opening === null) return null;
  if (opening.chosen !== null) await write(context, { ...opening, chosen: null });
  else if (findPrevious(request) !== null) {
    forgetOpening(context);
    return null;
  }
  return opening;
}

/** Returns the page to return to after a purchase, or null. */
export async function readBack(request: Request, context: AppLoadContext): Promise<string | null> {
  return (await read(request, context))?.back ?? null;
}

export function forgetOpening(context: AppLoadContext): void {
  setCookie(context, hostCookieName(context, 'plans'), '', 0);
}

async function read(request: Request, context: AppLoadContext): Promise<Opening | null> {
  const cookie = readCookie(request, context, hostCookieName(context, 'plans'));
  return cookie === null ? null : ((await unseal(context.env.SESSION_KEYS, 'plans', cookie, openingSchema))?.value ?? null);
}

async function write(context: AppLoadContext, opening: Opening): Promise<void> {
  setCookie(context, hostCookieName(context, 'plans'), await seal(context.env.SESSION_KEYS, 'plans', opening, LIFE_SECONDS), LIFE_SECONDS);
}

/** Returns the page of ours from which the parent came, or null. Pages of the plan itself do not count. */
function findPrevious(request: Request): string | null {
  const referer = request.headers.get('Referer') ?? '';
  if (!URL.canParse(referer)) return null;
  const { host, pathname, search } = new URL(referer);
  if (host !== new URL(request.url).host || pathname === PLANS_PATH || pathname.startsWith(`${PLANS_PATH}/`)) return null;
  return toOwnPath(pathname + search);
}
