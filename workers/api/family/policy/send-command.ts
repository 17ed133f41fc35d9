import type { Call } from '../core/call';
import { findCommandOf, insertCommand, listOpenCommands, type NewCommand, toWireDeviceCommand } from '../store/command.queries';
import { setResendAt, setResendBy } from '../store/device.queries';

/** What no answer came to is sent once more after this, then after twice as long each time; beyond the last, the device's own asking does. */
const RESEND_FIRST_MS = 20_000;
const RESEND_LAST_MS = 15 * 60_000;

/** Saves a command and, where the device listens on a socket, sends it with the commit: then it is `sent` from its first instant (A118). */
export function sendCommand(call: Call, command: NewCommand): void {
  const isHeard = call.heardBySocket(command.device_id) !== null;
  insertCommand(call.sql, { ...command, sent_at: isHeard ? call.now : null });
  const row = isHeard ? findCommandOf(call.sql, command.device_id, command.id) : null;
  if (row === null) return;
  call.push(row.device_id, { v: 1, type: 'command', command: toWireDeviceCommand(row) });
  if (setResendBy(call.sql, row.device_id, firstResendAt(call))) call.rearm();
}

/** When what is sent now goes out again, unless it is answered. */
export function firstResendAt(call: Call): number {
  return call.now + RESEND_FIRST_MS;
}

/** A socket can swallow a message and live: what was sent and not answered goes out again. Devices know a number that they have heard. */
export function resendCommands(call: Call, deviceId: string): void {
  const unanswered = listOpenCommands(call.sql, deviceId).filter(
    ({ sent_at, expires_at }) => sent_at !== null && (expires_at === null || expires_at > call.now),
  );
  const pushed = unanswered.filter((row) => call.push(deviceId, { v: 1, type: 'command', command: toWireDeviceCommand(row) }));
  const age = call.now - Math.max(...pushed.map(({ sent_at }) => sent_at ?? 0));
  const isLast = pushed.length === 0 || age >= RESEND_LAST_MS;
  setResendAt(call.sql, deviceId, isLast ? null : call.now + Math.max(age, RESEND_FIRST_MS));
  call.rearm();
}
