import { Hono } from 'hono';
import { type AccountWire, getAccount, getVerification, resendVerification } from '../../../../app/wire/account';
import { ERROR_CODES, invalid, notYours, Refusal } from '../../../../app/wire/errors';
import { answer, type FamilyApp } from '../answer';
import { lastSeq } from '../audit.queries';
import type { Call } from '../call';
import { listUsers, toWireUser } from '../children/child.queries';
import { listDevices } from '../devices/device.queries';
import { accountToken, newToken, sha256 } from '../secrets';
import { findSession } from '../sessions/session.queries';
import { listOwnedSkus } from '../subscription/sku.queries';
import {
  type AccountRow,
  countEmailTokensSince,
  findAccount,
  findEmailToken,
  getAccount as getAccountRow,
  insertEmailToken,
  markVerified,
} from './account.queries';
import { countsOf } from './counts.queries';

const VERIFICATION_LIFE_MS = 24 * 60 * 60_000;
const MAILS_PER_HOUR = 3;
const EMAIL_SENT = { status: 'email_sent' } as const;
const HOUR_MS = 60 * 60_000;

/** The account itself (S04). */
export const account = new Hono<FamilyApp>().get(
  '/',
  answer(getAccount, (call) =>
    toWireAccount(call, getAccountRow(call.sql), findSession(call.sql, call.actor.id, call.now)?.secret_id ?? ''),
  ),
);

/** Whether the address is proven, and another mail (S09, S10). */
export const verification = new Hono<FamilyApp>()
  .get(
    '/',
    answer(getVerification, (call) => {
      const row = getAccountRow(call.sql);
      return { verified: row.email_verified_at !== null, email: row.email };
    }),
  )
  .put(
    '/',
    answer(resendVerification, (call, { body }) => {
      if (body.account_id !== call.accountId) throw notYours();
      requireMailLeft(call);
      sendVerification(call);
      call.changed('account', call.accountId);
      return EMAIL_SENT;
    }),
  );

/** The account as the wire names it. The signing secret is never in it (S04). */
export function toWireAccount(call: Call, row: AccountRow, secretId: string): AccountWire {
  const counts = countsOf(row, call.now);
  const devices = listDevices(call.sql);
  const { token, issuedAt } = accountToken(row.account_id, call.sealer.open(row.token_key, 'account'), call.now);
  return {
    account_id: row.account_id,
    emails: [{ email: row.email, verified: row.email_verified_at !== null }],
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
        user.type === 1 ? row.email : null,
        devices.filter((device) => device.childIds.includes(user.id)).map((device) => device.id),
      ),
    ),
    login_scheme: 'password',
    acctkey: null,
    parent_secret_id: secretId,
    token,
    token_ts: issuedAt,
    time_zone: row.time_zone,
    locale: row.locale,
    seq: lastSeq(call.sql),
  };
}

/** Three mails on request in an hour (S10); the one of the sign-up itself is none of them. @throws Refusal 413 */
function requireMailLeft(call: Call): void {
  const since = Math.max(call.now - HOUR_MS, getAccountRow(call.sql).confirmed_at ?? 0);
  if (countEmailTokensSince(call.sql, since) < MAILS_PER_HOUR) return;
  throw new Refusal(ERROR_CODES.rateLimited, 403, 'Too many mails, try again in an hour');
}

/** Mails a link that proves the address for 24 h (A52). */
export function sendVerification(call: Call): void {
  const row = getAccountRow(call.sql);
  const token = newToken();
  insertEmailToken(call.sql, { hash: sha256(token), sent_at: call.now, expires_at: call.now + VERIFICATION_LIFE_MS });
  const link = new URL('/verify', call.env.PUBLIC_URL);
  link.searchParams.set('account_id', row.account_id);
  link.searchParams.set('token', token);
  call.send({ to: row.email, locale: row.locale, template: 'verify', link: link.toString() });
}

/** Proves the address with a mailed token; the same link works again afterwards (A52). @throws Refusal 400 */
export function verifyEmail(call: Call, token: string): { verified: boolean; email: string } {
  const row = findAccount(call.sql);
  const known = findEmailToken(call.sql, sha256(token));
  const isProven = row !== null && row.email_verified_at !== null;
  if (row === null || known === null || (known.expires_at <= call.now && !isProven))
    throw invalid('This link is unknown or has expired', { token: 'expired' });
  if (!isProven) {
    markVerified(call.sql, call.now);
    call.changed('account', row.account_id);
  }
  return { verified: true, email: row.email };
}
