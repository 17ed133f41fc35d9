import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { sha256Hex } from '#app/keys/sign';
import { hostCookieName, readCookie, setCookie } from '#app/server/cookies.server';
import { seal, unseal } from '#app/server/seal.server';
import { ssoTypeSchema } from '#app/wire/account';

const COOKIE = 'sso_signup';
/** Equals the time during which the API remembers the token for a sign-up (S02). */
const LIFE_SECONDS = 30 * 60;

const pendingSchema = z.object({
  type: ssoTypeSchema,
  /** Hash of the id_token, which the API accepts instead of the token. The token itself may be too long for a cookie. */
  token: z.string(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
});
/** A person whom a provider has confirmed and who has no account yet (SSO-027). */
export type PendingSignUp = z.infer<typeof pendingSchema>;

/** Stores a pending sign-up in a sealed cookie, for the sign-up page. */
export async function keepSignUp(
  context: AppLoadContext,
  { idToken, ...about }: Omit<PendingSignUp, 'token'> & { idToken: string },
): Promise<void> {
  const sealed = await seal(context.env.SESSION_KEYS, COOKIE, { ...about, token: await sha256Hex(idToken) }, LIFE_SECONDS);
  setCookie(context, hostCookieName(context, COOKIE), sealed, LIFE_SECONDS);
}

export async function readSignUp(request: Request, context: AppLoadContext): Promise<PendingSignUp | null> {
  const cookie = readCookie(request, context, hostCookieName(context, COOKIE));
  return cookie === null ? null : ((await unseal(context.env.SESSION_KEYS, COOKIE, cookie, pendingSchema))?.value ?? null);
}

/**
 * Discards a pending sign-up when the visitor chooses another method, opens the sign-up again or logs out. Otherwise the next person on
 * this browser would see the name.
 */
export function leaveSignUp(request: Request, context: AppLoadContext): void {
  if (readCookie(request, context, hostCookieName(context, COOKIE)) !== null) dropSignUp(context);
}

export function dropSignUp(context: AppLoadContext): void {
  setCookie(context, hostCookieName(context, COOKIE), '', 0);
}
