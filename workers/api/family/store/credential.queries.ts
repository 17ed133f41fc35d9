/** A link that resets the password is worth nothing once another password or another address signs in. */
export function dropResetTokens(sql: SqlStorage): void {
  sql.exec('DELETE FROM reset_token');
}
