/** A browser that has logged in before (A132). `hash` is SHA-256 of the id in its cookie. */
type KnownBrowserRow = { hash: string; name: string; created_at: number; seen_at: number };

export function findBrowser(sql: SqlStorage, hash: string, seenAfter: number): KnownBrowserRow | null {
  return sql.exec<KnownBrowserRow>('SELECT * FROM known_browser WHERE hash = ? AND seen_at > ?', hash, seenAfter).toArray()[0] ?? null;
}

export function putBrowser(sql: SqlStorage, row: KnownBrowserRow): void {
  const query = 'INSERT OR REPLACE INTO known_browser (hash, name, created_at, seen_at) VALUES (?, ?, ?, ?)';
  sql.exec(query, row.hash, row.name, row.created_at, row.seen_at);
}

export function removeBrowser(sql: SqlStorage, hash: string): void {
  sql.exec('DELETE FROM known_browser WHERE hash = ?', hash);
}

/** Deletes all known browsers except the `most` that logged in last. */
export function dropOldBrowsers(sql: SqlStorage, most: number): void {
  sql.exec('DELETE FROM known_browser WHERE hash NOT IN (SELECT hash FROM known_browser ORDER BY seen_at DESC LIMIT ?)', most);
}

export function removeAllBrowsers(sql: SqlStorage): void {
  sql.exec('DELETE FROM known_browser');
}
