import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { forgetFailure, loadState } from './page-load';
import { nextPollIn, type PollKind } from './poll-schedule';

/**
 * Calls `refresh` whenever a poll is due (poll-schedule.ts).
 * @param poll null if the page does not poll
 */
export function usePoll(poll: { kind: PollKind; doneAt: number | null } | null, isLive: boolean, refresh: () => void): void {
  const { loadedAt, failedAt } = useSyncExternalStore(loadState.subscribe, loadState.get, loadState.get);
  const isFocused = useWindowState('focus', 'blur', () => document.hasFocus());
  const isOnline = useWindowState('online', 'offline', () => navigator.onLine);
  const latest = useRef(refresh);
  latest.current = refresh;
  // The document already contains the data, so the first poll is timed from here.
  const [openedAt] = useState(Date.now);
  // The time of the last requested poll delays the next poll, because the refresher may postpone the load.
  const askedAt = useRef(0);
  const kind = poll?.kind ?? null;
  const doneAt = poll?.doneAt ?? null;
  useEffect(() => {
    if (kind === null) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const arm = () => {
      const state = {
        kind,
        isFocused,
        isOnline,
        isLive,
        lastActionAt: doneAt,
        failedAt,
        loadedAt: Math.max(openedAt, loadedAt, askedAt.current),
      };
      const wait = nextPollIn(state, Date.now(), Math.random());
      if (wait === null) return;
      timer = setTimeout(() => {
        askedAt.current = Date.now();
        latest.current();
        arm();
      }, wait);
    };
    arm();
    return () => {
      if (timer !== null) clearTimeout(timer);
    };
  }, [kind, doneAt, isFocused, isOnline, isLive, openedAt, loadedAt, failedAt]);
  useEffect(() => {
    if (isFocused && isOnline) forgetFailure();
  }, [isFocused, isOnline]);
}

/** Returns whether the last event was `on`. Before the first event, returns the value of `read`; on the server, true. */
function useWindowState(on: 'focus' | 'online', off: 'blur' | 'offline', read: () => boolean): boolean {
  const lastState = useRef<boolean | null>(null);
  const subscribe = useRef((changed: () => void) => {
    const set = (value: boolean) => () => {
      lastState.current = value;
      changed();
    };
    const [yes, no] = [set(true), set(false)];
    window.addEventListener(on, yes);
    window.addEventListener(off, no);
    return () => {
      window.removeEventListener(on, yes);
      window.removeEventListener(off, no);
    };
  });
  return useSyncExternalStore(
    subscribe.current,
    () => lastState.current ?? read(),
    () => true,
  );
}
