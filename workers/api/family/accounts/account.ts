import { Hono } from 'hono';
import { createBoundedMemo } from '#app/domain/bounded-memo';
import { ACCOUNT_TYPES } from '#app/domain/child';
import { type AccountWire, getAccount, getVerification, resendVerification } from '#app/wire/account';
import { invalid, outsideAccount } from '#app/wire/errors';
import { findKept } from '../billing/billing.queries';
import { lastSeq } from '../core/audit.queries';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { countAttempt, requireAttemptLeft } from '../core/rate-limit';
import { accountToken, sha256 } from '../core/secrets';
import { findSession } from '../core/session.queries';
import { sendVerification } from '../credentials/verification-mail';
import { DELETION_WAIT_MS } from '../deletion/purge';
import { updateVerificationNotification } from '../notifications/notify';
import { createViewCheck } from '../status/sampling';
import { type AccountRow, findAccount, findEmailToken, getAccount as getAccountRow, markVerified } from '../store/account.queries';
import { listUsers, toWireUser } from '../store/child.queries';
import { countsOf } from '../store/counts.queries';
import { countOtherDevices, listDeviceUsers } from '../store/device.queries';
import { findKey, toWireKey } from '../store/key.queries';
import { countUnread } from '../store/notification.queries';
import { hasGeolocation } from '../subscription/plan-of';
import { listOwnedSkus } from '../subscription/sku.queries';

const EMAIL_SENT = { status: 'email_sent' } as const;

/** Handles GET /account. The response contains the id of the calling session's secret, but not the secret (S04). */
export const account = new Hono<FamilyApp>().get(
  '/',
  handleEndpoint(getAccount, (call) =>
    toWireAccount(call, getAccountRow(call.sql), findSession(call.sql, call.actor.id, call.now)?.secret_id ?? ''),
  ),
);

/** GET returns whether the email address is verified (S09). PUT sends another verification email, at most three per hour (S10). */
export const verification = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(getVerification, (call) => {
      const row = getAccountRow(call.sql);
      return { verified: row.email_verified_at !== null, email: row.email };
    }),
  )
  .put(
    '/',
    handleEndpoint(resendVerification, (call, { body }) => {
      if (body.account_id !== call.accountId) throw outsideAccount();
      // Counts requested emails instead of links, because an address change voids links. Emails after a sign-up or an address change are
      // not counted.
      requireAttemptLeft(call, 'mail');
      countAttempt(call, 'mail');
      sendVerification(call);
      call.recordChange('account', call.accountId);
      return EMAIL_SENT;
    }),
  );

/** Unsealed token keys by their sealed value. Unsealing is expensive, and every page reads the account. */
const tokenKeys = createBoundedMemo<string>(200);

/** Returns the account in wire format, never with the signing secret (S04). */
export function toWireAccount(call: CallContext, row: AccountRow, secretId: string): AccountWire {
  const counts = countsOf(row, call.now);
  const devices = listDeviceUsers(call.sql);
  const isLocating = hasGeolocation(call);
  const isViewEnabled = createViewCheck(call);
  const unread = countUnread(call.sql, call.now);
  const key = findKey(call.sql);
  const tokenKey = tokenKeys.get(row.token_key, () => call.sealer.open(row.token_key, 'account'));
  const { token, issuedAt } = accountToken(row.account_id, tokenKey, call.now);
  return {
    account_id: row.account_id,
    emails: row.email === '' ? [] : [{ email: row.email, verified: row.email_verified_at !== null }],
    created: row.created_at,
    block_count: counts.blocks,
    grant_count: counts.grants,
    counts_reset_ts: counts.resetsAt,
    last_activity: row.last_activity_at,
    retired: row.retired_at !== null,
    skus: listOwnedSkus(call.sql),
    users: listUsers(call.sql).map((user) =>
      toWireUser(
        user,
        row.account_id,
        user.type === ACCOUNT_TYPES.account ? row.email : null,
        devices.filter((device) => device.childIds.includes(user.id)),
        { hasGeolocation: isLocating, isViewEnabled: isViewEnabled(user.id) },
        call.now,
      ),
    ),
    login_scheme: row.login_scheme,
    is_legacy: row.is_legacy === 1,
    sso: toWireSso(row),
    acctkey: key === null ? null : toWireKey(key),
    acctkey_state: key?.state ?? 'none',
    marketing_email_optin: row.marketing_optin === 1,
    deletion:
      row.deletion_requested_at === null
        ? null
        : { requested_ts: row.deletion_requested_at, purge_ts: row.deletion_requested_at + DELETION_WAIT_MS },
    group_id: row.group_id,
    parent_secret_id: secretId,
    token,
    token_ts: issuedAt,
    time_zone: row.time_zone,
    locale: row.locale,
    devices_beside: countOtherDevices(call.sql),
    payment_due: paymentDueOf(call),
    unread_notices: unread.all,
    unread_new_apps: unread.newApps,
    webapp_flags: flagsOf(row),
    seq: lastSeq(call.sql),
  };
}

/** Returns when the provider charges a failed payment again, or null if none is open. */
function paymentDueOf({ sql }: CallContext): AccountWire['payment_due'] {
  const kept = findKept(sql);
  return kept?.status === 'past_due' ? { next_attempt_ts: kept.nextAttemptAt } : null;
}

function flagsOf({ webapp_json }: AccountRow): Array<string> {
  return Object.entries(JSON.parse(webapp_json)).flatMap(([field, value]) => (value === true ? [field] : []));
}

function toWireSso({ sso_type, sso_issuer, sso_subject }: AccountRow): AccountWire['sso'] {
  if (sso_type === null || sso_issuer === null || sso_subject === null) return null;
  return { type: sso_type, issuer: sso_issuer, subject: sso_subject };
}

/**
 * Verifies the address with an emailed token. The same link works again afterwards (A52).
 * @throws Refusal 400 for an unknown or expired token
 */
export function verifyEmail(call: CallContext, token: string): { verified: boolean; email: string } {
  const row = findAccount(call.sql);
  const known = findEmailToken(call.sql, sha256(token));
  const isProven = row !== null && row.email_verified_at !== null;
  if (row === null || known === null || (known.expires_at <= call.now && !isProven))
    throw invalid('This link is unknown or has expired', { token: 'expired' });
  if (!isProven) {
    markVerified(call.sql, call.now);
    updateVerificationNotification(call);
    call.recordChange('account', row.account_id);
  }
  return { verified: true, email: row.email };
}
