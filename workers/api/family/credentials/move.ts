import type { Context } from 'hono';
import * as z from 'zod';
import { ERROR_CODES, invalid, Refusal } from '../../../../app/wire/errors';
import { readEmail } from '../../given';
import type { FamilyApp } from '../core/answer';
import type { Call } from '../core/call';
import { newToken, sha256 } from '../core/secrets';
import { noteTried, requireTryLeft } from '../core/tried';
import { type AccountRow, dropEmailTokens, setLogin } from '../store/account.queries';
import { findKey } from '../store/key.queries';
import { hasUndoneOrReset, insertUndo } from '../store/undo.queries';
import { undoLink } from './undo-mails';
import { sendVerification } from './verification-mail';

/** So long the old address can bring itself back (S06). */
const UNDO_MS = 7 * 24 * 60 * 60_000;

/** Where the first errand was lost with its queue, a second one goes out before the reservation of the new address lapses. */
const AGAIN_MS = 5 * 60_000;

/** An address that was asked for and not moved to is free again after this. */
const HOLD_MS = 10 * 60_000;

type NewLogin = Pick<AccountRow, 'email' | 'password_salt' | 'password_verifier'>;

/** What the first step of a change of address answers: the address to be held in the directory; null where the change was made already. */
export const askedSchema = z.object({ hold: z.string().nullable() });

/** The address that the directory holds for this request; null without one. */
export function heldOf({ env: { move } }: Context<FamilyApp>): string | null {
  return move?.step === 'move' ? move.held : null;
}

/** The normalised new address. @throws Refusal 301, 100 for the present one */
export function readNewEmail(given: string, present: string): string {
  const email = readEmail(given, 'new_email');
  if (email === present) throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'This is already the account’s address');
  return email;
}

/**
 * Notes that the directory is to hold this address until the second step. Five in an hour: each mails an address that nobody has proven, or
 * tells that it is taken. @throws Refusal 413, also as below
 */
export function holdAddress(call: Call, email: string): void {
  requireNotHeld(call);
  requireTryLeft(call, 'move');
  noteTried(call, 'move');
  call.due('address', email, call.now + HOLD_MS);
}

/** The held address, if it is the one that the request names. @throws Refusal 400, 413 as below */
export function requireHeld(call: Call, held: string | null, given: string): string {
  if (held === null || held !== readEmail(given, 'new_email')) throw invalid('This address is not reserved for the account');
  requireNotHeld(call);
  return held;
}

/**
 * Refuses another change during the seven days of a change that was undone, or whose new address reset the password. A thief who knows the
 * password could otherwise repeat the change before the owner chooses another one, and a thief who reset it could move the account on.
 * @throws Refusal 413
 */
function requireNotHeld(call: Call): void {
  if (!hasUndoneOrReset(call.sql, call.now)) return;
  const details = { reason: 'address_held' } as const;
  throw new Refusal(ERROR_CODES.rateLimited, 403, 'The address was changed less than 7 days ago and can’t be changed yet', details);
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
  if (before.email_verified_at !== null) keepOldAddress(call, before, login.email);
  // An account whose address was taken over has none to give back.
  else if (before.email !== '') call.due('address', before.email, call.now);
  // The other mail says that the address logs in, which it does not with single sign-on.
  sendVerification(call, { template: before.login_scheme === 'sso' ? 'verify' : 'verify-new-email', address: 'new' });
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
    key_json: key === null ? null : JSON.stringify(key),
    changed_at: call.now,
    expires_at: expiresAt,
    used_at: null,
    reset_at: null,
  });
  call.due('address', before.email, expiresAt);
  call.dueBy('housekeeping', '', expiresAt);
  mailOldAddress(call, before, newEmail, token);
}

function mailOldAddress(call: Call, { email, locale, time_zone }: AccountRow, newEmail: string, token: string): void {
  const facts = { email: newEmail, at: call.now, timeZone: time_zone };
  call.send({ to: email, locale, template: 'email-changed', link: undoLink(call, token), facts });
}
