/**
 * What an address change replaced (S06). `enc_priv` is the envelope of the key `key_id` that the old password unlocks. `key_json` is the
 * whole row of that key. `reset_at` is the time of the first password reset through the new address.
 */
export type UndoRow = {
  hash: string;
  email: string;
  email_verified_at: number | null;
  password_salt: string;
  password_verifier: string;
  is_legacy: number;
  key_id: string | null;
  enc_priv: string | null;
  key_json: string | null;
  changed_at: number;
  expires_at: number;
  used_at: number | null;
  reset_at: number | null;
};

export function insertUndo(sql: SqlStorage, row: UndoRow): void {
  const names = Object.keys(row);
  sql.exec(`INSERT INTO email_undo (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...Object.values(row));
}

/** Returns the change with this token hash if it can still be undone, or null. */
export function findUndoRow(sql: SqlStorage, hash: string, now: number): UndoRow | null {
  const query = 'SELECT * FROM email_undo WHERE hash = ? AND used_at IS NULL AND expires_at > ?';
  return sql.exec<UndoRow>(query, hash, now).toArray()[0] ?? null;
}

/** Marks this change and all later ones as undone, which voids their links. */
export function markUndone(sql: SqlStorage, { changed_at }: Pick<UndoRow, 'changed_at'>, now: number): void {
  sql.exec('UPDATE email_undo SET used_at = ? WHERE used_at IS NULL AND changed_at >= ?', now, changed_at);
}

/** True if a link can still restore any address. */
export function hasUndo(sql: SqlStorage, now: number): boolean {
  return sql.exec('SELECT 1 FROM email_undo WHERE used_at IS NULL AND expires_at > ?', now).toArray().length > 0;
}

/** True within seven days of a change that was undone or followed by a password reset by email. */
export function hasUndoneOrReset(sql: SqlStorage, now: number): boolean {
  const query = 'SELECT 1 FROM email_undo WHERE (used_at IS NOT NULL OR reset_at IS NOT NULL) AND expires_at > ?';
  return sql.exec(query, now).toArray().length > 0;
}

/** Returns the changes that a link can still undo, newest first. */
export function listLiveUndos(sql: SqlStorage, now: number): Array<UndoRow> {
  const query = 'SELECT * FROM email_undo WHERE used_at IS NULL AND expires_at > ? ORDER BY changed_at DESC';
  return sql.exec<UndoRow>(query, now).toArray();
}

/** Marks all changes that can still be undone as followed by a password reset by email. Keeps the time of an earlier reset. */
export function markReset(sql: SqlStorage, now: number): void {
  sql.exec('UPDATE email_undo SET reset_at = coalesce(reset_at, ?) WHERE used_at IS NULL AND expires_at > ?', now, now);
}

/** True if a link can still restore this address. */
export function isUndoAddress(sql: SqlStorage, email: string, now: number): boolean {
  const query = 'SELECT 1 FROM email_undo WHERE email = ? AND used_at IS NULL AND expires_at > ?';
  return sql.exec(query, email, now).toArray().length > 0;
}

/** Returns the addresses that a link can still restore. */
export function listLiveUndoAddresses(sql: SqlStorage, now: number): Array<string> {
  return sql
    .exec<{ email: string }>('SELECT DISTINCT email FROM email_undo WHERE used_at IS NULL AND expires_at > ?', now)
    .toArray()
    .map(({ email }) => email);
}

export function listUndoAddresses(sql: SqlStorage): Array<string> {
  return sql
    .exec<{ email: string }>('SELECT email FROM email_undo')
    .toArray()
    .map(({ email }) => email);
}
