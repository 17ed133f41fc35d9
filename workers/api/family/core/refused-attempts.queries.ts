const HOUR_MS = 60 * 60_000;

/** Maximum number of networks per hour that are counted separately. Attempts from more networks are counted together under `other`. */
const NETWORKS_PER_HOUR = 20;
/** Maximum number of rows; the oldest are deleted first. */
const ROWS_MAX = 1000;

/** Refused unsigned attempts on the account: what was tried, the reason, the network prefix and how many since the last record. */
export type RefusedAttempts = { what: string; reason: string; network: string; times: number };

/**
 * Adds attempts to the row of this hour, action, reason and network, or of the network `other` if the hour has too many networks. They are
 * not in the table `audit`, because browsers need no hint and strangers must not raise the family's realtime number.
 */
export function addRefusedAttempts(sql: SqlStorage, { what, reason, network, times }: RefusedAttempts, now: number): void {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const known = sql.exec<{ network: string }>(
    'SELECT network FROM refused_entry WHERE hour = ? AND what = ? AND reason = ?',
    hour,
    what,
    reason,
  );
  const networks = known.toArray().map((row) => row.network);
  const counted = networks.includes(network) || networks.length < NETWORKS_PER_HOUR ? network : 'other';
  if (!networks.includes(counted)) deleteOldestIfFull(sql);
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

function deleteOldestIfFull(sql: SqlStorage): void {
  const { rows } = sql.exec<{ rows: number }>('SELECT count(*) AS rows FROM refused_entry').one();
  if (rows < ROWS_MAX) return;
  sql.exec(
    'DELETE FROM refused_entry WHERE (hour, what, reason, network) IN (SELECT hour, what, reason, network FROM refused_entry ORDER BY hour LIMIT ?)',
    rows + 1 - ROWS_MAX,
  );
}

/** Deletes rows older than `before`. Returns true if some remain. */
export function dropRefusedAttemptsBefore(sql: SqlStorage, before: number): boolean {
  sql.exec('DELETE FROM refused_entry WHERE hour < ?', before);
  return sql.exec('SELECT 1 FROM refused_entry LIMIT 1').toArray().length > 0;
}
