import ReconnectingWebSocket from 'partysocket/ws';
import type { Connection } from './tab-leader';

/** Reconnect delays start at one second and double to a minute. Jitter keeps browsers from reconnecting at the same time. */
const FIRST_DELAY_MS = 1000;
const LAST_DELAY_MS = 60_000;
const CONNECT_MS = 10_000;
/** The connection is lost if a ping gets no response within this time. */
export const PONG_WITHIN_MS = 10_000;

/** The fields of a frame that the connection reads. */
type Frame = { type: string; seq: number };

/** An event for one tab. `live` and `lost` are the state of the socket; `ended` means the session is over. */
export type LiveEvent<F> = { kind: 'live'; seq: number } | { kind: 'lost' } | { kind: 'frame'; frame: F } | { kind: 'ended' };

/** What the connection needs to know about the server's frames (use-realtime.ts). */
export type Protocol<F extends Frame> = {
  parse(text: unknown): F | null;
  ping: string;
  pong: string;
  pingEveryMs: number;
  signedOutCode: number;
};

/**
 * Opens the family's socket and keeps it open. Calls `url` before every try, because the address contains the last known change number.
 * Stops if the server closes the socket because the session ended (A42, A79). A session that ended without a socket looks like a network
 * failure. The next page load then redirects to login.
 */
export function openLive<F extends Frame>(
  protocol: Protocol<F>,
  url: () => string,
  onEvent: (event: LiveEvent<F>) => void,
): Connection<LiveEvent<F>> {
  let state: Exclude<LiveEvent<F>, { kind: 'frame' }> = { kind: 'lost' };
  let pongTimer: ReturnType<typeof setTimeout> | null = null;
  const closing = new AbortController();
  let socket = connect();

  function connect(): ReconnectingWebSocket {
    const mine = new ReconnectingWebSocket(url, null, {
      get minReconnectionDelay() {
        return FIRST_DELAY_MS * (1 + Math.random() / 2);
      },
      get maxReconnectionDelay() {
        return LAST_DELAY_MS * (1 - Math.random() / 5);
      },
      reconnectionDelayGrowFactor: 2,
      connectionTimeout: CONNECT_MS,
      maxEnqueuedMessages: 0,
      shouldReconnectOnClose: ({ code }) => code !== protocol.signedOutCode,
    });
    const isOurs = () => mine === socket && !closing.signal.aborted;
    mine.addEventListener('message', ({ data }) => isOurs() && onMessage(data));
    mine.addEventListener('close', ({ code }) => isOurs() && onClose(code));
    return mine;
  }

  /** Reconnects immediately. The library's `reconnect` would wait for the running delay (partysocket 1.3.0). */
  function reconnect(): void {
    const old = socket;
    socket = connect();
    old.close();
  }

  function setState(next: typeof state): void {
    if (next.kind === 'lost' && state.kind !== 'live') return;
    state = next;
    onEvent(next);
  }

  function forgetPing(): void {
    if (pongTimer !== null) clearTimeout(pongTimer);
    pongTimer = null;
  }

  function onMessage(text: unknown): void {
    forgetPing();
    if (text === protocol.pong) return;
    const frame = protocol.parse(text);
    // Ignores invalid frames and frames of a later version.
    if (frame === null) return;
    if (frame.type === 'hello') {
      setState({ kind: 'live', seq: frame.seq });
      return;
    }
    // A new tab gets this number from `state`, because its own may be older.
    if (state.kind === 'live') state = { kind: 'live', seq: frame.seq };
    onEvent({ kind: 'frame', frame });
  }

  function onClose(code: number): void {
    forgetPing();
    setState(code === protocol.signedOutCode ? { kind: 'ended' } : { kind: 'lost' });
  }

  function ping(): void {
    if (socket.readyState !== socket.OPEN || pongTimer !== null) return;
    socket.send(protocol.ping);
    pongTimer = setTimeout(() => {
      pongTimer = null;
      setState({ kind: 'lost' });
      reconnect();
    }, PONG_WITHIN_MS);
  }

  function onOnline(): void {
    if (socket.readyState === socket.OPEN) ping();
    else if (state.kind !== 'ended') reconnect();
  }

  const pings = setInterval(ping, protocol.pingEveryMs);
  const { signal } = closing;
  window.addEventListener('online', onOnline, { signal });
  window.addEventListener('offline', () => setState({ kind: 'lost' }), { signal });
  document.addEventListener('visibilitychange', ping, { signal });

  return {
    state: () => state,
    close() {
      closing.abort();
      clearInterval(pings);
      forgetPing();
      socket.close();
    },
  };
}
