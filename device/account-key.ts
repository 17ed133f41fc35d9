import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { AccountKeyWire } from '#app/wire/keys.ts';

/** A public key with its pin: base64url SHA-256 of the SPKI. */
const knownKeySchema = z.object({ key: z.string(), keyId: z.string(), pin: z.string() });
type KnownKey = z.infer<typeof knownKeySchema>;

/**
 * What a device knows about the account’s public key (A128). `pin`: hash of the pinned key. `from`: source of the pin, which is the
 * invitation, the server’s first answer, or a person who compared words. `trusted`: the key to seal to. `refused`: another key that the
 * server offered later; it is not used.
 */
export const accountKeyStateSchema = z.object({
  pin: z.string(),
  from: z.enum(['invitation', 'server', 'person']),
  trusted: knownKeySchema.nullable(),
  refused: knownKeySchema.nullable(),
});
export type AccountKeyState = z.infer<typeof accountKeyStateSchema>;

/** Returns the initial key state: the pin of the invitation, or null without one. */
export function beginWithPin(pin: string | null): AccountKeyState | null {
  return pin === null ? null : { pin, from: 'invitation', trusted: null, refused: null };
}

/**
 * Returns the key state after the server sent an account key. Without a pin, pins this key. Otherwise trusts only the pinned key. Any other
 * key is stored in `refused`. It stays there until the pinned key returns, a person confirms the other key, or the device is paired again
 * (D08).
 */
export function receiveAccountKey(state: AccountKeyState | null, offered: AccountKeyWire | null): AccountKeyState | null {
  if (offered === null) return state;
  const known: KnownKey = { key: offered.key, keyId: offered.key_id, pin: pinOfWire(offered.key) };
  if (state === null) return { pin: known.pin, from: 'server', trusted: known, refused: null };
  return known.pin === state.pin ? { ...state, trusted: known, refused: null } : { ...state, refused: known };
}

/**
 * Returns the state that trusts and pins `key`. Call it after a person has compared its words on the device with those on the parent’s
 * page.
 */
export function confirmKey(state: AccountKeyState, key: KnownKey): AccountKeyState {
  return { ...state, pin: key.pin, from: 'person', trusted: key, refused: null };
}

/**
 * Returns the key that a person must compare: the refused one, else one that was pinned from the server’s answer. Null: nothing to compare.
 */
export function keyToCompare(state: AccountKeyState | null): KnownKey | null {
  return state?.refused ?? (state?.from === 'server' ? state.trusted : null);
}

/**
 * Returns the key status for reports. `unproven`: pinned from the server’s answer and not compared by a person. `refused`: the server
 * offered another key.
 */
export function accountKeyStatus(state: AccountKeyState | null): 'none' | 'pinned' | 'unproven' | 'refused' {
  if (state === null) return 'none';
  if (state.refused !== null) return 'refused';
  return state.from === 'server' ? 'unproven' : 'pinned';
}

function pinOfWire(key: string): string {
  return createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64url');
}
