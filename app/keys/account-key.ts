import { type Bytes, fromBase64, sha256, toBase64, toBase64Url, toHex } from './bytes.ts';
import { toWords } from './words.ts';

/** RSA-OAEP-SHA-256 of 3072 bits (A80, D08). */
const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;
const BITS = 3072;
const EXPONENT = new Uint8Array([1, 0, 1]);

/** The public half (SPKI) and the private half (PKCS#8), both in DER. */
export type KeyPair = { spki: Bytes; pkcs8: Bytes };

/** Creates an account key. Takes one or more seconds, so call it in a worker. */
export async function createKeyPair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey({ ...ALGORITHM, modulusLength: BITS, publicExponent: EXPONENT }, true, [
    'encrypt',
    'decrypt',
  ]);
  const [spki, pkcs8] = await Promise.all([crypto.subtle.exportKey('spki', publicKey), crypto.subtle.exportKey('pkcs8', privateKey)]);
  return { spki: new Uint8Array(spki), pkcs8: new Uint8Array(pkcs8) };
}

/**
 * Imports a private key as not extractable.
 * @throws DOMException for invalid PKCS#8
 */
export function importPrivateKey(pkcs8: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['decrypt', 'unwrapKey']);
}

/** Derives the public key from an unlocked private key, so that the browser need not trust the server for it. */
export async function derivePublicKey(pkcs8: Bytes): Promise<Bytes> {
  const whole = await crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, true, ['decrypt']);
  const { kty, n, e } = await crypto.subtle.exportKey('jwk', whole);
  const half = { kty: kty ?? '', n: n ?? '', e: e ?? '', alg: 'RSA-OAEP-256', ext: true };
  const publicKey = await crypto.subtle.importKey('jwk', half, ALGORITHM, true, ['encrypt']);
  return new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
}

/** Returns the SHA-1 of the SPKI in lowercase hex. It identifies a key but does not authenticate it (A128, KEYS-008). */
export async function keyIdOf(spki: Bytes): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-1', spki)));
}

/** Returns the pin that a device stores: SHA-256 of the SPKI, 43 base64url characters (A134). */
export async function pinOf(spki: Bytes): Promise<string> {
  return toBase64Url(await sha256(spki));
}

/** Returns six words for comparing keys by eye: the first 66 bits of the SHA-256 of the SPKI (A133). */
export async function fingerprintWords(spki: Bytes): Promise<Array<string>> {
  return toWords(await sha256(spki), 6);
}

/** Encodes an SPKI as the wire's `key` (base64). */
export function encodeSpki(spki: Bytes): string {
  return toBase64(spki);
}

/** Decodes the wire's `key`; null if invalid or empty. */
export function decodeSpki(key: string): Bytes | null {
  const spki = fromBase64(key);
  return spki === null || spki.length === 0 ? null : spki;
}
