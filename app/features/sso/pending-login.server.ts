import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { sha256Hex } from '#app/keys/sign';
import { hostCookieName, readCookie, setCookie } from '#app/server/cookies.server';
import { seal, unseal } from '#app/server/seal.server';
import { ssoTypeSchema } from '#app/wire/account';

const COOKIE = 'sso_login';
/** Equals the time during which the API accepts the token for a login (S02). */
const LIFE_SECONDS = 5 * 60;

/** `token`: hash of the id_token, which the API accepts once in its place. `timeZone`: the browser's time zone; '' without script. */
const pendingSchema = z.object({ type: ssoTypeSchema, token: z.string(), timeZone: z.string() });
/** A login that a provider has confirmed. It is pending until the user answers, because another account is logged in here. */
export type PendingLogin = z.infer<typeof pendingSchema>;

/** Stores a pending login in a sealed cookie, for the page that asks whether to switch accounts. */
export async function keepLogin(context: AppLoadContext, { idToken, ...about }: Omit<PendingLogin, 'token'> & { idToken: string }) {
  const sealed = await seal(context.env.SESSION_KEYS, COOKIE, { ...about, token: await sha256Hex(idToken) }, LIFE_SECONDS);
  setCookie(context, hostCookieName(context, COOKIE), sealed, LIFE_SECONDS);
}

export async function readLogin(request: Request, context: AppLoadContext): Promise<PendingLogin | null> {
  const cookie = readCookie(request, context, hostCookieName(context, COOKIE));
  return cookie === null ? null : ((await unseal(context.env.SESSION_KEYS, COOKIE, cookie, pendingSchema))?.value ?? null);
}

export function dropLogin(context: AppLoadContext): void {
  setCookie(context, hostCookieName(context, COOKIE), '', 0);
}
