import { addDays, localDate } from '#app/domain/time';
import { type DateUsage, mergeReportedTotal, NEIGHBOR_DATES, zonesCountedIn } from '#app/domain/usage-log';
import type { CallContext } from '../core/call-context';
import { scheduleDeviceNotSeen, updateVersionNotification } from '../notifications/notify';
import { armChild, wakeDevices } from '../policy/clock';
import { type ResolvedChild, resolveChild } from '../status/resolve';
import { sumUsedOn } from '../status/used-seconds';
import { type ChildRow, findChild, leftZonesOf } from '../store/child.queries';
import type { DeviceReport, StoredDevice } from '../store/device.queries';
import { findDue } from '../store/due.queries';
import { USAGE_KEPT_DAYS } from '../store/housekeeping.queries';
import { type Grown, listUsage, type UsageRow } from '../store/used.queries';

type Reported = ReadonlyArray<{ user_id: string; date: string; seconds: number }>;
/** The usage in a report, with the device's policy version. */
type Counted = { usage: Reported; applied: { schedule_ts: number } };

/** A child's usage in a report: the totals that grew, and the child's state before the report. */
type Counting = { child: ChildRow; before: ResolvedChild; grown: Grown['usage'] };

/** Returns for each child the totals that a report raises, without writing them. */
export function countUsage(call: CallContext, device: StoredDevice, { usage, applied }: Counted): Array<Counting> {
  return device.childIds.flatMap((childId) => {
    const totals = usage.filter(({ user_id }) => user_id === childId);
    const child = totals.length === 0 ? null : findChild(call.sql, childId);
    if (child === null) return [];
    const grown = listGrown(call, device, child, totals, applied.schedule_ts);
    return grown.length === 0 ? [] : [{ child, before: resolveChild(call, child), grown }];
  });
}

/**
 * Handles the effects of a stored report: wakes devices whose time is used up (ALLOW-021) and hints browsers. Also updates the version
 * notification, watches for silence again, and sets each child's clock again, in case the family's clock was moved.
 */
export function afterReport(
  call: CallContext,
  device: StoredDevice,
  before: DeviceReport,
  after: DeviceReport,
  counted: ReadonlyArray<Counting>,
): void {
  const isAppliedNew = before.applied?.state !== after.applied?.state;
  for (const childId of device.childIds) {
    const child = findChild(call.sql, childId);
    if (child === null) continue;
    const counting = counted.find((one) => one.child.id === childId);
    const isTold = counting !== undefined && tellUsage(call, device, counting);
    const isMoved = armChild(call, child.id);
    if (!isTold && (isMoved || isAppliedNew)) call.hint('block_status', { childId: child.id });
  }
  updateVersionNotification(call, device, after);
  // After the silence notification there is no due row, so the watch must start again.
  if (findDue(call.sql, 'silence', device.id) === null) scheduleDeviceNotSeen(call, device.id);
}

/**
 * Sends browsers a usage hint if the used time changed. If that changes the child's state, also records the change, wakes the other devices
 * and returns true.
 */
function tellUsage(call: CallContext, device: StoredDevice, { child, before }: Counting): boolean {
  const after = resolveChild(call, child);
  if (after.usedSeconds === before.usedSeconds) return false;
  call.hint('usage', { childId: child.id });
  if (after.resolution.state === before.resolution.state) return false;
  call.recordChange('block_status', child.id, { childId: child.id });
  wakeDevices(call, child.id, device.id);
  return true;
}

function listGrown(call: CallContext, device: StoredDevice, child: ChildRow, totals: Reported, rulesAt: number): Grown['usage'] {
  const zones = zonesCountedIn(child.time_zone, leftZonesOf(child), rulesAt);
  const kept = totals.filter(({ date }) => isKept(call, child, date));
  const grown = new Map<string, DateUsage>();
  let counted: Array<DateUsage> = listOwn(call, device, child, kept);
  for (const total of kept) {
    const near = counted.filter(({ date }) => date >= addDays(total.date, -NEIGHBOR_DATES) && date <= addDays(total.date, NEIGHBOR_DATES));
    const taken = mergeReportedTotal(near, total, zones, call.now);
    if (taken === null) continue;
    counted = [...counted.filter(({ date }) => date !== taken.date), taken];
    grown.set(taken.date, taken);
  }
  return [...grown.values()].map((row) => ({ ...row, childId: child.id }));
}

/** Returns the usage that the device reported for the dates of `totals` and their neighbors. */
function listOwn(call: CallContext, device: StoredDevice, child: ChildRow, totals: Reported): Array<UsageRow> {
  const dates = totals.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return [];
  return listUsage(call.sql, child.id, addDays(first, -NEIGHBOR_DATES), addDays(last, NEIGHBOR_DATES), device.id);
}

/** True if usage of that date is accepted. False if it is older than kept usage, or if the date has not begun in any zone. */
export function isKept(call: CallContext, child: ChildRow, date: string): boolean {
  const today = localDate(call.now, child.time_zone);
  return date >= addDays(today, -USAGE_KEPT_DAYS) && date <= addDays(today, NEIGHBOR_DATES);
}

/**
 * Returns the seconds to add to the device's own total to get the child's total, for each reported date. This is the usage of other
 * devices. It excludes what this device counted under the date in a previous zone and now belongs to another day.
 */
export function usageElsewhere(call: CallContext, device: StoredDevice, { usage, applied }: Counted): Array<Reported[number]> {
  return [...Map.groupBy(usage, ({ user_id }) => user_id)].flatMap(([childId, totals]) => {
    const child = device.childIds.includes(childId) ? findChild(call.sql, childId) : null;
    if (child === null) return [];
    const [zone] = zonesCountedIn(child.time_zone, leftZonesOf(child), applied.schedule_ts);
    const kept = totals.filter(({ date }) => isKept(call, child, date));
    const own = new Map(listOwn(call, device, child, kept).map(({ date, seconds }) => [date, seconds]));
    const elsewhere = new Map(kept.map(({ date }) => [date, sumUsedOn(call.sql, child, date, zone) - (own.get(date) ?? 0)]));
    return totals.map(({ date }) => ({ user_id: childId, date, seconds: elsewhere.get(date) ?? 0 }));
  });
}
