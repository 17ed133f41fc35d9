/** Returns the account’s customer at the payment provider, or null. */
export function findCustomerId(sql: SqlStorage): string | null {
  return sql.exec<{ customer_id: string | null }>('SELECT customer_id FROM billing').toArray()[0]?.customer_id ?? null;
}
