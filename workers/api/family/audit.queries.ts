import type { Actor, Change } from './call';

/** One audit row per changed thing, in the transaction of the change itself. */
export function recordChanges(sql: SqlStorage, actor: Actor, changes: ReadonlyArray<Change>, now: number): void {
  for (const change of changes) {
    sql.exec(
      'INSERT INTO audit (at, actor_id, kind, subject_id) VALUES (?, ?, ?, ?)',
      now,
      `${actor.kind}:${actor.id}`,
      change.kind,
      change.id,
    );
  }
}

/** A refused mutation leaves nothing but this (design/architecture.md §1.3). */
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
