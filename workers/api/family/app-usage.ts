import { localDate } from '../../../app/domain/time';
import { type AppUsage, listAppUsage, putAppUsage } from './apps/app.queries';
import type { Call } from './call';
import { type ChildRow, findChild, granularityOf } from './children/child.queries';
import { wakeDevices } from './clock';
import type { StoredDevice } from './devices/device.queries';
import { planOf } from './plan-of';
import { secondsPassed } from './usage';

type Reported = { user_id: string; date: string; bundle_id: string; seconds: number };

/** No device has more apps: a row has an end. */
const APPS_MAX = 2000;

/**
 * Keeps what a device counted per app: running totals of a child's local date, the larger one wins, and none is believed beyond what has passed
 * (A63). A limit that is used up by it is told to the child's other devices at once.
 */
export function takeAppUsage(call: Call, device: StoredDevice, reported: ReadonlyArray<Reported>): void {
  for (const [childId, ofChild] of Map.groupBy(reported, ({ user_id }) => user_id)) {
    const child = device.childIds.includes(childId) ? findChild(call.sql, childId) : null;
    if (child === null) continue;
    const isUpdated = [...Map.groupBy(ofChild, ({ date }) => date)].map(([date, rows]) => store(call, device, child, date, rows));
    if (isUpdated.includes(true)) call.hint('usage', { childId });
  }
}

function store(call: Call, device: StoredDevice, child: ChildRow, date: string, rows: ReadonlyArray<Reported>): boolean {
  const passed = secondsPassed(date, child.time_zone, call.now);
  const all = listAppUsage(call.sql, child.id, date);
  const before = all.find(({ deviceId }) => deviceId === device.id)?.seconds ?? new Map<string, number>();
  const seconds = new Map(before);
  for (const { bundle_id, seconds: told } of rows) {
    const believed = Math.min(told, passed);
    const isRoom = seconds.has(bundle_id) || seconds.size < APPS_MAX;
    if (isRoom && believed > (seconds.get(bundle_id) ?? 0)) seconds.set(bundle_id, believed);
  }
  if ([...seconds].every(([bundleId, total]) => before.get(bundleId) === total)) return false;
  putAppUsage(call.sql, child.id, date, { deviceId: device.id, seconds });
  if (date !== localDate(call.now, child.time_zone)) return true;
  const others = all.filter(({ deviceId }) => deviceId !== device.id);
  const isUsedUp = Object.entries(limitsOf(call, child)).some(([bundleId, limit]) => {
    const elsewhere = sumOf(others, bundleId);
    return elsewhere + (before.get(bundleId) ?? 0) < limit && elsewhere + (seconds.get(bundleId) ?? 0) >= limit;
  });
  if (isUsedUp) wakeDevices(call, child.id, device.id);
  return true;
}

/** Seconds of today that a child's other devices counted of the apps that have a limit: with its own the device knows all (D12). */
export function appUsageOfOthers(call: Call, device: StoredDevice): Array<Reported> {
  return device.childIds.flatMap((childId) => {
    const child = findChild(call.sql, childId);
    const limited = child === null ? [] : Object.keys(limitsOf(call, child));
    if (child === null || limited.length === 0) return [];
    const date = localDate(call.now, child.time_zone);
    const others = listAppUsage(call.sql, child.id, date).filter(({ deviceId }) => deviceId !== device.id);
    return limited
      .map((bundle_id) => ({ user_id: child.id, date, bundle_id, seconds: sumOf(others, bundle_id) }))
      .filter(({ seconds }) => seconds > 0);
  });
}

/** Seconds of one app, all of these devices together. */
export function sumOf(usage: ReadonlyArray<AppUsage>, bundleId: string): number {
  return usage.reduce((sum, { seconds }) => sum + (seconds.get(bundleId) ?? 0), 0);
}

function limitsOf(call: Call, child: ChildRow): Readonly<Record<string, number>> {
  return planOf(call).limits.granularity === 'on' ? granularityOf(child).app_limits : {};
}
