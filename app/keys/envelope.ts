import { type Bytes, fromBase64Url, toBase64Url, utf8 } from './bytes.ts';
import { isAcceptedCost, SCRYPT_PARAMETERS } from './derive.ts';

/** The type of secret that encrypts a copy of the private key (A133). */
export type CopyKind = 'password' | 'passphrase' | 'recovery';
/** 32 bytes, or a non-extractable AES-GCM key created from them. */
export type WrappingKey = Bytes | CryptoKey;
/** A secret to encrypt with. `salt`: salt of the derivation, which has the current cost. A recovery code needs no salt. */
export type WrappingSecret = { kind: 'password' | 'passphrase'; salt: Bytes; key: WrappingKey } | { kind: 'recovery'; key: WrappingKey };

/** An encrypted copy of the private key, and how its wrapping key is derived. Binary values are base64url. */
export type KeyCopy = { iv: string; ct: string; salt: string } & (
  | { kind: 'password' | 'passphrase'; kdf: 'scrypt'; n: number; r: number; p: number }
  | { kind: 'recovery'; kdf: 'hkdf-sha256' }
);
export type Envelope = { v: 1; copies: Array<KeyCopy> };

/** Thrown if the server's `enc_priv` is invalid or demands a derivation cost that is not accepted (KEYS-014). */
export class InvalidEnvelope extends Error {
  constructor() {
    super('Invalid ciphertext response');
    this.name = 'InvalidEnvelope';
  }
}
/** Thrown if the secret does not decrypt the copy, or the copy belongs to another key (KEYS-027). */
export class WrongSecret extends Error {
  constructor() {
    super('The secret can’t decrypt this key');
    this.name = 'WrongSecret';
  }
}
/** Thrown if the envelope has no copy of the requested type. */
export class NoSuchCopy extends Error {
  constructor() {
    super('The envelope does not contain this copy');
    this.name = 'NoSuchCopy';
  }
}

const IV_BYTES = 12;
const SALT_BYTES = 32;
const MAX_CHARACTERS = 16_384;

/** Encrypts a private key. Returns an envelope with one copy, in the format of `enc_priv`. */
export async function createEnvelope(pkcs8: Bytes, keyId: string, secret: WrappingSecret): Promise<string> {
  return JSON.stringify({ v: 1, copies: [await encryptCopy(pkcs8, keyId, secret)] } satisfies Envelope);
}

/**
 * Returns the envelope with the copy of the secret's `kind` replaced or added. Other copies stay unchanged.
 * @throws InvalidEnvelope
 */
export async function replaceCopy(encPriv: string, pkcs8: Bytes, keyId: string, secret: WrappingSecret): Promise<string> {
  const others = parseEnvelope(encPriv).copies.filter(({ kind }) => kind !== secret.kind);
  return JSON.stringify({ v: 1, copies: [...others, await encryptCopy(pkcs8, keyId, secret)] } satisfies Envelope);
}

/**
 * Decrypts the copy of the given `kind`. Returns the private key as PKCS#8.
 * @throws InvalidEnvelope, NoSuchCopy, WrongSecret
 */
export async function decryptCopy(encPriv: string, keyId: string, kind: CopyKind, key: WrappingKey): Promise<Bytes> {
  const { iv, ct } = findCopy(encPriv, kind);
  const [nonce, ciphertext] = [fromBase64Url(iv), fromBase64Url(ct)];
  if (nonce === null || ciphertext === null) throw new InvalidEnvelope();
  const aesKey = await toAesKey(key);
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: additionalData(keyId) }, aesKey, ciphertext),
    );
  } catch {
    throw new WrongSecret();
  }
}

/**
 * Returns the copy of the given `kind`.
 * @throws InvalidEnvelope, NoSuchCopy
 */
export function findCopy(encPriv: string, kind: CopyKind): KeyCopy {
  const copy = parseEnvelope(encPriv).copies.find((known) => known.kind === kind);
  if (copy === undefined) throw new NoSuchCopy();
  return copy;
}

/**
 * Parses `enc_priv`.
 * @throws InvalidEnvelope for any other format or a cost that is too low or too high
 */
export function parseEnvelope(encPriv: string): Envelope {
  const value = encPriv.length > MAX_CHARACTERS ? null : readJson(encPriv);
  if (!isRecord(value) || value.v !== 1 || !Array.isArray(value.copies)) throw new InvalidEnvelope();
  const copies = value.copies.map(readCopy);
  if (copies.length === 0 || new Set(copies.map(({ kind }) => kind)).size !== copies.length) throw new InvalidEnvelope();
  return { v: 1, copies };
}

/** Imports 32 bytes as a non-extractable AES-256-GCM key. Returns an imported key unchanged. */
export function toAesKey(key: WrappingKey): Promise<CryptoKey> {
  if (key instanceof CryptoKey) return Promise.resolve(key);
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

async function encryptCopy(pkcs8: Bytes, keyId: string, secret: WrappingSecret): Promise<KeyCopy> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData: additionalData(keyId) };
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(algorithm, await toAesKey(secret.key), pkcs8));
  const parts = { iv: toBase64Url(iv), ct: toBase64Url(ciphertext) };
  if (secret.kind === 'recovery') return { kind: secret.kind, kdf: 'hkdf-sha256', salt: '', ...parts };
  const { N: n, r, p } = SCRYPT_PARAMETERS;
  return { kind: secret.kind, kdf: 'scrypt', n, r, p, salt: toBase64Url(secret.salt), ...parts };
}

/** Returns the additional data that binds a copy to its key. With another key's ID, the copy cannot be decrypted (A133). */
function additionalData(keyId: string): Bytes {
  return utf8(`enc_priv:v1:${keyId}`);
}

function readCopy(value: unknown): KeyCopy {
  if (!isRecord(value)) throw new InvalidEnvelope();
  const { kind, kdf, n, r, p } = value;
  const parts = { iv: readBinary(value.iv, IV_BYTES), ct: readBinary(value.ct), salt: readBinary(value.salt) };
  if (kind === 'recovery' && kdf === 'hkdf-sha256' && parts.salt === '') return { kind, kdf, ...parts };
  if ((kind !== 'password' && kind !== 'passphrase') || kdf !== 'scrypt') throw new InvalidEnvelope();
  if (typeof n !== 'number' || typeof r !== 'number' || typeof p !== 'number') throw new InvalidEnvelope();
  if (!isAcceptedCost({ N: n, r, p })) throw new InvalidEnvelope();
  return { kind, kdf, n, r, p, ...parts, salt: readBinary(value.salt, SALT_BYTES) };
}

function readBinary(value: unknown, length?: number): string {
  if (typeof value !== 'string') throw new InvalidEnvelope();
  const bytes = fromBase64Url(value);
  if (bytes === null || (length !== undefined && bytes.length !== length)) throw new InvalidEnvelope();
  return value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
