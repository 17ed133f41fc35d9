import { type Bytes, sha256, toHex, utf8 } from './bytes.ts';

/** Cost of the derivation (A80). N*r*p stays under MAX_SCRYPT_COST. */
export const SCRYPT_PARAMETERS = { N: 2 ** 15, r: 8, p: 3, dkLen: 64 } as const;
/** The most that production computes, in N*r*p: it refuses more although a local run does not. */
export const MAX_SCRYPT_COST = 2 ** 20;
/** Memory that node:crypto must be allowed for these parameters: 32 MiB and a margin. */
export const SCRYPT_MAX_MEMORY = 64 * 1024 * 1024;

/** What scrypt costs, without the length of its output. */
export type Cost = { N: number; r: number; p: number };

/** scrypt as the place brings it: node:crypto at the edge, a library in the browser. Returns `dkLen` bytes. */
export type Scrypt = (password: Uint8Array, salt: Uint8Array, parameters: Cost & { dkLen: number }) => Promise<Uint8Array> | Uint8Array;

/** `authKey`: 64 lower-case hex, what the server sees. `wrapKey`: 32 bytes that lock the private key and never leave the browser. */
export type DerivedKeys = { authKey: string; wrapKey: Bytes };

/** True where a browser may compute it for somebody else's word: nothing weaker than what we lock with, nothing that only a local run can open. */
export function isAcceptedCost({ N, r, p }: Cost): boolean {
  const isWhole = [N, r, p].every(Number.isInteger) && Number.isInteger(Math.log2(N));
  const isStrong = N >= SCRYPT_PARAMETERS.N && r >= SCRYPT_PARAMETERS.r && p >= SCRYPT_PARAMETERS.p;
  return isWhole && isStrong && N * r * p <= MAX_SCRYPT_COST;
}

/** The salt of an address: SHA-256 of `v1:` and the address trimmed, lower-cased and in NFC (A80). 32 bytes. */
export function saltOfEmail(email: string): Promise<Bytes> {
  return sha256(`v1:${email.trim().toLowerCase().normalize('NFC')}`);
}

/** The salt of an account without a password, from who vouches for it (S13). 32 bytes. */
export function saltOfIdentity(issuer: string, subject: string): Promise<Bytes> {
  return sha256(`v1:${issuer}|${subject}`);
}

/**
 * Both keys of a typed secret under a salt, at today's cost or at the one that a locked copy names. The secret is taken in NFC and never
 * trimmed (A113). @throws RangeError for a cost that is not accepted
 */
export async function deriveWith(secret: string, salt: Uint8Array, scrypt: Scrypt, cost: Cost = SCRYPT_PARAMETERS): Promise<DerivedKeys> {
  if (!isAcceptedCost(cost)) throw new RangeError('Unsupported derivation cost');
  const { N, r, p } = cost;
  const bytes = await scrypt(utf8(secret.normalize('NFC')), salt, { N, r, p, dkLen: SCRYPT_PARAMETERS.dkLen });
  return { authKey: toHex(bytes.subarray(0, 32)), wrapKey: new Uint8Array(bytes.subarray(32, 64)) };
}

/** Both keys of an e-mail address and a typed password (A80). */
export async function deriveKeys(email: string, password: string, scrypt: Scrypt): Promise<DerivedKeys> {
  return deriveWith(password, await saltOfEmail(email), scrypt);
}

/** authKey of an e-mail address and a typed password: what POST /login takes as `password` (A80). */
export async function deriveAuthKey(email: string, password: string, scrypt: Scrypt): Promise<string> {
  return (await deriveKeys(email, password, scrypt)).authKey;
}
