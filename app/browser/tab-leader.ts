/** What the tabs of one browser and account tell each other: a new tab asks, the holder says what it hears. `echo` is for its sender. */
type TabMessage<Event> = { kind: 'ask' } | { kind: 'event'; event: Event } | { kind: 'echo'; id: string };

/** The connection that one tab holds for all. */
export type Held<Event> = {
  /** How it stands, for a tab that has just come. */
  state(): Event;
  close(): void;
};

/**
 * Shares one connection among the tabs of one name: a lock elects the tab that holds it, a channel passes on what it hears; when that tab
 * goes, another takes over. A browser without either has one connection per tab.
 * @param open called in the tab that is elected; `tell` reaches every tab, this one included
 * @returns leaves the family, closing the connection where this tab holds it
 */
export function joinTabs<Event>(
  name: string,
  open: (tell: (event: Event) => void) => Held<Event>,
  hear: (event: Event) => void,
): () => void {
  if (!('BroadcastChannel' in globalThis) || !('locks' in navigator)) {
    const held = open(hear);
    return () => held.close();
  }
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  const echoes = new Map<string, () => void>();
  let held: Held<Event> | null = null;

  const post = (message: TabMessage<Event>) => channel.postMessage(message);
  const tell = (event: Event) => {
    if (leaving.signal.aborted) return;
    post({ kind: 'event', event });
    hear(event);
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage<Event>>) => {
    if (data.kind === 'event') hear(data.event);
    else if (data.kind === 'echo') echoes.get(data.id)?.();
    else if (held !== null) post({ kind: 'event', event: held.state() });
  };
  post({ kind: 'ask' });

  /** Resolves when all that other tabs told before this moment was heard, or when this tab leaves. */
  const catchUp = async () => {
    const own = new BroadcastChannel(name);
    const id = `${Math.random()}`;
    await new Promise<void>((done) => {
      echoes.set(id, done);
      leaving.signal.addEventListener('abort', () => done());
      own.postMessage({ kind: 'echo', id });
    });
    own.close();
  };

  const hold = async () => {
    // The lock may come sooner than the holder's last word, which may be that the session has ended.
    await catchUp();
    if (leaving.signal.aborted) return;
    await new Promise<void>((release) => {
      held = open(tell);
      leaving.signal.addEventListener('abort', () => {
        held?.close();
        held = null;
        release();
      });
    });
  };
  navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => {
    // Left before the lock was free.
  });
  return () => {
    leaving.abort();
    channel.close();
  };
}
