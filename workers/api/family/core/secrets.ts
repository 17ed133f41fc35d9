import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals and opens stored secrets (A126). `label` binds a sealed text to its row, so that rows can't be swapped. */
export type Sealer = { seal: (text: string, label: string) => string; open: (sealed: string, label: string) => string };

/**
 * Returns a sealer using AES-256-GCM. `binding` has the form `kid:base64,…`; the first key seals, and every key opens.
 * @throws Error if a key does not have 32 bytes, or on opening with an unknown key or another label
 */
export function createSealer(binding: string): Sealer {
  const keys = new Map(binding.split(',').map((entry) => readKey(entry)));
  const [current] = keys.keys();
  if (current === undefined) throw new Error('SEAL_KEYS is empty');
  const keyOf = (kid: string): Buffer => {
    const key = keys.get(kid);
    if (key === undefined) throw new Error(`SEAL_KEYS does not contain the key ${kid}`);
    return key;
  };
  return {
    seal(text, label) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(current), iv).setAAD(Buffer.from(label));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${current}.${sealed.toString('base64url')}`;
    },
    open(sealed, label) {
      const dot = sealed.indexOf('.');
      const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', keyOf(sealed.slice(0, dot)), bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(label))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

function readKey(entry: string): [string, Buffer] {
  const [kid = '', text = ''] = entry.trim().split(':');
  const key = Buffer.from(text, 'base64');
  if (kid === '' || key.length !== 32) throw new Error('SEAL_KEYS must be kid:base64 of 32 bytes');
  return [kid, key];
}

/** Returns 32 random bytes as 64 lower-case hex digits, for signing secrets (A31). */
export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

/** Returns random bytes as base64url. 32 bytes give tokens of 43 characters (A134). */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Compares two texts in constant time. The time reveals only whether their lengths match, which is no secret for hashes and tokens. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns the stored form of a password: HMAC-SHA-256 of salt and authKey, keyed by the pepper (A80). */
export function verifierOf(authKey: string, salt: string, pepper: string): string {
  return createHmac('sha256', Buffer.from(pepper, 'base64')).update(salt).update(':').update(authKey).digest('hex');
}

const TOKEN_STEP_MS = 20 * 60_000;
const TOKEN_LIFE_MS = 24 * 60 * 60_000;

/**
 * Returns the account token for an instant (A72, A134): `<account_id>.<43 base64url>`. It changes every 20 min and is valid for 24 h.
 * Derived from the family's key, so reading an account writes nothing.
 */
export function accountToken(accountId: string, tokenKey: string, now: number): { token: string; issuedAt: number } {
  const step = Math.floor(now / TOKEN_STEP_MS);
  const mac = createHmac('sha256', Buffer.from(tokenKey, 'hex')).update(`token:${step}`).digest('base64url');
  return { token: `${accountId}.${mac}`, issuedAt: step * TOKEN_STEP_MS };
}

/** True if the token was issued within the last 24 h. */
export function isAccountToken(token: string, accountId: string, tokenKey: string, now: number): boolean {
  for (let at = now; at > now - TOKEN_LIFE_MS; at -= TOKEN_STEP_MS) {
    if (isSame(token, accountToken(accountId, tokenKey, at).token)) return true;
  }
  return false;
}

/** How long a token can open the browser socket (A42). */
export const REALTIME_TOKEN_LIFE_MS = 60 * 60_000;

/**
 * Returns a token that opens the socket of one session until `expires` (epoch ms): `<account_id>.<session_id>.<expires>.<43 base64url>`
 * (S16).
 */
export function realtimeToken(accountId: string, sessionId: string, tokenKey: string, expires: number): string {
  const mac = createHmac('sha256', Buffer.from(tokenKey, 'hex')).update(`realtime:${sessionId}:${expires}`).digest('base64url');
  return [accountId, sessionId, expires, mac].join('.');
}

/** Returns the session id of a valid token, or null if the token is forged or expired. */
export function sessionOfRealtimeToken(token: string, accountId: string, tokenKey: string, now: number): string | null {
  const [, sessionId = '', expires = ''] = token.split('.');
  const isOurs = /^\d{1,15}$/.test(expires) && isSame(token, realtimeToken(accountId, sessionId, tokenKey, Number(expires)));
  return isOurs && Number(expires) > now ? sessionId : null;
}
