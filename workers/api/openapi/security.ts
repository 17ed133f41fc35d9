import { SIGNATURE_HEADERS } from '#app/keys/sign';
import type { Auth } from '#app/wire/endpoint';

type Scheme = { type: 'apiKey'; in: 'header'; name: string; description: string };

/** One scheme per header of a signed call (A31). OpenAPI can't express signatures, but it can require several headers together. */
export const SECURITY_SCHEMES: Record<string, Scheme> = {
  date: header(SIGNATURE_HEADERS.date, 'Current time in ISO 8601 with milliseconds, UTC. Allowed clock skew: 300 s.'),
  sessionId: header(SIGNATURE_HEADERS.sessionId, 'The session’s id: `device_id` of the login’s second part.'),
  deviceId: header(SIGNATURE_HEADERS.deviceId, 'The device’s id from its enrolment.'),
  deviceTs: header(SIGNATURE_HEADERS.deviceTs, 'The caller’s own clock, epoch milliseconds.'),
  accountId: header(SIGNATURE_HEADERS.accountId, 'The account’s id.'),
  secretId: header(SIGNATURE_HEADERS.secretId, 'The account’s `parent_secret_id` as this session reads it.'),
  signature: header(SIGNATURE_HEADERS.signature, '`v1=` and 64 lower-case hex, see the description of the document.'),
};

/** All headers of a parent’s call. */
export const SESSION_HEADERS: Record<string, []> = {
  date: [],
  sessionId: [],
  deviceTs: [],
  accountId: [],
  secretId: [],
  signature: [],
};

/** All headers of a device’s call. */
export const DEVICE_HEADERS: Record<string, []> = { date: [], deviceId: [], deviceTs: [], accountId: [], signature: [] };

/** Returns the headers that a call requires. */
export function securityOf(auth: Auth): Record<string, []> {
  return { none: {}, session: SESSION_HEADERS, device: DEVICE_HEADERS }[auth];
}

function header(name: string, description: string): Scheme {
  return { type: 'apiKey', in: 'header', name, description };
}
