import { useFetchers, useMatches, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { TextSet } from '~/i18n';
import { expireLoads, keepLoadsOf, setReported, watchLoads } from './page-load';
import type { PollKind } from './poll-schedule';
import { createRefresher, type Refresher } from './refresher';
import { usePoll } from './use-poll';
import { type HintType, type LiveSession, type News, useRealtime } from './use-realtime';

/** What a leaf route says in `handle.live` about keeping itself true. */
export type LiveHandle = {
  /** The hints that make it load again; every other one leaves it alone. */
  hints: ReadonlyArray<HintType>;
  /** What it asks for by itself, and whether opening it counts as something done (9.2.13). */
  poll: { kind: PollKind; isFastFromStart?: boolean } | null;
};

/** A signed-in leaf route's `handle`. `isBare`: it has no menus beside it (2.10.1). `texts`: what it says besides the common texts. */
export type PageHandle = { title: string; live: LiveHandle; isBare?: true; texts?: ReadonlyArray<TextSet> };

/**
 * Keeps the page that is shown true for as long as there is a session: by hints while the socket lives, by polling else. Used once per
 * page: by the layout of signed-in pages, or by a page outside it.
 */
export function useLive(session: LiveSession | null): void {
  const page = useMatches().at(-1);
  const live = session === null ? null : toLiveHandle(page?.handle);
  const seq = toSeq(page?.data) ?? session?.seq ?? 0;
  const refresher = useRefresher();
  const current = useRef(live);
  current.current = live;

  const hear = (news: News) => {
    // Another page than the one that is shown may be about it, so nothing kept is good any more.
    expireLoads();
    if (news.kind === 'ended') keepLoadsOf(null);
    if (news.kind !== 'hint' || current.current?.hints.includes(news.hint)) refresher.ask();
  };
  const isTold = useRealtime(session === null ? null : { accountId: session.accountId, seq }, hear);
  const accountId = session?.accountId ?? null;
  useEffect(() => {
    keepLoadsOf(accountId);
    return () => keepLoadsOf(null);
  }, [accountId]);
  useEffect(() => setReported(isTold), [isTold]);

  const doneAt = useDoneAt(page?.pathname ?? '', live?.poll?.isFastFromStart ?? false);
  usePoll(live === null || live.poll === null ? null : { kind: live.poll.kind, doneAt }, isTold, () => refresher.ask());
}

/** Loads the page again when it is wanted and possible: not while hidden, and not while a navigation does it anyway. */
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
    const stopWatching = watchLoads(refresher.begin);
    document.addEventListener('visibilitychange', refresher.check);
    return () => {
      stopWatching();
      document.removeEventListener('visibilitychange', refresher.check);
      refresher.stop();
    };
  }, [refresher]);
  return refresher;
}

/** When something was done on the page that is shown, epoch ms; opening it counts where the page says so. */
function useDoneAt(pathname: string, isFastFromStart: boolean): number | null {
  const isSending = [useNavigation(), ...useFetchers()].some(({ state, formMethod }) => state === 'submitting' && formMethod !== 'GET');
  const [done, setDone] = useState<{ pathname: string; at: number } | null>(null);
  useEffect(() => {
    if (isFastFromStart) setDone({ pathname, at: Date.now() });
  }, [pathname, isFastFromStart]);
  useEffect(() => {
    if (isSending) setDone({ pathname, at: Date.now() });
  }, [isSending, pathname]);
  return done !== null && done.pathname === pathname ? done.at : null;
}

function toLiveHandle(handle: unknown): LiveHandle | null {
  return hasLive(handle) ? handle.live : null;
}

// A route's `handle` is unknown to Remix; the type checker has seen each of ours (`satisfies PageHandle`).
function hasLive(handle: unknown): handle is { live: LiveHandle } {
  return typeof handle === 'object' && handle !== null && 'live' in handle;
}

function toSeq(data: unknown): number | null {
  return typeof data === 'object' && data !== null && 'seq' in data && typeof data.seq === 'number' ? data.seq : null;
}
