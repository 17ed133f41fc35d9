import { createHash } from 'node:crypto';
import { emailSchema } from '../../../app/domain/credentials';
import { ERROR_CODES, Refusal } from '../../../app/wire/errors';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import type { Family } from '../family/family';

/** Unknown addresses are asked of one of these empty families, so that they cost what known ones cost (S01). */
const DECOYS = 16;

/** An address as it names an account. @throws Refusal 301 when it is none */
export function readEmail(text: string): string {
  const email = emailSchema.safeParse(text);
  if (!email.success) throw new Refusal(ERROR_CODES.invalidEmail, 400, 'This is not an e-mail address', { fields: { email: 'invalid' } });
  return email.data;
}

/** authKey as clients send it, 64 lower-case hex (A80). @throws Refusal 300 for anything else */
export function readAuthKey(text: string): string {
  if (!isAuthKey(text)) throw wrongPassword();
  return text;
}

export function isAuthKey(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Unknown address, wrong password, no account to sign in to: one answer for all (S01). */
export function wrongPassword(): Refusal {
  return new Refusal(ERROR_CODES.invalidPassword, 400, 'Wrong e-mail address or password');
}

/** Too many tries (S01). */
export function tooMany(): Refusal {
  return new Refusal(ERROR_CODES.rateLimited, 403, 'Too many tries, wait a while and try again');
}

/** The family that an address names, or an empty one in its place, which the address always gets. */
export async function findByAddress(env: ApiEnv, email: string): Promise<DurableObjectStub<Family>> {
  const standing = await directoryFor(env, 'mail', email).standing();
  if (standing.state === 'confirmed') return env.FAMILY.get(env.FAMILY.idFromString(standing.owner));
  const decoy = createHash('sha256').update(email).digest().readUInt8() % DECOYS;
  return env.FAMILY.get(env.FAMILY.idFromName(`decoy-${decoy}`));
}
