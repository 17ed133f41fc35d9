import { DEVICE_SOCKET_PATH, type DeviceFrameDown, deviceFrameDownSchema } from '../app/wire/device.ts';
import { fromErrorBody } from '../app/wire/errors.ts';
import { CLOSE_CODES, DEVICE_PING_EVERY_MS, PING, PONG } from '../app/wire/realtime.ts';
import { type Device, type Outcome, PATIENCE_MS, signatureOf, toUrl, type Uplink } from './call.ts';
import { serverTime, takeServerTime } from './decide.ts';
import { isCutOff } from './habits.ts';

/** A line that swallows a ping for so long is dead, whatever the system says of it. */
const PONG_PATIENCE_MS = 10_000;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;

/** What a device uses of a WebSocket. */
export type Wire = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>;
/** Opens one; tests bring their own server. `headers` sign the upgrade (A31). */
export type Connect = (url: string, headers: Record<string, string>) => Wire;

/** Who is told what comes down, and when the socket comes and goes. `frame` is none of the answers to the device's own frames. */
export type Listener = { frame(frame: DeviceFrameDown): void; opened(): void; lost(because: string): void };

/**
 * `heed`: look at the switches now; opens what should be open and closes what should not. `restsUntil`: when to heed next at the latest
 * (the device's own clock), null = nothing is planned. `end` is for good.
 */
export type DeviceSocket = Uplink & { heed(): void; restsUntil(): number | null; end(): void };

type Line = { wire: Wire; timers: Array<NodeJS.Timeout>; pong: NodeJS.Timeout | null };
type Phase =
  | { kind: 'resting'; until: number }
  | { kind: 'signing' }
  | { kind: 'connecting'; line: Line }
  | { kind: 'open'; line: Line }
  | { kind: 'ended' };

/**
 * Keeps one socket to the family open while the device is enrolled and has a network (docs/reference/device.md). Each attempt is signed anew, with
 * the server's time as it is known by then; between attempts it rests from 1 s on to 60 s, at random, so that the devices of a server that
 * comes back do not all knock at once. An upgrade that is refused tells no reason: the next call by HTTP does.
 */
