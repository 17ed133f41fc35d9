import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { AccountKeyWire } from '../app/wire/keys.ts';

/** A public key with its pin: base64url SHA-256 of the SPKI. */
const knownKeySchema = z.object({ key: z.string(), keyId: z.string(), pin: z.string() });
type KnownKey = z.infer<typeof knownKeySchema>;

/**
 * Which public key of the account a device trusts (A128). `pin` and `from`: what it pinned, and whether that came with the invitation, was
 * the first word of the server, or was compared by a person. `trusted`: the key to seal to. `refused`: another one that the server offered
 * instead; it stays unused.
 */
export const accountKeyStateSchema = z.object({
  pin: z.string(),
  from: z.enum(['invitation', 'server', 'person']),
  trusted: knownKeySchema.nullable(),
  refused: knownKeySchema.nullable(),
});
export type AccountKeyState = z.infer<typeof accountKeyStateSchema>;

/** What a device knows of the key when it begins: the pin of its invitation, or nothing. */
export function beginWithPin(pin: string | null): AccountKeyState | null {
  return pin === null ? null : { pin, from: 'invitation', trusted: null, refused: null };
}

/**
 * The server's word about the account's key. Without a pin the first key is pinned; afterwards only the pinned one is taken, and every
 * other is refused and kept apart until a person confirms it or the device is paired again (D08).
 */
export function hearOfKey(state: AccountKeyState | null, offered: AccountKeyWire | null): AccountKeyState | null {
  if (offered === null) return state;
  const known: KnownKey = { key: offered.key, keyId: offered.key_id, pin: pinOfWire(offered.key) };
  if (state === null) return { pin: known.pin, from: 'server', trusted: known, refused: null };
  return known.pin === state.pin ? { ...state, trusted: known, refused: null } : { ...state, refused: known };
}

/** A person compared the words of a key on the device with those on the parent's page: it is the one to trust from now on. */
export function confirmKey(state: AccountKeyState, key: KnownKey): AccountKeyState {
  return { ...state, pin: key.pin, from: 'person', trusted: key, refused: null };
}

/** The key that waits for a person: a refused one, else one that nobody but the server vouches for. Null: nothing to compare. */
export function toCompare(state: AccountKeyState | null): KnownKey | null {
  return state?.refused ?? (state?.from === 'server' ? state.trusted : null);
}

/** What a report says about it. */
export function keyStanding(state: AccountKeyState | null): 'none' | 'pinned' | 'unproven' | 'refused' {
  if (state === null) return 'none';
  if (state.refused !== null) return 'refused';
  return state.from === 'server' ? 'unproven' : 'pinned';
}

function pinOfWire(key: string): string {
  return createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64url');
}
