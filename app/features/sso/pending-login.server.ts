import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { sha256Hex } from '~/keys/sign';
import { hostCookieName, readCookie, setCookie } from '~/server/cookies.server';
import { seal, unseal } from '~/server/seal.server';
import { ssoTypeSchema } from '~/wire/account';

const COOKIE = 'sso_login';
/** As long as the API accepts the token for a login (S02). */
const LIFE_SECONDS = 5 * 60;

/** `token`: the id_token's hash, which the API accepts in its place once. `timeZone`: the browser's, '' where no script told it. */
const pendingSchema = z.object({ type: ssoTypeSchema, token: z.string(), timeZone: z.string() });
/** Somebody whom a provider vouched for, while another account is logged in here: waits for the reader's answer. */
export type PendingLogin = z.infer<typeof pendingSchema>;

/** Keeps it for the page that asks. */
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
