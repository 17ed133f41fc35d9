import type { Refusal } from '../../../../app/wire/errors';
import { invalid } from '../../../../app/wire/errors';
import { withLaterRecovery } from '../account-key';
import type { Call } from '../call';
import { dropResetTokens } from '../credentials/credential.queries';
import { findUndo as findUndoRow, markUndone, type UndoRow } from '../credentials/undo.queries';
import { takeDeletionBack } from '../deletion-wish';
import { findKey, putKey } from '../keys/key.queries';
import { settleVerification } from '../raise-notice';
import { sha256 } from '../secrets';
import { dropEmailTokens, findAccount, getAccount, restoreLogin } from './account.queries';
import { signEveryoneOut } from './sign-out';

/** The address that a link brings back. @throws Refusal 400 for one that is unknown, used or older than its seven days */
export function findUndo(call: Call, token: string): { email: string } {
  return { email: requireUndo(call, token).email };
}

/**
 * Brings the address of before a change back, with the password and the envelope that belonged to it (S06): every session ends, no browser is
 * known, a deletion that was asked for since is taken back, and later changes can no longer be undone. Earlier ones can: whoever had the address first has the last word. The directory hears of
 * the address that is free again by an errand.
 * @throws Refusal 400 as above
 */
export function undoEmail(call: Call, token: string, browserId: string | null): { email: string } {
  const undo = requireUndo(call, token);
  const { email: replaced } = getAccount(call.sql);
  markUndone(call.sql, undo, call.now);
  dropResetTokens(call.sql);
  dropEmailTokens(call.sql);
  restoreLogin(call.sql, undo);
  settleVerification(call);
  restoreEnvelope(call, undo);
  signEveryoneOut(call, browserId);
  // Whoever moved the account away may have asked for its end as well.
  takeDeletionBack(call, undo.changed_at);
  if (replaced !== '') call.due('address', replaced, call.now);
  call.changed('account', call.accountId);
  return { email: undo.email };
}

/**
 * The envelope that the old password opens. Another key, made since then, was never locked with it. A recovery code of the time before counts
 * again, for whoever moved the account could have put his own in its place. Where there was none, one of since then goes on counting, if it
 * is of the same key: it gives its holder no right at the server, and whoever confirmed it had the key open already.
 */
function restoreEnvelope(call: Call, undo: UndoRow): void {
  const key = findKey(call.sql);
  if (key === null) return;
  const bare = { ...key, staged_enc_priv: null, staged_verifier: null, staged_at: null, updated_at: call.now };
  if (undo.enc_priv === null || key.key_id !== undo.key_id) putKey(call.sql, { ...bare, state: 'needs_reset' });
  else {
    const restored = withLaterRecovery(undo.enc_priv, key.enc_priv);
    putKey(call.sql, { ...bare, enc_priv: restored, secret_salt: null, secret_verifier: null, state: 'ok' });
  }
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
