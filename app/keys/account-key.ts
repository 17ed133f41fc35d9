import { type Bytes, fromBase64, sha256, toBase64, toBase64Url, toHex } from './bytes.ts';
import { toWords } from './words.ts';

/** RSA-OAEP-SHA-256 of 3072 bits (A80, D08). */
const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;
const BITS = 3072;
const EXPONENT = new Uint8Array([1, 0, 1]);

/** SPKI and PKCS#8, both DER. */
export type KeyPair = { spki: Bytes; pkcs8: Bytes };

/** A new account key. Takes a second or several: belongs into a worker. */
export async function makeKeyPair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey({ ...ALGORITHM, modulusLength: BITS, publicExponent: EXPONENT }, true, [
    'encrypt',
    'decrypt',
  ]);
  const [spki, pkcs8] = await Promise.all([crypto.subtle.exportKey('spki', publicKey), crypto.subtle.exportKey('pkcs8', privateKey)]);
  return { spki: new Uint8Array(spki), pkcs8: new Uint8Array(pkcs8) };
}

/** The private key to work with. It can be used and kept, but not read any more. @throws DOMException for what is no PKCS#8 */
export function importPrivateKey(pkcs8: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['decrypt', 'unwrapKey']);
}

/** The public half of an opened private key: what a browser knows by itself, whatever the server says. */
export async function publicOf(pkcs8: Bytes): Promise<Bytes> {
  const whole = await crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, true, ['decrypt']);
  const { kty, n, e } = await crypto.subtle.exportKey('jwk', whole);
  const half = { kty: kty ?? '', n: n ?? '', e: e ?? '', alg: 'RSA-OAEP-256', ext: true };
  const publicKey = await crypto.subtle.importKey('jwk', half, ALGORITHM, true, ['encrypt']);
  return new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
}

/** SHA-1 of the SPKI in lower-case hex: a label, never a proof (A128, KEYS-008). */
export async function keyIdOf(spki: Bytes): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-1', spki)));
}

/** What a device pins: SHA-256 of the SPKI, 43 base64url characters (A134). */
export async function pinOf(spki: Bytes): Promise<string> {
  return toBase64Url(await sha256(spki));
}

/** Six words that two people can compare: the first 66 bits of the SHA-256 of the SPKI (A133). */
export async function fingerprintWords(spki: Bytes): Promise<Array<string>> {
  return toWords(await sha256(spki), 6);
}

/** The wire's `key`. */
export function writeSpki(spki: Bytes): string {
  return toBase64(spki);
}

/** Reads the wire's `key`; null for what is none. */
export function readSpki(key: string): Bytes | null {
  const spki = fromBase64(key);
  return spki === null || spki.length === 0 ? null : spki;
}
