import { type AnnounceBody, type AnnouncedObject, NO_HITS } from '#app/wire/samples';
import { filesOf } from '../core/files';
import { type SampleRow, type StoredObject, type StoredSample, toSample } from './sample-row';

export type { StoredObject, StoredSample };

/** Returns the prefix of all sealed objects of a family. */
export function sampleFilesOf(accountId: string): string {
  return `${filesOf(accountId)}sample/`;
}

/** Returns the key of an object in the bucket. */
export function objectKey(accountId: string, sampleId: string, kind: string): string {
  return `${sampleFilesOf(accountId)}${sampleId}/${kind}`;
}

export function findSample(sql: SqlStorage, id: string): StoredSample | null {
  const [row] = sql.exec<SampleRow>('SELECT * FROM sample WHERE id = ?', id).toArray();
  return row === undefined ? null : toSample(row);
}

/** Returns the stored samples with these ids, in no particular order. */
export function listStoredSamples(sql: SqlStorage, ids: ReadonlyArray<string>): Array<StoredSample> {
  const query = "SELECT * FROM sample WHERE id IN (SELECT value FROM json_each(?)) AND state = 'stored'";
  return sql
    .exec<SampleRow>(query, JSON.stringify([...new Set(ids)]))
    .toArray()
    .map(toSample);
}

/** Returns the samples of a child that changed after `since`, in the order of their changes. Leaves out those that are still arriving. */
export function listChangedSamples(sql: SqlStorage, childId: string, since: number, limit: number): Array<StoredSample> {
  const query = "SELECT * FROM sample WHERE child_id = ? AND updated_at > ? AND state <> 'arriving' ORDER BY updated_at LIMIT ?";
  return sql.exec<SampleRow>(query, childId, since, limit).toArray().map(toSample);
}

/** Returns the next `updated_at`. It rises with every change, so that a client never misses one. */
export function nextUpdate(sql: SqlStorage, now: number): number {
  const last = sql.exec<{ at: number | null }>('SELECT max(updated_at) AS at FROM sample').one().at ?? 0;
  return Math.max(now, last + 1);
}

/** Inserts a sample whose objects are still to be uploaded. */
export function insertSample(
  sql: SqlStorage,
  deviceId: string,
  body: Pick<AnnounceBody, 'sample_id' | 'user_id' | 'cause' | 'command_id' | 'keys' | 'ocr_summary' | 'objects'>,
  times: { at: number; now: number },
): void {
  sql.exec(
    `INSERT INTO sample (id, child_id, device_id, at, received_at, updated_at, cause, command_id, state, keys_json, hits_json, has_hits,
       objects_json, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'arriving', ?, ?, ?, ?, ?)`,
    body.sample_id,
    body.user_id,
    deviceId,
    times.at,
    times.now,
    nextUpdate(sql, times.now),
    body.cause,
    body.command_id ?? null,
    JSON.stringify(body.keys),
    JSON.stringify(body.ocr_summary),
    Object.values(body.ocr_summary).some((count) => count > 0) ? 1 : 0,
    JSON.stringify(body.objects.map(toNewObject)),
    body.objects.reduce((sum, { bytes }) => sum + bytes, 0),
  );
}

function toNewObject({ kind, bytes, sha256, iv }: AnnouncedObject): StoredObject {
  return { kind, bytes, sha256, iv, storedAt: null, isMissing: false };
}

/** Stores what is known about the objects of a sample. */
export function setObjects(
  sql: SqlStorage,
  id: string,
  {
    objects,
    state,
    updatedAt,
  }: { objects: ReadonlyArray<StoredObject>; state: Exclude<StoredSample['state'], 'deleted'>; updatedAt: number },
): void {
  sql.exec('UPDATE sample SET objects_json = ?, state = ?, updated_at = ? WHERE id = ?', JSON.stringify(objects), state, updatedAt, id);
}

/** Marks a sample as deleted and forgets all about it but ids and times. Returns false if it is not there or already deleted. */
export function markDeleted(sql: SqlStorage, id: string, now: number): boolean {
  const { rowsWritten } = sql.exec(
    `UPDATE sample SET state = 'deleted', updated_at = ?, keys_json = '[]', hits_json = ?, has_hits = 0, objects_json = '[]', bytes = 0
     WHERE id = ? AND state <> 'deleted'`,
    nextUpdate(sql, now),
    JSON.stringify(NO_HITS),
    id,
  );
  return rowsWritten > 0;
}

/** Hides a stored sample whose deletion can still be undone. Returns false for any other. */
export function markLeaving(sql: SqlStorage, id: string, now: number): boolean {
  return move(sql, id, { from: 'stored', to: 'leaving' }, now);
}

/** Shows a hidden sample again. Returns false if it is not hidden. */
export function unmarkLeaving(sql: SqlStorage, id: string, now: number): boolean {
  return move(sql, id, { from: 'leaving', to: 'stored' }, now);
}

