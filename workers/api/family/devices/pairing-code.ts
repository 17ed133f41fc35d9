import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { isSame } from '../core/secrets';
import { listPairingCodes, setPairingCode } from '../store/pairing.queries';

/** Crockford base32: without I, L and O, which look like digits, and without U (A134). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** Returns a new code with 40 random bits. */
export function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * Returns the stored form of a pairing code: HMAC-SHA-256 as 64 hex digits, with a key derived from the pepper. Without the pepper, nobody
 * can check guesses of the short code. `pairId` gives equal codes of two pairings different hashes.
 */
export function hashCode(code: string, pairId: string, pepper: string): string {
  const key = hkdfSync('sha256', Buffer.from(pepper, 'base64'), '', 'pairing-code', 32);
  return createHmac('sha256', Buffer.from(key)).update(`${pairId}:${code}`).digest('hex');
}

/** True if the code belongs to the pairing. `hash` is the stored hash of that pairing. `code` is normalized, or null if malformed. */
export function isCode(code: string | null, hash: string, pairId: string, pepper: string): boolean {
  return code !== null && isSame(hashCode(code, pairId, pepper), hash);
}

/** Hashes pairing codes stored in plain text by older versions, so that a code shown during an update still works. */
export function hashClearCodes(sql: SqlStorage, pepper: string): void {
  // A hash is longer than a code.
  for (const { id, code } of listPairingCodes(sql)) if (code.length === LENGTH) setPairingCode(sql, id, hashCode(code, id, pepper));
}
