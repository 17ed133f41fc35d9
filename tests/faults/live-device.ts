import { ackCommands, deviceFrameDownSchema, deviceFrameUpSchema, sendReport } from '#app/wire/device.ts';
import type { Device } from '#device/call.ts';
import { serverTime } from '#device/decide.ts';
import { type DeviceSocket, keepSocket } from '#device/socket.ts';
import { receiveFrame } from '#device/transitions.ts';
import type { DeviceMessage, Ledger } from './ledger.ts';

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
  const waiting = new Map<string, DeviceMessage>();
  wire.addEventListener('message', ({ data }) => {
    const frame = deviceFrameDownSchema.safeParse(toJson(data)).data;
    if (frame?.type !== 'accepted') return;
    const message = waiting.get(frame.id);
    if (message !== undefined) message.isAcknowledged = true;
  });
  const send = wire.send.bind(wire);
  wire.send = (data: unknown) => {
    const frame = deviceFrameUpSchema.safeParse(toJson(data)).data;
    const message = frame === undefined ? null : toDeviceMessage(deviceId, frame);
    if (message !== null) ledger.messages.push(message);
    if (message !== null && frame !== undefined) waiting.set(frame.id, message);
    send(String(data));
  };
  return wire;
}

/** Returns the ledger entry for a message that a device is about to send. */
export function toDeviceMessage(deviceId: string, { type, body }: { type: 'ack' | 'report'; body?: unknown }): DeviceMessage {
  return type === 'ack'
    ? { deviceId, isAcknowledged: false, kind: 'ack', acks: ackCommands.body.parse(body) }
    : { deviceId, isAcknowledged: false, kind: 'report', report: sendReport.body.parse(body) };
}

function toJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
