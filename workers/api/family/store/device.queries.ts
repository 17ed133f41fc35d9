import * as z from 'zod';
import { USAGE_EVERY_S } from '../../../../app/wire/device';

/** What a device last said about itself, kept as one JSON column: one report costs one row. */
export const deviceReportSchema = z.object({
  seenAt: z.number().nullable(),
  lastActivityAt: z.number().nullable(),
  /** When its last report came; null in rows from before that was kept. */
  toldAt: z.number().nullable().default(null),
  battery: z.number().nullable(),
  /** When that level was read, epoch ms; null when there is none, and in rows from before it was kept. */
  batteryAt: z.number().nullable().default(null),
  osVersion: z.string(),
  appVersion: z.string(),
  components: z.record(z.string(), z.unknown()),
  errorCount: z.number(),
  activeChildId: z.string().nullable(),
  applied: z.object({ state: z.enum(['allowed', 'blocked', 'paused']), scheduleAt: z.number(), at: z.number() }).nullable(),
  managementRemovedAt: z.number().nullable(),
  locationActive: z.boolean(),
  locationAt: z.number().nullable(),
  /** Whether it is in a child's hands, where it says so; and how often it was asked to tell growing use (use-pace.ts). */
  isInUse: z.boolean().nullable().default(null),
  usePaceMs: z.number().default(USAGE_EVERY_S * 1000),
  /** Keys of restrictions that it cannot put into effect (D10). */
  unsupported: z.array(z.string()).default([]),
  /** Of a removed one: the device as which its hardware came back (D09). */
  heirId: z.string().optional(),
});
export type DeviceReport = z.infer<typeof deviceReportSchema>;

type DeviceRow = {
  id: string;
  pair_id: string;
  secret: string;
  name: string;
  make: string;
  model: string;
  model_name: string;
  os: string;
  udid: string;
  fcm_token: string | null;
  management_level: string;
  key_pinned: number;
  child_ids_json: string;
  suspended: number;
  schedule_at: number;
  report_seq: number;
  report_json: string;
  created_at: number;
  updated_at: number;
  retired_at: number | null;
};

/** A device of the family with its last report. `secret` is sealed. */
export type StoredDevice = Omit<DeviceRow, 'child_ids_json' | 'report_json'> & { childIds: Array<string>; report: DeviceReport };

// Without what it counts: that is as long as a day, and few ask for it (used.queries.ts).
const COLUMNS = `id, pair_id, secret, name, make, model, model_name, os, udid, fcm_token, management_level, key_pinned, child_ids_json,
  suspended, schedule_at, report_seq, report_json, created_at, updated_at, retired_at`;

function toDevice(row: DeviceRow): StoredDevice {
  const { child_ids_json, report_json, ...rest } = row;
  return {
    ...rest,
    childIds: toChildIds(child_ids_json),
    report: deviceReportSchema.parse(JSON.parse(report_json)),
  };
}

export function listDevices(sql: SqlStorage): Array<StoredDevice> {
  return listRows(sql).map(toDevice);
}

function listRows(sql: SqlStorage): Array<DeviceRow> {
  return sql.exec<DeviceRow>(`SELECT ${COLUMNS} FROM device WHERE retired_at IS NULL ORDER BY created_at, id`).toArray();
}

/** Who uses a device, and when somebody did last by its own word. */
export type DeviceUsers = Pick<StoredDevice, 'id' | 'childIds'> & Pick<DeviceReport, 'lastActivityAt'>;

/** The users of all devices, without a look at what else they said. */
export function listDeviceUsers(sql: SqlStorage): Array<DeviceUsers> {
  const query = `SELECT id, child_ids_json, json_extract(report_json, '$.lastActivityAt') AS last_activity_at
    FROM device WHERE retired_at IS NULL ORDER BY created_at, id`;
  return sql
    .exec<Pick<DeviceRow, 'id' | 'child_ids_json'> & { last_activity_at: number | null }>(query)
    .toArray()
    .map(({ id, child_ids_json, last_activity_at }) => ({ id, childIds: toChildIds(child_ids_json), lastActivityAt: last_activity_at }));
}

const childIdsSchema = z.array(z.string());

function toChildIds(json: string): Array<string> {
  return childIdsSchema.parse(JSON.parse(json));
}

export function listDevicesOfChild(sql: SqlStorage, childId: string): Array<StoredDevice> {
  return listRows(sql)
    .filter(({ child_ids_json }) => toChildIds(child_ids_json).includes(childId))
    .map(toDevice);
}

/** With `orRetired` a removed device is found too: its tombstone answers for it (A33). */
export function findDevice(sql: SqlStorage, id: string, orRetired = false): StoredDevice | null {
  const row = sql.exec<DeviceRow>(`SELECT ${COLUMNS} FROM device WHERE id = ?`, id).toArray()[0];
  return row === undefined || (row.retired_at !== null && !orRetired) ? null : toDevice(row);
}

/** As which device this one goes on: itself, or where it was removed and its hardware came back, that one (D09). */
export function heirOf(sql: SqlStorage, id: string): string {
  const heirId = findDevice(sql, id, true)?.report.heirId;
  return heirId === undefined ? id : heirOf(sql, heirId);
}

export function countDevices(sql: SqlStorage): number {
  return sql.exec<{ n: number }>('SELECT count(*) AS n FROM device WHERE retired_at IS NULL').one().n;
}

// What a device may come back as: its hardware, as it named it, whose management it reported removed (D09). Some name none.
const LEFT = "retired_at IS NULL AND udid <> '' AND json_extract(report_json, '$.managementRemovedAt') IS NOT NULL";

