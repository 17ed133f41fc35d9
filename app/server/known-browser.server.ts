import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { toBase64Url } from '#app/keys/bytes';
import { hostCookieName, readCookie, setCookie } from './cookies.server';
import { readEndpoint } from './endpoint-choice.server';
import { seal, unseal } from './seal.server';
import type { Session } from './session.server';

const LIFE_SECONDS = 400 * 24 * 60 * 60;
const MOST = 5;

const knownSchema = z.array(z.object({ accountId: z.string(), id: z.string() })).max(MOST);
/** Accounts that have logged in on this browser, newest first. Each has the 128-bit ID by which the account knows this browser (A132). */
export type KnownAccounts = z.infer<typeof knownSchema>;

/**
 * Returns the accounts in this browser's cookie. The cookie survives a logout, so that password guessing elsewhere cannot lock out the
 * owner's browser (S01).
 */
export async function readKnown(request: Request, context: AppLoadContext): Promise<KnownAccounts> {
  const cookie = readCookie(request, context, hostCookieName(context, 'known'));
  const opened = cookie === null ? null : await unseal(context.env.SESSION_KEYS, 'known', cookie, knownSchema);
  return opened?.value ?? [];
}

/** Creates the id of an unknown browser: 128 random bits, base64url. */
export function newBrowserId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
}

/**
 * Derives the browser ID for a form that changes the login. The same form always gives the same ID, so a resubmission keeps the stored one.
 * The derivation requires the session's secret.
 */
export async function browserIdOfForm({ secret }: Session, idempotencyKey: string): Promise<string> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, bytes.encode(`browser:${idempotencyKey}`));
  return toBase64Url(new Uint8Array(mac).slice(0, 16));
}

/** Stores the ID by which the account knows this browser. Does nothing for another API, which does not know our browsers (A32). */
export async function rememberKnown(request: Request, context: AppLoadContext, accountId: string, id: string): Promise<void> {
  if ((await readEndpoint(request, context)) !== null) return;
  const others = (await readKnown(request, context)).filter((known) => known.accountId !== accountId);
  const known = [{ accountId, id }, ...others].slice(0, MOST);
  setCookie(context, hostCookieName(context, 'known'), await seal(context.env.SESSION_KEYS, 'known', known, LIFE_SECONDS), LIFE_SECONDS);
}
