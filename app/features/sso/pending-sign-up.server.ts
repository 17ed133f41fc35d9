import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { sha256Hex } from '~/keys/sign';
import { hostCookieName, readCookie, setCookie } from '~/server/cookies.server';
import { seal, unseal } from '~/server/seal.server';
import { ssoTypeSchema } from '~/wire/account';

const COOKIE = 'sso_signup';
/** As long as the API remembers the token for a sign-up (S02). */
const LIFE_SECONDS = 30 * 60;

const pendingSchema = z.object({
  type: ssoTypeSchema,
  /** The id_token's hash, which the API takes in its place: the token itself may be longer than a cookie. */
  token: z.string(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
});
/** Somebody whom a provider vouched for and who has no account yet (SSO-027). */
export type PendingSignUp = z.infer<typeof pendingSchema>;

/** Keeps it for the sign-up page. */
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

/** Whoever begins another way, arrives anew or logs out must not leave their name to the next person at this browser. */
export function leaveSignUp(request: Request, context: AppLoadContext): void {
  if (readCookie(request, context, hostCookieName(context, COOKIE)) !== null) dropSignUp(context);
}

export function dropSignUp(context: AppLoadContext): void {
  setCookie(context, hostCookieName(context, COOKIE), '', 0);
}
