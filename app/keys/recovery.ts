import { type Bytes, utf8 } from './bytes.ts';
import { wordList } from './words.ts';

const CODE_BYTES = 16;
const WORDS = 12;

/**
 * Creates a recovery code: 128 random bits and their twelve BIP-39 words (A129). Call this only in the browser, which alone may know the
 * code.
 */
export async function newRecoveryCode(): Promise<{ bytes: Bytes; words: Array<string> }> {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_BYTES));
  const [{ entropyToMnemonic }, list] = await Promise.all([import('@scure/bip39'), wordList()]);
  return { bytes, words: entropyToMnemonic(bytes, [...list]).split(' ') };
}

/**
 * Parses twelve typed words and returns the 16 bytes of the code. Ignores case, numbers, commas and line breaks; four letters per word are
 * enough. Returns null for an unknown word, a wrong number of words or a wrong checksum.
 */
export async function readRecoveryWords(text: string): Promise<Bytes | null> {
  const [{ mnemonicToEntropy }, list] = await Promise.all([import('@scure/bip39'), wordList()]);
  const typed =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  if (typed.length !== WORDS) return null;
  const words = typed.map((word) => list.find((known) => known === word || (word.length === 4 && known.startsWith(word))) ?? '');
  try {
    return new Uint8Array(mnemonicToEntropy(words.join(' '), [...list]));
  } catch {
    return null;
  }
}

/** Derives the 32-byte wrapping key of a recovery code with HKDF-SHA-256 (A133). */
export async function recoveryKey(bytes: Bytes): Promise<Bytes> {
  const secret = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8('recovery:v1') };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, secret, 256));
}
