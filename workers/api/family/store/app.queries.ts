import * as z from 'zod';
import type { UsageLog } from '../../../../app/domain/usage-log';
import { safeRecord } from '../../../../app/wire/safe-record';

/**
 * An app as a device reported it. `since`: when it was first reported, null in rows of before that was kept. `goneAt`: it is there no longer,
 * and is remembered for a day; null while it is there. `isFirst`: the device had it when it first said what it has, so that it is no news there;
 * rows of before that was kept have none. `backAt`: it came back then, a short while ago; or longer ago, and its going since is not told yet.
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

/** What a device reported last of its apps, and when (epoch ms). */
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

/** Seconds by bundle id that one device counted under a local date of a child, and when they were used. */
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
