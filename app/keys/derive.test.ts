import { createHash, scrypt as nodeScrypt } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { deriveAuthKey, SCRYPT_MAX_MEMORY, SCRYPT_PARAMETERS, type Scrypt } from './derive.ts';

// On a busy machine, a derivation takes seconds.
vi.setConfig({ testTimeout: 60_000 });

const scrypt: Scrypt = (password, salt, { N, r, p, dkLen }) =>
  new Promise((resolve, reject) => {
    nodeScrypt(password, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });

/** Returns a fake scrypt that records its arguments and returns the bytes 0 to 63. */
function recorder() {
  const asked: Array<{ password: string; salt: string; parameters: unknown }> = [];
  const derive: Scrypt = (password, salt, parameters) => {
    asked.push({ password: Buffer.from(password).toString(), salt: Buffer.from(salt).toString('hex'), parameters });
    return Uint8Array.from({ length: 64 }, (_, index) => index);
  };
  return { asked, derive };
}

describe('derive', () => {
  test('derives the expected authKey from an address and password', async () => {
    const salt = createHash('sha256').update('v1:zoë@example.com').digest();
    const expected = await scrypt(Buffer.from('correct horse ä'), salt, { N: 32_768, r: 8, p: 3, dkLen: 64 });
    const authKey = await deriveAuthKey(' ZOË@Example.com ', 'correct horse ä', scrypt);
    expect(authKey).toBe(Buffer.from(expected).subarray(0, 32).toString('hex'));
    expect(authKey).toBe('a55343537d82c0cf91e422f7f47cef3ff4fd0e74ec2f999e9a7b93aa811e4053');
  });

  test('returns only the first 32 bytes as the authKey', async () => {
    const { derive } = recorder();
    expect(await deriveAuthKey('a@b.de', 'password', derive)).toBe(
      Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex'),
    );
  });

  test('normalizes the address for the salt, and normalizes the password to NFC without trimming', async () => {
    const { asked, derive } = recorder();
    for (const email of ['zoë@example.com', ' ZOË@EXAMPLE.COM\n', 'zoe\u0308@example.com'])
      await deriveAuthKey(email, ' pa\u0308ss ', derive);
    const salt = createHash('sha256').update('v1:zoë@example.com').digest('hex');
    expect(asked).toEqual(Array(3).fill({ password: ' päss ', salt, parameters: { N: 32_768, r: 8, p: 3, dkLen: 64 } }));
  });

  test('stays below the maximum cost allowed in production', () => {
    expect(SCRYPT_PARAMETERS.N * SCRYPT_PARAMETERS.r * SCRYPT_PARAMETERS.p).toBeLessThan(2 ** 20);
  });
});
