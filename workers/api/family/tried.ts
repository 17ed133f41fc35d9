import { ERROR_CODES, Refusal } from '../../../app/wire/errors';
import type { Call } from './call';
import { countTriedSince, insertTried } from './tried.queries';

/** So many wrong ones in a quarter of an hour: of the login's own password (S05), and of the key's secret (S13). */
const LIMITS = { password: 10, secret: 5 } as const;
export type TriedKind = keyof typeof LIMITS;
export const TRIED_WINDOW_MS = 15 * 60_000;

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
  if (countTriedSince(call.sql, kind, call.now - TRIED_WINDOW_MS) < LIMITS[kind]) return;
  throw new Refusal(ERROR_CODES.rateLimited, 403, 'Too many tries, wait a while and try again');
}

export function noteTried(call: Call, kind: TriedKind): void {
  insertTried(call.sql, kind, call.now, call.newId());
  call.dueBy('housekeeping', '', call.now + TRIED_WINDOW_MS);
}
