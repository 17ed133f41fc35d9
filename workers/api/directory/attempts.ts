import type { KnownBrowser } from '../caller';
import type { ApiEnv } from '../env';
import { familyOf } from '../family-of';
import { directoryFor } from './names';
import { countNetwork, forgiveNetwork } from './network-limits';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * Tries per address and per network in a window (S01, S07, A134; what a network is: A152). `forgot` is a mail with a link, `reset` the use of one: whoever
 * guesses at tokens of another's address must not keep the owner from using his, so only the network is counted there. `move` asks for another
 * address (S06): the account counts for itself.
 */
const LIMITS = {
  login: { mail: 10, ip: 100, windowMs: QUARTER_HOUR_MS },
  signup: { mail: 10, ip: 60, windowMs: HOUR_MS },
  forgot: { mail: 5, ip: 60, windowMs: HOUR_MS },
  reset: { mail: null, ip: 60, windowMs: HOUR_MS },
  move: { mail: null, ip: 30, windowMs: HOUR_MS },
} as const;
export type AttemptKind = keyof typeof LIMITS;

/** Who tries: the address (normalised), the network address, and what the browser is known by (A132). */
type Trying = { email: string; ip: string; known?: ReadonlyArray<KnownBrowser> };

const WRONG_CODES = { kind: 'code', limit: 20, windowMs: QUARTER_HOUR_MS };
const EXCHANGES = { kind: 'sso', limit: 100, windowMs: QUARTER_HOUR_MS };

/**
 * Counts one try before anything expensive happens (S01: exact counters before any hashing). True = counted, go on; whoever succeeds calls
 * `forgiveAttempt`. An address is counted whether it exists or not. A login from a browser that the account knows has tries of its own, so
 * that no stranger's failures lock its owner out.
 */
export async function reserveAttempt(env: ApiEnv, kind: AttemptKind, who: Trying): Promise<boolean> {
  const limits = LIMITS[kind];
  const mail = directoryFor(env, 'mail', who.email);
  const browser = kind === 'login' ? await findKnownBrowser(env, who) : null;
  if (browser !== null) return mail.count(ownKind(browser), LIMITS.login.mail, limits.windowMs);
  // Ten thousand tries of a closed address ask no network's row, and write nothing.
  if (limits.mail !== null && (await mail.isSpent(kind, limits.mail, limits.windowMs))) return false;
  if (!(await countNetwork(env, who.ip, { kind, limit: limits.ip, windowMs: limits.windowMs }))) return false;
  if (limits.mail === null || (await mail.count(kind, limits.mail, limits.windowMs))) return true;
  // Tries of one closed address must not close the whole household's network too.
  await forgiveNetwork(env, who.ip, kind);
  return false;
}

/**
 * A try that succeeded was no failure: the address starts anew, the network gets this one back. `browser` = hash of the known browser
 * whose own tries were counted, null for any other.
 */
export async function forgiveAttempt(env: ApiEnv, kind: AttemptKind, who: Trying, browser: string | null = null): Promise<void> {
  const mail = directoryFor(env, 'mail', who.email);
  if (browser !== null) return mail.forgive(ownKind(browser), true);
  await Promise.all([forgiveNetwork(env, who.ip, kind), mail.forgive(kind, true)]);
}

/** Takes back one try that `reserveAttempt` counted: it was neither right nor wrong, since nothing was computed. */
export async function releaseAttempt(env: ApiEnv, kind: AttemptKind, who: Trying): Promise<void> {
  const mail = directoryFor(env, 'mail', who.email);
  const browser = kind === 'login' ? await findKnownBrowser(env, who) : null;
  if (browser !== null) return mail.forgive(ownKind(browser), false);
  await forgiveNetwork(env, who.ip, kind);
  if (LIMITS[kind].mail !== null) await mail.forgive(kind, false);
}

/** The hash that the account of an address knows this browser by; null where it does not (A132). */
async function findKnownBrowser(env: ApiEnv, { email, known = [] }: Trying): Promise<string | null> {
  if (known.length === 0) return null;
  const standing = await directoryFor(env, 'mail', email).standing();
  if (standing.state === 'free' || !known.some(({ accountId }) => accountId === standing.owner)) return null;
  return familyOf(env, standing.owner).findKnownBrowser([...known]);
}

function ownKind(browser: string): string {
  return `login:${browser}`;
}

/** Counts a try with a pairing code; true = go on (A134: 20 wrong codes per network in 15 min). */
export function reserveCode(env: ApiEnv, ip: string): Promise<boolean> {
  return countNetwork(env, ip, WRONG_CODES);
}

export function forgiveCode(env: ApiEnv, ip: string): Promise<void> {
  return forgiveNetwork(env, ip, WRONG_CODES.kind);
}

/** Counts a code of single sign-on, which costs a call to its provider; true = go on. */
export function reserveExchange(env: ApiEnv, ip: string): Promise<boolean> {
  return countNetwork(env, ip, EXCHANGES);
}
