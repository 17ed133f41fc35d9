import { ackCommands, type DeviceFrameDown, deviceFrameUpSchema, sendReport } from '#app/wire/device';
import { ERROR_CODES, Refusal, toErrorBody } from '#app/wire/errors';
import { CLOSE_CODES } from '#app/wire/realtime';
import { readInput, reportBug } from '#workers/api/on-error';
import { acknowledge } from '../agent/acknowledge';
import { takeReport } from '../agent/report';
import type { CallContext, FamilyObject } from '../core/call-context';
import { findDevice } from '../store/device.queries';

/** Maximum frame size. Devices send longer bodies by POST; sockets are for short, urgent messages. */
const FRAME_BYTES = 256 * 1024;

/** The result of a device's message: an answer, the code and reason to close the socket, or both. */
export type FrameOutcome = { answer?: DeviceFrameDown; close?: { code: number; reason: string } };

/** Handles a message from a device's socket like the matching POST request, with the same body and refusals (docs/reference/device.md). */
export function answerDeviceFrame(family: FamilyObject, deviceId: string, message: string | ArrayBuffer): FrameOutcome {
  if (typeof message !== 'string') return { close: { code: 1003, reason: 'text frames only' } };
  if (Buffer.byteLength(message) > FRAME_BYTES) return { close: { code: 1009, reason: 'frame too large' } };
  const parsed = deviceFrameUpSchema.safeParse(toJson(message));
  if (!parsed.success) return { close: { code: 1007, reason: 'invalid frame' } };
  const { id, type, body } = parsed.data;
  const actor = { kind: 'device', id: deviceId } as const;
  try {
    const work = (call: CallContext): unknown =>
      type === 'ack' ? acknowledge(call, readInput(ackCommands.body, body)) : takeReport(call, readInput(sendReport.body, body));
    return { answer: { v: 1, type: 'accepted', id, body: family.transaction(actor, work), server_time: family.now() } };
  } catch (error) {
    // Checked only after an error, so that a normal message needs only one transaction.
    if (family.transaction(actor, (call) => findDevice(call.sql, deviceId)) === null) {
      return { answer: { v: 1, type: 'gone' }, close: { code: CLOSE_CODES.gone, reason: 'gone' } };
    }
    if (error instanceof Refusal) family.noteRefusal(actor, `SOCKET ${type}`, error.code);
    else reportBug(error);
    const refusal = error instanceof Refusal ? error : new Refusal(ERROR_CODES.unknown, 400, 'Unknown error');
    return { answer: { v: 1, type: 'refused', id, body: toErrorBody(refusal, family.now()) } };
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
