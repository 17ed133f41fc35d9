import { APPS_USED, removeUsedBefore, USED } from './used.queries';

const DAY_MS = 24 * 60 * 60_000;

export const AUDIT_KEPT_MS = 90 * DAY_MS;
const COMMANDS_KEPT_MS = 30 * DAY_MS;
/** Added for screenshot requests, because the plan counts them per calendar month, which can be longer than `COMMANDS_KEPT_MS`. */
const EXTRA_SAMPLE_REQUEST_MS = 2 * DAY_MS;
const NOTIFICATIONS_KEPT_MS = 31 * DAY_MS;
/** Time after which an announcement is deleted. The announced block has begun by then. */
const ANNOUNCEMENTS_KEPT_MS = DAY_MS;
/** Number of local dates for which usage is kept. */
export const USAGE_KEPT_DAYS = 60;

/** Maximum number of rows per table in one sweep, because the family answers no requests during a sweep. */
export const BATCH_SIZE = 500;

/** `isFull`: a table may have more rows to delete now. `isLeft`: some rows will expire later. */
export type DeletedBatch = { isFull: boolean; isLeft: boolean };

/**
 * Deletes a batch of expired rows. Keeps positions, whose time depends on the plan (location.queries.ts). Keeps the last audit row, because
 * the family's change number is read from it (A42). Keeps the newest policy command of each device, because it confirms the device's state
 * (S34).
 */
export function deleteExpired(sql: SqlStorage, now: number): DeletedBatch {
  const dropped = [
    // Ids are in order of time, so only the oldest batch is read and never the whole table.
    sql.exec(
      'DELETE FROM audit WHERE at < ? AND id IN (SELECT id FROM audit ORDER BY id LIMIT ?) AND id < (SELECT max(id) FROM audit)',
      now - AUDIT_KEPT_MS,
      BATCH_SIZE,
    ),
    sql.exec(
      `DELETE FROM command WHERE (device_id, seq) IN (SELECT device_id, seq FROM command AS old
       WHERE ended_at < ? - CASE kind WHEN 'on_demand' THEN ${EXTRA_SAMPLE_REQUEST_MS} ELSE 0 END AND NOT (kind = 'policy'
       AND seq = (SELECT max(seq) FROM command WHERE device_id = old.device_id AND kind = 'policy')) LIMIT ?)`,
      now - COMMANDS_KEPT_MS,
      BATCH_SIZE,
    ),
    ...removeUsedBefore(sql, dateOf(now - USAGE_KEPT_DAYS * DAY_MS), BATCH_SIZE),
    sql.exec(
      'DELETE FROM location_access WHERE (child_id, at, actor_id, what, date) IN (SELECT * FROM location_access WHERE at < ? LIMIT ?)',
      now - AUDIT_KEPT_MS,
      BATCH_SIZE,
    ),
    sql.exec(
      'DELETE FROM sample_access WHERE id IN (SELECT id FROM sample_access WHERE at < ? ORDER BY id LIMIT ?)',
      now - AUDIT_KEPT_MS,
      BATCH_SIZE,
    ),
    sql.exec(
      "DELETE FROM notice WHERE id IN (SELECT id FROM notice WHERE at < ? OR (type = 'upcoming_block_announce' AND at < ?) LIMIT ?)",
      now - NOTIFICATIONS_KEPT_MS,
      now - ANNOUNCEMENTS_KEPT_MS,
      BATCH_SIZE,
    ),
    // A used pairing is kept as long as its device, to answer «already paired» (S61).
    sql.exec(
      `DELETE FROM pairing WHERE id IN (SELECT pairing.id FROM pairing LEFT JOIN device ON device.id = pairing.device_id
       WHERE pairing.expires_at < ? AND (device.id IS NULL OR device.retired_at < ?) LIMIT ?)`,
      now,
      now - AUDIT_KEPT_MS,
      BATCH_SIZE,
    ),
  ];
  return { isFull: dropped.some((cursor) => cursor.rowsWritten >= BATCH_SIZE), isLeft: isAnythingLeft(sql) };
}

function isAnythingLeft(sql: SqlStorage): boolean {
  const query = `SELECT (SELECT count(*) FROM (SELECT 1 FROM audit LIMIT 2)) > 1 OR EXISTS (SELECT 1 FROM ${USED}) OR EXISTS (SELECT 1 FROM ${APPS_USED})
    OR EXISTS (SELECT 1 FROM location_report) OR EXISTS (SELECT 1 FROM location_access)
    OR EXISTS (SELECT 1 FROM sample_access)
    OR EXISTS (SELECT 1 FROM silence_event WHERE type IN ('location_on', 'powered_on')) OR EXISTS (SELECT 1 FROM notice) AS is_left`;
  return sql.exec<{ is_left: number }>(query).one().is_left === 1;
}

/** Returns the UTC date one day before `at`. No zone has an earlier date at `at`, so no family loses rows a day early. */
function dateOf(at: number): string {
  return new Date(at - DAY_MS).toISOString().slice(0, 10);
}
