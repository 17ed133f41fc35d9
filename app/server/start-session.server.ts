import type { AppLoadContext } from '@remix-run/cloudflare';
import { isTimeZone, type TimeZone } from '#app/domain/time';
import { UNKNOWN_ZONE } from '#app/domain/zone-name';
import type { LoginAnswer } from '#app/wire/account';
import { describeBrowser } from './browser-descriptor.server';
import { readEndpoint } from './endpoint-choice.server';
import { dropFlow, readFlow, updateFlow } from './flow.server';
import { localeOf } from './i18n.server';
import { rememberKnown } from './known-browser.server';
import { HOME } from './redirect.server';
import { readSession, toSession, writeSession } from './session.server';
import { endSession } from './sign-out.server';

/**
 * Stores the session of a login in the browser and returns the path to open (2.8.2). Ends a previous session, also in its family. If the
 * account changes, clears the flow as a logout does. Callers ask before they replace another account's session (`other-account.server.ts`).
 * @param freshId the ID by which the account knows this browser from now on (A132)
 */
export async function startSession(request: Request, context: AppLoadContext, answer: LoginAnswer, freshId: string): Promise<string> {
  const endpoint = await readEndpoint(request, context);
  const before = await readSession(request, context);
  if (before !== null) await endSession(request, context);
  await writeSession(context, toSession(answer, Date.now(), endpoint));
  await rememberKnown(request, context, answer[0].account_id, freshId);
  if (before !== null && before.accountId !== answer[0].account_id) {
    dropFlow(context);
    return HOME;
  }
  const { redirect } = await readFlow(request, context);
  await updateFlow(request, context, { redirect: null });
  return redirect ?? HOME;
}

/** Describes the request's browser for the session list (A135). */
export function describeRequestBrowser(request: Request, timeZone: TimeZone) {
  return describeBrowser(request.headers.get('User-Agent') ?? '', localeOf(request), timeZone);
}

/** Returns the browser's time zone if valid, else the edge's zone for the network address, else UTC (A45). */
export function guessTimeZone({ edge }: AppLoadContext, browserZone = ''): TimeZone {
  if (isTimeZone(browserZone)) return browserZone;
  return edge.timeZone !== null && isTimeZone(edge.timeZone) ? edge.timeZone : UNKNOWN_ZONE;
}

/** Returns the time zone of a new child: the account's, else a guess. `isGuess`: the browser may correct it. */
export function zoneOfNewChild(context: AppLoadContext, { timeZone }: { timeZone: TimeZone }): { zone: TimeZone; isGuess: boolean } {
  const isGuess = timeZone === UNKNOWN_ZONE;
  return { zone: isGuess ? guessTimeZone(context) : timeZone, isGuess };
}
