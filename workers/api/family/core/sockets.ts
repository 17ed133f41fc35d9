import type { DeviceFrameDown } from '../../../../app/wire/device';
import { CLOSE_CODES, type HintType, PING, PONG, type RealtimeFrame, SOCKET_SILENCE_MS } from '../../../../app/wire/realtime';
import type { About } from './call';

/** Who holds a socket; kept with it while the object sleeps. `since` is epoch ms of the machine's clock. */
export type SocketHolder = { kind: 'parent'; sessionId: string; since: number } | { kind: 'device'; deviceId: string; since: number };

/** A hint on its way out. `seq: null`: it is about no change of its own and carries the family's present number. */
export type Hint = { type: HintType; about: About; seq: number | null };

/** What a commit leaves for the sockets: hints for every browser, frames for single devices, and who is to be let go. */
export type News = {
  hints: Array<Hint>;
  frames: Array<{ deviceId: string; frame: DeviceFrameDown }>;
  endedSessions: Array<string>;
};

/** So many browsers of one family are told at once; more are asked to come back later and poll meanwhile. */
export const MOST_BROWSERS = 1000;

/** What one device may send and open in a minute: more than any device needs, and too little to keep a family awake. */
const MOST_PER_MINUTE = { frame: 120, report: 120, upgrade: 60 } as const;
const MINUTE_MS = 60_000;
/** For so long somebody who has looked is taken to look. */
const LOOK_MS = 60_000;

/** What is told of a device whose silent line is given up: how long ago it gave its last sign of life, in ms. */
type Silence = (deviceId: string, silenceMs: number) => void;

/**
 * The family's sockets. All of them hibernate: who holds one is written into the socket itself, pings are answered by the platform, and
 * an object that was put away finds them again (docs/architecture.md).
 *
 * Liveness is a matter of the line and not of the family, so it is told by the machine's clock and not by the family's (A130).
 */
export class Sockets {
  readonly #ctx: DurableObjectState;
  readonly #accountId: () => string;
  readonly #onSilence: Silence;
  // In memory alone: an object that was put away had nothing to do, so nobody was at it.
  #minute = { startedAt: 0, spent: new Map<string, number>() };
  /** When somebody last read what devices count, by the family's clock. Forgotten with the object: whoever goes on looking reads again. */
  #lookedAt = 0;

