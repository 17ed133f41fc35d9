import { decodeSpki, fingerprintWords } from '#app/keys/account-key';
import { sha256, toHex } from '#app/keys/bytes';
import { type KeyCopy, parseEnvelope } from '#app/keys/envelope';
import { toAccountState } from '#app/server/account.server';
import type { Parent } from '#app/server/guards.server';
import type { KeyFacts } from './key.schemas';
import { toKeyFacts } from './key-exchange.server';

/** Fingerprint of a public key: six words to compare, and the full SHA-256 in hex (A133). */
export type Fingerprint = { words: Array<string>; hex: string };
/** What the server knows about one encrypted copy of the key. `bytes`: length of its ciphertext. */
export type CopyFacts = { kind: KeyCopy['kind']; kdf: string; bytes: number };

/** Loads the page of the account key. `copies` is null if the envelope is unreadable. */
export async function loadKeyPage(parent: Parent) {
  const facts = toKeyFacts(parent);
  const { isFull, seq } = parent.account;
  const accountState = toAccountState(parent.account, Date.now());
  return { facts, fingerprint: await toFingerprint(facts), copies: toCopies(facts), accountState, isFull, seq };
}

/** Returns the fingerprint of the account key; null without a key. */
export function readFingerprint(parent: Parent): Promise<Fingerprint | null> {
  return toFingerprint(toKeyFacts(parent));
}

async function toFingerprint({ stored }: KeyFacts): Promise<Fingerprint | null> {
  const spki = stored === null ? null : decodeSpki(stored.key);
  return spki === null ? null : { words: await fingerprintWords(spki), hex: toHex(await sha256(spki)) };
}

function toCopies({ stored }: KeyFacts): Array<CopyFacts> | null {
  if (stored === null) return [];
  try {
    return parseEnvelope(stored.encPriv).copies.map(toCopyFacts);
  } catch {
    return null;
  }
}

function toCopyFacts(copy: KeyCopy): CopyFacts {
  const kdf =
    copy.kind === 'recovery' ? 'HKDF-SHA-256' : `scrypt, N\u00a0=\u00a0${copy.n}, r\u00a0=\u00a0${copy.r}, p\u00a0=\u00a0${copy.p}`;
  return { kind: copy.kind, kdf, bytes: Math.floor((copy.ct.length * 3) / 4) };
}
