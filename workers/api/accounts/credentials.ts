import { createHash } from 'node:crypto';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { isAuthKey } from '../credentials-input';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import type { Family } from '../family/family';
import { familyOf } from '../family-of';

/** Logins with unknown addresses go to one of these empty families, so that they take as long as known ones (S01). */
const DECOYS = 16;

/**
 * Returns the authKey, 64 lowercase hex digits (A80).
 * @throws Refusal 300 for anything else
 */
export function parseAuthKey(text: string): string {
  if (!isAuthKey(text)) throw wrongPassword();
  return text;
}

/** The one error for an unknown address, a wrong password and an account without login (S01). */
export function wrongPassword(): Refusal {
  return new Refusal(ERROR_CODES.invalidPassword, 400, 'Wrong email address or password');
}

/** The rate limit error (S01). */
export function rateLimited(): Refusal {
  return new Refusal(ERROR_CODES.rateLimited, 403, 'Too many attempts, try again later');
}

/**
 * Returns the family behind an address, or an empty decoy family, always the same one for an address.
 * A reservation counts too: right after a move (S06), the new address logs in. The family refuses addresses that are not its own. A deleted
 * family responds like an empty one.
 */
export async function findOrDecoyByEmail(env: ApiEnv, email: string): Promise<DurableObjectStub<Family>> {
  const entry = await directoryFor(env, 'mail', email).getState();
  if (entry.state !== 'free') return familyOf(env, entry.owner);
  const decoy = createHash('sha256').update(email).digest().readUInt8() % DECOYS;
  return env.FAMILY.get(env.FAMILY.idFromName(`decoy-${decoy}`));
}

/** Returns the family that owns a confirmed address, or null. Releases an entry whose family is gone (A125). */
export async function findOwner(env: ApiEnv, email: string): Promise<DurableObjectStub<Family> | null> {
  const directory = directoryFor(env, 'mail', email);
  const entry = await directory.getState();
  if (entry.state !== 'confirmed') return null;
  const family = familyOf(env, entry.owner);
  if ((await family.getState()) !== 'gone') return family;
  await directory.release(entry.owner);
  return null;
}