/** What this hardware was in the family before its management was removed, oldest first; without a hardware id nothing is known again (D09). */
export function listFormerDevices(sql: SqlStorage, udid: string): Array<StoredDevice> {
  return sql
    .exec<DeviceRow>(`SELECT ${COLUMNS} FROM device WHERE ${LEFT} AND udid = ? ORDER BY created_at, id`, udid)
    .toArray()
    .map(toDevice);
}

/** How many devices stand beside one that is still to come, at best: it may be one that left, and then takes its place (D09, A44). */
export function countDevicesBeside(sql: SqlStorage): number {
  const [most] = sql.exec<{ n: number }>(`SELECT count(*) AS n FROM device WHERE ${LEFT} GROUP BY udid ORDER BY n DESC LIMIT 1`).toArray();
  return countDevices(sql) - (most?.n ?? 0);
}

/** What it counts stays as it is. */
export function putDevice(sql: SqlStorage, device: StoredDevice): void {
  const columns = COLUMNS.split(/,\s+/);
  sql.exec(
    `INSERT INTO device (${COLUMNS}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    device.id,
    device.pair_id,
    device.secret,
    device.name,
    device.make,
    device.model,
    device.model_name,
    device.os,
    device.udid,
    device.fcm_token,
    device.management_level,
    device.key_pinned,
    JSON.stringify(device.childIds),
    device.suspended,
    device.schedule_at,
    device.report_seq,
    JSON.stringify(device.report),
    device.created_at,
    device.updated_at,
    device.retired_at,
  );
}

/** `resendAt`: null where nothing is sent by it. */
export function setScheduleAt(sql: SqlStorage, id: string, scheduleAt: number, resendAt: number | null): void {
  const earliest = 'min(coalesce(resend_at, ?2), coalesce(?2, resend_at))';
  sql.exec(`UPDATE device SET schedule_at = ?1, resend_at = ${earliest} WHERE id = ?3`, scheduleAt, resendAt, id);
}

/** Sends what is unanswered once more at that instant, or earlier where that was set. True when the row changed. */
export function setResendBy(sql: SqlStorage, id: string, at: number): boolean {
  return sql.exec('UPDATE device SET resend_at = ?1 WHERE id = ?2 AND coalesce(resend_at, ?1 + 1) > ?1', at, id).rowsWritten > 0;
}

export function setResendAt(sql: SqlStorage, id: string, at: number | null): void {
  sql.exec('UPDATE device SET resend_at = ?1 WHERE id = ?2 AND resend_at IS NOT ?1', at, id);
}

/** What a device says lets its repeats rest where nothing is unanswered any more. */
export const RESEND_AFTER = `resend_at = CASE WHEN resend_at IS NOT NULL
  AND EXISTS (SELECT 1 FROM command WHERE device_id = device.id AND state = 'sent') THEN resend_at END`;

export function setReport(sql: SqlStorage, id: string, seq: number, report: DeviceReport): void {
  sql.exec(`UPDATE device SET report_seq = ?, report_json = ?, ${RESEND_AFTER} WHERE id = ?`, seq, JSON.stringify(report), id);
}

export type PairingRow = {
  id: string;
  child_id: string;
  child_name: string;
  os: string;
  /** A keyed hash of the code (pairing-code.ts). */
  code: string;
  code_expires_at: number;
  expires_at: number;
  nonce: string | null;
  device_id: string | null;
  created_at: number;
};

export function findPairing(sql: SqlStorage, id: string): PairingRow | null {
  return sql.exec<PairingRow>('SELECT * FROM pairing WHERE id = ?', id).toArray()[0] ?? null;
}

export function putPairing(sql: SqlStorage, row: PairingRow): void {
  sql.exec(
    `INSERT OR REPLACE INTO pairing (id, child_id, child_name, os, code, code_expires_at, expires_at, nonce, device_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.child_id,
    row.child_name,
    row.os,
    row.code,
    row.code_expires_at,
    row.expires_at,
    row.nonce,
    row.device_id,
    row.created_at,
  );
}

/** The page of a pairing's link names its child as it is called by now (S61). */
export function renamePairings(sql: SqlStorage, childId: string, name: string): void {
  sql.exec('UPDATE pairing SET child_name = ? WHERE child_id = ?', name, childId);
}

/** Those that wait for their device. */
export function listOpenPairings(sql: SqlStorage): Array<PairingRow> {
  return sql.exec<PairingRow>('SELECT * FROM pairing WHERE device_id IS NULL').toArray();
}

/** What is stored of the last code of each pairing. */
export function listPairingCodes(sql: SqlStorage): Array<{ id: string; code: string }> {
  return sql.exec<{ id: string; code: string }>('SELECT id, code FROM pairing').toArray();
}

export function setPairingCode(sql: SqlStorage, id: string, hash: string): void {
  sql.exec('UPDATE pairing SET code = ? WHERE id = ?', hash, id);
}

export function removePairing(sql: SqlStorage, id: string): void {
  sql.exec('DELETE FROM pairing WHERE id = ?', id);
}

/** Which apps a device has is nobody's news once it is removed. */
export function removeAppReport(sql: SqlStorage, deviceId: string): void {
  sql.exec('DELETE FROM app_report WHERE device_id = ?', deviceId);
}

export function putLocations(sql: SqlStorage, deviceId: string, seq: number, fixes: Array<{ at: number }>): void {
  const times = fixes.map((fix) => fix.at);
  sql.exec(
    'INSERT OR REPLACE INTO location_report (device_id, seq, from_at, to_at, fixes_json) VALUES (?, ?, ?, ?, ?)',
    deviceId,
    seq,
    Math.min(...times),
    Math.max(...times),
    JSON.stringify(fixes),
  );
}

/** Where a device was is nobody's to know once it is removed. */
export function removeLocations(sql: SqlStorage, deviceId: string): void {
  sql.exec('DELETE FROM location_report WHERE device_id = ?', deviceId);
}
