import type { Actor, Change } from './call';

/** One audit row per changed thing, in the transaction of the change itself; gives each its number, in order. */
export function recordChanges(sql: SqlStorage, actor: Actor, changes: ReadonlyArray<Change>, now: number): Array<number> {
  return changes.map(({ kind, id }) => {
    const query = 'INSERT INTO audit (at, actor_id, kind, subject_id) VALUES (?, ?, ?, ?) RETURNING id';
    return sql.exec<{ id: number }>(query, now, `${actor.kind}:${actor.id}`, kind, id).one().id;
  });
}

/** A refused mutation leaves nothing but this (docs/architecture.md). */
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

/** The family's realtime number: that of its last audit row, which every change writes anyway (A42). 0 before the first. */
export function lastSeq(sql: SqlStorage): number {
  return sql.exec<{ id: number | null }>('SELECT max(id) AS id FROM audit').one().id ?? 0;
}

/** More changes than a family makes between an export and its restore. */
const LEAP = 1_000_000;

/** Moves the last number far up: those above it may have been given out before the family was restored. */
export function leapAudit(sql: SqlStorage): void {
  sql.exec('UPDATE audit SET id = id + ? WHERE id = (SELECT max(id) FROM audit)', LEAP);
}
