// Without rowids, each row costs one write, and Cloudflare bills writes. The index covers only rows that expire, since confirmed entries
// stay for years.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entry (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    detail TEXT NOT NULL,
    state TEXT NOT NULL,
    until INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entry_until ON entry (until) WHERE until IS NOT NULL;
  CREATE TABLE IF NOT EXISTS tries (
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    window_ms INTEGER NOT NULL,
    at_json TEXT NOT NULL,
    lapses_at INTEGER NOT NULL,
    PRIMARY KEY (id, kind)
  ) WITHOUT ROWID;`;

export type Entry = { owner: string; detail: string; state: 'reserved' | 'confirmed'; until: number | null };

/** An entry with its key, for `adopt`. `until`: expiry in epoch ms; null means never. */
export type KeyedEntry = Entry & { id: string };

/** The key of a counter’s row. */
export type AttemptsKey = { id: string; kind: string };

export function createTables(sql: SqlStorage): void {
  sql.exec(SCHEMA);
}

/** Returns the entry, even if it has expired, or null. */
export function findEntry(sql: SqlStorage, id: string): Entry | null {
  return sql.exec<Entry>('SELECT owner, detail, state, until FROM entry WHERE id = ?', id).toArray()[0] ?? null;
}

export function putEntry(sql: SqlStorage, { id, owner, detail, state, until }: KeyedEntry): void {
  sql.exec('INSERT OR REPLACE INTO entry (id, owner, detail, state, until) VALUES (?, ?, ?, ?, ?)', id, owner, detail, state, until);
}

export function removeEntry(sql: SqlStorage, id: string): void {
  sql.exec('DELETE FROM entry WHERE id = ?', id);
}

/** Deletes up to `most` expired entries. Returns their number. */
export function removeExpiredEntries(sql: SqlStorage, now: number, most: number): number {
  const query = 'DELETE FROM entry WHERE id IN (SELECT id FROM entry WHERE until <= ? LIMIT ?) RETURNING 1';
  return sql.exec(query, now, most).toArray().length;
}

export function findAttempts(sql: SqlStorage, id: string, kind: string): { windowMs: number; at: Array<number> } | null {
  const [row] = sql
    .exec<{ window_ms: number; at_json: string }>('SELECT window_ms, at_json FROM tries WHERE id = ? AND kind = ?', id, kind)
    .toArray();
  return row === undefined ? null : { windowMs: row.window_ms, at: JSON.parse(row.at_json) as Array<number> };
}

/** Stores the instants of attempts. `at` has at least one. */
export function putAttempts(sql: SqlStorage, id: string, kind: string, windowMs: number, at: ReadonlyArray<number>): void {
  sql.exec(
    'INSERT OR REPLACE INTO tries (id, kind, window_ms, at_json, lapses_at) VALUES (?, ?, ?, ?, ?)',
    id,
    kind,
    windowMs,
    JSON.stringify(at),
    Math.max(...at) + windowMs,
  );
}

export function removeAttempts(sql: SqlStorage, id: string, kind: string): void {
  sql.exec('DELETE FROM tries WHERE id = ? AND kind = ?', id, kind);
}

/** Returns up to `most` counters after `after`, by key, with the instant at which each expires. */
export function listAttemptsAfter(sql: SqlStorage, after: AttemptsKey, most: number): Array<AttemptsKey & { lapses_at: number }> {
  const query = 'SELECT id, kind, lapses_at FROM tries WHERE (id, kind) > (?, ?) ORDER BY id, kind LIMIT ?';
  return sql.exec<AttemptsKey & { lapses_at: number }>(query, after.id, after.kind, most).toArray();
}

/** True if any row can expire. */
export function hasExpiringRows(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM tries UNION ALL SELECT 1 FROM entry WHERE until IS NOT NULL LIMIT 1').toArray().length > 0;
}
