import { notYours } from '../../../../app/wire/errors';
import type { Call } from '../core/call';
import { findDevice, type StoredDevice, setReport } from '../store/device.queries';

/** How far ahead of the server a device's own times are believed. */
const FUTURE_MS = 60_000;

/** The device that calls. @throws Refusal 403 when it is none of the family's */
export function requireDevice(call: Call): StoredDevice {
  const device = findDevice(call.sql, call.actor.id);
  if (device === null) throw notYours();
  return device;
}

/** A device's own time, unless it lies in the future: its clock is not the family's. */
export function timeOf(call: Call, at: number): number {
  return at > call.now + FUTURE_MS ? call.now : at;
}

/** A poll alone is noted at most this often: rows written are what costs. A device that is heard by its socket needs it more rarely still. */
const SEEN_STEP_MS = 60_000;
const SEEN_STEP_BY_SOCKET_MS = 4 * 60 * 60_000;

/** Notes that the device was heard at that instant, by default now, unless that was noted a short while before. */
export function touchDevice(call: Call, device: StoredDevice, at = call.now): void {
  const step = call.heardBySocket(device.id) === null ? SEEN_STEP_MS : SEEN_STEP_BY_SOCKET_MS;
  if (device.report.seenAt !== null && at - device.report.seenAt < step) return;
  setReport(call.sql, device.id, device.report_seq, { ...device.report, seenAt: at });
}
