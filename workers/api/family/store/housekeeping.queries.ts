import { APPS_USED, removeUsedBefore, USED } from './used.queries';

const DAY_MS = 24 * 60 * 60_000;

export const AUDIT_KEPT_MS = 90 * DAY_MS;
const COMMANDS_KEPT_MS = 30 * DAY_MS;
const LOCATIONS_KEPT_MS = 15 * DAY_MS;
const NOTICES_KEPT_MS = 31 * DAY_MS;
/** By then the block has begun, and nobody is told of it any more. */
const ANNOUNCEMENTS_KEPT_MS = DAY_MS;
/** Seconds of use are kept for so many local dates. */
export const USAGE_KEPT_DAYS = 60;

/** So many rows at most of one table are looked at and dropped at once: the family answers nobody meanwhile. */
export const BITE = 500;

/** `isFull`: a table may have more to drop. `isLeft`: something stands there that will be too old one day. */
export type Sweep = { isFull: boolean; isLeft: boolean };

/**
 * Drops a bite of what is kept no longer. The last audit row stays, since its number is the family's (A42), and of each device its newest
 * state command, since it is the proof of what holds (S34).
 */
export function sweep(sql: SqlStorage, now: number): Sweep {
  const dropped = [
    // Rows come in the order of their time: only the oldest bite is looked at, never the whole table.
    sql.exec(
      'DELETE FROM audit WHERE at < ? AND id IN (SELECT id FROM audit ORDER BY id LIMIT ?) AND id < (SELECT max(id) FROM audit)',
      now - AUDIT_KEPT_MS,
      BITE,
    ),
    sql.exec(
      `DELETE FROM command WHERE (device_id, seq) IN (SELECT device_id, seq FROM command AS old WHERE ended_at < ? AND NOT (kind = 'policy'
       AND seq = (SELECT max(seq) FROM command WHERE device_id = old.device_id AND kind = 'policy')) LIMIT ?)`,
      now - COMMANDS_KEPT_MS,
      BITE,
    ),
    ...removeUsedBefore(sql, dateOf(now - USAGE_KEPT_DAYS * DAY_MS), BITE),
    ...sql
      .exec<{ id: string }>('SELECT id FROM device')
      .toArray()
      .map(({ id }) => sweepLocations(sql, id, now)),
    sql.exec(
      "DELETE FROM notice WHERE id IN (SELECT id FROM notice WHERE at < ? OR (type = 'upcoming_block_announce' AND at < ?) LIMIT ?)",
      now - NOTICES_KEPT_MS,
      now - ANNOUNCEMENTS_KEPT_MS,
      BITE,
    ),
    // One with a device stays with it: it answers «already paired» (S61).
    sql.exec(
      `DELETE FROM pairing WHERE id IN (SELECT pairing.id FROM pairing LEFT JOIN device ON device.id = pairing.device_id
       WHERE pairing.expires_at < ? AND (device.id IS NULL OR device.retired_at < ?) LIMIT ?)`,
      now,
      now - AUDIT_KEPT_MS,
      BITE,
    ),
  ];
  return { isFull: dropped.some((cursor) => cursor.rowsWritten >= BITE), isLeft: isAnythingLeft(sql) };
}

function sweepLocations(sql: SqlStorage, deviceId: string, now: number): SqlStorageCursor<Record<string, SqlStorageValue>> {
  const oldest = 'SELECT seq FROM location_report WHERE device_id = ? ORDER BY seq LIMIT ?';
  // A device whose clock was far ahead must not keep its places for ever.
  const query = `DELETE FROM location_report WHERE device_id = ? AND (to_at < ? OR to_at > ?) AND seq IN (${oldest})`;
  return sql.exec(query, deviceId, now - LOCATIONS_KEPT_MS, now + DAY_MS, deviceId, BITE);
}

function isAnythingLeft(sql: SqlStorage): boolean {
  const query = `SELECT (SELECT count(*) FROM (SELECT 1 FROM audit LIMIT 2)) > 1 OR EXISTS (SELECT 1 FROM ${USED}) OR EXISTS (SELECT 1 FROM ${APPS_USED})
    OR EXISTS (SELECT 1 FROM location_report) OR EXISTS (SELECT 1 FROM notice) AS is_left`;
  return sql.exec<{ is_left: number }>(query).one().is_left === 1;
}

/** The date in the zone that is last to see it: nothing is dropped a day early anywhere. */
function dateOf(at: number): string {
  return new Date(at - DAY_MS).toISOString().slice(0, 10);
}
