import type { Refusal } from '#app/wire/errors';
import { invalid } from '#app/wire/errors';
import type { CallContext } from '../core/call-context';
import { sha256 } from '../core/secrets';
import { listReleased, mailUndo } from '../credentials/undo-mails';
import { cancelDeletion } from '../deletion/deletion-request';
import { restoreKey } from '../keys/restore-key';
import { updateVerificationNotification } from '../notifications/notify';
import { dropEmailTokens, findAccount, restoreLogin } from '../store/account.queries';
import { dropResetTokens } from '../store/credential.queries';
import { findUndoRow, markUndone, type UndoRow } from '../store/undo.queries';
import { revokeAllAccess } from './revoke-all-access';

/**
 * Returns the address that a link restores.
 * @throws Refusal 400 for a link that is unknown, used or older than seven days
 */
export function findUndo(call: CallContext, token: string): { email: string } {
  return { email: requireUndo(call, token).email };
}

/**
 * Restores the address from before a change, with its password and account key, even if these changed later (S06, A145). Ends every
 * session, forgets other browsers, cancels a deletion requested since then and emails both addresses. Later address changes can no longer
 * be undone. Earlier changes can, because the first owner has priority. Jobs report the released addresses to the directory.
 * @throws Refusal 400 as for `findUndo`
 */
export function undoEmail(call: CallContext, token: string, browserId: string | null): { email: string } {
  const undo = requireUndo(call, token);
  const released = listReleased(call, undo);
  markUndone(call.sql, undo, call.now);
  dropResetTokens(call.sql);
  dropEmailTokens(call.sql);
  restoreLogin(call.sql, undo);
  updateVerificationNotification(call);
  restoreKey(call, undo);
  revokeAllAccess(call, browserId);
  // An attacker who changed the address may also have requested deletion.
  cancelDeletion(call, undo.changed_at);
  mailUndo(call, released);
  for (const email of released) call.setDue('address', email, call.now);
  call.recordChange('account', call.accountId);
  return { email: undo.email };
}

/**
 * Returns the row of an undo link.
 * @throws Refusal 400 for an unknown or expired link
 */
function requireUndo(call: CallContext, token: string): UndoRow {
  const undo = findAccount(call.sql) === null ? null : findUndoRow(call.sql, sha256(token), call.now);
  if (undo === null) throw wrongLink();
  return undo;
}

function wrongLink(): Refusal {
  return invalid('This link is unknown or has expired', { token: 'expired' });
}
