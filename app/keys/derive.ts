const encoder = new TextEncoder();

/** Cost of the derivation (A80). N*r*p stays under 2^20: production refuses more although a local run does not. */
export const SCRYPT_PARAMETERS = { N: 2 ** 15, r: 8, p: 3, dkLen: 64 } as const;
/** Memory that node:crypto must be allowed for these parameters: 32 MiB and a margin. */
export const SCRYPT_MAX_MEMORY = 64 * 1024 * 1024;

/** scrypt as the place brings it: node:crypto at the edge, a library in the browser. Returns `dkLen` bytes. */
export type Scrypt = (
  password: Uint8Array,
  salt: Uint8Array,
  parameters: { N: number; r: number; p: number; dkLen: number },
) => Promise<Uint8Array> | Uint8Array;

/** The salt of an address: SHA-256 of `v1:` and the address trimmed, lower-cased and in NFC (A80). */
async function saltOf(email: string): Promise<Uint8Array> {
  const text = `v1:${email.trim().toLowerCase().normalize('NFC')}`;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}

/**
 * authKey of an e-mail address and a typed password: 64 lower-case hex, what POST /login takes as `password` (A80).
 * The password is taken in NFC and never trimmed (A113).
 */
export async function deriveAuthKey(email: string, password: string, scrypt: Scrypt): Promise<string> {
  const bytes = await scrypt(encoder.encode(password.normalize('NFC')), await saltOf(email), SCRYPT_PARAMETERS);
  return Array.from(bytes.subarray(0, 32), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
