import { ackCommands, type DeviceFrameDown, deviceFrameUpSchema, sendReport } from '../../../../app/wire/device';
import { ERROR_CODES, Refusal, toErrorBody } from '../../../../app/wire/errors';
import { CLOSE_CODES } from '../../../../app/wire/realtime';
import { readInput, reportBug } from '../../on-error';
import { acknowledge } from '../agent/acknowledge';
import { takeReport } from '../agent/report';
import type { Call, FamilyObject } from '../core/call';
import { findDevice } from '../store/device.queries';

/** A device that has more to say says it by POST: sockets carry what is short and urgent. */
const FRAME_BYTES = 256 * 1024;

/** What comes of a device's message: an answer, the code and reason to close with, or both. */
export type FrameOutcome = { answer?: DeviceFrameDown; close?: { code: number; reason: string } };

/** Answers one message from a device's socket like the call that it stands for (docs/reference/device.md): same body, same refusals. */
export function answerDeviceFrame(family: FamilyObject, deviceId: string, message: string | ArrayBuffer): FrameOutcome {
  if (typeof message !== 'string') return { close: { code: 1003, reason: 'text frames only' } };
  if (Buffer.byteLength(message) > FRAME_BYTES) return { close: { code: 1009, reason: 'frame too large' } };
  const parsed = deviceFrameUpSchema.safeParse(toJson(message));
  if (!parsed.success) return { close: { code: 1007, reason: 'invalid frame' } };
  const { id, type, body } = parsed.data;
  const actor = { kind: 'device', id: deviceId } as const;
  try {
    const work = (call: Call): unknown =>
      type === 'ack' ? acknowledge(call, readInput(ackCommands.body, body)) : takeReport(call, readInput(sendReport.body, body));
    return { answer: { v: 1, type: 'accepted', id, body: family.act(actor, work), server_time: family.now() } };
  } catch (error) {
    // Asked only now: a message of a device that is there costs one transaction.
    if (family.act(actor, (call) => findDevice(call.sql, deviceId)) === null) {
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
