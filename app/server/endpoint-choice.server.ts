import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { hostCookieName, readCookie, setCookie } from './cookies.server';
import { type EndpointRule, judgeEndpoint } from './endpoint-policy.server';
import { seal, unseal } from './seal.server';

const LIFE_SECONDS = 30 * 24 * 60 * 60;
const chosenSchema = z.string();

/** The three presets of the specification (2.6.16). Null if this installation has none. */
export type EndpointPresets = Readonly<Record<'qa' | 'local' | 'dev5', string | null>>;

export function endpointPresets({ env }: AppLoadContext): EndpointPresets {
  return { qa: env.ENDPOINT_QA || null, local: env.ENDPOINT_LOCAL || null, dev5: env.ENDPOINT_DEV5 || null };
}

/** Returns the base URL of this installation's own API, without a trailing slash. */
export function ownEndpoint({ env }: AppLoadContext): string {
  return env.API_URL.replace(/\/+$/, '');
}

/** Returns the base URL of the pairing service without a trailing slash (A134): PAIRING_BASE, by default our API. */
export function pairingBase(context: AppLoadContext): string {
  return context.env.PAIRING_BASE?.replace(/\/+$/, '') || ownEndpoint(context);
}

/**
 * Returns which APIs a browser may choose (A32), as set in ENDPOINT_OVERRIDE. By default any in the demonstration, and only listed ones
 * elsewhere.
 */
export function endpointRule(context: AppLoadContext): EndpointRule {
  const { ENDPOINT_OVERRIDE: configured, APP_ENV } = context.env;
  const isProduction = APP_ENV !== 'demonstration';
  // A misspelled value must not allow every API.
  const mode =
    configured === 'off' || configured === 'allowlist' || configured === 'any'
      ? configured
      : isProduction || configured
        ? 'allowlist'
        : 'any';
  const presets = Object.values(endpointPresets(context)).filter((address) => address !== null);
  return { mode, isProduction, listed: [ownEndpoint(context), ...presets] };
}

/** Returns the API that this browser chose, or null for our own. Checks the choice again each time, because the rule may have changed. */
export async function readEndpoint(request: Request, context: AppLoadContext): Promise<string | null> {
  const cookie = readCookie(request, context, hostCookieName(context, 'endpoint'));
  if (cookie === null) return null;
  const opened = await unseal(context.env.SESSION_KEYS, 'endpoint', cookie, chosenSchema);
  const judgement = opened === null ? null : judgeEndpoint(opened.value, endpointRule(context));
  return judgement?.kind === 'allowed' && judgement.base !== ownEndpoint(context) ? judgement.base : null;
}

/** Stores for 30 days which API this browser’s pages call. Check it with `judgeEndpoint` first. For our own API, deletes the cookie. */
export async function keepEndpoint(context: AppLoadContext, base: string): Promise<void> {
  const isOwn = base === ownEndpoint(context);
  const sealed = isOwn ? '' : await seal(context.env.SESSION_KEYS, 'endpoint', base, LIFE_SECONDS);
  setCookie(context, hostCookieName(context, 'endpoint'), sealed, isOwn ? 0 : LIFE_SECONDS);
}
