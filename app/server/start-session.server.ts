import type { AppLoadContext } from '@remix-run/cloudflare';
import { isTimeZone, type TimeZone } from '~/domain/time';
import { UNKNOWN_ZONE } from '~/domain/zone-name';
import type { LoginAnswer } from '~/wire/account';
import { describeBrowser } from './browser-descriptor.server';
import { readEndpoint } from './endpoint-choice.server';
import { dropFlow, readFlow, updateFlow } from './flow.server';
import { localeOf } from './i18n.server';
import { rememberKnown } from './known-browser.server';
import { HOME } from './redirect.server';
import { readSession, toSession, writeSession } from './session.server';
import { endSession } from './sign-out.server';

/**
 * Puts the session of a login's answer into the browser, whichever way in it was; returns where to go (2.8.2). `freshId`: see A132. A session
 * that was here before ends in its family, too: the callers have asked before they replace another account's (`other-account.server.ts`), and
 * nothing that account left in the browser stays, as after its logout.
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

/** The browser of a request as the list of sessions names it (A135). */
export function describeOwn(request: Request, timeZone: TimeZone) {
  return describeBrowser(request.headers.get('User-Agent') ?? '', localeOf(request), timeZone);
}

/** The browser's own word, else what the edge knows of the address, else UTC (A45). */
export function guessTimeZone({ edge }: AppLoadContext, said = ''): TimeZone {
  if (isTimeZone(said)) return said;
  return edge.timeZone !== null && isTimeZone(edge.timeZone) ? edge.timeZone : UNKNOWN_ZONE;
}

/** The zone of a new child, as far as anybody knows: the account's, else as its browser's would be guessed. `isGuess`: the browser may know better. */
export function zoneOfNewChild(context: AppLoadContext, { timeZone }: { timeZone: TimeZone }): { zone: TimeZone; isGuess: boolean } {
  const isGuess = timeZone === UNKNOWN_ZONE;
  return { zone: isGuess ? guessTimeZone(context) : timeZone, isGuess };
}
