import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  dropOpenedKey,
  dropPendingKey,
  emptyKeyStore,
  keepOpenedKey,
  keepPendingKey,
  PENDING_LIFE_MS,
  readOpenedKey,
  readPendingKey,
  watchKeys,
} from './key-store';

// There is no IndexedDB here, as in some private windows; the one of Chromium is met in tests/e2e/derived.test.ts.
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
  test('without a store of the browser the page keeps the keys itself, one per account', async () => {
    const privateKey = await newPrivateKey();
    const opened = { accountId: 'a', keyId: 'k', key: 'AAAA', privateKey };
    await keepOpenedKey(opened);
    expect([await readOpenedKey('a'), await readOpenedKey('b')]).toEqual([opened, null]);
    await dropOpenedKey('a');
    expect(await readOpenedKey('a')).toBeNull();
  });

  test('a pending key is there for five minutes, until it has done its work', async () => {
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

  test('emptied, nothing is left, and whoever watches hears of it (A79)', async () => {
    let told = 0;
    const end = watchKeys(() => {
      told += 1;
    });
    const privateKey = await newPrivateKey();
    await keepOpenedKey({ accountId: 'a', keyId: 'k', key: 'AAAA', privateKey });
    await keepPendingKey({ kind: 'password', authKey: 'ab', wrapKey: privateKey, salt: new Uint8Array(32) });
    await emptyKeyStore();
    expect([await readOpenedKey('a'), await readPendingKey(), told]).toEqual([null, null, 2]);
    end();
    await emptyKeyStore();
    expect(told).toBe(2);
  });
});
