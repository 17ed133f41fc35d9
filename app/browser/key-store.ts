import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Bytes } from '#app/keys/bytes';

/** An account's unlocked key. The private key is not extractable; `key` is its public half (base64 of the SPKI). */
export type UnlockedKey = { accountId: string; keyId: string; key: string; privateKey: CryptoKey };
/** A key derived from the typed password or passphrase; kept until it has unlocked the account's key. `at` is in epoch ms. */
type StoredPending = { kind: 'password' | 'passphrase'; wrapKey: CryptoKey; salt: Bytes; at: number };
/**
 * A pending key with its authKey; null if another page derived it. The authKey is never stored, because it can log in: later users of this
 * browser could read it.
 */
export type PendingKey = StoredPending & { authKey: string | null };

/** Covers the time from deriving the password to the account's first page: one redirect and one load. */
export const PENDING_LIFE_MS = 5 * 60_000;

const NAME = 'keys';
const PENDING = 'pending';

interface Schema extends DBSchema {
  opened: { key: string; value: UnlockedKey };
  pending: { key: string; value: StoredPending };
}

// Fallback for browsers without a store (some private windows); lasts as long as the page.
const memory = { opened: new Map<string, UnlockedKey>(), pending: new Map<string, StoredPending>() };
let pendingAuthKey: string | null = null;

/**
 * A change of password or address of a legacy account. `old` unlocks the account's key before the change; `next` locks it after the change.
 */
export type LegacyChange = { old: CryptoKey; next: Omit<PendingKey, 'at' | 'authKey'> & { authKey: string } };
let legacyChange: LegacyChange | null = null;

/** Keeps a legacy account's change in memory until `takeLegacyChange` or `emptyKeyStore`. */
export function keepLegacyChange(change: LegacyChange): void {
  legacyChange = change;
}

/** Returns the kept change and removes it from memory; null if there is none. */
export function takeLegacyChange(): LegacyChange | null {
  const change = legacyChange;
  legacyChange = null;
  return change;
}

const watchers = new Set<() => void>();

/**
 * Calls `changed` whenever the unlocked keys of this page change.
 * @returns a function that removes the watcher
 */
export function watchKeys(changed: () => void): () => void {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

function notifyWatchers(): void {
  for (const changed of watchers) changed();
}

/** Stores an unlocked key until logout; if the browser's store fails, only in memory. */
export async function storeUnlockedKey(opened: UnlockedKey): Promise<void> {
  await withStore(
    async (db) => void (await db.put('opened', opened, opened.accountId)),
    () => void memory.opened.set(opened.accountId, opened),
  );
  notifyWatchers();
}

/** Returns an account's unlocked key; null if this browser has none. */
export async function readUnlockedKey(accountId: string): Promise<UnlockedKey | null> {
  const kept = await withStore(
    (db) => db.get('opened', accountId),
    () => undefined,
  );
  return kept ?? memory.opened.get(accountId) ?? null;
}

/** Deletes an account's unlocked key. */
export async function dropOpenedKey(accountId: string): Promise<void> {
  memory.opened.delete(accountId);
  await withStore(
    (db) => db.delete('opened', accountId),
    () => undefined,
  );
  notifyWatchers();
}

/** Keeps the pending key and replaces an older one. */
export async function keepPendingKey({ kind, wrapKey, salt, authKey }: Omit<PendingKey, 'at'>): Promise<void> {
  pendingAuthKey = authKey;
  const kept = { kind, wrapKey, salt, at: Date.now() };
  await withStore(
    async (db) => void (await db.put('pending', kept, PENDING)),
    () => void memory.pending.set(PENDING, kept),
  );
}

/** Returns the pending key and keeps it until `dropPendingKey`. Returns null if there is none; deletes an expired key. */
export async function readPendingKey(): Promise<PendingKey | null> {
  const kept = await withStore(
    (db) => db.get('pending', PENDING),
    () => undefined,
  );
  const pending = kept ?? memory.pending.get(PENDING) ?? null;
  if (pending === null) return null;
  if (Date.now() - pending.at <= PENDING_LIFE_MS) return { ...pending, authKey: pendingAuthKey };
  await dropPendingKey();
  return null;
}

/** Deletes the pending key. Call this after its use, or if it cannot unlock the account's key. */
export async function dropPendingKey(): Promise<void> {
  pendingAuthKey = null;
  memory.pending.clear();
  await withStore(
    (db) => db.delete('pending', PENDING),
    () => undefined,
  );
}

/** Deletes every key: at logout, and when the session ended (A79). */
export async function emptyKeyStore(): Promise<void> {
  pendingAuthKey = null;
  legacyChange = null;
  memory.opened.clear();
  memory.pending.clear();
  await withStore(
    async (db) => void (await Promise.all([db.clear('opened'), db.clear('pending')])),
    () => undefined,
  );
  notifyWatchers();
}

/** Runs `work` on the browser's store, or `instead` if that fails. Never throws, because the user can unlock a lost key again. */
async function withStore<Value>(work: (db: IDBPDatabase<Schema>) => Promise<Value>, instead: () => Value): Promise<Value> {
  let db: IDBPDatabase<Schema> | null = null;
  try {
    db = await openDB<Schema>(NAME, 1, {
      upgrade(fresh) {
        fresh.createObjectStore('opened');
        fresh.createObjectStore('pending');
      },
    });
    return await work(db);
  } catch {
    return instead();
  } finally {
    db?.close();
  }
}
