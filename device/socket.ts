import { DEVICE_SOCKET_PATH, type DeviceFrameDown, deviceFrameDownSchema } from '#app/wire/device.ts';
import { fromErrorBody } from '#app/wire/errors.ts';
import { CLOSE_CODES, DEVICE_PING_EVERY_MS, PING, PONG } from '#app/wire/realtime.ts';
import { buildUrl, type CallResult, type Device, REQUEST_TIMEOUT_MS, signatureOf, type Uplink } from './call.ts';
import { serverTime, takeServerTime } from './decide.ts';
import { isCutOff } from './habits.ts';

/** Timeout for the reply to a ping, after which the connection is closed. */
const PONG_PATIENCE_MS = 10_000;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;

/** The part of WebSocket that a device uses. */
export type WebSocketLike = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>;
/** Opens a WebSocket; tests pass their own. `headers` sign the upgrade (A31). */
export type Connect = (url: string, headers: Record<string, string>) => WebSocketLike;

/** Receives frames and connection changes. `frame` does not get answers to the device’s own frames. */
export type Listener = { frame(frame: DeviceFrameDown): void; opened(): void; lost(because: string): void };

/**
 * `update`: opens or closes the socket according to the current state. `reconnectsAt`: when to call `update` next at the latest (device
 * clock, epoch ms); null: no reconnect is planned. `end` closes it permanently.
 */
export type DeviceSocket = Uplink & { update(): void; reconnectsAt(): number | null; end(): void };

type Connection = { wire: WebSocketLike; timers: Array<NodeJS.Timeout>; pong: NodeJS.Timeout | null };
type Phase =
  | { kind: 'resting'; until: number }
  | { kind: 'signing' }
  | { kind: 'connecting'; connection: Connection }
  | { kind: 'open'; connection: Connection }
  | { kind: 'ended' };

/**
 * Keeps one socket to the family open while the device is enrolled and has a network (docs/reference/device.md). Signs each attempt with
 * the latest estimate of the server’s time. Waits 1 to 60 s between attempts, longer after each failure. Part of the wait is random, so
 * that devices do not all reconnect at the same time. A refused upgrade gives no reason; the next HTTP request does.
 */
