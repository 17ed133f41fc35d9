import { ERROR_CODES, Refusal } from '../../../../app/wire/errors';
import { type AccountRow, dropEmailTokens, setLogin } from '../accounts/account.queries';
import type { Call } from '../call';
import { findKey } from '../keys/key.queries';
import { newToken, sha256 } from '../secrets';
import { sendVerification } from '../verification-mail';
import { countMovesSince, hasUndone, insertUndo } from './undo.queries';

/** So long the old address can bring itself back (S06). */
const UNDO_MS = 7 * 24 * 60 * 60_000;

/** Each move mails an address that nobody has proven: so many in an hour. */
const MOST_MOVES = 5;
const HOUR_MS = 60 * 60_000;

type NewLogin = Pick<AccountRow, 'email' | 'password_salt' | 'password_verifier'>;

/**
 * Five moves in an hour; and none in the seven days of a change that was undone, or whoever knows the password would make it again before its
 * owner could choose another.
 * @throws Refusal 413
 */
export function requireMoveLeft(call: Call): void {
  if (hasUndone(call.sql, call.now)) throw new Refusal(ERROR_CODES.rateLimited, 403, 'A change of the address was undone, wait seven days');
  if (countMovesSince(call.sql, call.now - HOUR_MS) < MOST_MOVES) return;
  throw new Refusal(ERROR_CODES.rateLimited, 403, 'Too many changes, try again in an hour');
}

/**
 * Moves the account to another address, unproven as yet: both are mailed, and what the old one signed in with is kept for its link. The
 * directory goes on naming the old address until then (`due` 'address'), so that nobody else can take it meanwhile. `before` is the account
 * as it was.
 */
export function moveTo(call: Call, before: AccountRow, login: NewLogin): void {
  const token = newToken();
  const expiresAt = call.now + UNDO_MS;
  const key = findKey(call.sql);
  insertUndo(call.sql, {
    hash: sha256(token),
    email: before.email,
    email_verified_at: before.email_verified_at,
    password_salt: before.password_salt,
    password_verifier: before.password_verifier,
    is_legacy: before.is_legacy,
    key_id: key?.key_id ?? null,
    enc_priv: key?.enc_priv ?? null,
    changed_at: call.now,
    expires_at: expiresAt,
    used_at: null,
  });
  // A link that was mailed to one address must not prove another.
  dropEmailTokens(call.sql);
  setLogin(call.sql, { ...login, email_verified_at: null });
  call.due('address', before.email, expiresAt);
  call.dueBy('housekeeping', '', expiresAt);
  sendVerification(call, 'verify-new-email');
  mailOldAddress(call, before, login.email, token);
}

function mailOldAddress(call: Call, { email, locale, time_zone, account_id }: AccountRow, newEmail: string, token: string): void {
  const link = new URL('/undo-email', call.env.PUBLIC_URL);
  link.searchParams.set('account_id', account_id);
  link.searchParams.set('token', token);
  const facts = { email: newEmail, at: call.now, timeZone: time_zone };
  call.send({ to: email, locale, template: 'email-changed', link: link.toString(), facts });
}
