import type { CallContext } from '../core/call-context';
import { dropOldKey, findKey, findOldKey, type KeyRow, putKey, putOldKey } from '../store/key.queries';
import type { UndoRow } from '../store/undo.queries';
import { recoveryOnly, sendKeyToDevices, withLaterRecovery } from './account-key';

const UNSTAGED = { staged_enc_priv: null, staged_verifier: null, staged_at: null } as const;

/**
 * Restores the account key from before an address change, with its state and copies (A145). Keeps a recovery copy that was added later to
 * the same key. Replaces a key created since then, but keeps its recovery copy (S15). If there was no key before, a later key stays but
 * needs a reset: screenshots may be encrypted with it, but the old password never locked it.
 */
export function restoreKey(call: CallContext, undo: UndoRow): void {
  const key = findKey(call.sql);
  const before = keyOf(undo, key);
  if (before !== null) putBack(call, before, key);
  else if (key !== null) putKey(call.sql, { ...key, ...UNSTAGED, state: 'needs_reset', updated_at: call.now });
}

function putBack(call: CallContext, before: KeyRow, key: KeyRow | null): void {
  const isSame = key !== null && key.key_id === before.key_id && key.key === before.key;
  const later = isSame ? key.enc_priv : findOldKey(call.sql, before.key_id)?.enc_priv;
  const encPriv = later === undefined ? before.enc_priv : withLaterRecovery(before.enc_priv, later);
  putKey(call.sql, { ...before, ...UNSTAGED, enc_priv: encPriv, updated_at: call.now });
  if (isSame) return;
  const recovery = key === null ? null : recoveryOnly(key.enc_priv);
  if (key !== null && recovery !== null)
    putOldKey(call.sql, { key_id: key.key_id, key: key.key, enc_priv: recovery, replaced_at: call.now });
  dropOldKey(call.sql, before.key_id);
  sendKeyToDevices(call);
}

/** Returns the earlier key, or null. Rows older than `key_json` store only its envelope, which fits the current key if the ids match. */
function keyOf({ key_json, key_id, enc_priv }: UndoRow, key: KeyRow | null): KeyRow | null {
  if (key_json !== null) return JSON.parse(key_json);
  if (key === null || enc_priv === null || key.key_id !== key_id) return null;
  return { ...key, enc_priv, secret_salt: null, secret_verifier: null, state: 'ok' };
}
