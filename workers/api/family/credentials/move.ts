import { ERROR_CODES, Refusal } from '../../../../app/wire/errors';
import { type AccountRow, dropEmailTokens, setLogin } from '../accounts/account.queries';
import type { Call } from '../call';
import { findKey } from '../keys/key.queries';
import { newToken, sha256 } from '../secrets';
import { requireTryLeft } from '../tried';
import { sendVerification } from '../verification-mail';
import { hasUndone, insertUndo } from './undo.queries';

/** So long the old address can bring itself back (S06). */
const UNDO_MS = 7 * 24 * 60 * 60_000;

/** Where the first errand was lost with its queue, a second one goes out before the reservation of the new address lapses. */
const AGAIN_MS = 5 * 60_000;

type NewLogin = Pick<AccountRow, 'email' | 'password_salt' | 'password_verifier'>;

/** Five askings in an hour: each mails an address that nobody has proven, or tells that it is taken. @throws Refusal 413, also as below */
export function requireMoveLeft(call: Call): void {
  requireNoneUndone(call);
  requireTryLeft(call, 'move');
}

/**
 * None in the seven days of a change that was undone, or whoever knows the password would make it again before its owner could choose another.
 * @throws Refusal 413
 */
export function requireNoneUndone(call: Call): void {
  if (!hasUndone(call.sql, call.now)) return;
  throw new Refusal(ERROR_CODES.rateLimited, 403, 'A change of the address was undone, wait seven days');
}

/**
 * Moves the account to another address, unproven as yet, and mails it; from now on the directory is to name it lastingly (`due` 'address').
 * An old address that somebody had proven is mailed as well, with a link that brings it back: the directory goes on naming it until then, so
 * that nobody else can take it meanwhile. One that nobody had proven may be a stranger's, and is free at once (A125). `before` is the account
 * as it was.
 */
export function moveTo(call: Call, before: AccountRow, login: NewLogin): void {
  // A link that was mailed to one address must not prove another.
  dropEmailTokens(call.sql);
  setLogin(call.sql, { ...login, email_verified_at: null });
  call.due('address', login.email, call.now);
  call.due('address-again', login.email, call.now + AGAIN_MS);
  if (before.email_verified_at === null) call.due('address', before.email, call.now);
  else keepOldAddress(call, before, login.email);
  sendVerification(call, 'verify-new-email');
}

/** What the old address signed in with is kept for its link. Called before anything of the key has changed. */
function keepOldAddress(call: Call, before: AccountRow, newEmail: string): void {
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
  call.due('address', before.email, expiresAt);
  call.dueBy('housekeeping', '', expiresAt);
  mailOldAddress(call, before, newEmail, token);
}

function mailOldAddress(call: Call, { email, locale, time_zone, account_id }: AccountRow, newEmail: string, token: string): void {
  const link = new URL('/undo-email', call.env.PUBLIC_URL);
  link.searchParams.set('account_id', account_id);
  link.searchParams.set('token', token);
  const facts = { email: newEmail, at: call.now, timeZone: time_zone };
  call.send({ to: email, locale, template: 'email-changed', link: link.toString(), facts });
}
