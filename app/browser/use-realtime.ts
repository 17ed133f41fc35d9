import { useEffect, useRef, useState } from 'react';
import type { HintType as Hint, RealtimeFrame } from '~/wire/realtime';
import type { LiveEvent, Protocol } from './live-connection';
import { joinTabs } from './tab-leader';

/** What a page may ask to be told about (A42). */
export type HintType = Hint;

/**
 * The contract as a page needs it. Not imported: app/wire/realtime.ts comes with 26 KB of checking code, which no page shall carry for five
 * fields. use-realtime.test.ts holds the two together.
 */
export const PROTOCOL: Protocol<RealtimeFrame> = {
  parse: parseFrame,
  ping: 'ping',
  pong: 'pong',
  pingEveryMs: 30_000,
  signedOutCode: 4001,
};

function parseFrame(text: unknown): RealtimeFrame | null {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : null;
    return isFrame(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether it is a frame of this version. A type that is not known yet is no page's hint, so it does no harm. */
function isFrame(value: unknown): value is RealtimeFrame {
  if (typeof value !== 'object' || value === null || !('v' in value) || !('seq' in value) || !('type' in value)) return false;
  return value.v === 1 && Number.isInteger(value.seq) && Number(value.seq) >= 0 && typeof value.type === 'string';
}

/** What a tab makes of what it hears: a hint, a gap after which anything may have changed, or the end of the session. */
export type News = { kind: 'hint'; hint: HintType } | { kind: 'gap' } | { kind: 'ended' };

/** Who is signed in, and the number of the family's last change that the page knows of. */
export type LiveSession = { accountId: string; seq: number };

/**
 * Turns what a tab hears into news, by the last number it knows of: a frame with a lower one is old, a number that has grown unheard is a
 * gap (A42). Hints that are not kept as a change repeat the present number.
 */
export function createListener(first: number, tell: (news: News) => void) {
  let last = first;
  return {
    last: () => last,
    /** The page's own data know of this number. */
    note(seq: number): void {
      last = Math.max(last, seq);
    },
    hear(event: LiveEvent<RealtimeFrame>): void {
      if (event.kind === 'ended') tell({ kind: 'ended' });
      if (event.kind === 'live') {
        const hasGap = event.seq > last;
        last = Math.max(last, event.seq);
        if (hasGap) tell({ kind: 'gap' });
      }
      if (event.kind !== 'frame') return;
      const { type, seq } = event.frame;
      // The family may have gone back to an older state: its number counts.
      if (type === 'resync') last = seq;
      if (seq < last) return;
      last = seq;
      if (type === 'resync') tell({ kind: 'gap' });
      else if (type === 'logout') tell({ kind: 'ended' });
      else if (type !== 'hello') tell({ kind: 'hint', hint: type });
    },
  };
}

/**
 * Listens to the family for as long as the page has a session; null = it has none. The socket's code is fetched once the page stands, one
 * socket serves all tabs of the account (tab-leader.ts).
 * @returns whether the socket lives, so that changes are told
 */
export function useRealtime(session: LiveSession | null, tell: (news: News) => void): boolean {
  const [isLive, setIsLive] = useState(false);
  const latest = useRef(tell);
  latest.current = tell;
  const listener = useRef<ReturnType<typeof createListener> | null>(null);
  const accountId = session?.accountId ?? null;
  const seq = session?.seq ?? 0;
  const first = useRef(seq);
  first.current = seq;
  useEffect(() => listener.current?.note(seq), [seq]);
  useEffect(() => {
    if (accountId === null) return;
    const mine = createListener(first.current, (news) => latest.current(news));
    listener.current = mine;
    let leave: (() => void) | null = null;
    let hasLeft = false;
    const join = async () => {
      const { openLive } = await import('./live-connection');
      if (hasLeft) return;
      const url = () => `${location.origin.replace(/^http/, 'ws')}/realtime?after=${mine.last()}`;
      leave = joinTabs<LiveEvent<RealtimeFrame>>(
        `porchlight realtime ${accountId}`,
        (spread) => openLive(PROTOCOL, url, spread),
        (event) => {
          const hasEnded = event.kind === 'ended' || (event.kind === 'frame' && event.frame.type === 'logout');
          setIsLive(!hasEnded && event.kind !== 'lost');
          mine.hear(event);
          // Nobody takes over the socket of a session that is over.
          if (hasEnded) leave?.();
        },
      );
    };
    // Without its code there is no socket, and polling does the work.
    join().catch(() => {});
    return () => {
      hasLeft = true;
      listener.current = null;
      leave?.();
      setIsLive(false);
    };
  }, [accountId]);
  return isLive;
}