  constructor(ctx: DurableObjectState, accountId: () => string, onSilence: Silence) {
    this.#ctx = ctx;
    this.#onSilence = onSilence;
    this.#accountId = accountId;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Takes in a browser of a session. Null: the house is full. */
  acceptBrowser(sessionId: string): { answer: Response; socket: WebSocket } | null {
    if (this.#browsers().length >= MOST_BROWSERS) this.dropSilent();
    if (this.#browsers().length >= MOST_BROWSERS) return null;
    return this.#accept({ kind: 'parent', sessionId, since: Date.now() }, ['parent', `session:${sessionId}`]);
  }

  /** Takes in a device's socket; an older one of the same device gives way. */
  acceptDevice(deviceId: string): { answer: Response; socket: WebSocket } {
    for (const older of this.#ofDevice(deviceId)) close(older, CLOSE_CODES.replaced, 'replaced');
    return this.#accept({ kind: 'device', deviceId, since: Date.now() }, ['device', `device:${deviceId}`]);
  }

  /** Counts one message, report by POST or upgrade of a device. False: it has had its share of this minute. */
  spend(what: keyof typeof MOST_PER_MINUTE, deviceId: string): boolean {
    const now = Date.now();
    if (now - this.#minute.startedAt >= MINUTE_MS) this.#minute = { startedAt: now, spent: new Map() };
    const key = `${what} ${deviceId}`;
    const spent = (this.#minute.spent.get(key) ?? 0) + 1;
    this.#minute.spent.set(key, spent);
    return spent <= MOST_PER_MINUTE[what];
  }

  holderOf(socket: WebSocket): SocketHolder | null {
    const holder: unknown = socket.deserializeAttachment();
    return isHolder(holder) ? holder : null;
  }

  /** How long ago the device's open socket gave a sign of life, in ms, be it dead by now; null without one. */
  silenceOf(deviceId: string): number | null {
    const silences = this.#ofDevice(deviceId).map((socket) => this.silenceAt(socket));
    return silences.length === 0 ? null : Math.min(...silences);
  }

  /** How long ago this socket gave a sign of life, in ms. */
  silenceAt(socket: WebSocket): number {
    const pinged = this.#ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
    return Date.now() - Math.max(pinged, this.holderOf(socket)?.since ?? 0);
  }

  /** Somebody reads what devices count: a page that comes without its script has no socket, and one that comes with it opens one soon. */
  noteLook(now: number): void {
    this.#lookedAt = now;
  }

  /** Does a browser listen, or did somebody look within a minute? */
  isWatched(now: number): boolean {
    return Math.abs(now - this.#lookedAt) < LOOK_MS || this.#browsers().some((socket) => this.silenceAt(socket) < SOCKET_SILENCE_MS);
  }

  /** Tells the news; called right after the commit, without a wait in between, so that nothing is told that is not kept. */
  publish(news: News, seq: number, now: number): void {
    const { hints, frames, endedSessions } = news;
    if (hints.length === 0 && frames.length === 0 && endedSessions.length === 0) return;
    this.dropSilent();
    for (const sessionId of endedSessions) {
      for (const socket of this.#ctx.getWebSockets(`session:${sessionId}`)) {
        send(socket, this.frame('logout', {}, seq, now));
        close(socket, CLOSE_CODES.signedOut, 'signed out');
      }
    }
    const texts = merge(hints).map((hint) => this.frame(hint.type, hint.about, hint.seq ?? seq, now));
    if (texts.length > 0) for (const socket of this.#browsers()) for (const text of texts) send(socket, text);
    for (const { deviceId, frame } of frames) {
      for (const socket of this.#ofDevice(deviceId)) {
        send(socket, JSON.stringify(frame));
        if (frame.type === 'gone') close(socket, CLOSE_CODES.gone, 'gone');
      }
    }
  }

  /** One message to a browser, as text (A42). */
  frame(type: RealtimeFrame['type'], about: About, seq: number, now: number): string {
    const frame: RealtimeFrame = {
      v: 1,
      seq,
      type,
      account_id: this.#accountId(),
      ...(about.childId === undefined ? {} : { user_id: about.childId }),
      ...(about.deviceId === undefined ? {} : { device_id: about.deviceId }),
      ts: now,
    };
    return JSON.stringify(frame);
  }

  /** Closes what has not pinged for two minutes: behind it is nobody, or a line that swallows everything. */
  dropSilent(): void {
    for (const socket of this.#ctx.getWebSockets().filter(isOpen)) {
      const silence = this.silenceAt(socket);
      if (silence < SOCKET_SILENCE_MS) continue;
      close(socket, CLOSE_CODES.silent, 'silent');
      const holder = this.holderOf(socket);
      // Nobody may ever answer, so it is not left to the end of the socket.
      if (holder?.kind === 'device') this.#onSilence(holder.deviceId, silence);
    }
  }

  #accept(holder: SocketHolder, tags: Array<string>): { answer: Response; socket: WebSocket } {
    const { 0: client, 1: socket } = new WebSocketPair();
    this.#ctx.acceptWebSocket(socket, tags);
    socket.serializeAttachment(holder);
    return { answer: new Response(null, { status: 101, webSocket: client }), socket };
  }

  #browsers(): Array<WebSocket> {
    return this.#ctx.getWebSockets('parent').filter(isOpen);
  }

  #ofDevice(deviceId: string): Array<WebSocket> {
    return this.#ctx.getWebSockets(`device:${deviceId}`).filter(isOpen);
  }
}

/**
 * The same said twice in one commit is said once, with its later number; in the order of the numbers, so that the last one said is the
 * last one there is.
 */
function merge(hints: Array<Hint>): Array<Hint> {
  const merged = new Map<string, Hint>();
  for (const hint of hints) {
    const key = `${hint.type} ${hint.about.childId ?? ''} ${hint.about.deviceId ?? ''}`;
    const known = merged.get(key);
    if (known !== undefined && hint.seq === null) continue;
    merged.set(key, hint);
  }
  return [...merged.values()].sort((a, b) => (a.seq ?? Number.MAX_SAFE_INTEGER) - (b.seq ?? Number.MAX_SAFE_INTEGER));
}

function isOpen({ readyState }: WebSocket): boolean {
  return readyState === WebSocket.OPEN;
}

function isHolder(value: unknown): value is SocketHolder {
  return typeof value === 'object' && value !== null && 'kind' in value && (value.kind === 'parent' || value.kind === 'device');
}

/** Sends to a socket that may be closing just now: whoever is gone hears it when it comes back. */
export function send(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    close(socket, 1011, 'cannot send');
  }
}

export function close(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // It was closed already.
  }
}
