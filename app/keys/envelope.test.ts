import { describe, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from './bytes.ts';
import {
  findCopy,
  InvalidEnvelope,
  type Lock,
  lockKey,
  NoSuchCopy,
  openCopy,
  parseEnvelope,
  replaceCopy,
  WrongSecret,
} from './envelope.ts';

const KEY_ID = 'a'.repeat(40);
const PRIVATE = new TextEncoder().encode('a private key');
const bytes = (fill: number) => new Uint8Array(32).fill(fill);
const password: Lock = { kind: 'password', salt: bytes(1), key: bytes(2) };
const recovery: Lock = { kind: 'recovery', key: bytes(3) };

/** An envelope whose first copy is changed. */
function spoilt(envelope: string, change: Record<string, unknown>): string {
  const { copies } = JSON.parse(envelope);
  return JSON.stringify({ v: 1, copies: [{ ...copies[0], ...change }] });
}

describe('envelope', () => {
  test('what was locked opens with the same secret, as bytes or as a key that cannot be read (KEYS-027)', async () => {
    const envelope = await lockKey(PRIVATE, KEY_ID, password);
    expect(await openCopy(envelope, KEY_ID, 'password', bytes(2))).toEqual(PRIVATE);
    const key = await crypto.subtle.importKey('raw', bytes(2), 'AES-GCM', false, ['encrypt', 'decrypt']);
    expect(await openCopy(envelope, KEY_ID, 'password', key)).toEqual(PRIVATE);
    const byKey = await lockKey(PRIVATE, KEY_ID, { kind: 'passphrase', salt: bytes(1), key });
    expect(await openCopy(byKey, KEY_ID, 'passphrase', bytes(2))).toEqual(PRIVATE);
  });

  test('a wrong secret, another key’s label and changed bits are a wrong secret', async () => {
    const envelope = await lockKey(PRIVATE, KEY_ID, password);
    await expect(openCopy(envelope, KEY_ID, 'password', bytes(9))).rejects.toThrow(WrongSecret);
    await expect(openCopy(envelope, 'b'.repeat(40), 'password', bytes(2))).rejects.toThrow(WrongSecret);
    const { ct } = findCopy(envelope, 'password');
    const flipped = fromBase64Url(ct) ?? new Uint8Array();
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    await expect(openCopy(spoilt(envelope, { ct: toBase64Url(flipped) }), KEY_ID, 'password', bytes(2))).rejects.toThrow(WrongSecret);
  });

  test('the envelope says how each copy is derived, and nothing of the key (A133, KEYS-016)', async () => {
    const envelope = await replaceCopy(await lockKey(PRIVATE, KEY_ID, password), PRIVATE, KEY_ID, recovery);
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

  test('one copy is replaced and the others stay to the letter', async () => {
    const before = await replaceCopy(await lockKey(PRIVATE, KEY_ID, password), PRIVATE, KEY_ID, recovery);
    const after = await replaceCopy(before, PRIVATE, KEY_ID, { kind: 'password', salt: bytes(4), key: bytes(5) });
    expect(parseEnvelope(after).copies.map(({ kind }) => kind)).toEqual(['recovery', 'password']);
    expect(findCopy(after, 'recovery')).toEqual(findCopy(before, 'recovery'));
    expect(await openCopy(after, KEY_ID, 'password', bytes(5))).toEqual(PRIVATE);
    expect(await openCopy(after, KEY_ID, 'recovery', bytes(3))).toEqual(PRIVATE);
    await expect(openCopy(after, KEY_ID, 'password', bytes(2))).rejects.toThrow(WrongSecret);
    await expect(openCopy(after, KEY_ID, 'passphrase', bytes(2))).rejects.toThrow(NoSuchCopy);
  });

  test('two locks of one key have nothing in common', async () => {
    const [one, two] = await Promise.all([lockKey(PRIVATE, KEY_ID, password), lockKey(PRIVATE, KEY_ID, password)]);
    expect(findCopy(one, 'password').iv).not.toBe(findCopy(two, 'password').iv);
    expect(findCopy(one, 'password').ct).not.toBe(findCopy(two, 'password').ct);
  });

  // A server must be able neither to weaken what the browser derives, nor to have it compute for minutes.
  test.each([
    ['a weaker N', { n: 2 ** 14 }],
    ['a weaker r', { r: 4 }],
    ['a weaker p', { p: 1 }],
    ['N of one', { n: 1 }],
    ['more than production computes', { n: 2 ** 16 }],
    ['a p beyond it', { p: 5 }],
    ['N that is no power of two', { n: 40_000 }],
    ['a broken number', { p: 3.5 }],
    ['no number', { n: '32768' }],
    ['another derivation', { kdf: 'pbkdf2' }],
    ['none', { kdf: 'hkdf-sha256' }],
    ['a short salt', { salt: toBase64Url(new Uint8Array(16)) }],
    ['no salt', { salt: '' }],
    ['a short iv', { iv: toBase64Url(new Uint8Array(8)) }],
    ['binary that is none', { ct: 'not base64url!' }],
    ['another kind', { kind: 'master' }],
  ])('%s is refused on opening', async (_name, change) => {
    const envelope = spoilt(await lockKey(PRIVATE, KEY_ID, password), change);
    await expect(openCopy(envelope, KEY_ID, 'password', bytes(2))).rejects.toThrow(InvalidEnvelope);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'garbage'],
    ['no object', 'null'],
    ['a list', '[]'],
    ['no copies', '{"v":1}'],
    ['none among the copies', '{"v":1,"copies":[]}'],
    ['no copy among them', '{"v":1,"copies":[null]}'],
    ['another version', '{"v":2,"copies":[]}'],
    ['too long', `"${'x'.repeat(20_000)}"`],
  ])('what is no envelope raises «Invalid ciphertext response»: %s (KEYS-014)', (_name, text) => {
    expect(() => parseEnvelope(text)).toThrow(InvalidEnvelope);
    expect(() => parseEnvelope(text)).toThrow(/^Invalid ciphertext response$/);
  });

  test('two copies of one kind are no envelope', async () => {
    const [copy] = parseEnvelope(await lockKey(PRIVATE, KEY_ID, password)).copies;
    expect(() => parseEnvelope(JSON.stringify({ v: 1, copies: [copy, copy] }))).toThrow(InvalidEnvelope);
  });
});
