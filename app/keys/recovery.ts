import { type Bytes, utf8 } from './bytes.ts';
import { wordList } from './words.ts';

const CODE_BYTES = 16;
const WORDS = 12;

/** A recovery code: 128 random bits, and the twelve BIP-39 words that a person writes down (A129). Made and shown in the browser only. */
export async function newRecoveryCode(): Promise<{ bytes: Bytes; words: Array<string> }> {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_BYTES));
  const [{ entropyToMnemonic }, list] = await Promise.all([import('@scure/bip39'), wordList()]);
  return { bytes, words: entropyToMnemonic(bytes, [...list]).split(' ') };
}

/**
 * Reads twelve words as a person types them: capitals, numbers, commas and line breaks do not matter, and four letters tell each word from
 * all others. Null where a word is none, one is missing, or the last one, which checks the others, does not fit.
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

/** The 32 bytes that a recovery code locks with: HKDF-SHA-256 of it (A133). */
export async function recoveryKey(bytes: Bytes): Promise<Bytes> {
  const secret = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8('recovery:v1') };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, secret, 256));
}
