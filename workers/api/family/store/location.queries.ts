import * as z from 'zod';
import { type DevicePlaces, NO_PLACES } from '#app/domain/place-events';
import { isFromFuture, type Position, type PositionReason } from '#app/domain/position';

// Positions are rows of `location_report`, one per report. The device's row, which every report writes, contains its last position and its
// states at places.

const DAY_MS = 24 * 60 * 60_000;
/** Time for which positions are kept beyond the plan's days. A stay of the oldest day may begin on the day before. */
const MARGIN_MS = 12 * 60 * 60_000;
/** Reads by the same caller within this time share one row of the access log. */
const ACCESS_MERGED_MS = 10 * 60_000;
/** Maximum number of rows per device that one sweep deletes. */
const BATCH_SIZE = 500;

/** A position with the reason that the device gave, null if none. */
export type StoredFix = Position & { reason: PositionReason | null };

/** The last position of a device, when it arrived, and the children who had the device. */
export type LastFix = Position & { receivedAt: number; childIds: Array<string> };

/**
 * What is known about a device's location. `plausible`: the last position before `last`, while `last` is an unconfirmed impossible jump; else
 * null. `places`: states by the IDs of `toWatchedPlace`.
 */
export type DeviceLocation = { last: LastFix | null; plausible: LastFix | null; places: DevicePlaces };

const positionSchema = z.object({
  at: z.number(),
  lat: z.number(),
  lon: z.number(),
  accuracy: z.number().nullable(),
  speed: z.number().nullable(),
});
const placeStateSchema = z.object({
  isInside: z.boolean().nullable(),
  isConfirmed: z.boolean(),
  changedAt: z.number().nullable(),
  pending: z.object({ at: z.number(), lat: z.number(), lon: z.number(), accuracy: z.number(), settlesBySilence: z.boolean() }).nullable(),
});
const lastFixSchema = positionSchema.extend({ receivedAt: z.number(), childIds: z.array(z.string()) }).nullable();
const deviceLocationSchema = z.object({
  last: lastFixSchema,
  // Rows of earlier versions have none.
  plausible: lastFixSchema.default(null),
  places: z.object({ judgedAt: z.number().nullable(), places: z.record(z.string(), placeStateSchema) }),
});

const NOTHING: DeviceLocation = { last: null, plausible: null, places: NO_PLACES };

export function findLocation(sql: SqlStorage, deviceId: string): DeviceLocation {
  const [row] = sql.exec<{ location_json: string | null }>('SELECT location_json FROM device WHERE id = ?', deviceId).toArray();
  return row?.location_json == null ? NOTHING : deviceLocationSchema.parse(JSON.parse(row.location_json));
}

/** Stores what is known about a device's location, without storing a report. Null deletes it. */
export function setLocation(sql: SqlStorage, deviceId: string, location: DeviceLocation | null): void {
  const json = location === null ? null : JSON.stringify(location);
  sql.exec('UPDATE device SET location_json = ?1 WHERE id = ?2 AND location_json IS NOT ?1', json, deviceId);
}

