import { addDays, localDate, startOfDay } from '../../../app/domain/time';
import type { Call } from './call';
import { type ChildRow, findChild } from './children/child.queries';
import { armChild, wakeDevices } from './clock';
import { type DeviceReport, putUsage, type StoredDevice } from './devices/device.queries';
import { findDue } from './due.queries';
import { USAGE_KEPT_DAYS } from './housekeeping.queries';
import { settleVersion, watchDevice } from './raise-notice';
import { resolveChild } from './status/resolve';

type Reported = ReadonlyArray<{ user_id: string; date: string; seconds: number }>;

/**
 * What follows from a report beyond the device's own row: the seconds that its children used, the devices that must stop because they are
 * used up (ALLOW-021), the browsers' hints. It also sets a child's clock right where the family's own clock was moved and nothing else would
 * notice.
 */
export function afterReport(call: Call, device: StoredDevice, before: DeviceReport, after: DeviceReport, reported: Reported): void {
  const isAppliedNew = before.applied?.state !== after.applied?.state;
  for (const childId of device.childIds) {
    const child = findChild(call.sql, childId);
    if (child === null) continue;
    const isTold = takeUsage(call, device, child, reported);
    const isMoved = armChild(call, child.id);
    if (!isTold && (isMoved || isAppliedNew)) call.hint('block_status', { childId: child.id });
  }
  settleVersion(call, device, after);
  // None stands there for a device that has been silent: nobody watched it any more.
  if (findDue(call.sql, 'silence', device.id) === null) watchDevice(call, device.id);
}

/** Stores what was used and tells who has to know. True when it changed the child's state, and that was told. */
function takeUsage(call: Call, device: StoredDevice, child: ChildRow, reported: Reported): boolean {
  const own = reported.filter((usage) => usage.user_id === child.id);
  if (own.length === 0) return false;
  const before = resolveChild(call, child);
  for (const { date, seconds } of own) {
    const believed = Math.min(seconds, secondsPassed(date, child.time_zone, call.now));
    if (believed > 0) putUsage(call.sql, { deviceId: device.id, childId: child.id, date, seconds: believed });
  }
  const after = resolveChild(call, child);
  if (after.usedSeconds === before.usedSeconds) return false;
  call.hint('usage', { childId: child.id });
  if (after.resolution.state === before.resolution.state) return false;
  call.changed('block_status', child.id, { childId: child.id });
  wakeDevices(call, child.id, device.id);
  return true;
}

/** How much of a local date has passed: no device can have used more of it (A63). 0 for one to come, and for one that is kept no longer. */
export function secondsPassed(date: string, zone: string, now: number): number {
  const today = localDate(now, zone);
  if (date > today || date < addDays(today, -USAGE_KEPT_DAYS)) return 0;
  const end = Math.min(now, startOfDay(addDays(date, 1), zone));
  return Math.floor((end - startOfDay(date, zone)) / 1000);
}
