/** Bytes that WebCrypto takes: never of a shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** UTF-8. */
export function utf8(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text));
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Null for what is no base64. */
export function fromBase64(text: string): Bytes | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Null for what is no base64url; padding is none. */
export function fromBase64Url(text: string): Bytes | null {
  return /^[A-Za-z0-9_-]*$/.test(text) ? fromBase64(text.replaceAll('-', '+').replaceAll('_', '/')) : null;
}

/** SHA-256 of bytes or of a text's UTF-8. */
export async function sha256(data: Bytes | string): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? utf8(data) : data));
}
