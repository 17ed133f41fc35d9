import type { CallContext } from '../core/call-context';
import { getAccount, setDeletionRequested } from '../store/account.queries';
import { listLiveUndoAddresses } from '../store/undo.queries';
import { DELETION_WAIT_MS } from './purge';

/** Schedules the deletion of the account (S11). Emails the account's address and every address that can still be restored. */
export function requestDeletion(call: CallContext): void {
  setDeletionRequested(call.sql, call.now);
  call.setDue('purge', '', call.now + DELETION_WAIT_MS);
  call.recordChange('account', call.accountId);
  mail(call, 'deletion-requested', listLiveUndoAddresses(call.sql, call.now));
}

/**
 * Cancels a requested deletion (S11). Emails the account's address and every address that can still be restored. With `since`, cancels only
 * a request from that instant or later. Returns false if no deletion was canceled.
 */
export function cancelDeletion(call: CallContext, since = 0): boolean {
  const at = getAccount(call.sql).deletion_requested_at;
  if (at === null || at < since) return false;
  setDeletionRequested(call.sql, null);
  call.cancelDue('purge', '');
  call.recordChange('account', call.accountId);
  mail(call, 'deletion-cancelled', listLiveUndoAddresses(call.sql, call.now));
  return true;
}

function mail(call: CallContext, template: 'deletion-requested' | 'deletion-cancelled', others: ReadonlyArray<string> = []): void {
  const { email, locale, time_zone } = getAccount(call.sql);
  const link = new URL('/account', call.env.PUBLIC_URL).toString();
  for (const to of new Set([email, ...others])) call.sendMail({ to, locale, template, link, facts: { at: call.now, timeZone: time_zone } });
}
