import type { SilenceEvent } from '#app/domain/gap-reason';

// Rows of `silence_event`: when a device, or its location, was turned off and on. They explain times without positions.

/** Stores an event. Returns false if the newest one of its kind says the same. */
export function insertSilenceEvent(sql: SqlStorage, deviceId: string, { at, type }: SilenceEvent): boolean {
  const kind = type.slice(0, type.indexOf('_'));
  const query = 'SELECT type FROM silence_event WHERE device_id = ? AND kind = ? ORDER BY at DESC LIMIT 1';
  if (sql.exec<{ type: string }>(query, deviceId, kind).toArray()[0]?.type === type) return false;
  sql.exec('INSERT OR REPLACE INTO silence_event (device_id, kind, at, type) VALUES (?, ?, ?, ?)', deviceId, kind, at, type);
  return true;
}

/** Returns the events of a device in [from, until), by time, with the last one of each kind before them. */
export function listSilenceEvents(
  sql: SqlStorage,
  deviceId: string,
  { from, until }: { from: number; until: number },
): Array<SilenceEvent> {
  const query = `SELECT at, type FROM silence_event AS event WHERE device_id = ?1 AND at < ?3 AND at >= coalesce(
      (SELECT max(at) FROM silence_event WHERE device_id = ?1 AND kind = event.kind AND at < ?2), ?2)
    ORDER BY at`;
  return sql.exec<SilenceEvent>(query, deviceId, from, until).toArray();
}

/** Deletes the events of a removed device. */
export function removeSilenceEvents(sql: SqlStorage, deviceId: string): void {
  sql.exec('DELETE FROM silence_event WHERE device_id = ?', deviceId);
}

/** Deletes events older than `before`. Keeps the newest one of each device and kind if it says «off», because it still applies. */
export function deleteSilenceEventsBefore(sql: SqlStorage, before: number): void {
  sql.exec(
    `DELETE FROM silence_event WHERE at < ? AND (type IN ('location_on', 'powered_on') OR EXISTS (SELECT 1 FROM silence_event AS newer
      WHERE newer.device_id = silence_event.device_id AND newer.kind = silence_event.kind AND newer.at > silence_event.at))`,
    before,
  );
}

/** Deletes all events. */
export function removeAllSilenceEvents(sql: SqlStorage): void {
  sql.exec('DELETE FROM silence_event');
}
