import { scrypt as nodeScrypt } from 'node:crypto';
import { scrypt as nobleScrypt } from '@noble/hashes/scrypt.js';
import { describe, expect, test, vi } from 'vitest';
import { toHex } from './bytes.ts';
import { deriveKeys, SCRYPT_MAX_MEMORY, type Scrypt } from './derive.ts';
import vectors from './vectors.json' with { type: 'json' };

// A busy machine derives for seconds.
vi.setConfig({ testTimeout: 60_000 });

// Made with Python's hashlib. Checked in workerd and Chromium too (workers/api/key-vectors.test.ts, tests/e2e/key-vectors.test.ts).
const byNode: Scrypt = (password, salt, { N, r, p, dkLen }) =>
  new Promise((resolve, reject) => {
    nodeScrypt(password, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
const byLibrary: Scrypt = (password, salt, parameters) => nobleScrypt(password, salt, parameters);

describe('vectors', () => {
  test.each(vectors)('Node, as the edge derives: $name', async ({ email, password, authKey, wrapKey }) => {
    const keys = await deriveKeys(email, password, byNode);
    expect([keys.authKey, toHex(keys.wrapKey)]).toEqual([authKey, wrapKey]);
  });

  test.each(vectors)('Node, as the browser derives: $name', async ({ email, password, authKey, wrapKey }) => {
    const keys = await deriveKeys(email, password, byLibrary);
    expect([keys.authKey, toHex(keys.wrapKey)]).toEqual([authKey, wrapKey]);
  });

  test('spelled otherwise is the same, spaces are not', () => {
    const keyOf = (name: string) => vectors.find((vector) => vector.name === name)?.authKey;
    expect(keyOf('NFD gives the same')).toBe(keyOf('NFC'));
    expect(keyOf('an address in capitals and with spaces gives the same')).toBe(keyOf('NFC'));
    expect(new Set(vectors.map(({ authKey }) => authKey)).size).toBe(vectors.length - 2);
  });
});
