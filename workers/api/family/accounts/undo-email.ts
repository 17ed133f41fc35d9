import type { Refusal } from '../../../../app/wire/errors';
import { invalid } from '../../../../app/wire/errors';
import type { Call } from '../core/call';
import { sha256 } from '../core/secrets';
import { listReleased, tellOfUndo } from '../credentials/undo-mails';
import { takeDeletionBack } from '../deletion/deletion-wish';
import { restoreKey } from '../keys/restore-key';
import { settleVerification } from '../notifications/raise-notice';
import { dropEmailTokens, findAccount, restoreLogin } from '../store/account.queries';
import { dropResetTokens } from '../store/credential.queries';
import { findUndo as findUndoRow, markUndone, type UndoRow } from '../store/undo.queries';
import { signEveryoneOut } from './sign-out';

/** The address that a link brings back. @throws Refusal 400 for one that is unknown, used or older than its seven days */
export function findUndo(call: Call, token: string): { email: string } {
  return { email: requireUndo(call, token).email };
}

/**
 * Restores the address from before a change, with the password and the account key that belonged to it (S06, A145), whatever was done since: the
 * password changed or reset, copies of the key removed, another key made. Every session ends, no other browser is known, and a deletion that
 * was requested since is cancelled. Later changes can no longer be undone; earlier ones can, since the first owner has the last word. Both
 * addresses are told. The directory hears of the addresses that are free again by errands.
 * @throws Refusal 400 as above
 */
export function undoEmail(call: Call, token: string, browserId: string | null): { email: string } {
  const undo = requireUndo(call, token);
  const released = listReleased(call, undo);
  markUndone(call.sql, undo, call.now);
  dropResetTokens(call.sql);
  dropEmailTokens(call.sql);
  restoreLogin(call.sql, undo);
  settleVerification(call);
  restoreKey(call, undo);
  signEveryoneOut(call, browserId);
  // Whoever moved the account away may have asked for its end as well.
  takeDeletionBack(call, undo.changed_at);
  tellOfUndo(call, released);
  for (const email of released) call.due('address', email, call.now);
  call.changed('account', call.accountId);
  return { email: undo.email };
}

/** @throws Refusal 400 */
function requireUndo(call: Call, token: string): UndoRow {
  const undo = findAccount(call.sql) === null ? null : findUndoRow(call.sql, sha256(token), call.now);
  if (undo === null) throw wrongLink();
  return undo;
}

function wrongLink(): Refusal {
  return invalid('This link is unknown or has expired', { token: 'expired' });
}
