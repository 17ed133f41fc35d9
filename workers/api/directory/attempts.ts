import type { ApiEnv } from '../env';
import { directoryFor } from './names';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Tries per address and per network address in a window (S01, A134). */
const LIMITS = {
  login: { mail: 10, ip: 100, windowMs: QUARTER_HOUR_MS },
  signup: { mail: 10, ip: 60, windowMs: HOUR_MS },
} as const;
export type AttemptKind = keyof typeof LIMITS;

const WRONG_CODES = { limit: 20, windowMs: QUARTER_HOUR_MS };

/**
 * Counts one try before anything expensive happens (S01: exact counters before any hashing). `email` normalised.
 * True = counted, go on; whoever succeeds calls `forgiveAttempt`. An address is counted whether it exists or not.
 */
export async function reserveAttempt(env: ApiEnv, kind: AttemptKind, who: { email: string; ip: string }): Promise<boolean> {
  const limits = LIMITS[kind];
  const network = directoryFor(env, 'ip', who.ip);
  if (!(await network.count(kind, limits.ip, limits.windowMs))) return false;
  if (await directoryFor(env, 'mail', who.email).count(kind, limits.mail, limits.windowMs)) return true;
  // Tries of one closed address must not close the whole household's network too.
  await network.forgive(kind, false);
  return false;
}

/** A try that succeeded was no failure: the address starts anew, the network address gets this one back. */
export async function forgiveAttempt(env: ApiEnv, kind: AttemptKind, who: { email: string; ip: string }): Promise<void> {
  await Promise.all([directoryFor(env, 'ip', who.ip).forgive(kind, false), directoryFor(env, 'mail', who.email).forgive(kind, true)]);
}

/** Counts a try with a pairing code; true = go on (A134: 20 wrong codes per network address in 15 min). */
export function reserveCode(env: ApiEnv, ip: string): Promise<boolean> {
  return directoryFor(env, 'ip', ip).count('code', WRONG_CODES.limit, WRONG_CODES.windowMs);
}

export function forgiveCode(env: ApiEnv, ip: string): Promise<void> {
  return directoryFor(env, 'ip', ip).forgive('code', false);
}
