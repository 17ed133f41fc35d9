/** Voids all password reset links. */
export function dropResetTokens(sql: SqlStorage): void {
  sql.exec('DELETE FROM reset_token');
}
