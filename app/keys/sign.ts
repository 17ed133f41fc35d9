/** How far a caller's clock may be off before a signature is refused, in ms (A31). */
export const MAX_SKEW_MS = 300_000;
const SCHEME = 'v1';
const encoder = new TextEncoder();

/** The header names of a signed call (A31). */
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
 * Everything that a signature covers, each as it is sent. `actorId` is the session id of a parent or the device id
 * of a device; devices leave `secretId` and `idempotencyKey` empty.
 */
export type SignedParts = {
  method: string;
  /** Pathname as sent to the public host. */
  path: string;
  /** Query string without the question mark, as sent. */
  query: string;
  /** Lower-case hex SHA-256 of the body's bytes; of no bytes when there is no body. */
  bodyHash: string;
  date: string;
  actorId: string;
  deviceTs: string;
  accountId: string;
  secretId: string;
  idempotencyKey: string;
};

/** What a caller signs with. `secret` is 64 lower-case hex, the HMAC key its 32 bytes. */
export type SigningCredentials =
  | { kind: 'session'; accountId: string; sessionId: string; secretId: string; secret: string }
  | { kind: 'device'; accountId: string; deviceId: string; secret: string };

/** RFC 3986 encoding of everything but `A-Za-z0-9-._~`, with upper-case %XX. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The query as it is signed: split at `&` and the first `=`, `+` read as a space, decoded, encoded again and sorted
 * bytewise by name, then value (A31). Empty pieces are dropped.
 * @throws URIError on an undecodable escape
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

/** False for paths that two readers could take for different ones: `//`, `..`, undecodable escapes (A31: refused, not normalised). */
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
 * The string that is signed: eleven lines joined by LF, none at the end (A31).
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

/** The hash that a call without a body signs, which most are: SHA-256 of nothing. */
export const NO_BODY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

/** Lower-case hex SHA-256 of a text's UTF-8 bytes. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}

/** `v1=` + lower-case hex HMAC-SHA256 of the canonical string (A31). */
export async function sign(canonical: string, secret: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', fromHex(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return `${SCHEME}=${toHex(await crypto.subtle.sign('HMAC', key, encoder.encode(canonical)))}`;
}

/**
 * The headers of a signed call.
 * `now` is the server's time as far as the caller knows it (epoch ms, it must be within MAX_SKEW_MS), `ownNow` the
 * caller's own clock. `idempotencyKey` is needed for every mutation of a session and must be absent for devices.
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

/** The three headers that unsigned calls carry too (SIGNING-004). `visitorId` stands in the session's place. */
export function unsignedHeaders(visitorId: string, now: number): Record<string, string> {
  return {
    [SIGNATURE_HEADERS.date]: new Date(now).toISOString(),
    [SIGNATURE_HEADERS.sessionId]: visitorId,
    [SIGNATURE_HEADERS.deviceTs]: String(now),
  };
}