function move(sql: SqlStorage, id: string, { from, to }: Record<'from' | 'to', StoredSample['state']>, now: number): boolean {
  const query = 'UPDATE sample SET state = ?, updated_at = ? WHERE id = ? AND state = ?';
  return sql.exec(query, to, nextUpdate(sql, now), id, from).rowsWritten > 0;
}

/** Returns the hidden samples, those hidden first first. */
export function listLeaving(sql: SqlStorage): Array<Pick<StoredSample, 'id' | 'child_id' | 'device_id' | 'updated_at'>> {
  const query = "SELECT id, child_id, device_id, updated_at FROM sample WHERE state = 'leaving' ORDER BY updated_at";
  return sql.exec<{ id: string; child_id: string; device_id: string; updated_at: number }>(query).toArray();
}

/** Marks all samples of a device or a child as deleted. Returns true if there was one. */
export function deleteSamplesOf(sql: SqlStorage, of: { deviceId: string } | { childId: string }, now: number): boolean {
  const [column, value] = 'deviceId' in of ? ['device_id', of.deviceId] : ['child_id', of.childId];
  const rows = sql.exec<{ id: string }>(`SELECT id FROM sample WHERE ${column} = ? AND state <> 'deleted'`, value).toArray();
  for (const { id } of rows) markDeleted(sql, id, now);
  return rows.length > 0;
}

/** Returns deleted samples for which the bucket has not been checked yet. */
export function listUnchecked(sql: SqlStorage, limit: number): Array<string> {
  const query = "SELECT id FROM sample WHERE state = 'deleted' AND gone_at IS NULL ORDER BY updated_at LIMIT ?";
  return idsOf(sql.exec<{ id: string }>(query, limit));
}

/** Records that the bucket has no object of a deleted sample. */
export function markGone(sql: SqlStorage, id: string, now: number): void {
  sql.exec(
    "UPDATE sample SET gone_at = ?, updated_at = ? WHERE id = ? AND state = 'deleted' AND gone_at IS NULL",
    now,
    nextUpdate(sql, now),
    id,
  );
}

/** Returns samples captured before `before` that are not deleted. */
export function listOldSamples(sql: SqlStorage, before: number, limit: number): Array<{ id: string; child_id: string; device_id: string }> {
  const query = "SELECT id, child_id, device_id FROM sample WHERE state <> 'deleted' AND at < ? ORDER BY at LIMIT ?";
  return sql.exec<{ id: string; child_id: string; device_id: string }>(query, before, limit).toArray();
}

/** Returns the capture time of the oldest sample that is not deleted, or null. */
export function oldestSampleAt(sql: SqlStorage): number | null {
  return sql.exec<{ at: number | null }>("SELECT min(at) AS at FROM sample WHERE state <> 'deleted'").one().at;
}

/** Returns samples that were announced before `before` and never arrived completely. */
export function listUnfinished(sql: SqlStorage, before: number): Array<StoredSample> {
  return sql.exec<SampleRow>("SELECT * FROM sample WHERE state = 'arriving' AND received_at < ?", before).toArray().map(toSample);
}

/** Removes rows of deleted samples that every client has heard of, once the bucket has nothing of them. */
export function removeDeletedBefore(sql: SqlStorage, before: number): void {
  sql.exec("DELETE FROM sample WHERE state = 'deleted' AND gone_at IS NOT NULL AND updated_at < ?", before);
}

export function hasSamples(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM sample LIMIT 1').toArray().length > 0;
}

/** Returns all samples that are not deleted, in pages by id. */
export function listLiveSamples(sql: SqlStorage, afterId: string, limit: number): Array<StoredSample> {
  const query = "SELECT * FROM sample WHERE id > ? AND state <> 'deleted' ORDER BY id LIMIT ?";
  return sql.exec<SampleRow>(query, afterId, limit).toArray().map(toSample);
}

/** Returns which of these ids belong to a sample that is not deleted. */
export function findLiveIds(sql: SqlStorage, ids: ReadonlyArray<string>): Set<string> {
  const query = "SELECT id FROM sample WHERE id IN (SELECT value FROM json_each(?)) AND state <> 'deleted'";
  return new Set(idsOf(sql.exec<{ id: string }>(query, JSON.stringify(ids))));
}

/** Returns how many samples the device announced after `since`. */
export function countAnnounced(sql: SqlStorage, deviceId: string, since: number): number {
  return sql.exec<{ n: number }>('SELECT count(*) AS n FROM sample WHERE device_id = ? AND received_at > ?', deviceId, since).one().n;
}

/** Returns the sample that answers a command, or null. A deleted one does not count. */
export function findAnswerTo(sql: SqlStorage, deviceId: string, commandId: string): { id: string; state: string } | null {
  const query = "SELECT id, state FROM sample WHERE device_id = ? AND command_id = ? AND state <> 'deleted' LIMIT 1";
  return sql.exec<{ id: string; state: string }>(query, deviceId, commandId).toArray()[0] ?? null;
}

function idsOf(cursor: SqlStorageCursor<{ id: string }>): Array<string> {
  return cursor.toArray().map(({ id }) => id);
}
