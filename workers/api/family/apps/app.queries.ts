import * as z from 'zod';

/**
 * An app as a device reported it. `since`: when it was first reported, null in rows of before that was kept. `goneAt`: it is there no longer,
 * and is remembered for a day; null while it is there.
 */
const storedAppSchema = z.object({
  bundle_id: z.string(),
  name: z.string(),
  version: z.string(),
  since: z.number().nullable().default(null),
  goneAt: z.number().nullable().default(null),
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

/** Seconds by bundle id that one device counted of a child's local date. */
export type AppUsage = { deviceId: string; seconds: ReadonlyMap<string, number> };

const secondsSchema = z.record(z.string(), z.number());

/** The same of every device that counted any. */
export function listAppUsage(sql: SqlStorage, childId: string, date: string): Array<AppUsage> {
  return sql
    .exec<{ device_id: string; seconds_json: string }>(
      'SELECT device_id, seconds_json FROM app_usage WHERE child_id = ? AND date = ?',
      childId,
      date,
    )
    .toArray()
    .map((row) => ({ deviceId: row.device_id, seconds: new Map(Object.entries(secondsSchema.parse(JSON.parse(row.seconds_json)))) }));
}

export function putAppUsage(sql: SqlStorage, childId: string, date: string, { deviceId, seconds }: AppUsage): void {
  const query = 'INSERT OR REPLACE INTO app_usage (child_id, date, device_id, seconds_json) VALUES (?, ?, ?, ?)';
  sql.exec(query, childId, date, deviceId, JSON.stringify(Object.fromEntries(seconds)));
}
