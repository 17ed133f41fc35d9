import { ERROR_CODES, invalid, Refusal } from '../../../../app/wire/errors';
import { NOBODY } from '../../bindings';
import type { Call } from '../core/call';
import { newToken, sha256, verifierOf } from '../core/secrets';
import { notForSso } from '../core/sso-account';
import { tellOfPassword } from '../credentials/password-mail';
import { tellEarlierAddresses } from '../credentials/undo-mails';
import { takeDeletionBack } from '../deletion/deletion-wish';
import { DELETION_WAIT_MS } from '../deletion/farewell';
import { loseKey } from '../keys/account-key';
import { settleVerification } from '../notifications/raise-notice';
import { clearEmail, dropEmailTokens, findAccount, setDeletionRequested, setLogin } from '../store/account.queries';
import { dropResetTokens } from '../store/credential.queries';
import { hasUndo, markReset } from '../store/undo.queries';
import { findResetToken, insertResetToken } from './reset.queries';
import { signEveryoneOut } from './sign-out';

const LINK_LIFE_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** How the mail names a provider: as it names itself, in every language. */
const PROVIDERS = { apple: 'Apple', google: 'Google' } as const;

/**
 * `browserId`: what the browser that resets is known by from now on (A132); null where it keeps no id. `startsEmpty`: the account that lately
 * took this address is not the reader's, who wants a new one (A145).
 */
export type Reset = {
  email: string;
  token: string;
  authKey: string;
  place: string | null;
  browserId: string | null;
  startsEmpty: boolean;
};
/**
 * `givesWay`: nobody had proven the address, or its change can still be undone and the reader asked for a new account. Whoever holds the mailbox
 * takes the address with a new account that speaks like the old one (A125).
 */
export type ResetOutcome = 'done' | { givesWay: { locale: string; timeZone: string } };

/**
 * Mails a link that sets a new password, for an hour and for once (S07). An account with single sign-on is mailed how it signs in. Where
 * the address is not this account's, nothing happens; where there is none, nothing that anybody could notice.
 */
export function requestReset(call: Call, { email, place }: { email: string; place: string | null }): void {
  const row = findAccount(call.sql);
  if (row === null) {
    pretend(call, place);
    return;
  }
  if (row.email !== email || row.confirmed_at === null || row.retired_at !== null) return;
  const about = { to: row.email, locale: row.locale };
  const facts = { at: call.now, timeZone: row.time_zone, place: place ?? '' };
  if (row.login_scheme === 'sso' && row.sso_type !== null && row.email_verified_at !== null) {
    const link = new URL('/login', call.env.PUBLIC_URL).toString();
    call.send({ ...about, template: 'reset-sso', link, facts: { ...facts, provider: PROVIDERS[row.sso_type] } });
    return;
  }
  const template = row.email_verified_at === null ? 'reset-empty' : hasUndo(call.sql, call.now) ? 'reset-young' : 'reset';
  call.send({ ...about, template, link: mintLink(call, email, template === 'reset-young'), facts });
}

/**
 * The same work for an address without an account, up to a mail that never leaves: what is done after the answer delays the next one where
 * one machine does all, and would tell who has an account. The address is kept nowhere.
 */
function pretend(call: Call, place: string | null): void {
  const facts = { at: call.now, timeZone: 'UTC', place: place ?? '' };
  call.send({ to: NOBODY, locale: 'en', template: 'reset', link: mintLink(call, NOBODY), facts });
}

/** A link to the form of the new password. Its token is kept as a hash only. `moved`: the form asks whether the account is the reader's. */
function mintLink(call: Call, email: string, moved = false): string {
  const token = newToken();
  insertResetToken(call.sql, { hash: sha256(token), email, sent_at: call.now, expires_at: call.now + LINK_LIFE_MS });
  call.dueBy('housekeeping', '', call.now + DAY_MS);
  const link = new URL('/reset', call.env.PUBLIC_URL);
  link.searchParams.set('email', email);
  link.searchParams.set('token', token);
  if (moved) link.searchParams.set('moved', '1');
  return link.toString();
}

/**
 * Uses the token of a mailed link up and sets the password (S08): every session ends, no other browser is known, no link that was mailed before
 * works, only a recovery copy opens the account key, and a deletion that was asked for is taken back. While a change of the address can still be
 * undone the earlier address is told, keeps its undo with all that was there before, and the address cannot be changed again (A145).
 * @throws 400 for a new account where the address is the account's for good, Refusal 300 for a token that is unknown, used, too old or another address's; 410 for an account with single sign-on
 */
export function resetPassword(call: Call, { email, token, authKey, place, browserId, startsEmpty }: Reset): ResetOutcome {
  const row = findAccount(call.sql);
  const salt = newToken(16);
  const verifier = verifierOf(authKey, salt, call.env.PASSWORD_PEPPER);
  const found = findResetToken(call.sql, sha256(token), email, call.now);
  if (row === null || found === null || row.email !== email || row.confirmed_at === null || row.retired_at !== null) throw wrongToken();
  dropResetTokens(call.sql);
  const canBeUndone = hasUndo(call.sql, call.now);
  if (row.email_verified_at === null || (startsEmpty && canBeUndone)) return { givesWay: { locale: row.locale, timeZone: row.time_zone } };
  if (startsEmpty) throw invalid('The account is keeping this address', { start_empty: 'too_late' });
  if (row.login_scheme === 'sso') throw notForSso();
  setLogin(call.sql, { ...row, password_salt: salt, password_verifier: verifier });
  signEveryoneOut(call, browserId);
  loseKey(call);
  // A thief may have asked for it; whoever meant it asks again.
  takeDeletionBack(call);
  call.changed('account', call.accountId);
  tellOfPassword(call, row, place);
  if (canBeUndone) {
    tellEarlierAddresses(call, row, place);
    markReset(call.sql, call.now);
  }
  return 'done';
}

/**
 * The address is another family's now: nobody signs in here by it again, and no mail goes there (A125). An account that nothing signs in to
 * any more, neither single sign-on nor an address that may still come back, goes like one whose deletion was asked for, and frees its devices.
 */
export function loseAddress(call: Call, email: string): void {
  const row = findAccount(call.sql);
  if (row === null || row.email !== email) return;
  clearEmail(call.sql);
  settleVerification(call);
  retireWhenLost(call);
  dropResetTokens(call.sql);
  dropEmailTokens(call.sql);
  signEveryoneOut(call, null);
  call.changed('account', call.accountId);
}

/** Asked when an address was lost, and again when the links that could bring one back have had their time. */
export function retireWhenLost(call: Call): void {
  const row = findAccount(call.sql);
  if (row === null || row.email !== '' || row.login_scheme === 'sso' || row.deletion_requested_at !== null) return;
  if (hasUndo(call.sql, call.now)) return;
  setDeletionRequested(call.sql, call.now);
  call.due('purge', '', call.now + DELETION_WAIT_MS);
}

function wrongToken(): Refusal {
  return new Refusal(ERROR_CODES.invalidPassword, 400, 'This link is unknown, already used or expired');
}
