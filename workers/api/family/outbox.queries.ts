import type { MailMessage } from '../bindings';

type OutboxRow = { id: string; message_json: string; tries: number };
export type OutboxEntry = { id: string; message: MailMessage; tries: number };

export function putOutbox(sql: SqlStorage, id: string, message: MailMessage, now: number): void {
  sql.exec('INSERT INTO outbox (id, message_json, tries, created_at) VALUES (?, ?, 0, ?)', id, JSON.stringify(message), now);
}

/** The entry with one more try counted, or null when it has left already. */
export function takeOutbox(sql: SqlStorage, id: string): OutboxEntry | null {
  const row = sql.exec<OutboxRow>('UPDATE outbox SET tries = tries + 1 WHERE id = ? RETURNING id, message_json, tries', id).toArray()[0];
  return row === undefined ? null : { id: row.id, message: JSON.parse(row.message_json), tries: row.tries };
}

export function removeOutbox(sql: SqlStorage, id: string): void {
  sql.exec('DELETE FROM outbox WHERE id = ?', id);
}

export function hasOutbox(sql: SqlStorage, id: string): boolean {
  return sql.exec('SELECT 1 FROM outbox WHERE id = ?', id).toArray().length > 0;
}
