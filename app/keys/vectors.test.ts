import { scrypt as nodeScrypt } from 'node:crypto';
import { scrypt as nobleScrypt } from '@noble/hashes/scrypt.js';
import { describe, expect, test, vi } from 'vitest';
import { toHex } from './bytes.ts';
import { deriveKeys, SCRYPT_MAX_MEMORY, type Scrypt } from './derive.ts';
import vectors from './vectors.json' with { type: 'json' };

// On a busy machine, a derivation takes seconds.
vi.setConfig({ testTimeout: 60_000 });

// The test vectors were computed with Python's hashlib. workers/api/key-vectors.test.ts checks them in workerd,
// tests/e2e/key-vectors.test.ts in Chromium.
const byNode: Scrypt = (password, salt, { N, r, p, dkLen }) =>
  new Promise((resolve, reject) => {
    nodeScrypt(password, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
const byLibrary: Scrypt = (password, salt, parameters) => nobleScrypt(password, salt, parameters);

describe('key derivation vectors', () => {
  test.each(vectors)('deriveKeys returns the expected keys with node:crypto: $name', async ({ email, password, authKey, wrapKey }) => {
    const keys = await deriveKeys(email, password, byNode);
    expect([keys.authKey, toHex(keys.wrapKey)]).toEqual([authKey, wrapKey]);
  });

  test.each(vectors)(
    'deriveKeys returns the expected keys with the browser’s library: $name',
    async ({ email, password, authKey, wrapKey }) => {
      const keys = await deriveKeys(email, password, byLibrary);
      expect([keys.authKey, toHex(keys.wrapKey)]).toEqual([authKey, wrapKey]);
    },
  );

  test('deriveKeys ignores Unicode form and spaces around the address, but not spaces in the password', () => {
    const keyOf = (name: string) => vectors.find((vector) => vector.name === name)?.authKey;
    expect(keyOf('NFD gives the same')).toBe(keyOf('NFC'));
    expect(keyOf('an address in capitals and with spaces gives the same')).toBe(keyOf('NFC'));
    expect(new Set(vectors.map(({ authKey }) => authKey)).size).toBe(vectors.length - 2);
  });
});
