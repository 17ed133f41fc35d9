import type { AppLoadContext } from '@remix-run/cloudflare';
import { LANGUAGE_PARAMETER } from '#app/domain/language';
import { readOwnFlow, updateOwnFlow } from '#app/server/flow.server';
import { withRequestedLanguage } from '#app/server/i18n.server';
import { HOME, redirectToNext, toOwnPath } from '#app/server/redirect.server';
import { PLANS_PATH } from './plan-facts';

/** How long «back» and the end of a purchase lead to the page that asked for it. */
const LIFE_MS = 30 * 60_000;
const CHOSEN_MAX = 64;

type Visit = { id: string; chosen: string | null; back: string | null };

/**
 * Reads `chooseSubType` and `goBack` once, and redirects to the address without a query (SUBS-055, SUBS-056, A47). What they asked for is
 * in a cookie, so it works without script.
 * @throws a redirect if the address has a query
 */
export async function clearQuery(request: Request, context: AppLoadContext, accountId: string): Promise<void> {
  const { searchParams } = new URL(request.url);
  if (![...searchParams.keys()].some((name) => name !== LANGUAGE_PARAMETER)) return;
  const back = searchParams.get('goBack') === '1' ? (findPrevious(request) ?? HOME) : null;
  const chosen = (searchParams.get('chooseSubType') ?? '').slice(0, CHOSEN_MAX);
  const planVisit = { id: crypto.randomUUID(), chosen, back, expiresAt: Date.now() + LIFE_MS };
  await updateOwnFlow(request, context, accountId, { planVisit });
  throw redirectToNext(context, withRequestedLanguage(request, PLANS_PATH));
}

/**
 * Returns what the last address with a query asked for. `chosen` is returned once; `back` until the parent opens the plan from another page.
 */
export async function takeVisit(request: Request, context: AppLoadContext, accountId: string): Promise<Visit | null> {
  const { planVisit } = await readOwnFlow(request, context, accountId);
  if (planVisit === null) return null;
  const isOver = planVisit.expiresAt <= Date.now() || (planVisit.chosen === null && findPrevious(request) !== null);
  const kept = isOver || planVisit.back === null ? null : { ...planVisit, chosen: null };
  await updateOwnFlow(request, context, accountId, { planVisit: kept });
  return isOver ? null : planVisit;
}

/** Returns the page to return to after a purchase, or null, and forgets it. */
export async function takeBack(request: Request, context: AppLoadContext, accountId: string): Promise<string | null> {
  const { planVisit } = await readOwnFlow(request, context, accountId);
  if (planVisit === null) return null;
  await updateOwnFlow(request, context, accountId, { planVisit: null });
  return planVisit.expiresAt > Date.now() ? planVisit.back : null;
}

/** Returns the page of ours from which the parent came, or null. Pages of the plan itself do not count. */
function findPrevious(request: Request): string | null {
  const referer = request.headers.get('Referer') ?? '';
  if (!URL.canParse(referer)) return null;
  const { host, pathname, search } = new URL(referer);
  if (host !== new URL(request.url).host || pathname === PLANS_PATH || pathname.startsWith(`${PLANS_PATH}/`)) return null;
  return toOwnPath(pathname + search);
}
