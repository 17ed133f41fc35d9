import type { TriedKind } from './tried';

/** Counts an attempt. `id` distinguishes attempts at the same instant. */
export function insertTried(sql: SqlStorage, kind: TriedKind, at: number, id: string): void {
  sql.exec('INSERT INTO tried (kind, at, id) VALUES (?, ?, ?)', kind, at, id);
}

export function countTriedSince(sql: SqlStorage, kind: TriedKind, since: number): number {
  return sql.exec<{ n: number }>('SELECT count(*) AS n FROM tried WHERE kind = ? AND at > ?', kind, since).one().n;
}
