import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { CallContext } from './call-context';
import { countAttemptsSince, insertAttempt } from './rate-limit.queries';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * Attempts per time window. `password` (S05) and `secret` (S13) count only wrong ones; `move` (S06) and `mail` (S10) count every request.
 */
const LIMITS = {
  password: { max: 10, windowMs: QUARTER_HOUR_MS },
  secret: { max: 5, windowMs: QUARTER_HOUR_MS },
  move: { max: 5, windowMs: HOUR_MS },
  mail: { max: 3, windowMs: HOUR_MS },
} as const;
export type LimitedAction = keyof typeof LIMITS;

/** A wrong password in a signed request. It is counted although the rest of the transaction is rolled back: see `handleEndpointAfter`. */
export class WrongPassword extends Refusal {
  readonly action: LimitedAction = 'password';

  constructor() {
    super(ERROR_CODES.invalidPassword, 400, 'Wrong password');
    this.name = 'WrongPassword';
  }
}

/**
 * Refuses the call if no attempt is left. Call it before any comparison, so that a refused attempt reveals nothing, even if it is correct.
 * @throws Refusal code 413 if no attempt is left
 */
export function requireAttemptLeft(call: CallContext, kind: LimitedAction): void {
  const { max, windowMs } = LIMITS[kind];
  if (countAttemptsSince(call.sql, kind, call.now - windowMs) < max) return;
  throw new Refusal(ERROR_CODES.rateLimited, 403, 'Too many attempts, try again later');
}

export function countAttempt(call: CallContext, kind: LimitedAction): void {
  insertAttempt(call.sql, kind, call.now, call.newId());
  call.setDueBy('housekeeping', '', call.now + LIMITS[kind].windowMs);
}
