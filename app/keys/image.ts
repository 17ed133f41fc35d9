import { type Bytes, utf8 } from './bytes.ts';

/** Which picture it is; bound to its ciphertext, so that none can stand in for another (D08). */
export type ImagePlace = { accountId: string; deviceId: string; sampleId: string; screen: number };
/** One picture as it is stored: sealed under the device's key of the day, which is wrapped with the account's public key. */
export type SealedImage = { wrappedKey: Bytes; iv: Bytes; ct: Bytes; place: ImagePlace };

/** The additional data of a picture (D08). */
export function imageData({ accountId, deviceId, sampleId, screen }: ImagePlace): Bytes {
  return utf8(['sample:v1', accountId, deviceId, sampleId, screen].join('|'));
}

/** Opens a picture: the JPEG's bytes. @throws DOMException OperationError where key or place are another's */
export async function openImage(privateKey: CryptoKey, { wrappedKey, iv, ct, place }: SealedImage): Promise<Bytes> {
  const dayKey = await crypto.subtle.unwrapKey('raw', wrappedKey, privateKey, { name: 'RSA-OAEP' }, 'AES-GCM', false, ['decrypt']);
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: imageData(place) }, dayKey, ct));
}
