import type { DateUsage, UsageLog } from '#app/domain/usage-log';
import { type AppUsage, toAppUsage } from './app.queries';
import { type DeviceReport, RESEND_AFTER, setReport } from './device.queries';

// Usage that devices counted for their children's dates. The date that last grew is in the device's row, so that each report writes one
// row. All other dates are in tables. No date is in both.

/** Running totals of all dates with the times of use, from the device rows and the tables. */
export const USED = `(SELECT child_id, date, device_id, seconds, log_json FROM usage
  UNION ALL SELECT of_child.key, of_child.value ->> '$.date', device.id, of_child.value ->> '$.seconds', of_child.value -> '$.log'
    FROM device, json_each(device.usage_json) AS of_child)`;

/** Like `USED`, but per app. */
export const APPS_USED = `(SELECT child_id, date, device_id, seconds_json, logs_json FROM app_usage
  UNION ALL SELECT of_child.key, of_child.value ->> '$.date', device.id, of_child.value -> '$.seconds', of_child.value -> '$.logs'
    FROM device, json_each(device.app_usage_json) AS of_child)`;

// A separate condition for one device, so that SQLite reads only its rows and parses no other device's usage.
const OF_DEVICE = 'AND device_id = ?4';
const OF_ALL = 'AND ?4 IS NULL';

/** Each usage table with the matching column of the device row. */
const PLACES = [
  ['usage', 'usage_json'],
  ['app_usage', 'app_usage_json'],
] as const;

/** Size above which app usage is moved to the table immediately, because a row can have at most 2 MB. */
const APPS_BYTES = 500_000;

/** A device's running total of a date with the times of use. */
export type UsageRow = DateUsage & { deviceId: string };

/** Returns the usage that a child's devices counted for the dates from `first` to `last`. `deviceId` limits the result to one device. */
export function listUsage(sql: SqlStorage, childId: string, first: string, last: string, deviceId: string | null = null): Array<UsageRow> {
  const query = `SELECT device_id, date, seconds, log_json FROM ${USED}
    WHERE child_id = ?1 AND date BETWEEN ?2 AND ?3 ${deviceId === null ? OF_ALL : OF_DEVICE}`;
  return sql
    .exec<{ device_id: string; date: string; seconds: number; log_json: string | null }>(query, childId, first, last, deviceId)
    .toArray()
    .map(({ device_id, log_json, ...row }) => ({ ...row, deviceId: device_id, log: log_json === null ? {} : JSON.parse(log_json) }));
}

/** Returns the used seconds per device without the times of use. Only correct for a child who never changed its zone. */
export function sumUsageByDevice(sql: SqlStorage, childId: string, date: string): Array<{ device_id: string; seconds: number }> {
  const query = `SELECT device_id, seconds FROM ${USED} WHERE child_id = ? AND date = ?`;
  return sql.exec<{ device_id: string; seconds: number }>(query, childId, date).toArray();
}

/** Like `listUsage`, per app. */
export function listAppUsage(
  sql: SqlStorage,
  childId: string,
  first: string,
  last: string,
  deviceId: string | null = null,
): Array<AppUsage> {
  const query = `SELECT device_id, date, seconds_json, logs_json FROM ${APPS_USED}
    WHERE child_id = ?1 AND date BETWEEN ?2 AND ?3 ${deviceId === null ? OF_ALL : OF_DEVICE}`;
  return sql
    .exec<{ device_id: string; date: string; seconds_json: string; logs_json: string | null }>(query, childId, first, last, deviceId)
    .toArray()
    .map(toAppUsage);
}

/** Usage totals that grew with a report. */
export type Grown = {
  usage: ReadonlyArray<DateUsage & { childId: string }>;
  apps: ReadonlyArray<Omit<AppUsage, 'deviceId'> & { childId: string }>;
};

type OpenUsage = Record<string, DateUsage>;
type OpenApps = Record<string, { date: string; seconds: Record<string, number>; logs: Record<string, UsageLog> }>;
type Open = { usage: OpenUsage; apps: OpenApps };

function findOpen(sql: SqlStorage, deviceId: string): Open {
  const query = 'SELECT usage_json, app_usage_json FROM device WHERE id = ?';
  const row = sql.exec<{ usage_json: string | null; app_usage_json: string | null }>(query, deviceId).toArray()[0];
  return { usage: JSON.parse(row?.usage_json ?? '{}'), apps: JSON.parse(row?.app_usage_json ?? '{}') };
}

/**
 * Stores a report, its number, the grown totals and, unless null, the new `location_json`. Writes one row unless a total belongs to a new
 * date or the device's app usage is large.
 */
