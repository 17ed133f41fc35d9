import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Bytes } from '#app/keys/bytes';

/** An account's unlocked key. The private key is not extractable; `key` is its public half (base64 of the SPKI). */
export type UnlockedKey = { accountId: string; keyId: string; key: string; privateKey: CryptoKey };
/** Derived from the password or passphrase just typed; kept until it has unlocked the account's key. `at` is in epoch ms. */
type StoredPending = { kind: 'password' | 'passphrase'; wrapKey: CryptoKey; salt: Bytes; at: number };
/**
 * A pending key with its authKey, or null if another page derived it. The authKey can be used to log in, so it stays in memory: storage
 * would expose it to later users of this browser.
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

/** A legacy account's change of password or address, as sent: `old` unlocks its key before the change, `next` locks it after. */
export type LegacyChange = { old: CryptoKey; next: Omit<PendingKey, 'at' | 'authKey'> & { authKey: string } };
let legacyChange: LegacyChange | null = null;

/** Keeps a legacy account's change in memory, to lock its key again once the change is stored. */
export function keepLegacyChange(change: LegacyChange): void {
  legacyChange = change;
}

/** Returns the kept change and forgets it. */
export function takeLegacyChange(): LegacyChange | null {
  const change = legacyChange;
  legacyChange = null;
  return change;
}

const watchers = new Set<() => void>();

/** Calls `changed` whenever the unlocked keys of this page change. @returns a function that stops it */
export function watchKeys(changed: () => void): () => void {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

function notifyWatchers(): void {
  for (const changed of watchers) changed();
}

/** Keeps an unlocked key until logout. */
export async function storeUnlockedKey(opened: UnlockedKey): Promise<void> {
  await withStore(
    async (db) => void (await db.put('opened', opened, opened.accountId)),
    () => void memory.opened.set(opened.accountId, opened),
  );
  notifyWatchers();
}

/** Returns an account's unlocked key; null if it was never unlocked in this browser. */
export async function readUnlockedKey(accountId: string): Promise<UnlockedKey | null> {
  const kept = await withStore(
    (db) => db.get('opened', accountId),
    () => undefined,
  );
  return kept ?? memory.opened.get(accountId) ?? null;
}

/** Forgets one account's unlocked key, because another one replaced it. */
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

/** Returns the pending key, which stays until `dropPendingKey`. Discards the key and returns null if it is too old. */
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

/** Forgets the pending key after use, or if it is of no use. */
export async function dropPendingKey(): Promise<void> {
  pendingAuthKey = null;
  memory.pending.clear();
  await withStore(
    (db) => db.delete('pending', PENDING),
    () => undefined,
  );
}

/** Forgets every key: at logout, and when the session ended (A79). */
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

/** Runs `work` on the browser's store, or `instead` if that fails. Never throws: a key that is lost can be unlocked again. */
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
