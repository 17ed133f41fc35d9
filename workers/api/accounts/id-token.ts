import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type SsoType, ssoTypeSchema } from '../../../app/wire/account';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import type { Vouched } from '../outside/identity';

const MINUTE_MS = 60_000;
const LOGIN_LIFE_MS = 5 * MINUTE_MS;
const SIGN_UP_LIFE_MS = 30 * MINUTE_MS;
const HANDLE = /^[0-9a-f]{64}$/;

const rememberedSchema = z.object({
  type: ssoTypeSchema,
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  name: z.string().nullable(),
  at: z.number(),
});
/** What an id_token said when it was verified. `at`: when that was, epoch ms. */
export type Remembered = z.infer<typeof rememberedSchema>;

/**
 * Remembers what a verified id_token said, under its hash: whoever shows the token later needs no second check, and nobody else's token is
 * believed (S02). Five minutes for a login, thirty for a sign-up. False when this very token is remembered already.
 */
export async function rememberIdToken(env: ApiEnv, type: SsoType, vouched: Vouched, purpose: 'login' | 'signup'): Promise<boolean> {
  const { idToken, ...said } = vouched;
  const remembered: Remembered = { ...said, type, at: Date.now() };
  const life = purpose === 'login' ? LOGIN_LIFE_MS : SIGN_UP_LIFE_MS;
  return standIn(env, idToken).reserve('', JSON.stringify(remembered), life);
}

/** What was remembered of a token of this provider, which stays usable; null where there is nothing. */
export async function peekIdToken(env: ApiEnv, shown: { id_token: string; type: SsoType }): Promise<Remembered | null> {
  const standing = await standIn(env, shown.id_token).standing();
  return standing.state === 'free' ? null : readDetail(standing.detail, shown.type);
}

/** The same, once: of a hundred who show it at the same time one is told (S01). */
export async function takeIdToken(env: ApiEnv, shown: { id_token: string; type: SsoType }): Promise<Remembered | null> {
  const detail = await standIn(env, shown.id_token).take();
  return detail === null ? null : readDetail(detail, shown.type);
}

/** True while it may sign in: a token that is kept for a sign-up gets no longer for a login (S01). */
export function isFresh({ at }: Remembered): boolean {
  return Date.now() - at < LOGIN_LIFE_MS;
}

function readDetail(detail: string, type: SsoType): Remembered | null {
  const remembered = rememberedSchema.parse(JSON.parse(detail));
  return remembered.type === type ? remembered : null;
}

/** By the token, or by its hash alone: a browser keeps the hash, which fits into a cookie. */
function standIn(env: ApiEnv, idToken: string) {
  return directoryFor(env, 'idtoken', HANDLE.test(idToken) ? idToken : createHash('sha256').update(idToken).digest('hex'));
}
