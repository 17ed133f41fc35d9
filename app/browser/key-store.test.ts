import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  dropOpenedKey,
  dropPendingKey,
  emptyKeyStore,
  keepPendingKey,
  PENDING_LIFE_MS,
  readPendingKey,
  readUnlockedKey,
  storeUnlockedKey,
  watchKeys,
} from './key-store';

// The test environment has no IndexedDB, like some private windows. tests/e2e/derived.test.ts tests IndexedDB in Chromium.
const NOW = 1_800_000_000_000;

async function newPrivateKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(async () => {
  vi.useRealTimers();
  await emptyKeyStore();
});

describe('key store', () => {
  test('keeps keys in memory, one per account, when the browser has no store', async () => {
    const privateKey = await newPrivateKey();
    const opened = { accountId: 'a', keyId: 'k', key: 'AAAA', privateKey };
    await storeUnlockedKey(opened);
    expect([await readUnlockedKey('a'), await readUnlockedKey('b')]).toEqual([opened, null]);
    await dropOpenedKey('a');
    expect(await readUnlockedKey('a')).toBeNull();
  });

  test('keeps a pending key for five minutes or until it is discarded', async () => {
    const pending = { kind: 'password', authKey: 'ab', wrapKey: await newPrivateKey(), salt: new Uint8Array(32) } as const;
    await keepPendingKey(pending);
    vi.setSystemTime(NOW + PENDING_LIFE_MS);
    expect(await readPendingKey()).toEqual({ ...pending, at: NOW });
    vi.setSystemTime(NOW + PENDING_LIFE_MS + 1);
    expect(await readPendingKey()).toBeNull();
    await keepPendingKey(pending);
    await dropPendingKey();
    expect(await readPendingKey()).toBeNull();
  });

  test('emptyKeyStore deletes every key and notifies watchers (A79)', async () => {
    let told = 0;
    const end = watchKeys(() => {
      told += 1;
    });
    const privateKey = await newPrivateKey();
    await storeUnlockedKey({ accountId: 'a', keyId: 'k', key: 'AAAA', privateKey });
    await keepPendingKey({ kind: 'password', authKey: 'ab', wrapKey: privateKey, salt: new Uint8Array(32) });
    await emptyKeyStore();
    expect([await readUnlockedKey('a'), await readPendingKey(), told]).toEqual([null, null, 2]);
    end();
    await emptyKeyStore();
    expect(told).toBe(2);
  });
});
