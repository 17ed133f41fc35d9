import { useEffect, useRef, useState } from 'react';
import type { HintType as Hint, RealtimeFrame } from '#app/wire/realtime';
import type { LiveEvent, Protocol } from './live-connection';
import { joinTabs } from './tab-leader';

/** The types of hints that a page can follow (A42). */
export type HintType = Hint;

/**
 * The part of the realtime contract that pages need. Importing app/wire/realtime.ts would add 26 KB of validation code for five fields.
 * use-realtime.test.ts checks that this copy equals the contract.
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

/** Returns true for a frame of this version. A frame of an unknown type is valid; no page follows such a hint. */
function isFrame(value: unknown): value is RealtimeFrame {
  if (typeof value !== 'object' || value === null || !('v' in value) || !('seq' in value) || !('type' in value)) return false;
  return value.v === 1 && Number.isInteger(value.seq) && Number(value.seq) >= 0 && typeof value.type === 'string';
}

/** An event for the page: a hint, a gap in which anything may have changed, or the end of the session. */
export type News = { kind: 'hint'; hint: HintType } | { kind: 'gap' } | { kind: 'ended' };

/** The account that is logged in, and the number of the family's last change that the page includes. */
export type LiveSession = { accountId: string; seq: number };

/**
 * Creates a listener that reports hints, gaps and the end of the session to `tell`. Ignores a frame with a number below the last known
 * number. Reports a gap if the number is higher after a reconnect (A42). Hints without a stored change repeat the current number.
 */
export function createListener(first: number, tell: (news: News) => void) {
  let last = first;
  return {
    last: () => last,
    /** Records the change number of the page's data. */
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
      // The family may have been restored to an older state, so the lower number is right.
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
 * Connects to the family's socket while there is a session. Loads the socket's code after the page has rendered. All tabs of the account
 * share one socket (tab-leader.ts).
 * @param session null while nobody is logged in
 * @returns whether the socket is live, so that it reports changes
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
          // No tab may take over the socket of an ended session.
          if (hasEnded) leave?.();
        },
      );
    };
    // If the code cannot be loaded, there is no socket and polling continues.
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
