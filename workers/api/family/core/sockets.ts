import type { DeviceFrameDown } from '#app/wire/device';
import { CLOSE_CODES, type HintType, PING, PONG, type RealtimeFrame, SOCKET_SILENCE_MS } from '#app/wire/realtime';
import type { HintScope } from './call-context';

/** The owner of a socket, stored with it while the object hibernates. `since` is epoch ms on the machine's clock. */
export type SocketHolder = { kind: 'parent'; sessionId: string; since: number } | { kind: 'device'; deviceId: string; since: number };

/** A hint to be sent. `seq: null`: the hint belongs to no change and uses the family's current number. */
export type Hint = { type: HintType; about: HintScope; seq: number | null };

/** What to send after a commit: hints for all browsers, frames for single devices, and sessions whose sockets are closed. */
export type OutgoingMessages = {
  hints: Array<Hint>;
  frames: Array<{ deviceId: string; frame: DeviceFrameDown }>;
  endedSessions: Array<string>;
};

/** Maximum number of browser sockets per family. Further browsers get 503 with Retry-After and poll until they reconnect. */
export const MAX_BROWSERS = 1000;

/** Limits per device and minute: more than a device needs. They bound the work that one device can cause. */
const MAX_PER_MINUTE = { frame: 120, report: 120, upgrade: 60 } as const;
const MINUTE_MS = 60_000;
/** After a read, the family counts as watched for this long. */
const WATCHED_AFTER_READ_MS = 60_000;

/** Called when a silent device socket is closed, with the time since its last activity, in ms. */
type OnSilentDevice = (deviceId: string, silenceMs: number) => void;

/**
 * The family's sockets. All of them hibernate: the owner is stored in the socket, the platform answers pings, and an evicted object finds
 * its sockets again (docs/architecture.md).
 *
 * Liveness depends on the connection, so it uses the machine's clock instead of the family's (A130).
 */
export class Sockets {
  readonly #ctx: DurableObjectState;
  readonly #accountId: () => string;
  readonly #onSilence: OnSilentDevice;
  // Kept in memory only, because an object is evicted only when nothing is happening.
  #minute = { startedAt: 0, spent: new Map<string, number>() };
  /** Time of the last read of usage, on the family's clock. Eviction may lose it, because a viewer reads again. */
  #usageReadAt = 0;

  constructor(ctx: DurableObjectState, accountId: () => string, onSilence: OnSilentDevice) {
    this.#ctx = ctx;
    this.#onSilence = onSilence;
    this.#accountId = accountId;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Accepts a browser socket of a session. Returns null if the family has too many. */
  acceptBrowser(sessionId: string): { response: Response; socket: WebSocket } | null {
    if (this.#browsers().length >= MAX_BROWSERS) this.dropSilent();
    if (this.#browsers().length >= MAX_BROWSERS) return null;
    return this.#accept({ kind: 'parent', sessionId, since: Date.now() }, ['parent', `session:${sessionId}`]);
  }

  /** Accepts a device's socket and closes its older ones. */
  acceptDevice(deviceId: string): { response: Response; socket: WebSocket } {
    for (const older of this.#ofDevice(deviceId)) close(older, CLOSE_CODES.replaced, 'replaced');
    return this.#accept({ kind: 'device', deviceId, since: Date.now() }, ['device', `device:${deviceId}`]);
  }

  /** Counts a message, POST report or upgrade of a device. Returns false if it has reached its limit for this minute. */
  countAgainstLimit(what: keyof typeof MAX_PER_MINUTE, deviceId: string): boolean {
    const now = Date.now();
    if (now - this.#minute.startedAt >= MINUTE_MS) this.#minute = { startedAt: now, spent: new Map() };
    const key = `${what} ${deviceId}`;
    const spent = (this.#minute.spent.get(key) ?? 0) + 1;
    this.#minute.spent.set(key, spent);
    return spent <= MAX_PER_MINUTE[what];
  }

  holderOf(socket: WebSocket): SocketHolder | null {
    const holder: unknown = socket.deserializeAttachment();
    return isHolder(holder) ? holder : null;
  }

  /** Returns the ms since the device's open socket was last active, even if it is dead now; null without one. */
  silenceOf(deviceId: string): number | null {
    const silences = this.#ofDevice(deviceId).map((socket) => this.silenceAt(socket));
    return silences.length === 0 ? null : Math.min(...silences);
  }

  /** Returns the ms since this socket was last active. */
  silenceAt(socket: WebSocket): number {
    const pinged = this.#ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
    return Date.now() - Math.max(pinged, this.holderOf(socket)?.since ?? 0);
  }

  /** Records a read of usage, because its reader may have no socket: a page without scripts has none, and other pages open one later. */
  noteUsageRead(now: number): void {
    this.#usageReadAt = now;
  }

  /** True if a browser is connected or somebody read usage in the last minute. */
  isWatched(now: number): boolean {
    return (
      Math.abs(now - this.#usageReadAt) < WATCHED_AFTER_READ_MS ||
      this.#browsers().some((socket) => this.silenceAt(socket) < SOCKET_SILENCE_MS)
    );
  }

  /**
   * Sends hints and frames, and closes the sockets of ended sessions and removed devices. Called right after the commit without waiting, so
   * that nothing uncommitted is sent.
   */
  publish(messages: OutgoingMessages, seq: number, now: number): void {
    const { hints, frames, endedSessions } = messages;
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

  /** Returns one message to a browser, as text (A42). */
  frame(type: RealtimeFrame['type'], about: HintScope, seq: number, now: number): string {
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

  /** Closes sockets that have not pinged for two minutes, because their connection is dead. */
  dropSilent(): void {
    for (const socket of this.#ctx.getWebSockets().filter(isOpen)) {
      const silence = this.silenceAt(socket);
      if (silence < SOCKET_SILENCE_MS) continue;
      close(socket, CLOSE_CODES.silent, 'silent');
      const holder = this.holderOf(socket);
      // Reports the silence now, because a dead connection may never send a close event.
      if (holder?.kind === 'device') this.#onSilence(holder.deviceId, silence);
    }
  }

  #accept(holder: SocketHolder, tags: Array<string>): { response: Response; socket: WebSocket } {
    const { 0: client, 1: socket } = new WebSocketPair();
    this.#ctx.acceptWebSocket(socket, tags);
    socket.serializeAttachment(holder);
    return { response: new Response(null, { status: 101, webSocket: client }), socket };
  }

  #browsers(): Array<WebSocket> {
    return this.#ctx.getWebSockets('parent').filter(isOpen);
  }

  #ofDevice(deviceId: string): Array<WebSocket> {
    return this.#ctx.getWebSockets(`device:${deviceId}`).filter(isOpen);
  }
}

/** Merges equal hints of one commit and keeps the later number. Sorted by number, so that the last hint sent is the newest. */
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

/** Sends a text, or closes the socket if that fails. The client catches up after it reconnects. */
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
    // The socket was already closed.
  }
}
