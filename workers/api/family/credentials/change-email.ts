import type { Context } from 'hono';
import * as z from 'zod';
import { ERROR_CODES, invalid, Refusal } from '#app/wire/errors';
import { parseEmail } from '#workers/api/credentials-input';
import type { CallContext } from '../core/call-context';
import type { FamilyApp } from '../core/handle-endpoint';
import { countAttempt, requireAttemptLeft } from '../core/rate-limit';
import { newToken, sha256 } from '../core/secrets';
import { type AccountRow, dropEmailTokens, setLogin } from '../store/account.queries';
import { findKey } from '../store/key.queries';
import { hasUndoneOrReset, insertUndo } from '../store/undo.queries';
import { undoLink } from './undo-mails';
import { sendVerification } from './verification-mail';

/** How long the old address can be restored (S06). */
const UNDO_MS = 7 * 24 * 60 * 60_000;

/**
 * Time in ms after which a second job is sent, in case the first was lost with its queue. The reservation of the new address must last
 * longer.
 */
const RESEND_AFTER_MS = 5 * 60_000;

/** A requested address that is not used within this time is released. */
const RESERVATION_MS = 10 * 60_000;

type NewLogin = Pick<AccountRow, 'email' | 'password_salt' | 'password_verifier'>;

/** Answer of the first step. `hold`: the address to reserve in the directory, or null if the change was already made. */
export const emailCheckSchema = z.object({ hold: z.string().nullable() });

/** Returns the address that the directory has reserved for this request, or null. */
export function reservedEmailOf({ env: { emailChange } }: Context<FamilyApp>): string | null {
  return emailChange?.step === 'apply' ? emailChange.reserved : null;
}

/**
 * Returns the normalized new address.
 * @throws Refusal code 301 for a malformed address, code 100 for the current one
 */
export function parseNewEmail(typed: string, present: string): string {
  const email = parseEmail(typed, 'new_email');
  if (email === present) throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'This is already the account’s address');
  return email;
}

/**
 * Records that the directory reserves this address until the second step. Limited to five per hour, because each request emails an
 * unverified address or reveals that the address is taken.
 * @throws Refusal code 413 for too many requests, or as in `requireNoChangeLock`
 */
export function recordReservation(call: CallContext, email: string): void {
  requireNoChangeLock(call);
  requireAttemptLeft(call, 'move');
  countAttempt(call, 'move');
  call.setDue('address', email, call.now + RESERVATION_MS);
}

/**
 * Returns the reserved address if the request names it.
 * @throws Refusal 400 for another address, code 413 as in `requireNoChangeLock`
 */
export function requireReservedEmail(call: CallContext, reserved: string | null, typed: string): string {
  if (reserved === null || reserved !== parseEmail(typed, 'new_email')) throw invalid('This address is not reserved for the account');
  requireNoChangeLock(call);
  return reserved;
}

/**
 * Refuses another change during the seven days after a change that was undone, or whose new address reset the password. An attacker with
 * the password could otherwise repeat the change. An attacker who reset the password could move the account again.
 * @throws Refusal code 413 during these seven days
 */
function requireNoChangeLock(call: CallContext): void {
  if (!hasUndoneOrReset(call.sql, call.now)) return;
  const details = { reason: 'address_held' } as const;
  throw new Refusal(ERROR_CODES.rateLimited, 403, 'The address was changed less than 7 days ago and can’t be changed yet', details);
}

/**
 * Moves the account to another, unverified address and emails a verification link to it. A job (`due` 'address') then confirms the address
 * in the directory. A verified old address gets an email with an undo link, and stays reserved until the link expires. An unverified old
 * address may belong to a stranger and is freed immediately (A125). `before` is the account before the change.
 */
export function applyEmailChange(call: CallContext, before: AccountRow, login: NewLogin): void {
  // A link emailed to one address must not verify another.
  dropEmailTokens(call.sql);
  setLogin(call.sql, { ...login, email_verified_at: null });
  call.setDue('address', login.email, call.now);
  call.setDue('address-again', login.email, call.now + RESEND_AFTER_MS);
  if (before.email_verified_at !== null) storeUndo(call, before, login.email);
  // An account that lost its address to a takeover has no old address to release.
  else if (before.email !== '') call.setDue('address', before.email, call.now);
  // `verify-new-email` says that the address logs in, which is wrong for single sign-on.
  sendVerification(call, { template: before.login_scheme === 'sso' ? 'verify' : 'verify-new-email', address: 'new' });
}

/** Stores the old login and emails an undo link to the old address. Call it before the key changes. */
function storeUndo(call: CallContext, before: AccountRow, newEmail: string): void {
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
  call.setDue('address', before.email, expiresAt);
  call.setDueBy('housekeeping', '', expiresAt);
  mailOldAddress(call, before, newEmail, token);
}

function mailOldAddress(call: CallContext, { email, locale, time_zone }: AccountRow, newEmail: string, token: string): void {
  const facts = { email: newEmail, at: call.now, timeZone: time_zone };
  call.sendMail({ to: email, locale, template: 'email-changed', link: undoLink(call, token), facts });
}
