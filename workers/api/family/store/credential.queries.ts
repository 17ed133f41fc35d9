/** Voids password reset links after a change of the password or address. */
export function dropResetTokens(sql: SqlStorage): void {
  sql.exec('DELETE FROM reset_token');
}
