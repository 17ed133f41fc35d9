import { ERROR_CODES, invalid, Refusal } from '#app/wire/errors';
import { DISCARDED_RECIPIENT } from '#workers/api/bindings';
import type { CallContext } from '../core/call-context';
import { newToken, sha256, verifierOf } from '../core/secrets';
import { notForSso } from '../core/sso-account';
import { mailPasswordChange } from '../credentials/password-mail';
import { mailEarlierAddresses } from '../credentials/undo-mails';
import { cancelDeletion } from '../deletion/deletion-request';
import { DELETION_WAIT_MS } from '../deletion/purge';
import { markKeyLost } from '../keys/account-key';
import { updateVerificationNotification } from '../notifications/notify';
import { clearEmail, dropEmailTokens, findAccount, setDeletionRequested, setLogin } from '../store/account.queries';
import { dropResetTokens } from '../store/credential.queries';
import { hasUndo, markReset } from '../store/undo.queries';
import { findResetToken, insertResetToken } from './reset.queries';
import { revokeAllAccess } from './revoke-all-access';

const LINK_LIFE_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** The provider names in emails, the same in every language. */
const PROVIDERS = { apple: 'Apple', google: 'Google' } as const;

/**
 * `browserId`: the new id of the browser that resets the password (A132); null if the browser can't keep an id. `createsNewAccount`: the
 * account that recently moved to this address belongs to somebody else, and the user wants a new account (A145).
 */
export type Reset = {
  email: string;
  token: string;
  authKey: string;
  place: string | null;
  browserId: string | null;
  createsNewAccount: boolean;
};
/**
 * `handOver`: the address is transferred to a new account with the old locale and time zone (A125). This happens if the address was
 * unverified. It also happens if its change can still be undone and the user wants a new account.
 */
export type ResetOutcome = 'done' | { handOver: { locale: string; timeZone: string } };

/**
 * Emails a link that sets a new password. The link works once, for one hour (S07). An account with single sign-on gets an email that
 * explains its login instead. Does nothing if the account has another address. Without an account, takes the same time and emails nobody.
 */
export function requestReset(call: CallContext, { email, place }: { email: string; place: string | null }): void {
  const row = findAccount(call.sql);
  if (row === null) {
    imitateReset(call, place);
    return;
  }
  if (row.email !== email || row.confirmed_at === null || row.retired_at !== null) return;
  const about = { to: row.email, locale: row.locale };
  const facts = { at: call.now, timeZone: row.time_zone, place: place ?? '' };
  if (row.login_scheme === 'sso' && row.sso_type !== null && row.email_verified_at !== null) {
    const link = new URL('/login', call.env.PUBLIC_URL).toString();
    call.sendMail({ ...about, template: 'reset-sso', link, facts: { ...facts, provider: PROVIDERS[row.sso_type] } });
    return;
  }
  const template = row.email_verified_at === null ? 'reset-empty' : hasUndo(call.sql, call.now) ? 'reset-young' : 'reset';
  call.sendMail({ ...about, template, link: createResetLink(call, email, template === 'reset-young'), facts });
}

/**
 * Does the same work for an address without an account and stores nothing about it. On a single machine, work after the response can delay
 * the next response, which would reveal who has an account.
 */
function imitateReset(call: CallContext, place: string | null): void {
  const facts = { at: call.now, timeZone: 'UTC', place: place ?? '' };
  call.sendMail({ to: DISCARDED_RECIPIENT, locale: 'en', template: 'reset', link: createResetLink(call, DISCARDED_RECIPIENT), facts });
}

/**
 * Returns a link to the form for the new password and stores only a hash of its token. With `moved`, the form asks whether the account
 * belongs to the user.
 */
function createResetLink(call: CallContext, email: string, moved = false): string {
  const token = newToken();
  insertResetToken(call.sql, { hash: sha256(token), email, sent_at: call.now, expires_at: call.now + LINK_LIFE_MS });
  call.setDueBy('housekeeping', '', call.now + DAY_MS);
  const link = new URL('/reset', call.env.PUBLIC_URL);
  link.searchParams.set('email', email);
  link.searchParams.set('token', token);
  if (moved) link.searchParams.set('moved', '1');
  return link.toString();
}

/**
 * Uses up the token of an emailed link. Then sets the password (S08), or returns `handOver` and changes nothing else. A new password ends
 * every session, forgets other browsers, voids earlier reset links and cancels a requested deletion. Only a recovery copy then unlocks the
 * account key. If an address change can still be undone, also emails the earlier address and allows no other address change (A145).
 * @throws Refusal 400 for a new account if the address change can no longer be undone
 * @throws Refusal code 300 for a token that is unknown, used, expired or for another address
 * @throws Refusal code 410 for an account with single sign-on
 */
export function resetPassword(call: CallContext, { email, token, authKey, place, browserId, createsNewAccount }: Reset): ResetOutcome {
  const row = findAccount(call.sql);
  const salt = newToken(16);
  const verifier = verifierOf(authKey, salt, call.env.PASSWORD_PEPPER);
  const found = findResetToken(call.sql, sha256(token), email, call.now);
  if (row === null || found === null || row.email !== email || row.confirmed_at === null || row.retired_at !== null) throw wrongToken();
  dropResetTokens(call.sql);
  const canBeUndone = hasUndo(call.sql, call.now);
  if (row.email_verified_at === null || (createsNewAccount && canBeUndone))
    return { handOver: { locale: row.locale, timeZone: row.time_zone } };
  if (createsNewAccount) throw invalid('The account is keeping this address', { start_empty: 'too_late' });
  if (row.login_scheme === 'sso') throw notForSso();
  setLogin(call.sql, { ...row, password_salt: salt, password_verifier: verifier });
  revokeAllAccess(call, browserId);
  markKeyLost(call);
  // An attacker may have requested the deletion. The owner can request it again.
  cancelDeletion(call);
  call.recordChange('account', call.accountId);
  mailPasswordChange(call, row, place);
  if (canBeUndone) {
    mailEarlierAddresses(call, row, place);
    markReset(call.sql, call.now);
  }
  return 'done';
}

/**
 * Removes an address that now belongs to another family, so that no login or email uses it (A125). Schedules the account for deletion if it
 * has no single sign-on and no address that can be restored.
 */
export function releaseAddress(call: CallContext, email: string): void {
  const row = findAccount(call.sql);
  if (row === null || row.email !== email) return;
  clearEmail(call.sql);
  updateVerificationNotification(call);
  scheduleDeletionIfUnreachable(call);
  dropResetTokens(call.sql);
  dropEmailTokens(call.sql);
  revokeAllAccess(call, null);
  call.recordChange('account', call.accountId);
}

/**
 * Schedules deletion of an account without address or single sign-on, unless an undo link is still valid. Called when the account loses its
 * address, and again when its undo links expire.
 */
export function scheduleDeletionIfUnreachable(call: CallContext): void {
  const row = findAccount(call.sql);
  if (row === null || row.email !== '' || row.login_scheme === 'sso' || row.deletion_requested_at !== null) return;
  if (hasUndo(call.sql, call.now)) return;
  setDeletionRequested(call.sql, call.now);
  call.setDue('purge', '', call.now + DELETION_WAIT_MS);
}

function wrongToken(): Refusal {
  return new Refusal(ERROR_CODES.invalidPassword, 400, 'This link is unknown, already used or expired');
}
