import ReconnectingWebSocket from 'partysocket/ws';
import type { Connection } from './tab-leader';

/** Reconnect delays: from one second, doubling to a minute, with jitter so that browsers do not reconnect at the same time. */
const FIRST_DELAY_MS = 1000;
const LAST_DELAY_MS = 60_000;
const CONNECT_MS = 10_000;
/** Without a response for this long after a ping, the connection is considered dead. */
export const PONG_WITHIN_MS = 10_000;

/** The fields of a frame that the connection reads. */
type Frame = { type: string; seq: number };

/** An event for one tab. `live` and `lost` are the state of the socket; `ended` means the session is over. */
export type LiveEvent<F> = { kind: 'live'; seq: number } | { kind: 'lost' } | { kind: 'frame'; frame: F } | { kind: 'ended' };

/** The socket's contract (use-realtime.ts). */
export type Protocol<F extends Frame> = {
  parse(text: unknown): F | null;
  ping: string;
  pong: string;
  pingEveryMs: number;
  signedOutCode: number;
};

/**
 * Opens the family's socket and keeps it open. Calls `url` at every try for the address with this tab's last known number. Does not
 * reconnect after the session ended while the socket was open (A42, A79). A session that ended earlier looks like a network failure; the
 * next page load then redirects to the login.
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
    // Ignore frames of a later version.
    if (frame === null) return;
    if (frame.type === 'hello') {
      setState({ kind: 'live', seq: frame.seq });
      return;
    }
    // For a tab that joins later and may have an older number.
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
