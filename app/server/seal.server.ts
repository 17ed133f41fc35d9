import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type * as z from 'zod';

type SealingKey = { id: string; bytes: Uint8Array<ArrayBuffer>; imported: CryptoKey | null };

const parsedKeys = new Map<string, Array<SealingKey>>();

/**
 * Parses `kid:base64(32 bytes)` entries, separated by commas. The first key seals and all keys unseal, so that keys can rotate without
 * ending sessions (A30).
 */
function parseKeys(text: string): Array<SealingKey> {
  const known = parsedKeys.get(text);
  if (known !== undefined) return known;
  const keys = text.split(',').map((part) => {
    const at = part.indexOf(':');
    const bytes = Uint8Array.from(atob(part.slice(at + 1).trim()), (char) => char.charCodeAt(0));
    if (at < 1 || bytes.length !== 32) throw new Error('SESSION_KEYS: expected kid:base64(32 bytes), joined by commas');
    return { id: part.slice(0, at).trim(), bytes, imported: null };
  });
  parsedKeys.set(text, keys);
  return keys;
}

/**
 * Returns the imported key. Cached, because each page unseals several cookies. Caches no promise, because one request must not await
 * another's.
 */
async function toCryptoKey(key: SealingKey): Promise<CryptoKey> {
  key.imported ??= await crypto.subtle.importKey('raw', key.bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return key.imported;
}

/** Encrypts a value for one purpose (A256GCM), valid for `lifeSeconds`. `unseal` rejects it for any other purpose. */
export async function seal(keys: string, purpose: string, value: unknown, lifeSeconds: number): Promise<string> {
  const [current] = parseKeys(keys);
  if (current === undefined) throw new Error('SESSION_KEYS is empty');
  return new EncryptJWT({ value })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: current.id })
    .setAudience(purpose)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + lifeSeconds)
    .encrypt(await toCryptoKey(current));
}

/**
 * Decrypts a sealed value. Returns null if it was tampered with, has expired, or has another purpose, key or shape. `sealedAt` is epoch ms.
 */
export async function unseal<Value>(
  keys: string,
  purpose: string,
  text: string,
  schema: z.ZodType<Value>,
): Promise<{ value: Value; sealedAt: number } | null> {
  try {
    const { payload } = await jwtDecrypt(
      text,
      ({ kid }) => {
        const key = parseKeys(keys).find(({ id }) => id === kid);
        if (key === undefined) throw new errors.JWEDecryptionFailed();
        return toCryptoKey(key);
      },
      { audience: purpose, contentEncryptionAlgorithms: ['A256GCM'], keyManagementAlgorithms: ['dir'] },
    );
    const parsed = schema.safeParse(payload.value);
    return parsed.success ? { value: parsed.data, sealedAt: (payload.iat ?? 0) * 1000 } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
