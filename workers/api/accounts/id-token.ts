import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type SsoType, ssoTypeSchema } from '#app/wire/account';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import type { VerifiedClaims } from '../outside/identity';

const MINUTE_MS = 60_000;
const LOGIN_LIFE_MS = 5 * MINUTE_MS;
const SIGN_UP_LIFE_MS = 30 * MINUTE_MS;
const TOKEN_HASH = /^[0-9a-f]{64}$/;

const storedClaimsSchema = z.object({
  type: ssoTypeSchema,
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  name: z.string().nullable(),
  at: z.number(),
});
/** The claims of a verified id_token. `at`: time of verification in epoch ms. */
export type StoredClaims = z.infer<typeof storedClaimsSchema>;

/**
 * Stores the claims of a verified id_token under its hash, for 5 minutes (login) or 30 minutes (sign-up). Later calls accept only stored
 * tokens and need no second check (S02). Returns false if this token is already stored.
 */
export async function storeIdToken(env: ApiEnv, type: SsoType, verified: VerifiedClaims, purpose: 'login' | 'signup'): Promise<boolean> {
  const { idToken, ...claims } = verified;
  const stored: StoredClaims = { ...claims, type, at: Date.now() };
  const life = purpose === 'login' ? LOGIN_LIFE_MS : SIGN_UP_LIFE_MS;
  return tokenRow(env, idToken).reserve('', JSON.stringify(stored), life);
}

/** Returns the stored claims of a token of this provider, or null. The token can be used again. */
export async function readIdToken(env: ApiEnv, shown: { id_token: string; type: SsoType }): Promise<StoredClaims | null> {
  const entry = await tokenRow(env, shown.id_token).getState();
  return entry.state === 'free' ? null : readDetail(entry.detail, shown.type);
}

/**
 * Uses up a token and returns its claims. Returns null if the token is not stored or is of another provider. Of several parallel calls,
 * only one gets the claims (S01).
 */
export async function consumeIdToken(env: ApiEnv, shown: { id_token: string; type: SsoType }): Promise<StoredClaims | null> {
  const detail = await tokenRow(env, shown.id_token).consume();
  return detail === null ? null : readDetail(detail, shown.type);
}

/** True while the token may log in. A token kept longer for a sign-up gets no extra time for a login (S01). */
export function isFresh({ at }: StoredClaims): boolean {
  return Date.now() - at < LOGIN_LIFE_MS;
}

function readDetail(detail: string, type: SsoType): StoredClaims | null {
  const stored = storedClaimsSchema.parse(JSON.parse(detail));
  return stored.type === type ? stored : null;
}

/** Returns the directory row of a token. Also accepts its hash, which browsers keep because it fits into a cookie. */
function tokenRow(env: ApiEnv, idToken: string) {
  return directoryFor(env, 'idtoken', TOKEN_HASH.test(idToken) ? idToken : createHash('sha256').update(idToken).digest('hex'));
}
