import type { Call } from '../core/call';
import { dropOldKey, findKey, findOldKey, type KeyRow, putKey, putOldKey } from '../store/key.queries';
import type { UndoRow } from '../store/undo.queries';
import { recoveryOnly, tellDevicesOfKey, withLaterRecovery } from './account-key';

const UNSTAGED = { staged_enc_priv: null, staged_verifier: null, staged_at: null } as const;

/**
 * Restores the account key as it was before a change of address (A145), with the state and the copies that it had then. Where it had no recovery
 * copy, one of the same key from since then stays: it gives its holder no right at the server, and whoever confirmed it had the key open. A key
 * that took its place is replaced, and keeps its recovery copy like any key that is replaced (S15). Where there was no key, one from since
 * then stays, but waits for its reset: its owner may have sealed pictures to it, and its password copy was never locked with the password of before.
 */
export function restoreKey(call: Call, undo: UndoRow): void {
  const key = findKey(call.sql);
  const before = keyOf(undo, key);
  if (before !== null) putBack(call, before, key);
  else if (key !== null) putKey(call.sql, { ...key, ...UNSTAGED, state: 'needs_reset', updated_at: call.now });
}

function putBack(call: Call, before: KeyRow, key: KeyRow | null): void {
  const isSame = key !== null && key.key_id === before.key_id && key.key === before.key;
  const later = isSame ? key.enc_priv : findOldKey(call.sql, before.key_id)?.enc_priv;
  const encPriv = later === undefined ? before.enc_priv : withLaterRecovery(before.enc_priv, later);
  putKey(call.sql, { ...before, ...UNSTAGED, enc_priv: encPriv, updated_at: call.now });
  if (isSame) return;
  const recovery = key === null ? null : recoveryOnly(key.enc_priv);
  if (key !== null && recovery !== null)
    putOldKey(call.sql, { key_id: key.key_id, key: key.key, enc_priv: recovery, replaced_at: call.now });
  dropOldKey(call.sql, before.key_id);
  tellDevicesOfKey(call);
}

/** The key of before. A row from before `key_json` knows its envelope alone, which belongs to the present key if that has its name. */
function keyOf({ key_json, key_id, enc_priv }: UndoRow, key: KeyRow | null): KeyRow | null {
  if (key_json !== null) return JSON.parse(key_json);
  if (key === null || enc_priv === null || key.key_id !== key_id) return null;
  return { ...key, enc_priv, secret_salt: null, secret_verifier: null, state: 'ok' };
}
