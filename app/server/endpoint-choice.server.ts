import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { hostCookieName, readCookie, setCookie } from './cookies.server';
import { type EndpointRule, judgeEndpoint } from './endpoint-fence.server';
import { seal, unseal } from './seal.server';

const LIFE_SECONDS = 30 * 24 * 60 * 60;
const chosenSchema = z.string();

/** The three addresses that the specification names (2.6.16). Null: this installation has none. */
export type EndpointPresets = Readonly<Record<'qa' | 'local' | 'dev5', string | null>>;

/** The presets as this installation is set up. */
export function endpointPresets({ env }: AppLoadContext): EndpointPresets {
  return { qa: env.ENDPOINT_QA || null, local: env.ENDPOINT_LOCAL || null, dev5: env.ENDPOINT_DEV5 || null };
}

/** The API of this installation. */
export function ownEndpoint({ env }: AppLoadContext): string {
  return env.API_URL.replace(/\/+$/, '');
}

/** Where the pairing service answers, without a slash at its end (A134): PAIRING_BASE, else our API. */
export function pairingBase(context: AppLoadContext): string {
  return context.env.PAIRING_BASE?.replace(/\/+$/, '') || ownEndpoint(context);
}

/** The fence (A32): ENDPOINT_OVERRIDE, else anything in the demonstration and only what is listed everywhere else. */
export function endpointRule(context: AppLoadContext): EndpointRule {
  const { ENDPOINT_OVERRIDE: said, APP_ENV } = context.env;
  const isProduction = APP_ENV !== 'demonstration';
  // A slip of the pen does not open anything.
  const mode = said === 'off' || said === 'allowlist' || said === 'any' ? said : isProduction || said ? 'allowlist' : 'any';
  const presets = Object.values(endpointPresets(context)).filter((address) => address !== null);
  return { mode, isProduction, listed: [ownEndpoint(context), ...presets] };
}

/** The API's address that this browser chose, or null for our own. Judged anew each time: the fence may have moved. */
export async function readEndpoint(request: Request, context: AppLoadContext): Promise<string | null> {
  const cookie = readCookie(request, context, hostCookieName(context, 'endpoint'));
  if (cookie === null) return null;
  const opened = await unseal(context.env.SESSION_KEYS, 'endpoint', cookie, chosenSchema);
  const judgement = opened === null ? null : judgeEndpoint(opened.value, endpointRule(context));
  return judgement?.kind === 'allowed' && judgement.base !== ownEndpoint(context) ? judgement.base : null;
}

/** Remembers in this browser which API its pages call, one that was judged. Our own is remembered by forgetting. */
export async function keepEndpoint(context: AppLoadContext, base: string): Promise<void> {
  const isOwn = base === ownEndpoint(context);
  const sealed = isOwn ? '' : await seal(context.env.SESSION_KEYS, 'endpoint', base, LIFE_SECONDS);
  setCookie(context, hostCookieName(context, 'endpoint'), sealed, isOwn ? 0 : LIFE_SECONDS);
}
