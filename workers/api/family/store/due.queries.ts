import { SCHEDULE_ROLLOVER_MS } from '../../../../app/domain/rule';
import { setResendAt } from './device.queries';

/** One thing that the clock has to do: what, to which row, when. */
export type Due = { kind: string; id: string; at: number };

/**
 * All that is due one day. When a rule ends and when a device's commands are sent once more stands in their own rows, which are written anyway;
 * of a rule a row here stands above that: its end has failed, and is tried again then.
 */
export const DUE = `(SELECT kind, id, at FROM due
  UNION ALL SELECT 'rule', id, CASE kind WHEN 'override' THEN until ELSE created_at + ${SCHEDULE_ROLLOVER_MS} END FROM rule
    WHERE ((kind = 'override' AND until IS NOT NULL) OR (kind = 'schedule' AND recurring = 0))
    AND NOT EXISTS (SELECT 1 FROM due WHERE due.kind = 'rule' AND due.id = rule.id)
  UNION ALL SELECT 'resend', id, resend_at FROM device WHERE resend_at IS NOT NULL)`;

export function setDue(sql: SqlStorage, kind: string, id: string, at: number): void {
  sql.exec('INSERT INTO due (kind, id, at) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at', kind, id, at);
}

/** What has failed is tried again at that instant. A device's commands may go out before it: one that is sent meanwhile does not wait for it. */
export function setRetry(sql: SqlStorage, { kind, id }: Pick<Due, 'kind' | 'id'>, at: number): void {
  if (kind === 'resend') setResendAt(sql, id, at);
  else setDue(sql, kind, id, at);
}

/** When a thing is due that has a row here, or null. */
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
  return sql.exec<Due>(`SELECT kind, id, at FROM ${DUE} WHERE at <= ? ORDER BY at, kind`, now).toArray();
}

/** The next instant at which something is due, or null. */
export function nextDue(sql: SqlStorage): number | null {
  return sql.exec<{ at: number | null }>(`SELECT min(at) AS at FROM ${DUE}`).one().at;
}

export function listDueIds(sql: SqlStorage, kind: string): Array<string> {
  return sql
    .exec<{ id: string }>('SELECT id FROM due WHERE kind = ?', kind)
    .toArray()
    .map(({ id }) => id);
}
