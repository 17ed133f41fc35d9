import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Bytes } from '~/keys/bytes';

/** An account's key, opened. The private key can be used but not read; `key` is its own public half (base64 of the SPKI). */
export type OpenedKey = { accountId: string; keyId: string; key: string; privateKey: CryptoKey };
/** What a password or passphrase just typed locks and opens with, until the account's key was opened with it. `at` in epoch ms. */
type StoredPending = { kind: 'password' | 'passphrase'; wrapKey: CryptoKey; salt: Bytes; at: number };
/**
 * The same with authKey, null where another page derived it: that signs in, so this page's memory has it and no store, where whoever comes
 * to this browser after a refused login could read it.
 */
export type PendingKey = StoredPending & { authKey: string | null };

/** From the password's derivation to the first page of the account: a redirect and a load. */
export const PENDING_LIFE_MS = 5 * 60_000;

const NAME = 'keys';
const PENDING = 'pending';

interface Schema extends DBSchema {
  opened: { key: string; value: OpenedKey };
  pending: { key: string; value: StoredPending };
}

// Where a browser keeps nothing (private windows of some), the page does, as long as it stands.
const memory = { opened: new Map<string, OpenedKey>(), pending: new Map<string, StoredPending>() };
let pendingAuthKey: string | null = null;

/** A legacy account's change of password or address, as it was sent: what opens its key until then, and the secret that counts after it. */
export type LegacyChange = { old: CryptoKey; next: Omit<PendingKey, 'at' | 'authKey'> & { authKey: string } };
let legacyChange: LegacyChange | null = null;

/** Keeps in this page's memory what a legacy account's key is locked with once its change is stored. */
export function keepLegacyChange(change: LegacyChange): void {
  legacyChange = change;
}

/** The last one that was kept; it is forgotten. */
export function takeLegacyChange(): LegacyChange | null {
  const change = legacyChange;
  legacyChange = null;
  return change;
}

const watchers = new Set<() => void>();

/** Calls back whenever the kept keys of this page changed. @returns ends it */
export function watchKeys(changed: () => void): () => void {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

function tellWatchers(): void {
  for (const changed of watchers) changed();
}

/** Keeps an opened key until logout. */
export async function keepOpenedKey(opened: OpenedKey): Promise<void> {
  await withStore(
    async (db) => void (await db.put('opened', opened, opened.accountId)),
    () => void memory.opened.set(opened.accountId, opened),
  );
  tellWatchers();
}

/** The opened key of an account; null where it was never opened here. */
export async function readOpenedKey(accountId: string): Promise<OpenedKey | null> {
  const kept = await withStore(
    (db) => db.get('opened', accountId),
    () => undefined,
  );
  return kept ?? memory.opened.get(accountId) ?? null;
}

/** Forgets one account's opened key: another one took its place. */
export async function dropOpenedKey(accountId: string): Promise<void> {
  memory.opened.delete(accountId);
  await withStore(
    (db) => db.delete('opened', accountId),
    () => undefined,
  );
  tellWatchers();
}

/** Keeps the one pending key; an older one is forgotten. */
export async function keepPendingKey({ kind, wrapKey, salt, authKey }: Omit<PendingKey, 'at'>): Promise<void> {
  pendingAuthKey = authKey;
  const kept = { kind, wrapKey, salt, at: Date.now() };
  await withStore(
    async (db) => void (await db.put('pending', kept, PENDING)),
    () => void memory.pending.set(PENDING, kept),
  );
}

/** The pending key; one that is too old is forgotten. It stays until `dropPendingKey`. */
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

/** Forgets the pending key: it has done its work, or is of no use. */
export async function dropPendingKey(): Promise<void> {
  pendingAuthKey = null;
  memory.pending.clear();
  await withStore(
    (db) => db.delete('pending', PENDING),
    () => undefined,
  );
}

/** Forgets every key: at logout, and when a session ended (A79). */
export async function emptyKeyStore(): Promise<void> {
  pendingAuthKey = null;
  legacyChange = null;
  memory.opened.clear();
  memory.pending.clear();
  await withStore(
    async (db) => void (await Promise.all([db.clear('opened'), db.clear('pending')])),
    () => undefined,
  );
  tellWatchers();
}

/** Runs `work` on the browser's store, or `instead` where there is none. Never fails: a key that is not kept is opened again. */
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
