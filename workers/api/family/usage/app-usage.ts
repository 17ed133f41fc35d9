import { addDays, localDate } from '#app/domain/time';
import { mergeReportedTotal, NEIGHBOR_DATES, zonesCountedIn } from '#app/domain/usage-log';
import type { CallContext } from '../core/call-context';
import { wakeDevices } from '../policy/clock';
import { listAppsUsedOn, ofApp } from '../status/used-seconds';
import type { AppUsage } from '../store/app.queries';
import { type ChildRow, findChild, granularityOf, leftZonesOf } from '../store/child.queries';
import type { StoredDevice } from '../store/device.queries';
import { type Grown, listAppUsage } from '../store/used.queries';
import { planOf } from '../subscription/plan-of';
import { isKept } from './usage';

type Reported = { user_id: string; date: string; bundle_id: string; seconds: number };

/** Maximum number of apps per device and date, because a row has a size limit. */
const APPS_MAX = 2000;
/** Maximum number of apps with stored times of use. Children use a few dozen apps a day. */
const APPS_LOGGED = 200;

/**
 * A child's app usage in a report: the grown totals, the app limits and the earlier usage. `before` is empty without limits, because
 * reading all devices' usage is slow.
 */
type AppCounting = { child: ChildRow; limits: Limits; before: UsedApps; grown: Grown['apps'] };

/**
 * Returns the app totals that a report raises, without writing them. Totals are per local date. The larger total wins, up to the elapsed
 * time (A63). `rulesAt` is the device's policy version.
 */
export function countAppUsage(
  call: CallContext,
  device: StoredDevice,
  reported: ReadonlyArray<Reported>,
  rulesAt: number,
): Array<AppCounting> {
  return [...Map.groupBy(reported, ({ user_id }) => user_id)].flatMap(([childId, ofChild]) => {
    const child = device.childIds.includes(childId) ? findChild(call.sql, childId) : null;
    if (child === null) return [];
    const dates = [...Map.groupBy(ofChild, ({ date }) => date)].filter(([date]) => isKept(call, child, date));
    const grown: Array<Grown['apps'][number]> = [];
    for (const [date, rows] of dates) grown.push(...grow(call, device, child, date, rows, rulesAt, grown));
    if (grown.length === 0) return [];
    const limits = limitsOf(call, child);
    return [{ child, limits, before: hasNone(limits) ? [] : listAppsUsedOn(call.sql, child, localDate(call.now, child.time_zone)), grown }];
  });
}

/** Hints browsers about stored app usage, and wakes the child's other devices when a limit is used up. */
export function tellAppUsage(call: CallContext, device: StoredDevice, counted: ReadonlyArray<AppCounting>): void {
  for (const { child, limits, before } of counted) {
    call.hint('usage', { childId: child.id });
    if (hasNone(limits)) continue;
    const after = listAppsUsedOn(call.sql, child, localDate(call.now, child.time_zone));
    if (hasUsedUp(limits, before, after)) wakeDevices(call, child.id, device.id);
  }
}

type UsedApps = ReadonlyArray<Pick<AppUsage, 'seconds'>>;

/** App limits in seconds per day, by bundle id. */
type Limits = Readonly<Record<string, number>>;

function hasNone(limits: Limits): boolean {
  return Object.keys(limits).length === 0;
}

function hasUsedUp(limits: Limits, before: UsedApps, after: UsedApps): boolean {
  return Object.entries(limits).some(([bundleId, limit]) => sumOf(before, bundleId) < limit && sumOf(after, bundleId) >= limit);
}

/** Returns the app totals of a date that a report raises. `others` are the dates that already grew in the same report. */
function grow(
  call: CallContext,
  device: StoredDevice,
  child: ChildRow,
  date: string,
  rows: ReadonlyArray<Reported>,
  rulesAt: number,
  others: Grown['apps'],
): Grown['apps'] {
  const stored = listAppUsage(call.sql, child.id, addDays(date, -NEIGHBOR_DATES), addDays(date, NEIGHBOR_DATES), device.id);
  const own = [...stored.filter((row) => !others.some((other) => other.date === row.date)), ...others];
  const before = own.find((row) => row.date === date);
  const seconds = new Map(before?.seconds);
  const logs = new Map(before?.logs);
  const zones = zonesCountedIn(child.time_zone, leftZonesOf(child), rulesAt);
  let isUpdated = false;
  for (const { bundle_id, seconds: told } of rows) {
    if (!seconds.has(bundle_id) && seconds.size >= APPS_MAX) continue;
    const total = { date, seconds: Math.max(told, seconds.get(bundle_id) ?? 0) };
    const taken = mergeReportedTotal(ofApp(own, bundle_id), total, zones, call.now);
    if (taken === null || taken.seconds <= (seconds.get(bundle_id) ?? 0)) continue;
    isUpdated = true;
    seconds.set(bundle_id, taken.seconds);
    // For an app without times of use, only the date of its usage is known.
    if (logs.has(bundle_id) || logs.size < APPS_LOGGED) logs.set(bundle_id, taken.log);
  }
  return isUpdated ? [{ childId: child.id, date, seconds, logs }] : [];
}

/**
 * Returns the usage of limited apps that other devices counted today (D12). A device adds these seconds to its own totals. See
 * `usageElsewhere`.
 */
export function appUsageElsewhere(call: CallContext, device: StoredDevice, rulesAt: number): Array<Reported> {
  return device.childIds.flatMap((childId) => {
    const child = findChild(call.sql, childId);
    const limited = child === null ? [] : Object.keys(limitsOf(call, child));
    if (child === null || limited.length === 0) return [];
    const [zone = child.time_zone] = zonesCountedIn(child.time_zone, leftZonesOf(child), rulesAt);
    const date = localDate(call.now, zone);
    const used = listAppsUsedOn(call.sql, child, date, zone);
    const own = listAppUsage(call.sql, child.id, date, date, device.id);
    return limited
      .map((bundle_id) => ({ user_id: child.id, date, bundle_id, seconds: sumOf(used, bundle_id) - sumOf(own, bundle_id) }))
      .filter(({ seconds }) => seconds !== 0);
  });
}

/** Returns the seconds of one app, summed over all devices in `usage`. */
export function sumOf(usage: UsedApps, bundleId: string): number {
  return usage.reduce((sum, { seconds }) => sum + (seconds.get(bundleId) ?? 0), 0);
}

function limitsOf(call: CallContext, child: ChildRow): Limits {
  return planOf(call).limits.granularity === 'on' ? granularityOf(child).app_limits : {};
}
