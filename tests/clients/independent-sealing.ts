// The sealed format, written from docs/reference/sealed-samples.md with node:crypto and without the product's code. It checks that the
// document suffices to write a device or a viewer.
import { constants, createCipheriv, createDecipheriv, createHash, createPublicKey, privateDecrypt, publicEncrypt } from 'node:crypto';

export type Identification = { account: string; device: string; sample: string; kind: string; key: string };

function additionalData({ account, device, sample, kind, key }: Identification): Buffer {
  return Buffer.from(`${account}|${device}|${sample}|${kind}|${key}`, 'utf8');
}

/** Seals bytes: `PLS1`, algorithm 1, iv, ciphertext, tag. */
export function sealIndependently(contentKey: Uint8Array, iv: Uint8Array, content: Uint8Array, about: Identification): Buffer {
  const cipher = createCipheriv('aes-256-gcm', contentKey, iv, { authTagLength: 16 });
  cipher.setAAD(additionalData(about));
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([Buffer.from('PLS1', 'latin1'), Buffer.from([1]), iv, ciphertext, cipher.getAuthTag()]);
}

/** @throws Error for another format, key or identification */
export function openIndependently(contentKey: Uint8Array, sealed: Uint8Array, about: Identification): Buffer {
  const bytes = Buffer.from(sealed);
  if (bytes.toString('latin1', 0, 4) !== 'PLS1' || bytes[4] !== 1) throw new Error('Not PLS1 with algorithm 1');
  const decipher = createDecipheriv('aes-256-gcm', contentKey, bytes.subarray(5, 17), { authTagLength: 16 });
  decipher.setAAD(additionalData(about));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(17, -16)), decipher.final()]);
}

/** Encrypts a content key with a public key (SPKI, DER) by RSA-OAEP with SHA-256. */
export function wrapIndependently(contentKey: Uint8Array, spki: Uint8Array): Buffer {
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, contentKey);
}

/** Decrypts a content key with a private key (PKCS#8, DER). */
export function unwrapIndependently(wrapped: Uint8Array, pkcs8: Uint8Array): Buffer {
  const key = { key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' } as const;
  return privateDecrypt({ ...key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, wrapped);
}

/** The id of a public key: SHA-1 of its SPKI, in lowercase hex. */
export function keyIdIndependently(spki: Uint8Array): string {
  return createHash('sha1').update(spki).digest('hex');
}
