/** Maximum difference between a caller's clock and the server's, in ms. Signatures beyond it are refused (A31). */
export const MAX_SKEW_MS = 300_000;
const SCHEME = 'v1';
const encoder = new TextEncoder();

/** Header names of a signed request (A31). */
export const SIGNATURE_HEADERS = {
  date: 'X-Date',
  sessionId: 'X-Session-Id',
  deviceId: 'X-Device-Id',
  deviceTs: 'X-Device-Ts',
  accountId: 'X-Account-Id',
  secretId: 'X-Secret-Id',
  signature: 'X-Signature',
  idempotencyKey: 'Idempotency-Key',
} as const;

/**
 * All signed parts of a request, exactly as sent. `actorId`: a parent's session ID or a device ID. Devices leave `secretId` and
 * `idempotencyKey` empty.
 */
export type SignedParts = {
  method: string;
  /** Pathname as sent to the public host. */
  path: string;
  /** Query string without the question mark, as sent. */
  query: string;
  /** Lowercase hex SHA-256 of the body's bytes, or of no bytes if there is no body. */
  bodyHash: string;
  date: string;
  actorId: string;
  deviceTs: string;
  accountId: string;
  secretId: string;
  idempotencyKey: string;
};

/** Credentials for signing. `secret`: 64 lowercase hex characters; its 32 bytes are the HMAC key. */
export type SigningCredentials =
  | { kind: 'session'; accountId: string; sessionId: string; secretId: string; secret: string }
  | { kind: 'device'; accountId: string; deviceId: string; secret: string };

/** Encodes everything except `A-Za-z0-9-._~` by RFC 3986, with uppercase %XX. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Returns the query in its signed form (A31). Splits at `&` and the first `=`, reads `+` as a space, and decodes and re-encodes each part.
 * Sorts bytewise by name, then by value, and removes empty parts.
 * @throws URIError for an invalid escape sequence
 */
export function canonicalQuery(query: string): string {
  return query
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece) => {
      const at = piece.indexOf('=');
      const [name, value] = at < 0 ? [piece, ''] : [piece.slice(0, at), piece.slice(at + 1)];
      return [name, value].map((part) => encode(decodeURIComponent(part.replaceAll('+', ' '))));
    })
    .sort(([nameA = '', valueA = ''], [nameB = '', valueB = '']) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/**
 * Returns false for paths that two parsers could read differently: `//`, `..`, undecodable escapes. Such paths are refused, not normalized
 * (A31).
 */
export function isPlainPath(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    return (
      path.startsWith('/') &&
      !decoded.includes('//') &&
      !decoded.split('/').some((part) => part === '..' || part === '.') &&
      !decoded.includes('\\')
    );
  } catch {
    return false;
  }
}

/**
 * Returns the string to sign: eleven lines joined by LF, none at the end (A31).
 * @throws URIError on an undecodable query
 */
export function canonicalString(parts: SignedParts): string {
  return [
    SCHEME,
    parts.method.toUpperCase(),
    parts.path,
    canonicalQuery(parts.query),
    parts.bodyHash,
    parts.date,
    parts.actorId,
    parts.deviceTs,
    parts.accountId,
    parts.secretId,
    parts.idempotencyKey,
  ].join('\n');
}

/** Hash for a request without a body: SHA-256 of no bytes. */
export const NO_BODY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

/** Returns the lowercase hex SHA-256 of a text's UTF-8 bytes. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}

/** Returns `v1=` and the lowercase hex HMAC-SHA256 of the canonical string (A31). */
export async function sign(canonical: string, secret: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', fromHex(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return `${SCHEME}=${toHex(await crypto.subtle.sign('HMAC', key, encoder.encode(canonical)))}`;
}

/**
 * Returns the headers of a signed request. `now`: the server's time in epoch ms, accurate to MAX_SKEW_MS. `ownNow`: the caller's own clock
 * in epoch ms. `idempotencyKey`: required for every change by a session; must be absent for devices.
 */
export async function signedHeaders(
  credentials: SigningCredentials,
  call: { method: string; url: URL; body: string | undefined; idempotencyKey?: string },
  now: number,
  ownNow: number = now,
): Promise<Record<string, string>> {
  const isSession = credentials.kind === 'session';
  const parts: SignedParts = {
    method: call.method,
    path: call.url.pathname,
    query: call.url.search.slice(1),
    bodyHash: call.body ? await sha256Hex(call.body) : NO_BODY_HASH,
    date: new Date(now).toISOString(),
    actorId: isSession ? credentials.sessionId : credentials.deviceId,
    deviceTs: String(ownNow),
    accountId: credentials.accountId,
    secretId: isSession ? credentials.secretId : '',
    idempotencyKey: call.idempotencyKey ?? '',
  };
  return {
    [SIGNATURE_HEADERS.date]: parts.date,
    [isSession ? SIGNATURE_HEADERS.sessionId : SIGNATURE_HEADERS.deviceId]: parts.actorId,
    [SIGNATURE_HEADERS.deviceTs]: parts.deviceTs,
    [SIGNATURE_HEADERS.accountId]: parts.accountId,
    ...(isSession ? { [SIGNATURE_HEADERS.secretId]: parts.secretId } : {}),
    ...(parts.idempotencyKey === '' ? {} : { [SIGNATURE_HEADERS.idempotencyKey]: parts.idempotencyKey }),
    [SIGNATURE_HEADERS.signature]: await sign(canonicalString(parts), credentials.secret),
  };
}

/** Returns the three headers of unsigned requests (SIGNING-004). `visitorId` replaces the session ID. */
export function unsignedHeaders(visitorId: string, now: number): Record<string, string> {
  return {
    [SIGNATURE_HEADERS.date]: new Date(now).toISOString(),
    [SIGNATURE_HEADERS.sessionId]: visitorId,
    [SIGNATURE_HEADERS.deviceTs]: String(now),
  };
}