export function keepSocket(device: Device, listener: Listener, connect: Connect = openWebSocket, random = Math.random): DeviceSocket {
  const waiting = new Map<string, (outcome: CallResult<unknown>) => void>();
  let phase: Phase = { kind: 'resting', until: 0 };
  let failures = 0;
  let sent = 0;

  const change = (next: Phase): void => {
    const before = phase;
    phase = next;
    if (before.kind !== 'connecting' && before.kind !== 'open') return;
    if (next.kind === 'open') return;
    const { wire, timers, pong } = before.connection;
    for (const timer of timers) clearTimeout(timer);
    if (pong !== null) clearTimeout(pong);
    wire.close();
    device.store.update((state) => (state.socketSince === null ? state : { ...state, socketSince: null }));
    for (const settle of [...waiting.values()]) settle({ kind: 'unavailable', because: 'the socket closed' });
  };

  const disconnect = (because: string, restMs: number | null = null): void => {
    if (phase.kind === 'ended' || phase.kind === 'resting') return;
    const wasOpen = phase.kind === 'open';
    const longest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** failures);
    failures += 1;
    change({ kind: 'resting', until: device.now() + (restMs ?? Math.max(FIRST_REST_MS, longest * (0.5 + random() / 2))) });
    if (wasOpen) listener.lost(because);
  };

  const ping = (connection: Connection): void => {
    connection.pong ??= setTimeout(() => disconnect('no reply to a ping'), PONG_PATIENCE_MS);
    connection.wire.send(PING);
  };

  const onMessage = (connection: Connection, data: unknown): void => {
    if (connection.pong !== null) clearTimeout(connection.pong);
    connection.pong = null;
    failures = 0;
    const frame = data === PONG ? null : toFrame(data);
    if (frame?.type === 'accepted') adoptTime(frame.server_time);
    if (frame?.type === 'accepted') waiting.get(frame.id)?.({ kind: 'value', value: frame.body });
    else if (frame?.type === 'refused') waiting.get(frame.id)?.({ kind: 'refused', refusal: toRefusal(frame.body) });
    else if (frame !== null) listener.frame(frame);
  };

  const adoptTime = (serverNow: number | undefined): void => {
    if (serverNow !== undefined) device.store.update((state) => takeServerTime(state, serverNow, device.now()));
  };

  const openConnection = async (): Promise<void> => {
    phase = { kind: 'signing' };
    const url = buildUrl(device.store.read().apiUrl, DEVICE_SOCKET_PATH, {});
    const headers = await signatureOf(device, 'GET', url);
    if (phase.kind !== 'signing') return;
    url.protocol = url.protocol.replace('http', 'ws');
    const wire = connect(url.href, headers);
    const connection: Connection = {
      wire,
      timers: [setTimeout(() => disconnect('it could not be opened'), REQUEST_TIMEOUT_MS)],
      pong: null,
    };
    phase = { kind: 'connecting', connection };
    const isMine = (): boolean => (phase.kind === 'open' || phase.kind === 'connecting') && phase.connection === connection;
    wire.addEventListener('open', () => {
      if (!isMine()) return;
      for (const timer of connection.timers) clearTimeout(timer);
      connection.timers = [setInterval(() => ping(connection), DEVICE_PING_EVERY_MS)];
      phase = { kind: 'open', connection };
      device.store.update((state) => ({ ...state, socketSince: serverTime(state, device.now()) }));
      ping(connection);
      listener.opened();
    });
    wire.addEventListener('message', ({ data }) => {
      if (isMine()) onMessage(connection, data);
    });
    // A close event follows every error, so only its listener acts.
    wire.addEventListener('error', () => undefined);
    wire.addEventListener('close', ({ code }) => {
      if (!isMine()) return;
      if (code === CLOSE_CODES.replaced) disconnect('replaced by another connection of this device', LONGEST_REST_MS);
      else disconnect(code === CLOSE_CODES.gone ? 'the device was removed' : `closed with code ${code}`);
    });
  };

  return {
    isOpen: () => phase.kind === 'open',
    reconnectsAt: () => (phase.kind === 'resting' && phase.until > device.now() ? phase.until : null),
    update: () => {
      const state = device.store.read();
      if (state.enrolment.kind !== 'enrolled' || isCutOff(state, serverTime(state, device.now()))) {
        disconnect('no network', 0);
        failures = 0;
      } else if (phase.kind === 'resting' && isOver(phase.until, device.now())) {
        openConnection().catch((error: unknown) => disconnect(String(error)));
      }
    },
    ask: (type, body) =>
      new Promise((done) => {
        if (phase.kind !== 'open') return done({ kind: 'unavailable', because: 'the socket is not open' });
        sent += 1;
        const id = String(sent);
        const patience = setTimeout(() => disconnect('no response'), REQUEST_TIMEOUT_MS);
        waiting.set(id, (outcome) => {
          clearTimeout(patience);
          waiting.delete(id);
          done(outcome);
        });
        phase.connection.wire.send(JSON.stringify({ v: 1, id, type, body }));
      }),
    end: () => change({ kind: 'ended' }),
  };
}

/** True if the pause until `until` is over. A remaining time above the maximum means that the clock was set back. */
function isOver(until: number, now: number): boolean {
  return now >= until || until - now > LONGEST_REST_MS;
}

/** Opens a WebSocket with headers. Node accepts them; TypeScript uses the browser’s type, which does not. */
function openWebSocket(url: string, headers: Record<string, string>): WebSocketLike {
  return Reflect.construct(WebSocket, [url, { headers }]);
}

/** Returns the frame, or null if it is unknown: a newer server may send frames for newer devices. */
function toFrame(data: unknown): DeviceFrameDown | null {
  try {
    return deviceFrameDownSchema.parse(JSON.parse(String(data)));
  } catch {
    return null;
  }
}

/** Returns the refusal that the same HTTP request would get. Only a 401 has `server_time`. */
function toRefusal(body: unknown): ReturnType<typeof fromErrorBody> {
  const refusal = fromErrorBody(400, body);
  const status = refusal.details.reason === 'gone' ? 410 : typeof body === 'object' && body !== null && 'server_time' in body ? 401 : 400;
  return fromErrorBody(status, body);
}
