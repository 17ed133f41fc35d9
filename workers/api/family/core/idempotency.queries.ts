import { canonicalQuery, type SignedParts } from '#app/keys/sign';
import { type Sealer, sha256 } from './secrets';

/** Recorded answers are replayed for this long (A31). */
export const ANSWER_LIFE_MS = 24 * 60 * 60_000;

export type RecordedAnswer = { hash: string; body: string };

/** Returns a hash that identifies equal mutations: method, path, query in any order, and body. */
export function requestHash({ method, path, query, bodyHash }: SignedParts): string {
  return sha256([method, path, canonicalQuery(query), bodyHash].join('\n'));
}

export function findAnswer(sql: SqlStorage, actorId: string, key: string, now: number): RecordedAnswer | null {
  const rows = sql.exec<RecordedAnswer>(
    'SELECT hash, body FROM answer WHERE actor_id = ? AND key = ? AND at > ?',
    actorId,
    key,
    now - ANSWER_LIFE_MS,
  );
  return rows.toArray()[0] ?? null;
}

export function recordAnswer(sql: SqlStorage, actorId: string, key: string, answer: RecordedAnswer, now: number): void {
  sql.exec(
    'INSERT OR REPLACE INTO answer (actor_id, key, hash, body, at) VALUES (?, ?, ?, ?, ?)',
    actorId,
    key,
    answer.hash,
    answer.body,
    now,
  );
}

/** Returns the label that binds a sealed answer to its row. */
export function answerLabel(actorId: string, key: string): string {
  return `answer:${actorId}:${key}`;
}

/** Seals recorded answers that still contain a pairing code in plain text. */
export function sealClearPairings(sql: SqlStorage, sealer: Sealer): void {
  const query = `SELECT actor_id, key, body FROM answer WHERE body LIKE '{"pair_id":%'`;
  for (const { actor_id, key, body } of sql.exec<{ actor_id: string; key: string; body: string }>(query).toArray()) {
    const sealed = sealer.seal(body, answerLabel(actor_id, key));
    sql.exec('UPDATE answer SET body = ? WHERE actor_id = ? AND key = ?', sealed, actor_id, key);
  }
}

/** Deletes answers that may no longer be replayed. Returns true if some remain. */
export function dropOldAnswers(sql: SqlStorage, now: number): boolean {
  sql.exec('DELETE FROM answer WHERE at <= ?', now - ANSWER_LIFE_MS);
  return sql.exec('SELECT 1 FROM answer LIMIT 1').toArray().length > 0;
}
