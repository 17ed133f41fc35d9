import { SCHEDULE_ROLLOVER_MS } from '#app/domain/rule';
import { setResendAt } from './device.queries';

/** Work for the alarm: the kind, the row and the instant. */
export type Due = { kind: string; id: string; at: number };

/**
 * All due work. Ends of rules and resends of commands are stored in their own rows, which are written anyway. A `due` row for a rule
 * overrides its end, because ending it failed and is retried then.
 */
export const DUE = `(SELECT kind, id, at FROM due
  UNION ALL SELECT 'rule', id, CASE kind WHEN 'override' THEN until ELSE created_at + ${SCHEDULE_ROLLOVER_MS} END FROM rule
    WHERE ((kind = 'override' AND until IS NOT NULL) OR (kind = 'schedule' AND recurring = 0))
    AND NOT EXISTS (SELECT 1 FROM due WHERE due.kind = 'rule' AND due.id = rule.id)
  UNION ALL SELECT 'resend', id, resend_at FROM device WHERE resend_at IS NOT NULL)`;

export function setDue(sql: SqlStorage, kind: string, id: string, at: number): void {
  sql.exec('INSERT INTO due (kind, id, at) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at', kind, id, at);
}

/** Retries failed work at that instant. A resend may happen earlier, because commands sent since then don't wait for the retry. */
export function setRetry(sql: SqlStorage, { kind, id }: Pick<Due, 'kind' | 'id'>, at: number): void {
  if (kind === 'resend') setResendAt(sql, id, at);
  else setDue(sql, kind, id, at);
}

/** Returns when the `due` row of this kind and id is due, or null. */
export function findDue(sql: SqlStorage, kind: string, id: string): number | null {
  return sql.exec<{ at: number }>('SELECT at FROM due WHERE kind = ? AND id = ?', kind, id).toArray()[0]?.at ?? null;
}

/** Like `setDue`, but never postpones, and writes nothing if the row is earlier. Returns true if the table changed. */
export function setDueBy(sql: SqlStorage, kind: string, id: string, at: number): boolean {
  const cursor = sql.exec(
    'INSERT INTO due (kind, id, at) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at WHERE excluded.at < at',
    kind,
    id,
    at,
  );
  return cursor.rowsWritten > 0;
}

/** Deletes a row. Returns true if it existed. */
export function removeDue(sql: SqlStorage, kind: string, id: string): boolean {
  return sql.exec('DELETE FROM due WHERE kind = ? AND id = ?', kind, id).rowsWritten > 0;
}

/** Returns what is due at `now`, earliest first. At the same instant, 'boundary' comes before 'rule'. */
export function listDue(sql: SqlStorage, now: number): Array<Due> {
  return sql.exec<Due>(`SELECT kind, id, at FROM ${DUE} WHERE at <= ? ORDER BY at, kind`, now).toArray();
}

/** Returns the next due instant, or null. */
export function nextDue(sql: SqlStorage): number | null {
  return sql.exec<{ at: number | null }>(`SELECT min(at) AS at FROM ${DUE}`).one().at;
}

export function listDueIds(sql: SqlStorage, kind: string): Array<string> {
  return sql
    .exec<{ id: string }>('SELECT id FROM due WHERE kind = ?', kind)
    .toArray()
    .map(({ id }) => id);
}
