import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { isTimeZone } from '#app/domain/time';
import { toBase64Url } from '#app/keys/bytes';
import { hostCookieName, readCookie, setCookie } from '#app/server/cookies.server';
import { seal, unseal } from '#app/server/seal.server';
import { ssoTypeSchema } from '#app/wire/account';

/** Maximum time that a user may spend at the provider, in ms (4.5.7). */
const LIFE_MS = 3 * 60_000;
const COOKIE = 'sso';

const startedSchema = z.object({
  type: ssoTypeSchema,
  /** Where the authorization code is sent: to a session here, a link into the app, or the opener (4.5.5, 4.5.6). */
  mode: z.enum(['login', 'opconnect', 'googlepopup']),
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  startedAt: z.number(),
  /** The browser's time zone; '' without script. */
  timeZone: z.string().refine(isTimeZone).or(z.literal('')),
  /** Content of Apple's form POST; null until it arrives. */
  posted: z.object({ code: z.string().nullable(), userName: z.string().nullable() }).nullable(),
});
/** A sign-on in progress, stored in the browser that started it. No other browser can finish it (A85). */
export type PendingSignOn = z.infer<typeof startedSchema>;

/** Creates a sign-on. Its `state` is the mode and 256 random bits. */
export function newStarted(type: PendingSignOn['type'], mode: PendingSignOn['mode'], timeZone: PendingSignOn['timeZone']): PendingSignOn {
  const random = { state: `${mode}.${randomText()}`, verifier: randomText(), nonce: randomText() };
  return { type, mode, ...random, startedAt: Date.now(), timeZone, posted: null };
}

/** Stores the sign-on in a cookie. Only `SameSite=None` lets the browser send it with a form POST from another site (A85). */
export async function writeStarted(context: AppLoadContext, started: PendingSignOn, isFormPost = false): Promise<void> {
  const sealed = await seal(context.env.SESSION_KEYS, COOKIE, started, 2 * (LIFE_MS / 1000));
  setCookie(context, hostCookieName(context, COOKIE), sealed, LIFE_MS / 1000, isFormPost ? 'None' : 'Lax');
}

/**
 * Returns the sign-on in progress. Returns null if there is none, its cookie is invalid, or it started more than three minutes ago
 * (SSO-036).
 */
export async function readStarted(request: Request, context: AppLoadContext, now: number = Date.now()): Promise<PendingSignOn | null> {
  const cookie = readCookie(request, context, hostCookieName(context, COOKIE));
  const opened = cookie === null ? null : await unseal(context.env.SESSION_KEYS, COOKIE, cookie, startedSchema);
  return opened === null || now - opened.value.startedAt > LIFE_MS ? null : opened.value;
}

/** Returns the sign-on in progress, or null if there is none, and removes it. Each sign-on thus accepts only one return. */
export async function consumeSignOn(request: Request, context: AppLoadContext): Promise<PendingSignOn | null> {
  const started = await readStarted(request, context);
  setCookie(context, hostCookieName(context, COOKIE), '', 0);
  return started;
}

/** Returns 256 random bits as base64url. */
function randomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Returns the code challenge of a verifier (RFC 7636, S256). */
export async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}
