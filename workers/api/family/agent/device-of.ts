import { outsideAccount } from '#app/wire/errors';
import type { CallContext } from '../core/call-context';
import { findDevice, type StoredDevice, setReport } from '../store/device.queries';

/** Maximum time a device's own timestamps may be ahead of the server. */
const FUTURE_MS = 60_000;

/**
 * Returns the calling device.
 * @throws Refusal 403 if it doesn't belong to the family
 */
export function requireDevice(call: CallContext): StoredDevice {
  const device = findDevice(call.sql, call.actor.id);
  if (device === null) throw outsideAccount();
  return device;
}

/** Returns a device's own timestamp, or the server's time if it is too far in the future. */
export function timeOf(call: CallContext, at: number): number {
  return at > call.now + FUTURE_MS ? call.now : at;
}

/** Minimum time in ms between two updates of `seenAt` of a device without an open socket, because row writes cost money. */
const SEEN_STEP_MS = 60_000;
const SEEN_STEP_BY_SOCKET_MS = 4 * 60 * 60_000;

/** Records when the device was last seen, by default now, unless a recent time is already stored. */
export function touchDevice(call: CallContext, device: StoredDevice, at = call.now): void {
  const step = call.lastActiveOnSocket(device.id) === null ? SEEN_STEP_MS : SEEN_STEP_BY_SOCKET_MS;
  if (device.report.seenAt !== null && at - device.report.seenAt < step) return;
  setReport(call.sql, device.id, device.report_seq, { ...device.report, seenAt: at });
}
