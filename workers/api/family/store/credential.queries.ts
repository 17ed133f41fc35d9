/** Voids links that reset the password, after the password or address has changed. */
export function dropResetTokens(sql: SqlStorage): void {
  sql.exec('DELETE FROM reset_token');
}
