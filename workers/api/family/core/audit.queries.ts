import type { Actor, Change } from './call-context';

/** Writes one audit row per change, in the transaction of the change. Returns their numbers in order. */
export function recordChanges(sql: SqlStorage, actor: Actor, changes: ReadonlyArray<Change>, now: number): Array<number> {
  return changes.map(({ kind, id }) => {
    const query = 'INSERT INTO audit (at, actor_id, kind, subject_id) VALUES (?, ?, ?, ?) RETURNING id';
    return sql.exec<{ id: number }>(query, now, `${actor.kind}:${actor.id}`, kind, id).one().id;
  });
}

/** Writes the audit row of a refused mutation. The transaction of that mutation was rolled back. */
export function recordRefusal(sql: SqlStorage, actor: Actor, what: string, code: number, now: number): void {
  sql.exec(
    'INSERT INTO audit (at, actor_id, kind, subject_id, refused) VALUES (?, ?, ?, ?, ?)',
    now,
    `${actor.kind}:${actor.id}`,
    what,
    '',
    String(code),
  );
}

/** Returns the family's realtime number: the id of its last audit row (A42). 0 without rows. */
export function lastSeq(sql: SqlStorage): number {
  return sql.exec<{ id: number | null }>('SELECT max(id) AS id FROM audit').one().id ?? 0;
}

/** Added to the last number at a restore. A family makes fewer changes between an export and its restore. */
const SEQ_GAP = 1_000_000;

/** Raises the last number by `SEQ_GAP`, because the next numbers may already have been used before the restore. */
export function raiseAuditSeq(sql: SqlStorage): void {
  sql.exec('UPDATE audit SET id = id + ? WHERE id = (SELECT max(id) FROM audit)', SEQ_GAP);
}
