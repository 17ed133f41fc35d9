import { type Bytes, utf8 } from './bytes.ts';

/** Identifies a screenshot. The identification is bound to the ciphertext, so that no screenshot can replace another (D08). */
export type ScreenshotRef = { accountId: string; deviceId: string; sampleId: string; screen: number };
/** A stored screenshot, encrypted with the device's daily key. `wrappedKey`: the daily key, encrypted with the account's public key. */
export type SealedImage = { wrappedKey: Bytes; iv: Bytes; ct: Bytes; place: ScreenshotRef };

/** Returns the additional authenticated data that binds a ciphertext to its screenshot (D08). */
export function screenshotAad({ accountId, deviceId, sampleId, screen }: ScreenshotRef): Bytes {
  return utf8(['sample:v1', accountId, deviceId, sampleId, screen].join('|'));
}

/**
 * Decrypts a screenshot. Returns the bytes of a JPEG.
 * @throws DOMException OperationError for another key or another screenshot's identification
 */
export async function openImage(privateKey: CryptoKey, { wrappedKey, iv, ct, place }: SealedImage): Promise<Bytes> {
  const dayKey = await crypto.subtle.unwrapKey('raw', wrappedKey, privateKey, { name: 'RSA-OAEP' }, 'AES-GCM', false, ['decrypt']);
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: screenshotAad(place) }, dayKey, ct));
}
