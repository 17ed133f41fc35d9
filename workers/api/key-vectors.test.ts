import { scrypt as nodeScrypt } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { toHex } from '#app/keys/bytes';
import { deriveKeys, SCRYPT_MAX_MEMORY, type Scrypt } from '#app/keys/derive';
import vectors from '#app/keys/vectors.json';

// Key derivation can take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const scrypt: Scrypt = (password, salt, { N, r, p, dkLen }) =>
  new Promise((resolve, reject) => {
    nodeScrypt(password, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }, (error, key) =>
      error === null ? resolve(new Uint8Array(key)) : reject(error),
    );
  });

describe('key vectors', () => {
  test.each(vectors)(
    'derives the keys of the shared test vectors in workerd: $name (A80)',
    async ({ email, password, authKey, wrapKey }) => {
      const keys = await deriveKeys(email, password, scrypt);
      expect([keys.authKey, toHex(keys.wrapKey)]).toEqual([authKey, wrapKey]);
    },
  );
});