/** Stores the positions of one report in one row. `span`: first and last time of the positions that are not from the future. */
export function insertFixes(
  sql: SqlStorage,
  report: { deviceId: string; seq: number; childIds: ReadonlyArray<string>; receivedAt: number; span: { from: number; to: number } },
  fixes: ReadonlyArray<StoredFix>,
): void {
  sql.exec(
    `INSERT OR REPLACE INTO location_report (device_id, to_at, seq, from_at, received_at, child_ids_json, fixes_json)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    report.deviceId,
    report.span.to,
    report.seq,
    report.span.from,
    report.receivedAt,
    JSON.stringify(report.childIds),
    JSON.stringify(fixes.map(({ at, lat, lon, accuracy, speed, reason }) => [at, lat, lon, accuracy, speed, reason])),
  );
}

type FixRow = { received_at: number; child_ids_json: string; fixes_json: string };
type FixTuple = [at: number, lat: number, lon: number, accuracy: number | null, speed: number | null];

/**
 * Returns the positions of a device with times in [from, until), unsorted. `childId`: only those of reports while this child may have had
 * the device. Omits positions that were in the future when they arrived.
 */
export function listFixes(
  sql: SqlStorage,
  deviceId: string,
  { from, until, childId }: { from: number; until: number; childId?: string },
): Array<Position> {
  const query = `SELECT received_at, child_ids_json, fixes_json FROM location_report
    WHERE device_id = ? AND to_at >= ? AND from_at < ?`;
  const rows = sql.exec<FixRow>(query, deviceId, from, until).toArray();
  return rows.flatMap(({ received_at, child_ids_json, fixes_json }) => {
    if (childId !== undefined && !child_ids_json.includes(JSON.stringify(childId))) return [];
    // Not parsed with a schema, because the family itself wrote it. A schema would be too slow for a day of positions.
    const fixes: Array<FixTuple> = JSON.parse(fixes_json);
    return fixes
      .filter(([at]) => at >= from && at < until && !isFromFuture({ at }, received_at))
      .map(([at, lat, lon, accuracy, speed]) => ({ at, lat, lon, accuracy, speed }));
  });
}

/** Deletes the positions of a removed device. */
export function removeLocations(sql: SqlStorage, deviceId: string): void {
  sql.exec('DELETE FROM location_report WHERE device_id = ?', deviceId);
  setLocation(sql, deviceId, null);
}

/** Deletes the positions that belong only to a removed child, and removes the child from those of shared devices. */
export function removeLocationsOfChild(sql: SqlStorage, childId: string): void {
  const others = '(SELECT json_group_array(value) FROM json_each(child_ids_json) WHERE value <> ?1)';
  sql.exec(`DELETE FROM location_report WHERE child_ids_json = json_array(?)`, childId);
  sql.exec(`UPDATE location_report SET child_ids_json = ${others} WHERE instr(child_ids_json, ?1)`, childId);
  for (const { id } of sql.exec<{ id: string }>('SELECT id FROM device WHERE instr(location_json, ?)', childId).toArray()) {
    const location = findLocation(sql, id);
    setLocation(sql, id, { ...location, last: withoutChild(location.last, childId), plausible: withoutChild(location.plausible, childId) });
  }
}

function withoutChild(fix: LastFix | null, childId: string): LastFix | null {
  const childIds = fix?.childIds.filter((one) => one !== childId) ?? [];
  return fix === null || childIds.length === 0 ? null : { ...fix, childIds };
}

/** Returns the instant before which positions are deleted. `days`: `geolocation_days` of the plan, 0 without location. */
export function locationsKeptSince(days: number, now: number): number {
  return now - (days + 1) * DAY_MS - MARGIN_MS;
}

/**
 * Deletes a batch of positions older than `before`. Returns the devices whose positions were deleted. `isFull`: there may be more to delete
 * now.
 */
export function deleteLocationsBefore(sql: SqlStorage, before: number): { deviceIds: Array<string>; isFull: boolean } {
  const devices = sql.exec<{ id: string }>('SELECT id FROM device').toArray();
  const key = 'device_id, to_at, seq';
  let isFull = false;
  const deviceIds = devices.flatMap(({ id }) => {
    const query = `DELETE FROM location_report WHERE (${key}) IN
      (SELECT ${key} FROM location_report WHERE device_id = ? AND to_at < ? LIMIT ?)`;
    const { rowsWritten } = sql.exec(query, id, before, BATCH_SIZE);
    if (rowsWritten >= BATCH_SIZE) isFull = true;
    const location = findLocation(sql, id);
    const isLastOld = location.last !== null && location.last.at < before;
    const isPlausibleOld = location.plausible !== null && location.plausible.at < before;
    if (isLastOld || isPlausibleOld)
      setLocation(sql, id, { ...location, last: isLastOld ? null : location.last, plausible: isPlausibleOld ? null : location.plausible });
    return rowsWritten > 0 || isLastOld ? [id] : [];
  });
  return { deviceIds, isFull };
}

/**
 * Records in the access log that a caller read a child's last positions, or a day of its history. Reads within ten minutes share one row.
 * Returns true if a row was written.
 */
export function recordLocationAccess(
  sql: SqlStorage,
  access: { childId: string; actorId: string; what: 'last' | 'history'; date: string },
  now: number,
): boolean {
  const query = 'SELECT 1 FROM location_access WHERE child_id = ? AND at > ? AND actor_id = ? AND what = ? AND date = ? LIMIT 1';
  const { childId, actorId, what, date } = access;
  if (sql.exec(query, childId, now - ACCESS_MERGED_MS, actorId, what, date).toArray().length > 0) return false;
  sql.exec('INSERT INTO location_access (child_id, at, actor_id, what, date) VALUES (?, ?, ?, ?, ?)', childId, now, actorId, what, date);
  return true;
}
