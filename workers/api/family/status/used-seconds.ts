import { addDays } from '#app/domain/time';
import { type DateUsage, NEIGHBOR_DATES, secondsOnDate } from '#app/domain/usage-log';
import type { AppUsage } from '../store/app.queries';
import { type ChildRow, leftZonesOf } from '../store/child.queries';
import { listAppUsage, listUsage, sumUsageByDevice } from '../store/used.queries';

/**
 * Returns the used seconds per device on a child's local date. After a change of zone, devices may have counted under other dates. Each
 * second then belongs to the date on which it was used (A63).
 */
export function listUsedOn(
  sql: SqlStorage,
  child: ChildRow,
  date: string,
  zone = child.time_zone,
): Array<{ device_id: string; seconds: number }> {
  if (child.left_zones_json === null || leftZonesOf(child).length === 0) return sumUsageByDevice(sql, child.id, date);
  const rows = listUsage(sql, child.id, addDays(date, -NEIGHBOR_DATES), addDays(date, NEIGHBOR_DATES));
  return [...Map.groupBy(rows, ({ deviceId }) => deviceId)].map(([device_id, counted]) => ({
    device_id,
    seconds: secondsOnDate(counted, date, zone),
  }));
}

/** Like `listUsedOn`, summed over all devices. */
export function sumUsedOn(sql: SqlStorage, child: ChildRow, date: string, zone = child.time_zone): number {
  return listUsedOn(sql, child, date, zone).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Returns the used seconds per device and app on a child's local date. */
export function listAppsUsedOn(
  sql: SqlStorage,
  child: ChildRow,
  date: string,
  zone = child.time_zone,
): Array<Pick<AppUsage, 'deviceId' | 'seconds'>> {
  if (leftZonesOf(child).length === 0) return listAppUsage(sql, child.id, date, date);
  const rows = listAppUsage(sql, child.id, addDays(date, -NEIGHBOR_DATES), addDays(date, NEIGHBOR_DATES));
  return [...Map.groupBy(rows, ({ deviceId }) => deviceId)].map(([deviceId, dates]) => {
    const apps = new Set(dates.flatMap(({ seconds }) => [...seconds.keys()]));
    return { deviceId, seconds: new Map([...apps].map((bundleId) => [bundleId, secondsOnDate(ofApp(dates, bundleId), date, zone)])) };
  });
}

/** Returns one app's seconds and times of use per date; 0 seconds where it was not used. */
export function ofApp(dates: ReadonlyArray<Omit<AppUsage, 'deviceId'>>, bundleId: string): Array<DateUsage> {
  return dates.map(({ date, seconds, logs }) => ({ date, seconds: seconds.get(bundleId) ?? 0, log: logs.get(bundleId) ?? {} }));
}
