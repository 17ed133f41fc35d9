import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalString, isPlainPath, MAX_SKEW_MS, NO_BODY_HASH, SIGNATURE_HEADERS, type SignedParts } from '#app/keys/sign';
import { ERROR_CODES, Refusal, type RefusalReason } from '#app/wire/errors';
import type { SessionEnd } from './session.queries';

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/** A request before its signature is checked. */
export type SignedCall = {
  actor: 'session' | 'device';
  parts: SignedParts;
  signature: string;
  /** The body decoded as UTF-8, including a byte order mark; empty if there is none. */
  body: string;
};

/**
 * Returns a refusal for a request that does not authenticate its actor (A33). `end`: how the session ended, only for a caller who owned the
 * session.
 */
export function unauthorised(reason: Extract<RefusalReason, 'signature' | 'session' | 'skew'>, end: SessionEnd | null = null): Refusal {
  const texts = { signature: 'Missing or invalid signature', session: 'Session is not valid', skew: 'Clock skew too large' };
  return new Refusal(ERROR_CODES.unknown, 401, texts[reason], { reason, ...(end === null ? {} : { fields: { session: end } }) });
}

/**
 * Reads the headers of a signed request. `bytes` is the raw body, because the signature covers the bytes and not the decoded text.
 * @throws Refusal 401 if a header is missing or malformed
 */
export function readSignedCall(request: Request, bytes: Uint8Array): SignedCall {
  const url = new URL(request.url);
  const header = (name: string): string => request.headers.get(name) ?? '';
  const deviceId = header(SIGNATURE_HEADERS.deviceId);
  const sessionId = header(SIGNATURE_HEADERS.sessionId);
  const call: SignedCall = {
    actor: deviceId === '' ? 'session' : 'device',
    signature: header(SIGNATURE_HEADERS.signature),
    body: decoder.decode(bytes),
    parts: {
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      bodyHash: bytes.byteLength === 0 ? NO_BODY_HASH : createHash('sha256').update(bytes).digest('hex'),
      date: header(SIGNATURE_HEADERS.date),
      actorId: deviceId === '' ? sessionId : deviceId,
      deviceTs: header(SIGNATURE_HEADERS.deviceTs),
      accountId: header(SIGNATURE_HEADERS.accountId),
      secretId: deviceId === '' ? header(SIGNATURE_HEADERS.secretId) : '',
      idempotencyKey: deviceId === '' ? header(SIGNATURE_HEADERS.idempotencyKey) : '',
    },
  };
  const { parts } = call;
  const complete =
    /^v1=[0-9a-f]{64}$/.test(call.signature) && parts.actorId !== '' && parts.actorId.length <= 64 && /^\d{1,15}$/.test(parts.deviceTs);
  if (!complete || !isIsoDate(parts.date) || !isPlainPath(parts.path)) throw unauthorised('signature');
  return call;
}

/** True for the format of `toISOString()`, so that one instant has one spelling (A31). */
function isIsoDate(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text;
}

/**
 * Checks the signature, then the clock (A31). `secret` is 64 hex digits.
 * @throws Refusal 401 `signature` or `skew`
 */
export function checkSignature(call: SignedCall, secret: string, now: number): void {
  const expected = createHmac('sha256', Buffer.from(secret, 'hex')).update(canonicalOf(call.parts)).digest();
  if (!timingSafeEqual(expected, Buffer.from(call.signature.slice(3), 'hex'))) throw unauthorised('signature');
  if (Math.abs(now - Date.parse(call.parts.date)) > MAX_SKEW_MS) throw unauthorised('skew');
}

function canonicalOf(parts: SignedParts): string {
  try {
    return canonicalString(parts);
  } catch {
    throw unauthorised('signature');
  }
}
