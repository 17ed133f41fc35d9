/** One thing that the clock has to do: what, to which row, when. */
export type Due = { kind: string; id: string; at: number };

export function setDue(sql: SqlStorage, kind: string, id: string, at: number): void {
  sql.exec('INSERT INTO due (kind, id, at) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at', kind, id, at);
}

/** When a thing is due, or null. */
export function findDue(sql: SqlStorage, kind: string, id: string): number | null {
  return sql.exec<{ at: number }>('SELECT at FROM due WHERE kind = ? AND id = ?', kind, id).toArray()[0]?.at ?? null;
}

/** The same, but never later than what is set: nothing is written for what is known. True when the table changed. */
export function setDueBy(sql: SqlStorage, kind: string, id: string, at: number): boolean {
  const cursor = sql.exec(
    'INSERT INTO due (kind, id, at) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at WHERE excluded.at < at',
    kind,
    id,
    at,
  );
  return cursor.rowsWritten > 0;
}

/** Takes a thing off the table. True when it stood there. */
export function removeDue(sql: SqlStorage, kind: string, id: string): boolean {
  return sql.exec('DELETE FROM due WHERE kind = ? AND id = ?', kind, id).rowsWritten > 0;
}

/** What is due at `now`, earliest first; of one instant what a child's rules bring ('boundary') before the rule that ends ('rule'). */
export function listDue(sql: SqlStorage, now: number): Array<Due> {
  return sql.exec<Due>('SELECT kind, id, at FROM due WHERE at <= ? ORDER BY at, kind', now).toArray();
}

/** The next instant at which something is due, or null. */
export function nextDue(sql: SqlStorage): number | null {
  return sql.exec<{ at: number | null }>('SELECT min(at) AS at FROM due').one().at;
}

export function listDueIds(sql: SqlStorage, kind: string): Array<string> {
  return sql
    .exec<{ id: string }>('SELECT id FROM due WHERE kind = ?', kind)
    .toArray()
    .map(({ id }) => id);
}
