import { useFetchers, useMatches, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { TextSet } from '#app/i18n';
import { expireLoads, keepLoadsOf, setLive, watchLoads } from './page-load';
import type { PollKind } from './poll-schedule';
import { createRefresher, type Refresher } from './refresher';
import { usePoll } from './use-poll';
import { type HintType, type LiveSession, type News, useRealtime } from './use-realtime';

/**
 * How a leaf route stays up to date, in `handle.live`. If the page's data contains `actionAgeMs`, the page polls fast, as after an action
 * that many ms before the load. Null means no action.
 */
export type LiveHandle = {
  /** The hints that reload the page. */
  hints: ReadonlyArray<HintType>;
  /** What the page polls; null for no polling. With `isFastFromStart`, opening the page counts as an action (9.2.13). */
  poll: { kind: PollKind; isFastFromStart?: boolean } | null;
};

/**
 * The `handle` of a leaf route behind the login.
 *
 * - `isBare`: no menus on the page (2.10.1)
 * - `texts`: the text sets in addition to the common one
 */
export type PageHandle = { title: string; live: LiveHandle; isBare?: true; texts?: ReadonlyArray<TextSet> };

/**
 * Keeps the current page up to date during a session: by hints while the socket is live, otherwise by polling. Call this once per page: in
 * the layout behind the login, or in a page without that layout.
 */
export function useLive(session: LiveSession | null): void {
  const page = useMatches().at(-1);
  const live = session === null ? null : toLiveHandle(page?.handle);
  const seq = toNumber(page?.data, 'seq') ?? session?.seq ?? 0;
  const refresher = useRefresher();
  const current = useRef(live);
  current.current = live;

  const onNews = (news: News) => {
    // The change may also affect other pages, so all cached responses expire.
    expireLoads();
    if (news.kind === 'ended') keepLoadsOf(null);
    if (news.kind !== 'hint' || current.current?.hints.includes(news.hint)) refresher.request();
  };
  const isLive = useRealtime(session === null ? null : { accountId: session.accountId, seq }, onNews);
  const accountId = session?.accountId ?? null;
  useEffect(() => {
    keepLoadsOf(accountId);
    return () => keepLoadsOf(null);
  }, [accountId]);
  useEffect(() => setLive(isLive), [isLive]);

  const doneAt = useDoneAt(page?.pathname ?? '', live?.poll?.isFastFromStart ?? false, page?.data);
  usePoll(live === null || live.poll === null ? null : { kind: live.poll.kind, doneAt }, isLive, () => refresher.request());
}

/** Returns a refresher that reloads the page, except while the page is hidden or a navigation is loading. */
function useRefresher(): Refresher {
  const { revalidate, state: revalidation } = useRevalidator();
  const { state: navigation } = useNavigation();
  const isIdle = revalidation === 'idle' && navigation === 'idle';
  const latest = useRef({ revalidate, isIdle });
  latest.current = { revalidate, isIdle };
  const [refresher] = useState(() =>
    createRefresher(
      () => document.visibilityState === 'visible' && latest.current.isIdle,
      () => {
        expireLoads();
        latest.current.revalidate();
      },
    ),
  );
  useEffect(() => {
    if (isIdle) refresher.check();
  }, [isIdle, refresher]);
  useEffect(() => {
    const stopWatching = watchLoads(refresher.loadStarted);
    document.addEventListener('visibilitychange', refresher.check);
    return () => {
      stopWatching();
      document.removeEventListener('visibilitychange', refresher.check);
      refresher.stop();
    };
  }, [refresher]);
  return refresher;
}

/**
 * Returns the time of the last action on the current page in epoch ms; null if there was none. With `isFastFromStart`, opening the page is
 * an action. `data` is the page's data; its `actionAgeMs` is the age of an earlier action.
 */
function useDoneAt(pathname: string, isFastFromStart: boolean, data: unknown): number | null {
  const isSending = [useNavigation(), ...useFetchers()].some(({ state, formMethod }) => state === 'submitting' && formMethod !== 'GET');
  const [done, setDone] = useState<{ pathname: string; at: number } | null>(null);
  useEffect(() => {
    if (isFastFromStart) setDone({ pathname, at: Date.now() });
  }, [pathname, isFastFromStart]);
  useEffect(() => {
    if (isSending) setDone({ pathname, at: Date.now() });
  }, [isSending, pathname]);
  const ageMs = toNumber(data, 'actionAgeMs');
  useEffect(() => {
    // Depends on `data`, because a new load may report the same age.
    if (data !== null && ageMs !== null) setDone({ pathname, at: Date.now() - ageMs });
  }, [pathname, data, ageMs]);
  return done !== null && done.pathname === pathname ? done.at : null;
}

function toLiveHandle(handle: unknown): LiveHandle | null {
  return hasLive(handle) ? handle.live : null;
}

// Remix types `handle` as unknown. Our routes check it with `satisfies PageHandle`.
function hasLive(handle: unknown): handle is { live: LiveHandle } {
  return typeof handle === 'object' && handle !== null && 'live' in handle;
}

function toNumber(data: unknown, key: 'seq' | 'actionAgeMs'): number | null {
  const value = typeof data === 'object' && data !== null ? Reflect.get(data, key) : null;
  return typeof value === 'number' ? value : null;
}
