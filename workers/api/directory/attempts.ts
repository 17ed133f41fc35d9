import type { KnownBrowser } from '../caller';
import type { ApiEnv } from '../env';
import { familyOf } from '../family-of';
import { directoryFor } from './names';
import { countNetwork, refundNetwork } from './network-limits';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * Limits of attempts per address (`mail`) and per network (`ip`, A152) in a time window (S01, S07, A134).
 * - `forgot` requests an email with a link.
 * - `reset` uses such a link. Only the network is counted, so that guessing tokens cannot lock out the owner.
 * - `move` requests another address (S06). The account has its own counter.
 */
const LIMITS = {
  login: { mail: 10, ip: 100, windowMs: QUARTER_HOUR_MS },
  signup: { mail: 10, ip: 60, windowMs: HOUR_MS },
  forgot: { mail: 5, ip: 60, windowMs: HOUR_MS },
  reset: { mail: null, ip: 60, windowMs: HOUR_MS },
  move: { mail: null, ip: 30, windowMs: HOUR_MS },
} as const;
export type AttemptKind = keyof typeof LIMITS;

/** Who makes the attempt: the email address (normalized), the network address and the browser's known ids (A132). */
type AttemptSource = { email: string; ip: string; known?: ReadonlyArray<KnownBrowser> };

const WRONG_CODES = { kind: 'code', limit: 20, windowMs: QUARTER_HOUR_MS };
const SSO_EXCHANGES = { kind: 'sso', limit: 100, windowMs: QUARTER_HOUR_MS };

/**
 * Counts one attempt before any hashing (S01), whether or not the address exists. Returns false if the limit is reached. Call
 * `resetAttempts` on success.
 * A login from a known browser has its own counter, so that failures of strangers never lock out the owner.
 */
export async function reserveAttempt(env: ApiEnv, kind: AttemptKind, who: AttemptSource): Promise<boolean> {
  const limits = LIMITS[kind];
  const mail = directoryFor(env, 'mail', who.email);
  const browser = kind === 'login' ? await findKnownBrowser(env, who) : null;
  if (browser !== null) return mail.count(ownKind(browser), LIMITS.login.mail, limits.windowMs);
  // Checked first, so that attempts for a limited address never read a network's row or write anything.
  if (limits.mail !== null && (await mail.isLimitReached(kind, limits.mail, limits.windowMs))) return false;
  if (!(await countNetwork(env, who.ip, { kind, limit: limits.ip, windowMs: limits.windowMs }))) return false;
  if (limits.mail === null || (await mail.count(kind, limits.mail, limits.windowMs))) return true;
  // Attempts for one limited address must not use up the limit of the whole household's network.
  await refundNetwork(env, who.ip, kind);
  return false;
}

/**
 * Resets the address's counter and removes one attempt from the network's counter. Call it after a successful attempt. `browser` is the
 * hash of the known browser whose own counter was used, or null.
 */
export async function resetAttempts(env: ApiEnv, kind: AttemptKind, who: AttemptSource, browser: string | null = null): Promise<void> {
  const mail = directoryFor(env, 'mail', who.email);
  if (browser !== null) return mail.refund(ownKind(browser), true);
  await Promise.all([refundNetwork(env, who.ip, kind), mail.refund(kind, true)]);
}

/** Removes an attempt that `reserveAttempt` counted, when the password was never checked. */
export async function releaseAttempt(env: ApiEnv, kind: AttemptKind, who: AttemptSource): Promise<void> {
  const mail = directoryFor(env, 'mail', who.email);
  const browser = kind === 'login' ? await findKnownBrowser(env, who) : null;
  if (browser !== null) return mail.refund(ownKind(browser), false);
  await refundNetwork(env, who.ip, kind);
  if (LIMITS[kind].mail !== null) await mail.refund(kind, false);
}

/** Returns the hash under which the address's account knows this browser, or null (A132). */
async function findKnownBrowser(env: ApiEnv, { email, known = [] }: AttemptSource): Promise<string | null> {
  if (known.length === 0) return null;
  const entry = await directoryFor(env, 'mail', email).getState();
  if (entry.state === 'free' || !known.some(({ accountId }) => accountId === entry.owner)) return null;
  return familyOf(env, entry.owner).findKnownBrowser([...known]);
}

function ownKind(browser: string): string {
  return `login:${browser}`;
}

/** Counts an attempt with a pairing code. Returns false if the limit is reached (A134: 20 wrong codes per network in 15 min). */
export function reserveCodeAttempt(env: ApiEnv, ip: string): Promise<boolean> {
  return countNetwork(env, ip, WRONG_CODES);
}

export function releaseCodeAttempt(env: ApiEnv, ip: string): Promise<void> {
  return refundNetwork(env, ip, WRONG_CODES.kind);
}

/** Counts a single sign-on code, because each one costs a call to the provider. Returns false if the limit is reached. */
export function reserveSsoExchange(env: ApiEnv, ip: string): Promise<boolean> {
  return countNetwork(env, ip, SSO_EXCHANGES);
}
