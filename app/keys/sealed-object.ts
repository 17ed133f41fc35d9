import { type Bytes, utf8 } from './bytes.ts';

/** The parts of a sample: its thumbnail, its details as JSON, and its screens, numbered from 0. */
export type ObjectKind = 'thumb' | 'meta' | `screen-${number}`;

/**
 * Identifies a sealed object. All five parts are authenticated, so that no object can take the place of another, in this family or in
 * another one. `keyId`: the account key of the first entry of the sample's `keys`.
 */
export type ObjectRef = { accountId: string; deviceId: string; sampleId: string; kind: ObjectKind; keyId: string };

/** Thrown for bytes that are no sealed object: truncated, another format or an unknown algorithm. */
export class InvalidObject extends Error {
  constructor() {
    super('Not a sealed object');
    this.name = 'InvalidObject';
  }
}
/** Thrown if the private key does not unwrap the content key. */
export class WrongKey extends Error {
  constructor() {
    super('This key can’t unwrap the sample’s key');
    this.name = 'WrongKey';
  }
}
/** Thrown if an object was changed, has another identification, or belongs to another content key. */
export class AlteredObject extends Error {
  constructor() {
    super('The object was altered');
    this.name = 'AlteredObject';
  }
}

const MAGIC = utf8('PLS1');
/** RSA-OAEP with SHA-256 for the content key, AES-256-GCM with a tag of 16 bytes for the object. */
const ALGORITHM = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const IV_AT = MAGIC.length + 1;
/** Length of magic, algorithm and iv in bytes. */
const HEADER_BYTES = IV_AT + IV_BYTES;
/** Number of bytes by which a sealed object is longer than its content. */
export const SEAL_OVERHEAD = HEADER_BYTES + TAG_BYTES;
const CONTENT_KEY_BYTES = 32;
const RSA = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;

/**
 * Returns the additional authenticated data: the five parts in UTF-8, separated by `|`.
 * @throws RangeError if a part is empty or contains the separator
 */
export function objectAad({ accountId, deviceId, sampleId, kind, keyId }: ObjectRef): Bytes {
  const parts = [accountId, deviceId, sampleId, kind, keyId];
  if (parts.some((part) => part === '' || part.includes('|'))) throw new RangeError('An id is empty or contains «|»');
  return utf8(parts.join('|'));
}

/** Creates the content key of one sample. It can be exported, because it is wrapped for each account key. */
export function createContentKey(): Promise<CryptoKey> {
  const raw = crypto.getRandomValues(new Uint8Array(CONTENT_KEY_BYTES));
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', true, ['encrypt', 'decrypt']);
}

/**
 * Encrypts a content key with an account's public key (SPKI in DER).
 * @throws DOMException for an invalid public key
 */
export async function wrapContentKey(contentKey: CryptoKey, spki: Bytes): Promise<Bytes> {
  const publicKey = await crypto.subtle.importKey('spki', spki, RSA, false, ['wrapKey']);
  return new Uint8Array(await crypto.subtle.wrapKey('raw', contentKey, publicKey, RSA));
}

/**
 * Decrypts a content key with the account's private key. The result can only decrypt, and can't be exported.
 * @throws WrongKey
 */
export async function unwrapContentKey(privateKey: CryptoKey, wrapped: Bytes): Promise<CryptoKey> {
  try {
    return await crypto.subtle.unwrapKey('raw', wrapped, privateKey, RSA, 'AES-GCM', false, ['decrypt']);
  } catch {
    throw new WrongKey();
  }
}

/**
 * Seals the content of one object. Never seal two objects with the same iv and content key; without `iv`, a random one is used.
 * @throws RangeError for an invalid id
 */
export async function sealObject(contentKey: CryptoKey, ref: ObjectRef, content: Bytes, iv = randomIv()): Promise<Bytes> {
  const algorithm = { name: 'AES-GCM', iv, additionalData: objectAad(ref) };
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(algorithm, contentKey, content));
  const sealed = new Uint8Array(HEADER_BYTES + ciphertext.length);
  sealed.set(MAGIC);
  sealed[MAGIC.length] = ALGORITHM;
  sealed.set(iv, IV_AT);
  sealed.set(ciphertext, HEADER_BYTES);
  return sealed;
}

/**
 * Returns the content of a sealed object.
 * @throws InvalidObject, AlteredObject
 * @throws RangeError for an invalid id
 */
export async function openObject(contentKey: CryptoKey, ref: ObjectRef, sealed: Bytes): Promise<Bytes> {
  const iv = readIv(sealed);
  if (iv === null) throw new InvalidObject();
  const algorithm = { name: 'AES-GCM', iv, additionalData: objectAad(ref) };
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, contentKey, sealed.subarray(HEADER_BYTES)));
  } catch {
    throw new AlteredObject();
  }
}

/** Returns the iv of a sealed object; null if the bytes are too short or have another format. */
export function readIv(sealed: Bytes): Bytes | null {
  const isSealed =
    sealed.length >= SEAL_OVERHEAD && MAGIC.every((byte, index) => sealed[index] === byte) && sealed[MAGIC.length] === ALGORITHM;
  return isSealed ? sealed.slice(IV_AT, HEADER_BYTES) : null;
}

function randomIv(): Bytes {
  return crypto.getRandomValues(new Uint8Array(IV_BYTES));
}
