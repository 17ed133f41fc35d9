import type { AccountKeyWire, AcctkeyWire } from '#app/wire/keys';

/**
 * The account's only key. `secret_*` verify the passphrase of a single sign-on account; a password account uses its login. `staged_*` are
 * prepared by S14. `staged_verifier` belongs to the secret that locks the staged envelope.
 */
export type KeyRow = {
  key_id: string;
  key: string;
  enc_priv: string;
  secret_salt: string | null;
  secret_verifier: string | null;
  state: 'ok' | 'flagged' | 'needs_reset';
  staged_enc_priv: string | null;
  staged_verifier: string | null;
  staged_at: number | null;
  requested_by: string;
  created_at: number;
  updated_at: number;
};

/** A replaced key. `enc_priv` contains only the key's recovery copy. */
export type OldKeyRow = { key_id: string; key: string; enc_priv: string; replaced_at: number };

export function findKey(sql: SqlStorage): KeyRow | null {
  return sql.exec<KeyRow>('SELECT * FROM account_key').toArray()[0] ?? null;
}

/** Stores the account's only key and deletes any other. */
export function putKey(sql: SqlStorage, row: KeyRow): void {
  sql.exec('DELETE FROM account_key WHERE key_id <> ?', row.key_id);
  const names = Object.keys(row);
  const places = names.map(() => '?').join(', ');
  sql.exec(`INSERT OR REPLACE INTO account_key (${names.join(', ')}) VALUES (${places})`, ...Object.values(row));
}

/**
 * Sets how the envelope relates to the login: `flagged` after a password change without the key (S05), `needs_reset` after a password reset
 * (S08).
 */
export function markKey(sql: SqlStorage, state: KeyRow['state'], now: number): void {
  sql.exec('UPDATE account_key SET state = ?, updated_at = ?', state, now);
}

export function putOldKey(sql: SqlStorage, row: OldKeyRow): void {
  sql.exec(
    'INSERT OR REPLACE INTO old_key (key_id, key, enc_priv, replaced_at) VALUES (?, ?, ?, ?)',
    row.key_id,
    row.key,
    row.enc_priv,
    row.replaced_at,
  );
}

export function findOldKey(sql: SqlStorage, keyId: string): OldKeyRow | null {
  return sql.exec<OldKeyRow>('SELECT * FROM old_key WHERE key_id = ?', keyId).toArray()[0] ?? null;
}

/** Deletes a replaced key that has become the account's key again. */
export function dropOldKey(sql: SqlStorage, keyId: string): void {
  sql.exec('DELETE FROM old_key WHERE key_id = ?', keyId);
}

export function toWireKey({ enc_priv, key, key_id }: KeyRow): AcctkeyWire {
  return { enc_priv, key, key_id, key_type: 'rsa' };
}

/** Returns the account's public key for devices, or null without a key. */
export function accountKeyOf(sql: SqlStorage): AccountKeyWire | null {
  const row = findKey(sql);
  return row === null ? null : { key: row.key, key_id: row.key_id };
}
