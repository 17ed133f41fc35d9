import ReconnectingWebSocket from 'partysocket/ws';
import type { Held } from './tab-leader';

/** Delays between tries to connect: from one second, doubling to a minute, each drawn anew so that browsers do not return in step. */
const FIRST_DELAY_MS = 1000;
const LAST_DELAY_MS = 60_000;
const CONNECT_MS = 10_000;
/** No word for this long after a ping: the network swallows what is sent, so the connection is given up. */
export const PONG_WITHIN_MS = 10_000;

/** The part of a frame that the connection itself reads. */
type Frame = { type: string; seq: number };

/** What one tab hears. `live` and `lost` say how the socket stands, `ended` that the session is over. */
export type LiveEvent<F> = { kind: 'live'; seq: number } | { kind: 'lost' } | { kind: 'frame'; frame: F } | { kind: 'ended' };

/** What the contract says about the socket (use-realtime.ts). */
export type Protocol<F extends Frame> = {
  parse(text: unknown): F | null;
  ping: string;
  pong: string;
  pingEveryMs: number;
  signedOutCode: number;
};

/**
 * Opens the family's socket and keeps it open. `url` gives the address with the last number this tab knows of; it is asked at every try.
 * A session that ended while the socket was open is not tried again (A42, A79); one that ended before looks like a network that is away,
 * and the page's next load leads to the login.
 */
export function openLive<F extends Frame>(
  protocol: Protocol<F>,
  url: () => string,
  tell: (event: LiveEvent<F>) => void,
): Held<LiveEvent<F>> {
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
    mine.addEventListener('message', ({ data }) => isOurs() && hear(data));
    mine.addEventListener('close', ({ code }) => isOurs() && lose(code));
    return mine;
  }

  /** Another socket at once: the library's own `reconnect` waits for the delay that is running (partysocket 1.3.0). */
  function renew(): void {
    const old = socket;
    socket = connect();
    old.close();
  }

  function become(next: typeof state): void {
    if (next.kind === 'lost' && state.kind !== 'live') return;
    state = next;
    tell(next);
  }

  function forgetPing(): void {
    if (pongTimer !== null) clearTimeout(pongTimer);
    pongTimer = null;
  }

  function hear(text: unknown): void {
    forgetPing();
    if (text === protocol.pong) return;
    const frame = protocol.parse(text);
    // Frames of a later version are not ours to read.
    if (frame === null) return;
    if (frame.type === 'hello') {
      become({ kind: 'live', seq: frame.seq });
      return;
    }
    // For a tab that comes later and may know less.
    if (state.kind === 'live') state = { kind: 'live', seq: frame.seq };
    tell({ kind: 'frame', frame });
  }

  function lose(code: number): void {
    forgetPing();
    become(code === protocol.signedOutCode ? { kind: 'ended' } : { kind: 'lost' });
  }

  function probe(): void {
    if (socket.readyState !== socket.OPEN || pongTimer !== null) return;
    socket.send(protocol.ping);
    pongTimer = setTimeout(() => {
      pongTimer = null;
      become({ kind: 'lost' });
      renew();
    }, PONG_WITHIN_MS);
  }

  function comeBack(): void {
    if (socket.readyState === socket.OPEN) probe();
    else if (state.kind !== 'ended') renew();
  }

  const pings = setInterval(probe, protocol.pingEveryMs);
  const { signal } = closing;
  window.addEventListener('online', comeBack, { signal });
  window.addEventListener('offline', () => become({ kind: 'lost' }), { signal });
  document.addEventListener('visibilitychange', probe, { signal });

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
