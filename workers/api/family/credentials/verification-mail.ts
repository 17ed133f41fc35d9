import type { CallContext } from '../core/call-context';
import { newToken, sha256 } from '../core/secrets';
import { updateVerificationNotification } from '../notifications/notify';
import { getAccount, insertEmailToken } from '../store/account.queries';

const VERIFICATION_LIFE_MS = 24 * 60 * 60_000;

type About = { template?: 'verify' | 'verify-new-email'; address?: 'same' | 'new' };

/**
 * Emails a link that verifies the current address and is valid for 24 h. Creates the notification about the address (A52, S03). Set
 * `address` to 'new' after an address change (S06, A151): a new notification then replaces the old one.
 */
export function sendVerification(call: CallContext, { template = 'verify', address = 'same' }: About = {}): void {
  const { account_id, email, locale } = getAccount(call.sql);
  const token = newToken();
  insertEmailToken(call.sql, { hash: sha256(token), sent_at: call.now, expires_at: call.now + VERIFICATION_LIFE_MS });
  const link = new URL('/verify', call.env.PUBLIC_URL);
  link.searchParams.set('account_id', account_id);
  link.searchParams.set('token', token);
  updateVerificationNotification(call, address);
  call.sendMail({ to: email, locale, template, link: link.toString(), facts: { email } });
}
