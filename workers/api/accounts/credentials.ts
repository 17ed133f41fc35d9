import { createHash } from 'node:crypto';
import { ERROR_CODES, Refusal } from '../../../app/wire/errors';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import type { Family } from '../family/family';
import { familyOf } from '../family-of';
import { isAuthKey } from '../given';

/** Unknown addresses are asked of one of these empty families, so that they cost what known ones cost (S01). */
const DECOYS = 16;

/** authKey as clients send it, 64 lower-case hex (A80). @throws Refusal 300 for anything else */
export function readAuthKey(text: string): string {
  if (!isAuthKey(text)) throw wrongPassword();
  return text;
}

/** Unknown address, wrong password, no account to sign in to: one answer for all (S01). */
export function wrongPassword(): Refusal {
  return new Refusal(ERROR_CODES.invalidPassword, 400, 'Wrong email address or password');
}

/** Too many tries (S01). */
export function tooMany(): Refusal {
  return new Refusal(ERROR_CODES.rateLimited, 403, 'Too many attempts, try again later');
}

/**
 * The family that an address names, or an empty one in its place, which the address always gets. A reservation names one too: from the
 * instant at which a family has moved (S06) its new address signs in; what is not its own yet it refuses by its own row. One that has gone
 * answers like an empty one.
 */
export async function findByAddress(env: ApiEnv, email: string): Promise<DurableObjectStub<Family>> {
  const standing = await directoryFor(env, 'mail', email).standing();
  if (standing.state !== 'free') return familyOf(env, standing.owner);
  const decoy = createHash('sha256').update(email).digest().readUInt8() % DECOYS;
  return env.FAMILY.get(env.FAMILY.idFromName(`decoy-${decoy}`));
}

/** The family that an address lastingly names; null = nobody's. An entry that a family left behind is given back (A125). */
export async function findHolder(env: ApiEnv, email: string): Promise<DurableObjectStub<Family> | null> {
  const directory = directoryFor(env, 'mail', email);
  const standing = await directory.standing();
  if (standing.state !== 'confirmed') return null;
  const family = familyOf(env, standing.owner);
  if ((await family.standing()) !== 'gone') return family;
  await directory.release(standing.owner);
  return null;
}
