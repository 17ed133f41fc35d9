import type { LimitedAction } from './rate-limit';

/** Counts an attempt. `id` distinguishes attempts at the same instant. */
export function insertAttempt(sql: SqlStorage, kind: LimitedAction, at: number, id: string): void {
  sql.exec('INSERT INTO tried (kind, at, id) VALUES (?, ?, ?)', kind, at, id);
}

export function countAttemptsSince(sql: SqlStorage, kind: LimitedAction, since: number): number {
  return sql.exec<{ n: number }>('SELECT count(*) AS n FROM tried WHERE kind = ? AND at > ?', kind, since).one().n;
}
