import { createHash, createPublicKey, hkdfSync } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { describe, expect, test, vi } from 'vitest';
import {
  createKeyPair,
  decodeSpki,
  derivePublicKey,
  encodeSpki,
  fingerprintWords,
  importPrivateKey,
  keyIdOf,
  pinOf,
} from './account-key.ts';
import { toHex } from './bytes.ts';
import { newRecoveryCode, readRecoveryWords, recoveryKey } from './recovery.ts';

// Generating primes of 1536 bits takes an unpredictable time.
vi.setConfig({ testTimeout: 120_000 });

const SPKI = new TextEncoder().encode('stands for a public key');

describe('account key', () => {
  test('creates a 3072-bit RSA key and derives the public half from the private one', async () => {
    const { spki, pkcs8 } = await createKeyPair();
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
    expect([asymmetricKeyType, asymmetricKeyDetails]).toEqual(['rsa', { modulusLength: 3072, publicExponent: 65_537n }]);
    expect(await derivePublicKey(pkcs8)).toEqual(spki);
    const privateKey = await importPrivateKey(pkcs8);
    expect(privateKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow();
  });

  test('derives ID, pin and words from the public key (A128, A133)', async () => {
    const hash = createHash('sha256').update(SPKI).digest();
    expect(await keyIdOf(SPKI)).toBe(createHash('sha1').update(SPKI).digest('hex'));
    expect(await pinOf(SPKI)).toBe(hash.toString('base64url'));
    expect(await pinOf(SPKI)).toHaveLength(43);
    const bits = BigInt(`0x${hash.toString('hex')}`)
      .toString(2)
      .padStart(256, '0');
    const words = Array.from({ length: 6 }, (_, index) => wordlist[Number.parseInt(bits.slice(index * 11, index * 11 + 11), 2)]);
    expect(await fingerprintWords(SPKI)).toEqual(words);
    expect(decodeSpki(encodeSpki(SPKI))).toEqual(SPKI);
    expect([decodeSpki(''), decodeSpki('no base64!')]).toEqual([null, null]);
  });

  test('creates a 128-bit recovery code whose twelve words can be parsed again (A129)', async () => {
    const { bytes, words } = await newRecoveryCode();
    expect([bytes.length, words.length]).toEqual([16, 12]);
    expect(await readRecoveryWords(words.join(' '))).toEqual(bytes);
    expect((await newRecoveryCode()).words).not.toEqual(words);
    const expected = hkdfSync('sha256', bytes, new Uint8Array(), 'recovery:v1', 32);
    expect(toHex(await recoveryKey(bytes))).toBe(Buffer.from(expected).toString('hex'));
  });

  const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  test.each([
    ['as written in BIP-39', WORDS],
    [
      'in capitals, with numbers and commas',
      `1. LEGAL, 2. Winner\n3. thank 4. year 5. wave 6. sausage 7. worth 8. useful 9. legal 10. winner 11. thank 12. yellow`,
    ],
    ['shortened to four letters', 'lega winn than year wave saus wort usef lega winn than yell'],
  ])('parses recovery words: %s', async (_name, text) => {
    expect(toHex((await readRecoveryWords(text)) ?? new Uint8Array())).toBe('7f'.repeat(16));
  });

  test.each([
    ['one word missing', WORDS.replace(' yellow', '')],
    ['one word too many', `${WORDS} yellow`],
    ['unknown word', WORDS.replace('sausage', 'bratwurst')],
    ['two words swapped', WORDS.replace('legal winner', 'winner legal')],
    ['empty text', ''],
  ])('rejects a recovery code: %s', async (_name, text) => {
    expect(await readRecoveryWords(text)).toBeNull();
  });
});
