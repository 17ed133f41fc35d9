import { ackCommands, deviceFrameDownSchema, deviceFrameUpSchema, sendReport } from '#app/wire/device.ts';
import type { Device } from '#device/call.ts';
import { serverTime } from '#device/decide.ts';
import { type DeviceSocket, keepSocket } from '#device/socket.ts';
import { receiveFrame } from '#device/transitions.ts';
import type { Ledger, Word } from './ledger.ts';

/** Connects a device over its own socket, and records what the device sends there. The caller steps the device; `end` disconnects it. */
export function goLive(ledger: Ledger, device: Device, deviceId: string): DeviceSocket {
  const socket = keepSocket(
    device,
    {
      frame: (frame) => {
        device.store.update((state) => receiveFrame(state, frame, serverTime(state, device.now())));
      },
      opened: () => undefined,
      lost: () => undefined,
    },
    (url, headers) => listenAt(ledger, deviceId, Reflect.construct(WebSocket, [url, { headers }])),
  );
  device.uplink = socket;
  socket.update();
  return socket;
}

function listenAt(ledger: Ledger, deviceId: string, wire: WebSocket): WebSocket {
  const waiting = new Map<string, Word>();
  wire.addEventListener('message', ({ data }) => {
    const frame = deviceFrameDownSchema.safeParse(toJson(data)).data;
    if (frame?.type !== 'accepted') return;
    const word = waiting.get(frame.id);
    if (word !== undefined) word.isHeard = true;
  });
  const send = wire.send.bind(wire);
  wire.send = (data: unknown) => {
    const frame = deviceFrameUpSchema.safeParse(toJson(data)).data;
    const word = frame === undefined ? null : toWord(deviceId, frame);
    if (word !== null) ledger.words.push(word);
    if (word !== null && frame !== undefined) waiting.set(frame.id, word);
    send(String(data));
  };
  return wire;
}

/** Returns the ledger entry for a message that a device is about to send. */
export function toWord(deviceId: string, { type, body }: { type: 'ack' | 'report'; body?: unknown }): Word {
  return type === 'ack'
    ? { deviceId, isHeard: false, kind: 'ack', acks: ackCommands.body.parse(body) }
    : { deviceId, isHeard: false, kind: 'report', report: sendReport.body.parse(body) };
}

function toJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
