import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { toBase64Url } from '~/keys/bytes';
import { hostCookieName, readCookie, setCookie } from './cookies.server';
import { seal, unseal } from './seal.server';

const LIFE_SECONDS = 400 * 24 * 60 * 60;
const MOST = 5;

const knownSchema = z.array(z.object({ accountId: z.string(), id: z.string() })).max(MOST);
/** The accounts that this browser has been signed in to, the newest first, each with the 128-bit id it is known by there (A132). */
export type KnownAccounts = z.infer<typeof knownSchema>;

/** Survives logout: whoever stuffs passwords cannot lock the owner's own browser out (S01). */
export async function readKnown(request: Request, context: AppLoadContext): Promise<KnownAccounts> {
  const cookie = readCookie(request, context, hostCookieName(context, 'known'));
  const opened = cookie === null ? null : await unseal(context.env.SESSION_KEYS, 'known', cookie, knownSchema);
  return opened?.value ?? [];
}

/** A new id for a browser that is not known yet: 128 random bits, base64url. */
export function newBrowserId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
}

/** Notes that this browser is signed in to the account under `id`. */
export async function rememberKnown(request: Request, context: AppLoadContext, accountId: string, id: string): Promise<void> {
  const others = (await readKnown(request, context)).filter((known) => known.accountId !== accountId);
  const known = [{ accountId, id }, ...others].slice(0, MOST);
  setCookie(context, hostCookieName(context, 'known'), await seal(context.env.SESSION_KEYS, 'known', known, LIFE_SECONDS), LIFE_SECONDS);
}
