import { createHmac, hkdfSync } from 'node:crypto';
import { normalizeEmail } from '#app/domain/credentials';
import { createLineLimit } from '#app/domain/line-limit';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { toLoggedPrefix } from '#workers/network';
import { findOrDecoyByEmail } from '../accounts/credentials';
import type { Caller } from '../caller';
import type { ApiEnv } from '../env';
import { findFamily } from '../family-of';
import { reportBug } from '../on-error';
import { createRepeatSampler } from './repeat-sampler';

/** What was attempted. The log event is `<what>_refused`. */
export type AttemptedAction =
  | 'login'
  | 'signup'
  | 'reset_request'
  | 'reset'
  | 'email_change'
  | 'email_undo'
  | 'verification'
  | 'pairing'
  | 'sso'
  | 'coupon';

/** What an attempt concerned, if it named an account: the address as typed, or the account id. */
export type AttemptSubject = { what: AttemptedAction; email?: string | undefined; accountId?: string | undefined };
type RefusalSource = Pick<Caller, 'ip' | 'reference'>;
type RefusedAttempt = AttemptSubject & { reason: string; caller: RefusalSource };

type WaitUntil = (work: Promise<unknown>) => void;

const REASONS: Record<number, string> = {
  [ERROR_CODES.rateLimited]: 'rate_limited',
  [ERROR_CODES.invalidPassword]: 'wrong_credentials',
  [ERROR_CODES.invalidEmail]: 'invalid_email',
  [ERROR_CODES.duplicateEmail]: 'address_taken',
  [ERROR_CODES.unsupportedScheme]: 'unsupported_scheme',
  [ERROR_CODES.couponInvalid]: 'wrong_coupon',
};

const sampleRepeats = createRepeatSampler();
const limitBusy = createLineLimit<AttemptedAction>();

/**
 * Runs an unsigned call. Logs a refusal as one line, records it in the account concerned, and rethrows it. `about` may get its account
 * while the call runs. The line contains the network's prefix and keyed hashes of address and account, but nothing as typed.
 */
export async function withRefusalLog<T>(
  env: ApiEnv,
  caller: RefusalSource,
  about: AttemptSubject,
  waitUntil: WaitUntil,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) logRefusal(env, { ...about, caller, reason: reasonOf(error) }, waitUntil);
    throw error;
  }
}

/**
 * Logs a refused attempt, and records it in its account after the response. For an address without an account, an empty family does the
 * same work. So timing does not show whether an account exists. `waitUntil` keeps the Worker running until then.
 */
export function logRefusal(env: ApiEnv, refused: RefusedAttempt, waitUntil: WaitUntil): void {
  const { what, reason, caller, email, accountId } = refused;
  const network = toLoggedPrefix(caller.ip);
  const address = email === undefined ? undefined : hashForLog(env, normalizeEmail(email));
  const account = accountId === undefined || accountId === '' ? undefined : hashForLog(env, accountId);
  const now = Date.now();
  const log = (kind: AttemptedAction, line: Record<string, unknown>) =>
    console.warn(JSON.stringify({ level: 'warn', at: new Date(now).toISOString(), event: `${kind}_refused`, reason, ...line }));
  if (reason !== 'busy') log(what, { network, address, account, request: caller.reference });
  else for (const { kind, ...line } of limitBusy(what, network, now)) log(kind, line);
  const subject = address ?? account;
  if (subject === undefined) return;
  const times = sampleRepeats(`${subject} ${what} ${reason} ${network}`, now);
  // A rate-limited caller may try many addresses, and each record starts an object. So only samples are recorded.
  const isFlood = reason === REASONS[ERROR_CODES.rateLimited] && sampleRepeats(`${network} ${what}`, now) === 0;
  if (times > 0 && !isFlood) waitUntil(recordInAccount(env, refused, { what, reason, network, times }).catch(reportBug));
}

type Entry = { what: string; reason: string; network: string; times: number };

async function recordInAccount(env: ApiEnv, { email, accountId }: RefusedAttempt, entry: Entry): Promise<void> {
  if (email !== undefined) return (await findOrDecoyByEmail(env, normalizeEmail(email))).noteRefusedAttempts(entry, true);
  await findFamily(env, accountId ?? '')?.noteRefusedAttempts(entry, false);
}

function reasonOf({ code, details }: Refusal): string {
  return details.reason ?? REASONS[code] ?? (details.fields === undefined ? 'refused' : 'invalid');
}

/**
 * Returns 16 hex digits that are equal for equal texts within one installation. Without the installation's key, nobody can check guessed
 * addresses against them.
 */
function hashForLog(env: ApiEnv, text: string): string {
  const key = hkdfSync('sha256', Buffer.from(env.DIRECTORY_KEY, 'base64'), '', 'log', 32);
  return createHmac('sha256', Buffer.from(key)).update(text).digest('hex').slice(0, 16);
}
