import { normalizeEmail } from '#app/domain/credentials';
import { ERROR_CODES, invalid, Refusal } from '#app/wire/errors';
import { correctEmail } from '#app/wire/identity';
import type { CallContext } from '../core/call-context';
import { handleEndpointAfter } from '../core/handle-endpoint';
import { findAnswer } from '../core/idempotency.queries';
import { hasJustLoggedIn } from '../core/recent-login';
import { notForPassword, notForSso } from '../core/sso-account';
import { type AccountRow, getAccount } from '../store/account.queries';
import {
  applyEmailChange,
  emailCheckSchema,
  parseNewEmail,
  recordReservation,
  requireReservedEmail,
  reservedEmailOf,
} from './change-email';
import { revokeEarlierAccess } from './revoke-earlier-access';

const checkEndpoint = { ...correctEmail, output: emailCheckSchema, replay: 'never' } as const;

/**
 * First step of a correction: checks the request and records the address to reserve (A151). Each request counts as an attempt, because the
 * answer reveals whether the address has an account.
 */
export const askToCorrectRoute = handleEndpointAfter(
  checkEndpoint,
  async (c) => c.var.signed.parts.idempotencyKey,
  (call, { body: { login_obj: wanted } }, key) => {
    // The first response was lost. The second step repeats it.
    if (findAnswer(call.sql, call.actor.id, key, call.now) !== null) return { hold: null };
    const { email } = requireCorrectable(call, wanted.email);
    const hold = parseNewEmail(wanted.new_email, email);
    recordReservation(call, hold);
    return { hold };
  },
);

/** Second step: checks everything again, because an emailed link may have verified the address since then. */
export const correctRoute = handleEndpointAfter(
  correctEmail,
  async (c) => reservedEmailOf(c),
  (call, { body: { login_obj: wanted, browser_id } }, reserved) => {
    const before = requireCorrectable(call, wanted.email);
    const { password_salt, password_verifier } = before;
    applyEmailChange(call, before, { email: requireReservedEmail(call, reserved, wanted.new_email), password_salt, password_verifier });
    revokeEarlierAccess(call, browser_id);
    return { status: 'email_updated' as const };
  },
);

/**
 * Returns the account if this request may correct its address. Without a password, a recent login is required instead.
 * @throws Refusal code 410 for a password account, a verified address or a session that is ten minutes old or older
 * @throws Refusal 400 if `present` is not the account's address
 */
function requireCorrectable(call: CallContext, present: string): AccountRow {
  const account = getAccount(call.sql);
  if (account.login_scheme !== 'sso') throw notForPassword();
  if (account.email_verified_at !== null) throw notForSso();
  if (!hasJustLoggedIn(call)) {
    throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'Log in again first', { reason: 'old_login' });
  }
  if (normalizeEmail(present) !== account.email) throw invalid('This is not the account’s address', { email: 'not_current' });
  return account;
}
