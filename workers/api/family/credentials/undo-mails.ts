import type { Call } from '../core/call';
import { newToken, sha256 } from '../core/secrets';
import { type AccountRow, getAccount } from '../store/account.queries';
import { insertUndo, listLiveUndos, type UndoRow } from '../store/undo.queries';

/** The page on which the earlier address restores itself (S06). */
export function undoLink(call: Call, token: string): string {
  const link = new URL('/undo-email', call.env.PUBLIC_URL);
  link.searchParams.set('account_id', call.accountId);
  link.searchParams.set('token', token);
  return link.toString();
}

/**
 * Tells every earlier address that can still restore itself that the password was reset by mail to the new one, with another link for the same
 * change (A145). Once per change: whoever holds the new mailbox cannot flood the old one. Called before the reset is marked.
 */
export function tellEarlierAddresses(call: Call, { email, locale, time_zone }: AccountRow, place: string | null): void {
  const untold = listLiveUndos(call.sql, call.now).filter((undo) => undo.reset_at === null && undo.email !== email);
  for (const undo of untold) {
    const token = newToken();
    insertUndo(call.sql, { ...undo, hash: sha256(token) });
    const facts = { email, at: call.now, timeZone: time_zone, place: place ?? '' };
    call.send({ to: undo.email, locale, template: 'email-reset', link: undoLink(call, token), facts });
  }
}

/** The addresses that stop to log in when `undo` is used: the present one, and those of later changes. Asked before it is used. */
export function listReleased(call: Call, undo: UndoRow): Array<string> {
  const later = listLiveUndos(call.sql, call.now).filter(({ changed_at }) => changed_at > undo.changed_at);
  const released = new Set([getAccount(call.sql).email, ...later.map(({ email }) => email)]);
  return [...released].filter((email) => email !== '' && email !== undo.email);
}

/** Mails the restored address and those that no longer log in (A145). Called when the account has its earlier address again. */
export function tellOfUndo(call: Call, released: ReadonlyArray<string>): void {
  const { email, locale, time_zone } = getAccount(call.sql);
  const pathTo = (path: string) => new URL(path, call.env.PUBLIC_URL).toString();
  const when = { at: call.now, timeZone: time_zone };
  call.send({ to: email, locale, template: 'email-restored', link: pathTo('/forgot'), facts: { ...when, email } });
  for (const to of released) call.send({ to, locale, template: 'email-released', link: pathTo('/login'), facts: { ...when, email: to } });
}
