import { type Bytes, sha256, toHex, utf8 } from './bytes.ts';

/** Cost of the derivation (A80). N*r*p stays below `MAX_SCRYPT_COST`. */
export const SCRYPT_PARAMETERS = { N: 2 ** 15, r: 8, p: 3, dkLen: 64 } as const;
/** Maximum N*r*p that Cloudflare computes. Workerd on one machine has no such limit. */
export const MAX_SCRYPT_COST = 2 ** 20;
/** Memory limit for node:crypto in bytes. The current parameters need slightly more than 32 MiB, which is Node's default. */
export const SCRYPT_MAX_MEMORY = 64 * 1024 * 1024;

/** Cost of scrypt, without its output length. */
export type Cost = { N: number; r: number; p: number };

/** The runtime's scrypt: node:crypto at the edge, a library in the browser. Returns `dkLen` bytes. */
export type Scrypt = (password: Uint8Array, salt: Uint8Array, parameters: Cost & { dkLen: number }) => Promise<Uint8Array> | Uint8Array;

/** `authKey`: 64 lowercase hex characters, sent to the server. `wrapKey`: 32 bytes that encrypt the private key; not sent to the server. */
export type DerivedKeys = { authKey: string; wrapKey: Bytes };

/** True if a browser may use a cost that the server sent. It must be at least `SCRYPT_PARAMETERS` and within production's maximum. */
export function isAcceptedCost({ N, r, p }: Cost): boolean {
  const isWhole = [N, r, p].every(Number.isInteger) && Number.isInteger(Math.log2(N));
  const isStrong = N >= SCRYPT_PARAMETERS.N && r >= SCRYPT_PARAMETERS.r && p >= SCRYPT_PARAMETERS.p;
  return isWhole && isStrong && N * r * p <= MAX_SCRYPT_COST;
}

/** Returns the salt of an email address: SHA-256 of `v1:` and the address trimmed, lowercase and in NFC (A80). 32 bytes. */
export function saltOfEmail(email: string): Promise<Bytes> {
  return sha256(`v1:${email.trim().toLowerCase().normalize('NFC')}`);
}

/** Returns the salt of an account without a password, from its identity provider (S13). 32 bytes. */
export function saltOfIdentity(issuer: string, subject: string): Promise<Bytes> {
  return sha256(`v1:${issuer}|${subject}`);
}

/**
 * Derives both keys from a secret and salt, at the current cost or that of an encrypted copy. Normalizes the secret to NFC and does not
 * trim it (A113).
 * @throws RangeError if the cost is not accepted
 */
export async function deriveWith(secret: string, salt: Uint8Array, scrypt: Scrypt, cost: Cost = SCRYPT_PARAMETERS): Promise<DerivedKeys> {
  if (!isAcceptedCost(cost)) throw new RangeError('Unsupported derivation cost');
  const { N, r, p } = cost;
  const bytes = await scrypt(utf8(secret.normalize('NFC')), salt, { N, r, p, dkLen: SCRYPT_PARAMETERS.dkLen });
  return { authKey: toHex(bytes.subarray(0, 32)), wrapKey: new Uint8Array(bytes.subarray(32, 64)) };
}

/** Derives both keys from an email address and password (A80). */
export async function deriveKeys(email: string, password: string, scrypt: Scrypt): Promise<DerivedKeys> {
  return deriveWith(password, await saltOfEmail(email), scrypt);
}

/** Derives the authKey, which POST /login takes as `password`, from an email address and password (A80). */
export async function deriveAuthKey(email: string, password: string, scrypt: Scrypt): Promise<string> {
  return (await deriveKeys(email, password, scrypt)).authKey;
}