export function keepReport(
  sql: SqlStorage,
  deviceId: string,
  seq: number,
  report: DeviceReport,
  grown: Grown,
  locationJson: string | null,
): void {
  if (grown.usage.length + grown.apps.length === 0) {
    setReport(sql, deviceId, seq, report, locationJson);
    return;
  }
  const { usage, apps } = findOpen(sql, deviceId);
  for (const { childId, ...row } of [...grown.usage].sort(byDate)) {
    const open = usage[childId];
    if (open?.date !== row.date) {
      if (open !== undefined) putUsage(sql, deviceId, childId, open);
      sql.exec('DELETE FROM usage WHERE child_id = ? AND date = ? AND device_id = ?', childId, row.date, deviceId);
    }
    usage[childId] = row;
  }
  for (const { childId, date, ...row } of [...grown.apps].sort(byDate)) {
    const open = apps[childId];
    if (open?.date !== date) {
      if (open !== undefined) putAppUsage(sql, deviceId, childId, open);
      sql.exec('DELETE FROM app_usage WHERE child_id = ? AND date = ? AND device_id = ?', childId, date, deviceId);
    }
    apps[childId] = { date, seconds: Object.fromEntries(row.seconds), logs: Object.fromEntries(row.logs) };
  }
  const isTooLong = Buffer.byteLength(JSON.stringify(apps)) > APPS_BYTES;
  if (isTooLong) for (const [childId, open] of Object.entries(apps)) putAppUsage(sql, deviceId, childId, open);
  const query = `UPDATE device SET report_seq = ?, report_json = ?, usage_json = ?, app_usage_json = ?,
    location_json = coalesce(?, location_json), ${RESEND_AFTER} WHERE id = ?`;
  sql.exec(query, seq, JSON.stringify(report), toJson(usage), isTooLong ? null : toJson(apps), locationJson, deviceId);
}

function toJson(open: OpenUsage | OpenApps): string | null {
  return Object.keys(open).length === 0 ? null : JSON.stringify(open);
}

function byDate(a: { date: string }, b: { date: string }): number {
  return a.date < b.date ? -1 : Number(a.date > b.date);
}

/** Moves a device's usage to the tables, so that the device's row no longer names a child. */
export function settleUsed(sql: SqlStorage, deviceId: string): void {
  const { usage, apps } = findOpen(sql, deviceId);
  for (const [childId, open] of Object.entries(usage)) putUsage(sql, deviceId, childId, open);
  for (const [childId, open] of Object.entries(apps)) putAppUsage(sql, deviceId, childId, open);
  sql.exec(
    'UPDATE device SET usage_json = NULL, app_usage_json = NULL WHERE id = ? AND coalesce(usage_json, app_usage_json) IS NOT NULL',
    deviceId,
  );
}

function putUsage(sql: SqlStorage, deviceId: string, childId: string, { date, seconds, log }: DateUsage): void {
  const query = 'INSERT OR REPLACE INTO usage (device_id, child_id, date, seconds, log_json) VALUES (?, ?, ?, ?, ?)';
  sql.exec(query, deviceId, childId, date, seconds, JSON.stringify(log));
}

function putAppUsage(sql: SqlStorage, deviceId: string, childId: string, { date, seconds, logs }: OpenApps[string]): void {
  const query = 'INSERT OR REPLACE INTO app_usage (child_id, date, device_id, seconds_json, logs_json) VALUES (?, ?, ?, ?, ?)';
  sql.exec(query, childId, date, deviceId, JSON.stringify(seconds), JSON.stringify(logs));
}

/** Returns the number of kept dates on which a child used a device. */
export function countUsedDates(sql: SqlStorage, childId: string): number {
  return sql.exec<{ n: number }>(`SELECT count(DISTINCT date) AS n FROM ${USED} WHERE child_id = ?`, childId).one().n;
}

/** Deletes a child's usage from the tables and the device rows. */
export function removeUsed(sql: SqlStorage, childId: string): void {
  for (const [table, column] of PLACES) {
    sql.exec(`DELETE FROM ${table} WHERE child_id = ?`, childId);
    sql.exec(
      `UPDATE device SET ${column} = nullif(json_remove(${column}, ?1), '{}') WHERE json_type(${column}, ?1) IS NOT NULL`,
      `$."${childId}"`,
    );
  }
}

/** Deletes usage before `date`, up to `bite` rows per table. Returns the cursors with the numbers of written rows. */
export function removeUsedBefore(sql: SqlStorage, date: string, bite: number): Array<{ readonly rowsWritten: number }> {
  return PLACES.flatMap(([table, column]) => {
    const key = 'child_id, date, device_id';
    const old = `SELECT 1 FROM json_each(${column}) WHERE value ->> '$.date' < ?1`;
    const kept = `SELECT nullif(json_group_object(key, json(value)), '{}') FROM json_each(${column}) WHERE value ->> '$.date' >= ?1`;
    return [
      sql.exec(`DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE date < ? LIMIT ?)`, date, bite),
      sql.exec(`UPDATE device SET ${column} = (${kept}) WHERE EXISTS (${old})`, date),
    ];
  });
}
