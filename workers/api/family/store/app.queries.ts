import * as z from 'zod';
import type { UsageLog } from '#app/domain/usage-log';
import { safeRecord } from '#app/wire/safe-record';

/**
 * An app as reported by a device. `since`: first report; null in old rows. `goneAt`: removal, remembered for a day; null while present.
 * `isFirst`: in the device's first list, so not new; missing in old rows. `backAt`: last reinstallation, kept briefly or until a later
 * removal was announced.
 */
const storedAppSchema = z.object({
  bundle_id: z.string(),
  name: z.string(),
  version: z.string(),
  since: z.number().nullable().default(null),
  goneAt: z.number().nullable().default(null),
  isFirst: z.literal(true).optional(),
  backAt: z.number().optional(),
});
export type StoredApp = z.infer<typeof storedAppSchema>;

/** The last app list of a device, and when it was reported (epoch ms). */
export type AppReport = { deviceId: string; apps: Array<StoredApp>; at: number };

type AppReportRow = { device_id: string; apps_json: string; at: number };

export function findAppReport(sql: SqlStorage, deviceId: string): AppReport | null {
  const row = sql.exec<AppReportRow>('SELECT * FROM app_report WHERE device_id = ?', deviceId).toArray()[0];
  return row === undefined ? null : { deviceId, apps: z.array(storedAppSchema).parse(JSON.parse(row.apps_json)), at: row.at };
}

export function putAppReport(sql: SqlStorage, report: AppReport): void {
  const query = 'INSERT OR REPLACE INTO app_report (device_id, apps_json, at) VALUES (?, ?, ?)';
  sql.exec(query, report.deviceId, JSON.stringify(report.apps), report.at);
}

/** Seconds by bundle id that a device counted for a child's local date, and when they were used. */
export type AppUsage = {
  deviceId: string;
  date: string;
  seconds: ReadonlyMap<string, number>;
  logs: ReadonlyMap<string, UsageLog>;
};

type AppUsageRow = { device_id: string; date: string; seconds_json: string; logs_json: string | null };

const secondsSchema = safeRecord(z.string(), z.number());
const logsSchema = safeRecord(z.string(), z.record(z.string(), z.number()));

export function toAppUsage(row: AppUsageRow): AppUsage {
  return {
    deviceId: row.device_id,
    date: row.date,
    seconds: new Map(Object.entries(secondsSchema.parse(JSON.parse(row.seconds_json)))),
    logs: new Map(Object.entries(logsSchema.parse(JSON.parse(row.logs_json ?? '{}')))),
  };
}
