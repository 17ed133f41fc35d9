const HOUR_MS = 60 * 60_000;

/** Tries from more networks than this in one hour are counted together, under `other`. */
const NETWORKS_PER_HOUR = 20;
/** So many rows are kept at most; the oldest go first. */
const ROWS_MAX = 1000;

/** A refused try at the account's door: what was tried, why it was refused, the network's prefix, and how often since the last time. */
export type RefusedEntry = { what: string; reason: string; network: string; times: number };

/**
 * Adds tries to their row: one for each hour, kind, reason and network. In a table of its own, since no browser has to hear of it and the
 * family's realtime number must not rise by what strangers do.
 */
export function addRefusedEntry(sql: SqlStorage, { what, reason, network, times }: RefusedEntry, now: number): void {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const known = sql.exec<{ network: string }>(
    'SELECT network FROM refused_entry WHERE hour = ? AND what = ? AND reason = ?',
    hour,
    what,
    reason,
  );
  const networks = known.toArray().map((row) => row.network);
  const counted = networks.includes(network) || networks.length < NETWORKS_PER_HOUR ? network : 'other';
  if (!networks.includes(counted)) makeRoom(sql);
  sql.exec(
    `INSERT INTO refused_entry (hour, what, reason, network, times, last_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (hour, what, reason, network) DO UPDATE SET times = times + excluded.times, last_at = excluded.last_at`,
    hour,
    what,
    reason,
    counted,
    times,
    now,
  );
}

function makeRoom(sql: SqlStorage): void {
  const { rows } = sql.exec<{ rows: number }>('SELECT count(*) AS rows FROM refused_entry').one();
  if (rows < ROWS_MAX) return;
  sql.exec(
    'DELETE FROM refused_entry WHERE (hour, what, reason, network) IN (SELECT hour, what, reason, network FROM refused_entry ORDER BY hour LIMIT ?)',
    rows + 1 - ROWS_MAX,
  );
}

/** Forgets what is older. True when some remain. */
export function dropRefusedEntriesBefore(sql: SqlStorage, before: number): boolean {
  sql.exec('DELETE FROM refused_entry WHERE hour < ?', before);
  return sql.exec('SELECT 1 FROM refused_entry LIMIT 1').toArray().length > 0;
}
