import type { CallContext } from '../core/call-context';
import { findCommandOf, insertCommand, listOpenCommands, type NewCommand, toWireDeviceCommand } from '../store/command.queries';
import { setResendAt, setResendBy } from '../store/device.queries';

/**
 * Time after which an unanswered command is sent again; the interval then doubles. After the last attempt, the device gets the command by
 * polling.
 */
const RESEND_FIRST_MS = 20_000;
const RESEND_LAST_MS = 15 * 60_000;

/** Saves a command. If the device has a live socket, marks the command as sent and sends it when the transaction commits (A118). */
export function sendCommand(call: CallContext, command: NewCommand): void {
  const isHeard = call.lastActiveOnSocket(command.device_id) !== null;
  insertCommand(call.sql, { ...command, sent_at: isHeard ? call.now : null });
  const row = isHeard ? findCommandOf(call.sql, command.device_id, command.id) : null;
  if (row === null) return;
  call.pushFrame(row.device_id, { v: 1, type: 'command', command: toWireDeviceCommand(row) });
  if (setResendBy(call.sql, row.device_id, firstResendAt(call))) call.rearm();
}

/** Returns when to repeat a command that is sent now and stays unanswered (epoch ms). */
export function firstResendAt(call: CallContext): number {
  return call.now + RESEND_FIRST_MS;
}

/**
 * Sends unanswered commands again, because a socket can lose a message and stay open. Devices ignore command numbers that they already
 * know.
 */
export function resendCommands(call: CallContext, deviceId: string): void {
  const unanswered = listOpenCommands(call.sql, deviceId).filter(
    ({ sent_at, expires_at }) => sent_at !== null && (expires_at === null || expires_at > call.now),
  );
  const pushed = unanswered.filter((row) => call.pushFrame(deviceId, { v: 1, type: 'command', command: toWireDeviceCommand(row) }));
  const age = call.now - Math.max(...pushed.map(({ sent_at }) => sent_at ?? 0));
  const isLast = pushed.length === 0 || age >= RESEND_LAST_MS;
  setResendAt(call.sql, deviceId, isLast ? null : call.now + Math.max(age, RESEND_FIRST_MS));
  call.rearm();
}
