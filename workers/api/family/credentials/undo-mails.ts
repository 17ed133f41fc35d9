import type { CallContext } from '../core/call-context';
import { newToken, sha256 } from '../core/secrets';
import { type AccountRow, getAccount } from '../store/account.queries';
import { insertUndo, listLiveUndos, type UndoRow } from '../store/undo.queries';

/** Returns the page on which the earlier address can be restored (S06). */
export function undoLink(call: CallContext, token: string): string {
  const link = new URL('/undo-email', call.env.PUBLIC_URL);
  link.searchParams.set('account_id', call.accountId);
  link.searchParams.set('token', token);
  return link.toString();
}

/**
 * Emails every earlier address that can still be restored when the password is reset through the new address. Each email has another undo
 * link for the same change (A145). Sends only one email per change, so that the owner of the new mailbox can't flood the old one. Call it
 * before marking the reset.
 */
export function mailEarlierAddresses(call: CallContext, { email, locale, time_zone }: AccountRow, place: string | null): void {
  const unnotified = listLiveUndos(call.sql, call.now).filter((undo) => undo.reset_at === null && undo.email !== email);
  for (const undo of unnotified) {
    const token = newToken();
    insertUndo(call.sql, { ...undo, hash: sha256(token) });
    const facts = { email, at: call.now, timeZone: time_zone, place: place ?? '' };
    call.sendMail({ to: undo.email, locale, template: 'email-reset', link: undoLink(call, token), facts });
  }
}

/**
 * Returns the addresses that can no longer log in once `undo` is used: the current address and the addresses of later changes. Call it
 * before using `undo`.
 */
export function listReleased(call: CallContext, undo: UndoRow): Array<string> {
  const later = listLiveUndos(call.sql, call.now).filter(({ changed_at }) => changed_at > undo.changed_at);
  const released = new Set([getAccount(call.sql).email, ...later.map(({ email }) => email)]);
  return [...released].filter((email) => email !== '' && email !== undo.email);
}

/** Emails the restored address and the addresses that can no longer be used to log in (A145). Call it after restoring the address. */
export function mailUndo(call: CallContext, released: ReadonlyArray<string>): void {
  const { email, locale, time_zone } = getAccount(call.sql);
  const pathTo = (path: string) => new URL(path, call.env.PUBLIC_URL).toString();
  const when = { at: call.now, timeZone: time_zone };
  call.sendMail({ to: email, locale, template: 'email-restored', link: pathTo('/forgot'), facts: { ...when, email } });
  for (const to of released)
    call.sendMail({ to, locale, template: 'email-released', link: pathTo('/login'), facts: { ...when, email: to } });
}
