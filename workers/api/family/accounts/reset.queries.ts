/** An emailed link that sets a new password. `hash` is SHA-256 of its token; `email` is the recipient. */
type ResetTokenRow = { hash: string; email: string; sent_at: number; expires_at: number };

export function insertResetToken(sql: SqlStorage, row: ResetTokenRow): void {
  const query = 'INSERT INTO reset_token (hash, email, sent_at, expires_at) VALUES (?, ?, ?, ?)';
  sql.exec(query, row.hash, row.email, row.sent_at, row.expires_at);
}

/** Returns the unexpired token for the address, or null. */
export function findResetToken(sql: SqlStorage, hash: string, email: string, now: number): ResetTokenRow | null {
  const query = 'SELECT * FROM reset_token WHERE hash = ? AND email = ? AND expires_at > ?';
  return sql.exec<ResetTokenRow>(query, hash, email, now).toArray()[0] ?? null;
}
