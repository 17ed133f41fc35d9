import { addDays, localDate } from '../../../app/domain/time';
import { DATES_APART, takeTotal, zonesCountedIn } from '../../../app/domain/usage-log';
import { type AppUsage, listAppUsage, putAppUsage } from './apps/app.queries';
import type { Call } from './call';
import { type ChildRow, findChild, granularityOf, leftZonesOf } from './children/child.queries';
import { wakeDevices } from './clock';
import type { StoredDevice } from './devices/device.queries';
import { planOf } from './plan-of';
import { isKept } from './usage';
import { listAppsUsedOn, ofApp } from './used-seconds';

type Reported = { user_id: string; date: string; bundle_id: string; seconds: number };

/** No device has more apps: a row has an end. */
const APPS_MAX = 2000;
/** The same of the apps of which is kept when they were used: children use some dozens a day. */
const APPS_LOGGED = 200;

/**
 * Keeps what a device counted per app: running totals of a child's local date, the larger one wins, and none is believed beyond what has passed
 * (A63). A limit that is used up by it is told to the child's other devices at once. `rulesAt`: the version of the rules that the device has.
 */
export function takeAppUsage(call: Call, device: StoredDevice, reported: ReadonlyArray<Reported>, rulesAt: number): void {
  for (const [childId, ofChild] of Map.groupBy(reported, ({ user_id }) => user_id)) {
    const child = device.childIds.includes(childId) ? findChild(call.sql, childId) : null;
    if (child === null) continue;
    const today = localDate(call.now, child.time_zone);
    const before = listAppsUsedOn(call.sql, child, today);
    const dates = [...Map.groupBy(ofChild, ({ date }) => date)].filter(([date]) => isKept(call, child, date));
    const isUpdated = dates.map(([date, rows]) => store(call, device, child, date, rows, rulesAt));
    if (!isUpdated.includes(true)) continue;
    call.hint('usage', { childId });
    if (hasUsedUp(limitsOf(call, child), before, listAppsUsedOn(call.sql, child, today))) wakeDevices(call, child.id, device.id);
  }
}

type UsedApps = ReadonlyArray<Pick<AppUsage, 'seconds'>>;

function hasUsedUp(limits: Readonly<Record<string, number>>, before: UsedApps, after: UsedApps): boolean {
  return Object.entries(limits).some(([bundleId, limit]) => sumOf(before, bundleId) < limit && sumOf(after, bundleId) >= limit);
}

function store(call: Call, device: StoredDevice, child: ChildRow, date: string, rows: ReadonlyArray<Reported>, rulesAt: number): boolean {
  const around = listAppUsage(call.sql, child.id, addDays(date, -DATES_APART), addDays(date, DATES_APART));
  const own = around.filter(({ deviceId }) => deviceId === device.id);
  const before = own.find((row) => row.date === date);
  const seconds = new Map(before?.seconds);
  const logs = new Map(before?.logs);
  const zones = zonesCountedIn(child.time_zone, leftZonesOf(child), rulesAt);
  let isUpdated = false;
  for (const { bundle_id, seconds: told } of rows) {
    if (!seconds.has(bundle_id) && seconds.size >= APPS_MAX) continue;
    const total = { date, seconds: Math.max(told, seconds.get(bundle_id) ?? 0) };
    const taken = takeTotal(ofApp(own, bundle_id), total, zones, call.now);
    if (taken === null || taken.seconds <= (seconds.get(bundle_id) ?? 0)) continue;
    isUpdated = true;
    seconds.set(bundle_id, taken.seconds);
    // Of what is not logged the date is known.
    if (logs.has(bundle_id) || logs.size < APPS_LOGGED) logs.set(bundle_id, taken.log);
  }
  if (isUpdated) putAppUsage(call.sql, child.id, { deviceId: device.id, date, seconds, logs });
  return isUpdated;
}

/** What makes of the device's own totals of today, of apps that have a limit, what the child used of them (D12): see `usageElsewhere`. */
export function appUsageElsewhere(call: Call, device: StoredDevice, rulesAt: number): Array<Reported> {
  return device.childIds.flatMap((childId) => {
    const child = findChild(call.sql, childId);
    const limited = child === null ? [] : Object.keys(limitsOf(call, child));
    if (child === null || limited.length === 0) return [];
    const [zone = child.time_zone] = zonesCountedIn(child.time_zone, leftZonesOf(child), rulesAt);
    const date = localDate(call.now, zone);
    const used = listAppsUsedOn(call.sql, child, date, zone);
    const own = listAppUsage(call.sql, child.id, date, date).filter(({ deviceId }) => deviceId === device.id);
    return limited
      .map((bundle_id) => ({ user_id: child.id, date, bundle_id, seconds: sumOf(used, bundle_id) - sumOf(own, bundle_id) }))
      .filter(({ seconds }) => seconds !== 0);
  });
}

/** Seconds of one app, all of these devices together. */
export function sumOf(usage: UsedApps, bundleId: string): number {
  return usage.reduce((sum, { seconds }) => sum + (seconds.get(bundleId) ?? 0), 0);
}

function limitsOf(call: Call, child: ChildRow): Readonly<Record<string, number>> {
  return planOf(call).limits.granularity === 'on' ? granularityOf(child).app_limits : {};
}
