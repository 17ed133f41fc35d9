/**
 * Messages between tabs of one browser and account. A new tab asks for the state; the leader broadcasts events. A tab sends `echo` to
 * itself to know that earlier messages were handled.
 */
type TabMessage<Event> = { kind: 'ask' } | { kind: 'event'; event: Event } | { kind: 'echo'; id: string };

/** The leader's connection, shared by all tabs. */
export type Connection<Event> = {
  /** Returns the current state, for a new tab. */
  state(): Event;
  close(): void;
};

/**
 * Shares one connection among all tabs with the same `name`. A lock elects the leader, which broadcasts its events. When the leader closes,
 * another tab takes over. Without locks or channels, each tab opens its own connection.
 * @param open opens the connection in the leader; its `broadcast` reaches every tab, including this one
 * @returns a function that leaves, and closes the connection if this tab is the leader
 */
export function joinTabs<Event>(
  name: string,
  open: (broadcast: (event: Event) => void) => Connection<Event>,
  onEvent: (event: Event) => void,
): () => void {
  if (!('BroadcastChannel' in globalThis) || !('locks' in navigator)) {
    const connection = open(onEvent);
    return () => connection.close();
  }
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  const barriers = new Map<string, () => void>();
  let connection: Connection<Event> | null = null;

  const post = (message: TabMessage<Event>) => channel.postMessage(message);
  const broadcast = (event: Event) => {
    if (leaving.signal.aborted) return;
    post({ kind: 'event', event });
    onEvent(event);
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage<Event>>) => {
    if (data.kind === 'event') onEvent(data.event);
    else if (data.kind === 'echo') barriers.get(data.id)?.();
    else if (connection !== null) post({ kind: 'event', event: connection.state() });
  };
  post({ kind: 'ask' });

  /** Resolves when this tab has handled all earlier messages, or when it leaves. */
  const catchUp = async () => {
    const own = new BroadcastChannel(name);
    const id = `${Math.random()}`;
    await new Promise<void>((done) => {
      barriers.set(id, done);
      leaving.signal.addEventListener('abort', () => done());
      own.postMessage({ kind: 'echo', id });
    });
    own.close();
  };

  const hold = async () => {
    // The lock may arrive before the last message of the previous leader, such as the end of the session.
    await catchUp();
    if (leaving.signal.aborted) return;
    await new Promise<void>((release) => {
      connection = open(broadcast);
      leaving.signal.addEventListener('abort', () => {
        connection?.close();
        connection = null;
        release();
      });
    });
  };
  navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => {
    // This tab left before it got the lock.
  });
  return () => {
    leaving.abort();
    channel.close();
  };
}
