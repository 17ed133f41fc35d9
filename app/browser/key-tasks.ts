import { scrypt } from '@noble/hashes/scrypt.js';
import { transfer } from 'comlink';
import { cleanPicture } from '#app/domain/image-bytes';
import { createKeyPair, decodeSpki, derivePublicKey, encodeSpki, importPrivateKey, keyIdOf } from '#app/keys/account-key';
import { type Bytes, fromBase64Url } from '#app/keys/bytes';
import { deriveWith, type Scrypt, saltOfEmail, saltOfIdentity } from '#app/keys/derive';
import {
  type CopyKind,
  createEnvelope,
  decryptCopy,
  findCopy,
  InvalidEnvelope,
  replaceCopy,
  toAesKey,
  type WrappingKey,
  type WrappingSecret,
} from '#app/keys/envelope';
import { type ObjectRef, openObject, unwrapContentKey } from '#app/keys/sealed-object';

/** A typed secret with the input for its salt. */
export type TypedSecret =
  | { kind: 'password'; email: string; text: string }
  | { kind: 'passphrase'; issuer: string; subject: string; text: string };
/**
 * The result of hashing. `authKey` is sent to the server. `wrapKey` (AES-GCM, not extractable) and the shared `salt` stay in the browser.
 */
export type HashedSecret = { kind: 'password' | 'passphrase'; authKey: string; wrapKey: CryptoKey; salt: Bytes };
/** A new key. `key` is in wire format (base64 of the SPKI). */
export type NewKey = { key: string; keyId: string; pkcs8: Bytes };
/**
 * A private key that is not extractable, with its public half. The browser computes the public half instead of trusting the server (A128).
 */
export type DecryptedKey = { privateKey: CryptoKey; key: string; keyId: string };

/** Thrown if a decrypted picture is not an image. */
export class NoPicture extends Error {
  constructor() {
    super('Not a picture');
    this.name = 'NoPicture';
  }
}

const derive: Scrypt = (password, salt, parameters) => scrypt(password, salt, parameters);

/** The tasks of a key worker (KEYS-018 to KEYS-023). Each may block its thread for a second or longer. */
export const keyTasks = {
  /** Derives authKey and wrapKey from a typed secret (A80, KEYS-021). */
  async hashPassword(secret: TypedSecret): Promise<HashedSecret> {
    const { kind } = secret;
    const salt = await (kind === 'password' ? saltOfEmail(secret.email) : saltOfIdentity(secret.issuer, secret.subject));
    const { authKey, wrapKey } = await deriveWith(secret.text, salt, derive);
    return { kind, authKey, wrapKey: await toAesKey(wrapKey), salt };
  },

  /**
   * Derives the key of a copy from a typed secret, with the salt and cost stored in the copy.
   * @throws InvalidEnvelope, NoSuchCopy
   */
  async hashForCopy({ encPriv, kind, text }: { encPriv: string; kind: 'password' | 'passphrase'; text: string }): Promise<CryptoKey> {
    const copy = findCopy(encPriv, kind);
    const salt = fromBase64Url(copy.salt);
    if (copy.kind === 'recovery' || salt === null) throw new InvalidEnvelope();
    const { wrapKey } = await deriveWith(text, salt, derive, { N: copy.n, r: copy.r, p: copy.p });
    return toAesKey(wrapKey);
  },

  /** Creates an account key pair (KEYS-018). */
  async generateKeyPair(): Promise<NewKey> {
    const { spki, pkcs8 } = await createKeyPair();
    return { key: encodeSpki(spki), keyId: await keyIdOf(spki), pkcs8 };
  },

  /** Locks a private key and returns `enc_priv` (KEYS-020). */
  encryptPrivateKey({ pkcs8, keyId, secret }: { pkcs8: Bytes; keyId: string; secret: WrappingSecret }): Promise<string> {
    return createEnvelope(pkcs8, keyId, secret);
  },

  /**
   * Unlocks a private key (KEYS-019).
   * @throws InvalidEnvelope, NoSuchCopy, WrongSecret
   */
  async decryptPrivateKey({ encPriv, keyId, kind, key }: Locked): Promise<DecryptedKey> {
    const pkcs8 = await decryptCopy(encPriv, keyId, kind, key);
    const spki = await derivePublicKey(pkcs8);
    if ((await keyIdOf(spki)) !== keyId) throw new InvalidEnvelope();
    return { privateKey: await importPrivateKey(pkcs8), key: encodeSpki(spki), keyId };
  },

  /**
   * Unlocks one copy of an envelope and locks another. The private key never leaves this thread.
   * @throws InvalidEnvelope, NoSuchCopy, WrongSecret
   */
  async rewrapPrivateKey({ encPriv, keyId, kind, key, secret }: Locked & { secret: WrappingSecret }): Promise<string> {
    return replaceCopy(encPriv, await decryptCopy(encPriv, keyId, kind, key), keyId, secret);
  },

  /**
   * Decrypts the content key of a sample (D08).
   * @throws WrongKey
   */
  unwrapSampleKey({ privateKey, wrapped }: { privateKey: CryptoKey; wrapped: Bytes }): Promise<CryptoKey> {
    return unwrapContentKey(privateKey, wrapped);
  },

  /**
   * Decrypts an image or the details of a sample (KEYS-022, D08).
   * @throws InvalidObject, AlteredObject
   */
  decryptImage({ contentKey, about, sealed }: { contentKey: CryptoKey; about: ObjectRef; sealed: Bytes }): Promise<Bytes> {
    return openObject(contentKey, about, sealed);
  },

  /**
   * Decrypts and decodes a picture of a sample. The longest side is at most `side` pixels. The caller closes the bitmap.
   * @throws InvalidObject, AlteredObject, NoPicture
   */
  async decryptPicture({
    side,
    ...sealed
  }: {
    contentKey: CryptoKey;
    about: ObjectRef;
    sealed: Bytes;
    side: number;
  }): Promise<ImageBitmap> {
    const picture = cleanPicture(await keyTasks.decryptImage(sealed));
    // The size is checked before decoding: a small file can claim more pixels than memory.
    if (typeof picture === 'string') throw new NoPicture();
    const { width, height, contentType, bytes } = picture;
    const blob = new Blob([new Uint8Array(bytes)], { type: contentType });
    const size = width >= height ? { resizeWidth: Math.min(width, side) } : { resizeHeight: Math.min(height, side) };
    try {
      const bitmap = await createImageBitmap(blob, Math.max(width, height) > side ? { ...size, resizeQuality: 'high' } : {});
      return transfer(bitmap, [bitmap]);
    } catch {
      throw new NoPicture();
    }
  },

  /**
   * Returns the SHA-1 id of a public key in wire format (KEYS-023).
   * @throws InvalidEnvelope if it is not a key
   */
  async keyId(key: string): Promise<string> {
    const spki = decodeSpki(key);
    if (spki === null) throw new InvalidEnvelope();
    return keyIdOf(spki);
  },
};

/** An envelope with the key that unlocks one of its copies. */
type Locked = { encPriv: string; keyId: string; kind: CopyKind; key: WrappingKey };
export type KeyTasks = typeof keyTasks;
