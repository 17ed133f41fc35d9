import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { isTimeZone } from '~/domain/time';
import { toBase64Url } from '~/keys/bytes';
import { hostCookieName, readCookie, setCookie } from '~/server/cookies.server';
import { seal, unseal } from '~/server/seal.server';
import { ssoTypeSchema } from '~/wire/account';

/** How long somebody may take at the provider (4.5.7). */
const LIFE_MS = 3 * 60_000;
const COOKIE = 'sso';

const startedSchema = z.object({
  type: ssoTypeSchema,
  /** What becomes of the code: a session here, a link into the app, or a message to the window that opened this one (4.5.5, 4.5.6). */
  mode: z.enum(['login', 'opconnect', 'googlepopup']),
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  startedAt: z.number(),
  /** The browser's zone; '' where no script told it. */
  timeZone: z.string().refine(isTimeZone).or(z.literal('')),
  /** Apple's answer by a posted form; null while there is none. */
  posted: z.object({ code: z.string().nullable(), userName: z.string().nullable() }).nullable(),
});
/** A sign-on under way, as the browser that began it remembers it: nobody else can end it (A85). */
export type Started = z.infer<typeof startedSchema>;

/** A new one, of a browser in that zone. `state` is its mode and 256 random bits. */
export function newStarted(type: Started['type'], mode: Started['mode'], timeZone: Started['timeZone']): Started {
  const random = { state: `${mode}.${randomText()}`, verifier: randomText(), nonce: randomText() };
  return { type, mode, ...random, startedAt: Date.now(), timeZone, posted: null };
}

/** Puts it into the browser. A form that another site posts brings it only with `SameSite=None` (A85). */
export async function writeStarted(context: AppLoadContext, started: Started, isFormPost = false): Promise<void> {
  const sealed = await seal(context.env.SESSION_KEYS, COOKIE, started, 2 * (LIFE_MS / 1000));
  setCookie(context, hostCookieName(context, COOKIE), sealed, LIFE_MS / 1000, isFormPost ? 'None' : 'Lax');
}

/** The one under way, or null: none, not ours, or begun more than three minutes ago (SSO-036). */
export async function readStarted(request: Request, context: AppLoadContext, now: number = Date.now()): Promise<Started | null> {
  const cookie = readCookie(request, context, hostCookieName(context, COOKIE));
  const opened = cookie === null ? null : await unseal(context.env.SESSION_KEYS, COOKIE, cookie, startedSchema);
  return opened === null || now - opened.value.startedAt > LIFE_MS ? null : opened.value;
}

/** The same, once: whatever comes of it, the next return needs a new beginning. */
export async function takeStarted(request: Request, context: AppLoadContext): Promise<Started | null> {
  const started = await readStarted(request, context);
  setCookie(context, hostCookieName(context, COOKIE), '', 0);
  return started;
}

/** 256 random bits, base64url. */
function randomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** What the provider is told of a verifier (RFC 7636, S256). */
export async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}
