import { createHash } from 'node:crypto';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { isAuthKey } from '../credentials-input';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import type { Family } from '../family/family';
import { familyOf } from '../family-of';

/**
 * Number of empty families. Logins with unknown addresses use one of them, so that they take as long as logins with known addresses (S01).
 */
const DECOYS = 16;

/**
 * Returns the authKey if it has 64 lowercase hex digits (A80).
 * @throws Refusal code 300 for anything else
 */
export function parseAuthKey(text: string): string {
  if (!isAuthKey(text)) throw wrongPassword();
  return text;
}

/** Returns the error for an unknown address, a wrong password and an account without login, which must look alike (S01). */
export function wrongPassword(): Refusal {
  return new Refusal(ERROR_CODES.invalidPassword, 400, 'Wrong email address or password');
}

/** Returns the refusal of an attempt over the limit: code 413 with status 403 (S01). */
export function rateLimited(): Refusal {
  return new Refusal(ERROR_CODES.rateLimited, 403, 'Too many attempts, try again later');
}

/**
 * Returns the family of an address. An unknown address always gets the same empty decoy family. A reserved address also counts, because the
 * new address can log in right after a move (S06). The family itself refuses addresses that are not its own.
 */
export async function findOrDecoyByEmail(env: ApiEnv, email: string): Promise<DurableObjectStub<Family>> {
  const entry = await directoryFor(env, 'mail', email).getState();
  if (entry.state !== 'free') return familyOf(env, entry.owner);
  const decoy = createHash('sha256').update(email).digest().readUInt8() % DECOYS;
  return env.FAMILY.get(env.FAMILY.idFromName(`decoy-${decoy}`));
}

/** Returns the family that owns a confirmed address, or null. Releases the entry if its family was deleted (A125). */
export async function findOwner(env: ApiEnv, email: string): Promise<DurableObjectStub<Family> | null> {
  const directory = directoryFor(env, 'mail', email);
  const entry = await directory.getState();
  if (entry.state !== 'confirmed') return null;
  const family = familyOf(env, entry.owner);
  if ((await family.getState()) !== 'gone') return family;
  await directory.release(entry.owner);
  return null;
}
