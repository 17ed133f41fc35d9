import { USAGE_EVERY_S } from '#app/wire/device';
import type { CallContext } from '../core/call-context';
import { wakeDevice } from '../policy/clock';
import { listDevices, type StoredDevice } from '../store/device.queries';

/**
 * Interval of usage reports while a user or another device needs them. Otherwise the interval is longer, because each report writes a row.
 */
const SHORT_INTERVAL_MS = USAGE_EVERY_S * 1000;
const LONG_INTERVAL_MS = 5 * 60_000;
/** Time without usage after which a device that reports every minute counts as idle. */
const IDLE_MS = 150_000;

/**
 * True if the device is idle: it reported so, or its last activity is too long ago for its reporting interval. A device without a socket
 * reports every minute, regardless of the requested interval.
 */
export function isIdle(call: CallContext, { id, report }: Pick<StoredDevice, 'id' | 'report'>): boolean {
  const { isInUse, lastActivityAt, usePaceMs } = report;
  if (isInUse === false) return true;
  const interval = call.lastActiveOnSocket(id) === null ? SHORT_INTERVAL_MS : usePaceMs;
  return lastActivityAt !== null && call.now - lastActivityAt > interval - SHORT_INTERVAL_MS + IDLE_MS;
}

/**
 * Returns the interval in which a device should report growing usage, in ms. It is one minute while a user is watching or another device of
 * the same child is in use. Otherwise it is five minutes. Devices that don't report being in use, or can't be woken by a socket, also
 * report every minute. Urgent changes are reported immediately (device/transitions.ts).
 */
export function reportIntervalOf(call: CallContext, device: StoredDevice): number {
  if (device.report.isInUse !== true || call.lastActiveOnSocket(device.id) === null || call.isWatched()) return SHORT_INTERVAL_MS;
  return listSiblingDevices(call, device).some((other) => isUsedNow(call, other)) ? SHORT_INTERVAL_MS : LONG_INTERVAL_MS;
}

/**
 * Wakes the child's other devices that report rarely, so that they now report every minute. Repeated with each report, because a socket can
 * lose a message.
 */
export function wakeSiblingDevices(call: CallContext, device: StoredDevice): void {
  if (!isUsedNow(call, device)) return;
  for (const other of listSiblingDevices(call, device)) if (reportsRarely(other)) wakeDevice(call, other);
}

/** Wakes a reconnected device that should report more often, because it may have missed a message. */
export function wakeReconnected(call: CallContext, device: StoredDevice): void {
  if (reportsRarely(device) && reportIntervalOf(call, device) === SHORT_INTERVAL_MS) wakeDevice(call, device);
}

/** Wakes devices that report rarely when a browser opens its socket, so that the browser shows current usage. */
export function wakeForWatcher(call: CallContext): void {
  for (const device of listDevices(call.sql)) if (reportsRarely(device)) wakeDevice(call, device);
}

/**
 * Like `wakeForWatcher`, for a user whose browser may have no socket. Wakes only devices whose last report is at least a minute old. The
 * current response still uses that report.
 */
export function wakeForReader(call: CallContext, devices: ReadonlyArray<StoredDevice>): void {
  call.noteUsageRead();
  for (const device of devices) {
    const isFresh = call.now - (device.report.toldAt ?? 0) < SHORT_INTERVAL_MS;
    if (!isFresh && reportsRarely(device)) wakeDevice(call, device);
  }
}

function isUsedNow(call: CallContext, device: StoredDevice): boolean {
  return device.report.lastActivityAt !== null && !isIdle(call, device);
}

/** True if the device was asked to report rarely, which only happens while it reports being in use. */
function reportsRarely({ report }: StoredDevice): boolean {
  return report.usePaceMs > SHORT_INTERVAL_MS;
}

function listSiblingDevices(call: CallContext, { id, childIds }: StoredDevice): Array<StoredDevice> {
  return listDevices(call.sql).filter((other) => other.id !== id && other.childIds.some((childId) => childIds.includes(childId)));
}
