import type { MailMessage } from '#workers/api/bindings';
import type { Sealer } from './secrets';

type OutboxRow = { id: string; message_json: string; tries: number; created_at: number };
export type OutboxEntry = { id: string; message: MailMessage; tries: number; created_at: number };

/** Stores an email until it is sent. Seals it, because its link contains a token that is otherwise stored only as a hash (A126). */
export function putOutbox(sql: SqlStorage, sealer: Sealer, id: string, message: MailMessage, now: number): void {
  const sealed = sealer.seal(JSON.stringify(message), `outbox:${id}`);
  sql.exec('INSERT INTO outbox (id, message_json, tries, created_at) VALUES (?, ?, 0, ?)', id, sealed, now);
}

/** Returns the entry with its tries incremented, or null if it was already sent. */
export function takeOutbox(sql: SqlStorage, sealer: Sealer, id: string): OutboxEntry | null {
  const row = sql
    .exec<OutboxRow>('UPDATE outbox SET tries = tries + 1 WHERE id = ? RETURNING id, message_json, tries, created_at', id)
    .toArray()[0];
  if (row === undefined) return null;
  const { message_json: kept, tries, created_at } = row;
  // Entries from older versions are not sealed.
  const text = kept.startsWith('{') ? kept : sealer.open(kept, `outbox:${id}`);
  return { id, message: JSON.parse(text), tries, created_at };
}

export function removeOutbox(sql: SqlStorage, id: string): void {
  sql.exec('DELETE FROM outbox WHERE id = ?', id);
}

export function hasOutbox(sql: SqlStorage, id: string): boolean {
  return sql.exec('SELECT 1 FROM outbox WHERE id = ?', id).toArray().length > 0;
}
