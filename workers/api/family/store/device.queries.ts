import * as z from 'zod';
import { USAGE_EVERY_S } from '#app/wire/device';

/** A device's last report, stored in one JSON column, so that each report writes only one row. */
export const deviceReportSchema = z.object({
  seenAt: z.number().nullable(),
  lastActivityAt: z.number().nullable(),
  /** When the last report arrived (epoch ms); null in old rows. */
  toldAt: z.number().nullable().default(null),
  battery: z.number().nullable(),
  /** When the battery level was read (epoch ms); null without a level and in old rows. */
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
  /**
   * `isInUse`: whether a child is using the device; null if not reported. `usePaceMs`: interval at which the device must report growing
   * usage (report-interval.ts).
   */
  isInUse: z.boolean().nullable().default(null),
  usePaceMs: z.number().default(USAGE_EVERY_S * 1000),
  /** Keys of restrictions that the device can't enforce (D10). */
  unsupported: z.array(z.string()).default([]),
  /** Id under which the hardware was paired again (D09). Only set in removed devices. */
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

// Omits the usage columns, which may contain a whole day and are rarely needed (used.queries.ts).
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

/** The children of a device, when it reported its last use, and whether it reports its location. */
export type DeviceUsers = Pick<StoredDevice, 'id' | 'childIds'> & Pick<DeviceReport, 'lastActivityAt' | 'locationActive'>;

/** Returns the children of all devices. Does not parse the rest of their reports. */
export function listDeviceUsers(sql: SqlStorage): Array<DeviceUsers> {
  const query = `SELECT id, child_ids_json, json_extract(report_json, '$.lastActivityAt') AS last_activity_at,
      json_extract(report_json, '$.locationActive') AS location_active
    FROM device WHERE retired_at IS NULL ORDER BY created_at, id`;
  return sql
    .exec<Pick<DeviceRow, 'id' | 'child_ids_json'> & { last_activity_at: number | null; location_active: number }>(query)
    .toArray()
    .map(({ id, child_ids_json, last_activity_at, location_active }) => ({
      id,
      childIds: toChildIds(child_ids_json),
      lastActivityAt: last_activity_at,
      locationActive: location_active === 1,
    }));
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

/** Returns the device or null. With `orRetired`, also returns a removed device, because its row is needed to answer its requests (A33). */
export function findDevice(sql: SqlStorage, id: string, orRetired = false): StoredDevice | null {
  const row = sql.exec<DeviceRow>(`SELECT ${COLUMNS} FROM device WHERE id = ?`, id).toArray()[0];
  return row === undefined || (row.retired_at !== null && !orRetired) ? null : toDevice(row);
}

/** Returns the id of the device's current row. For a device that was removed and paired again, this is the new id (D09). */
export function currentDeviceId(sql: SqlStorage, id: string): string {
  const heirId = findDevice(sql, id, true)?.report.heirId;
  return heirId === undefined ? id : currentDeviceId(sql, heirId);
}

export function countDevices(sql: SqlStorage): number {
  return sql.exec<{ n: number }>('SELECT count(*) AS n FROM device WHERE retired_at IS NULL').one().n;
}

// Selects devices that can be paired again: they have a hardware id and reported their management removed (D09).
const CAN_PAIR_AGAIN = "retired_at IS NULL AND udid <> '' AND json_extract(report_json, '$.managementRemovedAt') IS NOT NULL";

/** Returns the rows of this hardware whose management was removed, oldest first. Empty if the hardware id is '' (D09). */
export function listFormerDevices(sql: SqlStorage, udid: string): Array<StoredDevice> {
  return sql
    .exec<DeviceRow>(`SELECT ${COLUMNS} FROM device WHERE ${CAN_PAIR_AGAIN} AND udid = ? ORDER BY created_at, id`, udid)
    .toArray()
    .map(toDevice);
}

/**
 * Returns the smallest number of other devices that a new device can have. The new device may be a former one and then replaces its old
 * rows (D09, A44).
 */
export function countOtherDevices(sql: SqlStorage): number {
  const [most] = sql
    .exec<{ n: number }>(`SELECT count(*) AS n FROM device WHERE ${CAN_PAIR_AGAIN} GROUP BY udid ORDER BY n DESC LIMIT 1`)
    .toArray();
  return countDevices(sql) - (most?.n ?? 0);
}

/** Inserts or updates a device without changing its usage. */
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

/** Stores a new policy version. `resendAt` sets the next resend unless an earlier one is set; null leaves the resend unchanged. */
export function setScheduleAt(sql: SqlStorage, id: string, scheduleAt: number, resendAt: number | null): void {
  const earliest = 'min(coalesce(resend_at, ?2), coalesce(?2, resend_at))';
  sql.exec(`UPDATE device SET schedule_at = ?1, resend_at = ${earliest} WHERE id = ?3`, scheduleAt, resendAt, id);
}

/** Schedules a resend of unanswered commands at `at` unless an earlier one is set. Returns true if the row changed. */
export function setResendBy(sql: SqlStorage, id: string, at: number): boolean {
  return sql.exec('UPDATE device SET resend_at = ?1 WHERE id = ?2 AND coalesce(resend_at, ?1 + 1) > ?1', at, id).rowsWritten > 0;
}

export function setResendAt(sql: SqlStorage, id: string, at: number | null): void {
  sql.exec('UPDATE device SET resend_at = ?1 WHERE id = ?2 AND resend_at IS NOT ?1', at, id);
}

/** SQL assignment for every report and ack: clears `resend_at` once every sent command is answered. */
export const RESEND_AFTER = `resend_at = CASE WHEN resend_at IS NOT NULL
  AND EXISTS (SELECT 1 FROM command WHERE device_id = device.id AND state = 'sent') THEN resend_at END`;

/** Stores a report. `locationJson` replaces what is known about the device's location; null leaves it unchanged (location.queries.ts). */
export function setReport(sql: SqlStorage, id: string, seq: number, report: DeviceReport, locationJson: string | null = null): void {
  const query = `UPDATE device SET report_seq = ?, report_json = ?, location_json = coalesce(?, location_json), ${RESEND_AFTER} WHERE id = ?`;
  sql.exec(query, seq, JSON.stringify(report), locationJson, id);
}

/** Deletes the app list of a removed device. */
export function removeAppReport(sql: SqlStorage, deviceId: string): void {
  sql.exec('DELETE FROM app_report WHERE device_id = ?', deviceId);
}
