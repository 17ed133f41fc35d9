import { ERROR_CODES, Refusal } from '../../../../app/wire/errors';
import type { Call } from './call';
import { countTriedSince, insertTried } from './tried.queries';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * So many in a window: wrong ones of the login's own password (S05) and of the key's secret (S13); of askings for another address (S06) and
 * of mails that prove one (S10) every one.
 */
const LIMITS = {
  password: { most: 10, windowMs: QUARTER_HOUR_MS },
  secret: { most: 5, windowMs: QUARTER_HOUR_MS },
  move: { most: 5, windowMs: HOUR_MS },
  mail: { most: 3, windowMs: HOUR_MS },
} as const;
export type TriedKind = keyof typeof LIMITS;

/** A wrong password in a signed call. It is counted though nothing else of the call stays: see `answerAfter`. */
export class WrongPassword extends Refusal {
  readonly tried: TriedKind = 'password';

  constructor() {
    super(ERROR_CODES.invalidPassword, 400, 'Wrong password');
    this.name = 'WrongPassword';
  }
}

/** Asked before anything is compared, so that the next try tells nothing, not even when it is right. @throws Refusal 413 */
export function requireTryLeft(call: Call, kind: TriedKind): void {
  const { most, windowMs } = LIMITS[kind];
  if (countTriedSince(call.sql, kind, call.now - windowMs) < most) return;
  throw new Refusal(ERROR_CODES.rateLimited, 403, 'Too many attempts, try again later');
}

export function noteTried(call: Call, kind: TriedKind): void {
  insertTried(call.sql, kind, call.now, call.newId());
  call.dueBy('housekeeping', '', call.now + LIMITS[kind].windowMs);
}
