import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { isSame } from '../core/secrets';
import { listPairingCodes, setPairingCode } from '../store/device.queries';

/** Crockford base32 without the letters that read like digits (A134). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** A new code: 40 random bits. */
export function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * What is stored of a pairing's code: HMAC-SHA-256 as 64 hex, under a key derived from the pepper. 40 bits are quickly guessed from a plain
 * hash; without the pepper nothing can be tried. `pairId` makes equal codes of two pairings unequal.
 */
export function hashCode(code: string, pairId: string, pepper: string): string {
  const key = hkdfSync('sha256', Buffer.from(pepper, 'base64'), '', 'pairing-code', 32);
  return createHmac('sha256', Buffer.from(key)).update(`${pairId}:${code}`).digest('hex');
}

/** True for the code of a pairing; `hash` as the row holds it. `code` normalised, null for what cannot be one. */
export function isCode(code: string | null, hash: string, pairId: string, pepper: string): boolean {
  return code !== null && isSame(hashCode(code, pairId, pepper), hash);
}

/** Hashes the codes that rows of before hold in clear, so that a code which is on a page during an update can still be typed in. */
export function hashClearCodes(sql: SqlStorage, pepper: string): void {
  // A hash is longer.
  for (const { id, code } of listPairingCodes(sql)) if (code.length === LENGTH) setPairingCode(sql, id, hashCode(code, id, pepper));
}
