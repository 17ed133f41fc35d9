import { describe, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from './bytes.ts';
import {
  createEnvelope,
  decryptCopy,
  findCopy,
  InvalidEnvelope,
  NoSuchCopy,
  parseEnvelope,
  replaceCopy,
  type WrappingSecret,
  WrongSecret,
} from './envelope.ts';

const KEY_ID = 'a'.repeat(40);
const PRIVATE = new TextEncoder().encode('a private key');
const bytes = (fill: number) => new Uint8Array(32).fill(fill);
const password: WrappingSecret = { kind: 'password', salt: bytes(1), key: bytes(2) };
const recovery: WrappingSecret = { kind: 'recovery', key: bytes(3) };

/** Returns an envelope with only the first copy, changed by `change`. */
function spoilt(envelope: string, change: Record<string, unknown>): string {
  const { copies } = JSON.parse(envelope);
  return JSON.stringify({ v: 1, copies: [{ ...copies[0], ...change }] });
}

describe('envelope', () => {
  test('decrypts with the secret as bytes or as a non-extractable key (KEYS-027)', async () => {
    const envelope = await createEnvelope(PRIVATE, KEY_ID, password);
    expect(await decryptCopy(envelope, KEY_ID, 'password', bytes(2))).toEqual(PRIVATE);
    const key = await crypto.subtle.importKey('raw', bytes(2), 'AES-GCM', false, ['encrypt', 'decrypt']);
    expect(await decryptCopy(envelope, KEY_ID, 'password', key)).toEqual(PRIVATE);
    const byKey = await createEnvelope(PRIVATE, KEY_ID, { kind: 'passphrase', salt: bytes(1), key });
    expect(await decryptCopy(byKey, KEY_ID, 'passphrase', bytes(2))).toEqual(PRIVATE);
  });

  test('throws WrongSecret for a wrong secret, another key’s ID or modified bits', async () => {
    const envelope = await createEnvelope(PRIVATE, KEY_ID, password);
    await expect(decryptCopy(envelope, KEY_ID, 'password', bytes(9))).rejects.toThrow(WrongSecret);
    await expect(decryptCopy(envelope, 'b'.repeat(40), 'password', bytes(2))).rejects.toThrow(WrongSecret);
    const { ct } = findCopy(envelope, 'password');
    const flipped = fromBase64Url(ct) ?? new Uint8Array();
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    await expect(decryptCopy(spoilt(envelope, { ct: toBase64Url(flipped) }), KEY_ID, 'password', bytes(2))).rejects.toThrow(WrongSecret);
  });

  test('stores how each copy is derived, but not the plain key (A133, KEYS-016)', async () => {
    const envelope = await replaceCopy(await createEnvelope(PRIVATE, KEY_ID, password), PRIVATE, KEY_ID, recovery);
    const binary = { iv: expect.stringMatching(/^[\w-]{16}$/), ct: expect.stringMatching(/^[\w-]+$/) };
    expect(JSON.parse(envelope)).toEqual({
      v: 1,
      copies: [
        { kind: 'password', kdf: 'scrypt', n: 32_768, r: 8, p: 3, salt: toBase64Url(bytes(1)), ...binary },
        { kind: 'recovery', kdf: 'hkdf-sha256', salt: '', ...binary },
      ],
    });
    expect(envelope).not.toContain(toBase64Url(PRIVATE));
  });

  test('replaces one copy and keeps the others unchanged', async () => {
    const before = await replaceCopy(await createEnvelope(PRIVATE, KEY_ID, password), PRIVATE, KEY_ID, recovery);
    const after = await replaceCopy(before, PRIVATE, KEY_ID, { kind: 'password', salt: bytes(4), key: bytes(5) });
    expect(parseEnvelope(after).copies.map(({ kind }) => kind)).toEqual(['recovery', 'password']);
    expect(findCopy(after, 'recovery')).toEqual(findCopy(before, 'recovery'));
    expect(await decryptCopy(after, KEY_ID, 'password', bytes(5))).toEqual(PRIVATE);
    expect(await decryptCopy(after, KEY_ID, 'recovery', bytes(3))).toEqual(PRIVATE);
    await expect(decryptCopy(after, KEY_ID, 'password', bytes(2))).rejects.toThrow(WrongSecret);
    await expect(decryptCopy(after, KEY_ID, 'passphrase', bytes(2))).rejects.toThrow(NoSuchCopy);
  });

  test('encrypts a key differently each time', async () => {
    const [one, two] = await Promise.all([createEnvelope(PRIVATE, KEY_ID, password), createEnvelope(PRIVATE, KEY_ID, password)]);
    expect(findCopy(one, 'password').iv).not.toBe(findCopy(two, 'password').iv);
    expect(findCopy(one, 'password').ct).not.toBe(findCopy(two, 'password').ct);
  });

  // A server must not be able to weaken the browser's derivation, or to make it compute for minutes.
  test.each([
    ['weaker N', { n: 2 ** 14 }],
    ['weaker r', { r: 4 }],
    ['weaker p', { p: 1 }],
    ['N of 1', { n: 1 }],
    ['cost above production’s maximum', { n: 2 ** 16 }],
    ['p above the maximum', { p: 5 }],
    ['N that is not a power of two', { n: 40_000 }],
    ['fractional number', { p: 3.5 }],
    ['number as text', { n: '32768' }],
    ['another derivation', { kdf: 'pbkdf2' }],
    ['a password without scrypt', { kdf: 'hkdf-sha256' }],
    ['short salt', { salt: toBase64Url(new Uint8Array(16)) }],
    ['missing salt', { salt: '' }],
    ['short IV', { iv: toBase64Url(new Uint8Array(8)) }],
    ['invalid base64url', { ct: 'not base64url!' }],
    ['unknown type of copy', { kind: 'master' }],
  ])('refuses to decrypt an envelope: %s', async (_name, change) => {
    const envelope = spoilt(await createEnvelope(PRIVATE, KEY_ID, password), change);
    await expect(decryptCopy(envelope, KEY_ID, 'password', bytes(2))).rejects.toThrow(InvalidEnvelope);
  });

  test.each([
    ['empty text', ''],
    ['not JSON', 'garbage'],
    ['not an object', 'null'],
    ['array', '[]'],
    ['missing copies', '{"v":1}'],
    ['empty copies', '{"v":1,"copies":[]}'],
    ['invalid copy', '{"v":1,"copies":[null]}'],
    ['another version', '{"v":2,"copies":[]}'],
    ['too long', `"${'x'.repeat(20_000)}"`],
  ])('throws «Invalid ciphertext response»: %s (KEYS-014, ERR-024)', (_name, text) => {
    expect(() => parseEnvelope(text)).toThrow(InvalidEnvelope);
    expect(() => parseEnvelope(text)).toThrow(/^Invalid ciphertext response$/);
  });

  test('throws if an envelope has two copies of one type', async () => {
    const [copy] = parseEnvelope(await createEnvelope(PRIVATE, KEY_ID, password)).copies;
    expect(() => parseEnvelope(JSON.stringify({ v: 1, copies: [copy, copy] }))).toThrow(InvalidEnvelope);
  });
});
