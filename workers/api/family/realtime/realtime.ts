import { requireDevice, touchDevice } from '../agent/device-of';
import { lastSeq } from '../core/audit.queries';
import type { Actor, FamilyObject } from '../core/call-context';
import { sessionOfRealtimeToken } from '../core/secrets';
import { findSession } from '../core/session.queries';
import { unauthorised } from '../core/signature';
import { close, type Sockets, send } from '../core/sockets';
import { firstResendAt } from '../policy/send-command';
import { findAccount } from '../store/account.queries';
import { aboutCommand, listOpenCommands, markSent, toWireDeviceCommand } from '../store/command.queries';
import { findDevice, setResendBy } from '../store/device.queries';
import { wakeForWatcher, wakeReconnected } from '../usage/report-interval';
import { answerDeviceFrame } from './device-frame';

const VISITOR: Actor = { kind: 'visitor', id: '' };

/**
 * Opens a browser's socket. Sends `hello` with the family's change number, and `resync` if the browser has a different number (A42).
 * Responds 503 with Retry-After if the family has too many sockets.
 * @throws Refusal 401 for an unknown or expired token, or for the token of an ended session
 */
export function openBrowserSocket(family: FamilyObject, sockets: Sockets, token: string, after: number | null): Response {
  const { sessionId, seq } = family.transaction(VISITOR, (call) => {
    const account = findAccount(call.sql);
    if (account === null) throw unauthorised('session');
    const id = sessionOfRealtimeToken(token, account.account_id, call.sealer.open(account.token_key, 'account'), call.now);
    if (id === null || findSession(call.sql, id, call.now) === null) throw unauthorised('session');
    wakeForWatcher(call);
    return { sessionId: id, seq: lastSeq(call.sql) };
  });
  const accepted = sockets.acceptBrowser(sessionId);
  if (accepted === null) return new Response(null, { status: 503, headers: { 'Retry-After': '60' } });
  send(accepted.socket, sockets.frame('hello', {}, seq, family.now()));
  if (after !== seq) send(accepted.socket, sockets.frame('resync', {}, seq, family.now()));
  return accepted.response;
}

/**
 * Opens a device's socket and sends its waiting commands. The caller has already checked the device. Responds 429 with Retry-After above
 * the rate limit.
 */
export function openDeviceSocket(family: FamilyObject, sockets: Sockets, deviceId: string): Response {
  if (!sockets.countAgainstLimit('upgrade', deviceId)) return new Response(null, { status: 429, headers: { 'Retry-After': '60' } });
  const { response } = sockets.acceptDevice(deviceId);
  family.transaction({ kind: 'device', id: deviceId }, (call) => {
    const device = requireDevice(call);
    touchDevice(call, device);
    for (const row of listOpenCommands(call.sql, deviceId)) {
      if (row.expires_at !== null && row.expires_at <= call.now) continue;
      call.pushFrame(deviceId, { v: 1, type: 'command', command: toWireDeviceCommand(row) });
      // A command lost on the socket is sent again, like any sent command.
      if (setResendBy(call.sql, deviceId, firstResendAt(call))) call.rearm();
      if (row.state !== 'saved') continue;
      markSent(call.sql, row, call.now);
      call.recordChange('command', row.id, aboutCommand(row));
    }
    wakeReconnected(call, device);
    call.hint('device', { deviceId });
  });
  return response;
}

/**
 * Handles a message from a device's socket; closes the socket above the rate limit. Also closes a browser's socket: browsers send only
 * pings, which the platform answers without waking the object.
 */
export function onSocketMessage(family: FamilyObject, sockets: Sockets, socket: WebSocket, message: string | ArrayBuffer): void {
  const holder = sockets.holderOf(socket);
  if (holder?.kind !== 'device') {
    close(socket, 1003, 'invalid frame');
    return;
  }
  if (!sockets.countAgainstLimit('frame', holder.deviceId)) {
    close(socket, 1008, 'too many messages');
    return;
  }
  const outcome = answerDeviceFrame(family, holder.deviceId, message);
  if (outcome.answer !== undefined) send(socket, JSON.stringify(outcome.answer));
  if (outcome.close !== undefined) close(socket, outcome.close.code, outcome.close.reason);
}

/** Handles a closed socket. For a device, stores its last activity and hints the browsers. */
export function onSocketClose(family: FamilyObject, sockets: Sockets, socket: WebSocket, code: number): void {
  // 1005 and 1006 mean that no code was received, and must not be sent.
  close(socket, code === 1005 || code === 1006 ? 1000 : code, '');
  const holder = sockets.holderOf(socket);
  if (holder?.kind !== 'device') return;
  family.transaction({ kind: 'device', id: holder.deviceId }, (call) => {
    const device = findDevice(call.sql, holder.deviceId);
    if (device === null) return;
    touchDevice(call, device, call.now - sockets.silenceAt(socket));
    call.hint('device', { deviceId: device.id });
  });
}

/** Stores the last activity of a silent socket, because its close event may never fire. */
export function recordContact(family: FamilyObject, deviceId: string, silenceMs: number): void {
  family.transaction({ kind: 'device', id: deviceId }, (call) => {
    const device = findDevice(call.sql, deviceId);
    if (device !== null) touchDevice(call, device, call.now - silenceMs);
  });
}