export function keepSocket(device: Device, listener: Listener, connect: Connect = openWebSocket, random = Math.random): DeviceSocket {
  const waiting = new Map<string, (outcome: Outcome<unknown>) => void>();
  let phase: Phase = { kind: 'resting', until: 0 };
  let failures = 0;
  let sent = 0;

  const change = (next: Phase): void => {
    const before = phase;
    phase = next;
    if (before.kind !== 'connecting' && before.kind !== 'open') return;
    if (next.kind === 'open') return;
    const { wire, timers, pong } = before.line;
    for (const timer of timers) clearTimeout(timer);
    if (pong !== null) clearTimeout(pong);
    wire.close();
    device.store.update((state) => (state.socketSince === null ? state : { ...state, socketSince: null }));
    for (const settle of [...waiting.values()]) settle({ kind: 'unavailable', because: 'the socket closed' });
  };

  const lose = (because: string, restMs: number | null = null): void => {
    if (phase.kind === 'ended' || phase.kind === 'resting') return;
    const wasOpen = phase.kind === 'open';
    const longest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** failures);
    failures += 1;
    change({ kind: 'resting', until: device.now() + (restMs ?? Math.max(FIRST_REST_MS, longest * (0.5 + random() / 2))) });
    if (wasOpen) listener.lost(because);
  };

  const beat = (line: Line): void => {
    line.pong ??= setTimeout(() => lose('no reply to a ping'), PONG_PATIENCE_MS);
    line.wire.send(PING);
  };

  const hear = (line: Line, data: unknown): void => {
    if (line.pong !== null) clearTimeout(line.pong);
    line.pong = null;
    failures = 0;
    const frame = data === PONG ? null : toFrame(data);
    if (frame?.type === 'accepted') hearTime(frame.server_time);
    if (frame?.type === 'accepted') waiting.get(frame.id)?.({ kind: 'value', value: frame.body });
    else if (frame?.type === 'refused') waiting.get(frame.id)?.({ kind: 'refused', refusal: toRefusal(frame.body) });
    else if (frame !== null) listener.frame(frame);
  };

  const hearTime = (serverNow: number | undefined): void => {
    if (serverNow !== undefined) device.store.update((state) => takeServerTime(state, serverNow, device.now()));
  };

  const dial = async (): Promise<void> => {
    phase = { kind: 'signing' };
    const url = toUrl(device.store.read().apiUrl, DEVICE_SOCKET_PATH, {});
    const headers = await signatureOf(device, 'GET', url);
    if (phase.kind !== 'signing') return;
    url.protocol = url.protocol.replace('http', 'ws');
    const wire = connect(url.href, headers);
    const line: Line = { wire, timers: [setTimeout(() => lose('it could not be opened'), PATIENCE_MS)], pong: null };
    phase = { kind: 'connecting', line };
    const isMine = (): boolean => (phase.kind === 'open' || phase.kind === 'connecting') && phase.line === line;
    wire.addEventListener('open', () => {
      if (!isMine()) return;
      for (const timer of line.timers) clearTimeout(timer);
      line.timers = [setInterval(() => beat(line), DEVICE_PING_EVERY_MS)];
      phase = { kind: 'open', line };
      device.store.update((state) => ({ ...state, socketSince: serverTime(state, device.now()) }));
      beat(line);
      listener.opened();
    });
    wire.addEventListener('message', ({ data }) => {
      if (isMine()) hear(line, data);
    });
    // An error is always followed by a close, which tells as much.
    wire.addEventListener('error', () => undefined);
    wire.addEventListener('close', ({ code }) => {
      if (!isMine()) return;
      if (code === CLOSE_CODES.replaced) lose('replaced by another connection of this device', LONGEST_REST_MS);
      else lose(code === CLOSE_CODES.gone ? 'the device was removed' : `closed with code ${code}`);
    });
  };

  return {
    isOpen: () => phase.kind === 'open',
    restsUntil: () => (phase.kind === 'resting' && phase.until > device.now() ? phase.until : null),
    heed: () => {
      const state = device.store.read();
      if (state.enrolment.kind !== 'enrolled' || isCutOff(state, serverTime(state, device.now()))) {
        lose('no network', 0);
        failures = 0;
      } else if (phase.kind === 'resting' && isOver(phase.until, device.now())) {
        dial().catch((error: unknown) => lose(String(error)));
      }
    },
    ask: (type, body) =>
      new Promise((done) => {
        if (phase.kind !== 'open') return done({ kind: 'unavailable', because: 'the socket is not open' });
        sent += 1;
        const id = String(sent);
        const patience = setTimeout(() => lose('no response'), PATIENCE_MS);
        waiting.set(id, (outcome) => {
          clearTimeout(patience);
          waiting.delete(id);
          done(outcome);
        });
        phase.line.wire.send(JSON.stringify({ v: 1, id, type, body }));
      }),
    end: () => change({ kind: 'ended' }),
  };
}

/** Is a rest until then over? No rest is longer than the longest: its end is nearer where the clock was set back meanwhile. */
function isOver(until: number, now: number): boolean {
  return now >= until || until - now > LONGEST_REST_MS;
}

/** Node's WebSocket takes headers; the browser's, by which TypeScript goes here, does not. */
function openWebSocket(url: string, headers: Record<string, string>): Wire {
  return Reflect.construct(WebSocket, [url, { headers }]);
}

/** What is not understood comes from a newer server and is for newer devices. */
function toFrame(data: unknown): DeviceFrameDown | null {
  try {
    return deviceFrameDownSchema.parse(JSON.parse(String(data)));
  } catch {
    return null;
  }
}

/** The refusal as the same call by HTTP would have brought it: `server_time` comes with a 401 alone. */
function toRefusal(body: unknown): ReturnType<typeof fromErrorBody> {
  const refusal = fromErrorBody(400, body);
  const status = refusal.details.reason === 'gone' ? 410 : typeof body === 'object' && body !== null && 'server_time' in body ? 401 : 400;
  return fromErrorBody(status, body);
}
