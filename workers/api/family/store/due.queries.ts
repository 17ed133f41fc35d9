import { SCHEDULE_ROLLOVER_MS } from '#app/domain/rule';
import { setResendAt } from './device.queries';

/** Due work of the alarm: its kind, the id of its row, and its instant (epoch ms). */
export type Due = { kind: string; id: string; at: number };

/**
 * All due work. Ends of rules and resends of commands are stored in their own rows, which are written anyway. A `due` row for a rule means
 * that its end failed and is retried at that instant.
 */
export const DUE = `(SELECT kind, id, at FROM due
  UNION ALL SELECT 'rule', id, CASE kind WHEN 'override' THEN until ELSE created_at + ${SCHEDULE_ROLLOVER_MS} END FROM rule
    WHERE ((kind = 'override' AND until IS NOT NULL) OR (kind = 'schedule' AND recurring = 0))
    AND NOT EXISTS (SELECT 1 FROM due WHERE due.kind = 'rule' AND due.id = rule.id)
  UNION ALL SELECT 'resend', id, resend_at FROM device WHERE resend_at IS NOT NULL)`;

export function setDue(sql: SqlStorage, kind: string, id: string, at: number): void {
  sql.exec('INSERT INTO due (kind, id, at) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at', kind, id, at);
}

/** Sets the instant of the next try for failed work. A resend may happen earlier, because newer commands don't wait for the retry. */
export function setRetry(sql: SqlStorage, { kind, id }: Pick<Due, 'kind' | 'id'>, at: number): void {
  if (kind === 'resend') setResendAt(sql, id, at);
  else setDue(sql, kind, id, at);
}

/** Returns the due instant of this kind and id, or null. */
export function findDue(sql: SqlStorage, kind: string, id: string): number | null {
  return sql.exec<{ at: number }>('SELECT at FROM due WHERE kind = ? AND id = ?', kind, id).toArray()[0]?.at ?? null;
}

/** Like `setDue`, but never postpones: it leaves an earlier row unchanged. Returns true if the table changed. */
export function setDueBy(sql: SqlStorage, kind: string, id: string, at: number): boolean {
  const cursor = sql.exec(
    'INSERT INTO due (kind, id, at) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at WHERE excluded.at < at',
    kind,
    id,
    at,
  );
  return cursor.rowsWritten > 0;
}

/** Deletes a due row. Returns true if it existed. */
export function removeDue(sql: SqlStorage, kind: string, id: string): boolean {
  return sql.exec('DELETE FROM due WHERE kind = ? AND id = ?', kind, id).rowsWritten > 0;
}

/** Returns the work due at `now`, earliest first. At the same instant, 'boundary' precedes 'rule'. */
export function listDue(sql: SqlStorage, now: number): Array<Due> {
  return sql.exec<Due>(`SELECT kind, id, at FROM ${DUE} WHERE at <= ? ORDER BY at, kind`, now).toArray();
}

/** Returns the next due instant (epoch ms), or null. */
export function nextDue(sql: SqlStorage): number | null {
  return sql.exec<{ at: number | null }>(`SELECT min(at) AS at FROM ${DUE}`).one().at;
}

export function listDueIds(sql: SqlStorage, kind: string): Array<string> {
  return sql
    .exec<{ id: string }>('SELECT id FROM due WHERE kind = ?', kind)
    .toArray()
    .map(({ id }) => id);
}
