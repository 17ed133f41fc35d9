import { isRouteErrorResponse } from '@remix-run/react';
import type { TextSet } from '../i18n';
import { loadWithRetries } from './load-retry';
import { CLEAN_EVERY_MS, createLoaderCache, isAborted, type LoaderCache, type Versioned } from './loader-cache';
import { addTexts } from './page-texts';

/** How loading stands in this tab. Instants in epoch ms. */
export type LoadState = {
  /** A load failed and is being tried again (RT-028). */
  isRetrying: boolean;
  loadedAt: number;
  failedAt: number | null;
};

/** Who is told when a load begins; the answer is called at its end. */
type Watcher = () => (hasSucceeded: boolean) => void;

let state: LoadState = { isRetrying: false, loadedAt: 0, failedAt: null };
let isTold = false;
let account: string | null = null;
let retrying = 0;
let isCleaning = false;
const readers = new Set<() => void>();
const watchers = new Set<Watcher>();
const caches = new Set<Pick<LoaderCache<Versioned>, 'expire' | 'empty' | 'clean'>>();

/** For useSyncExternalStore: how loading stands. */
export const loadState = {
  get: () => state,
  subscribe(reader: () => void): () => void {
    readers.add(reader);
    return () => readers.delete(reader);
  },
};

function change(next: Partial<LoadState>): void {
  state = { ...state, ...next };
  for (const reader of readers) reader();
}

/** Tells the beginning of every load of a page. */
export function watchLoads(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Kept answers are too old: after a change, a hint, or a failure (RT-018). */
export function expireLoads(): void {
  for (const cache of caches) cache.expire();
}

/** The account that pages show now; nothing of another one stays (A102). */
export function keepLoadsOf(accountId: string | null): void {
  if (account !== null && accountId !== account) for (const cache of caches) cache.empty();
  account = accountId;
}

/** Whether a live socket tells of changes, so that kept answers stay good for longer (RT-031). */
export function setReported(told: boolean): void {
  if (told !== isTold) expireLoads();
  isTold = told;
}

/** Focus and network are reasons to hope again (A107). */
export function forgetFailure(): void {
  if (state.failedAt !== null) change({ failedAt: null });
}

/** A leaf route's way to its data. */
export type PageLoader<Data extends Versioned> = (request: Request, serverLoader: () => Promise<Data>) => Promise<Data>;

/**
 * For the `clientLoader` of one leaf route: answers are shared and kept for a moment, failures retried (8.1.12); when that is used up the
 * page breaks, which is reported and leads to /error (use-crash-report.ts). `isCheck`: the load asks whether something happened, once, and
 * on failure it has not (A106). `texts`: the sets that the page has besides the common one, fetched beside its data.
 */
export function createPageLoader<Data extends Versioned>({
  isCheck = false,
  texts = [],
}: {
  isCheck?: boolean;
  texts?: ReadonlyArray<TextSet>;
} = {}): PageLoader<Data> {
  const cache = createLoaderCache<Data>(() => isTold);
  caches.add(cache);
  return async (request, serverLoader) => {
    keepClean();
    const { pathname, search } = new URL(request.url);
    const url = pathname + search;
    const known = isCheck ? cache.last(url) : null;
    const load = () => genuine(serverLoader);
    const read = cache.read(url, async () => {
      if (known === null) return watched(() => retried(request.signal, load));
      const data = await watched(() => checked(load, known));
      // The check is over, so nobody waits for it; but polling pauses (RT-008).
      if (data === known) change({ failedAt: Date.now() });
      return data;
    });
    const [data] = await Promise.all([read, ...texts.map((set) => addTexts(set))]).catch((error: unknown) => redirectInPlace(url, error));
    return data;
  };
}

/** How long a message waits (toast.server.ts). */
const REACH_MS = 60_000;
let saidAt = Number.NEGATIVE_INFINITY;

/** Did a page lead elsewhere a moment ago, and left a message that was not shown yet? */
export function hasLeftMessage(): boolean {
  return Date.now() - saidAt < REACH_MS;
}

/** It is shown: nobody need look for it. */
export function endLeftMessage(): void {
  saidAt = Number.NEGATIVE_INFINITY;
}

/**
 * Whoever stands at a page already, by Back or because it is loaded again, is led on in its place: with an entry of its own for the next
 * page, Back would come upon this one again and never get past it. @throws what it was given, for a redirect one that replaces
 */
function redirectInPlace(url: string, error: unknown): never {
  if (error instanceof Response && error.headers.has('X-Remix-Revalidate')) saidAt = Date.now();
  const isHere = url === location.pathname + location.search;
  if (!isHere || !(error instanceof Response) || !error.headers.has('Location')) throw error;
  // Shared answers stay as they are: somebody else may come along a link.
  const headers = new Headers(error.headers);
  headers.set('X-Remix-Replace', 'yes');
  throw new Response(null, { status: error.status, headers });
}

/** For the `clientLoader` of a page whose data nobody keeps: a failure is retried all the same. `texts` as of `createPageLoader`. */
export async function loadWithPatience<Data>(
  request: Request,
  serverLoader: () => Promise<Data>,
  texts: ReadonlyArray<TextSet> = [],
): Promise<Data> {
  const read = watched(() => retried(request.signal, () => genuine(serverLoader)));
  const [data] = await Promise.all([read, ...texts.map((set) => addTexts(set))]);
  return data;
}

/** Our loaders always say something. What is read as nothing comes from somebody between, such as a portal that answers 204 to everything. */
async function genuine<Data>(load: () => Promise<Data>): Promise<Data> {
  const data = await load();
  if (data === null || data === undefined) throw new Error('An answer without data');
  return data;
}

/** From the first load on: what only a browser does does not begin with an import, which the server does too. */
function keepClean(): void {
  if (isCleaning) return;
  isCleaning = true;
  setInterval(() => {
    for (const cache of caches) cache.clean();
  }, CLEAN_EVERY_MS);
}

async function watched<Data>(load: () => Promise<Data>): Promise<Data> {
  const ends = [...watchers].map((watcher) => watcher());
  let hasSucceeded = false;
  try {
    const data = await load();
    hasSucceeded = true;
    change({ loadedAt: Date.now(), failedAt: null });
    return data;
  } finally {
    for (const end of ends) end(hasSucceeded);
  }
}

async function checked<Data>(load: () => Promise<Data>, known: Data): Promise<Data> {
  try {
    return await load();
  } catch (error) {
    if (toFailure(error) === null) throw error;
    return known;
  }
}

async function retried<Data>(signal: AbortSignal, load: () => Promise<Data>): Promise<Data> {
  let hasFailed = false;
  try {
    return await loadWithRetries(load, {
      toFailure,
      wait: (ms) => pause(ms, signal),
      onFailure() {
        if (!hasFailed) retrying += 1;
        hasFailed = true;
        change({ isRetrying: true, failedAt: Date.now() });
      },
    });
  } finally {
    if (hasFailed) retrying -= 1;
    change({ isRetrying: retrying > 0 });
  }
}

/** What a failed load or form says; null for what is no failure: a redirect, or a reader who left. A status of ours, no network, or something in between that is not ours (a proxy, a half answer). */
export function toFailure(error: unknown): { status: number } | null {
  if (error instanceof Response || isAborted(error)) return null;
  if (isRouteErrorResponse(error)) return { status: error.status };
  // What fetch throws when there was no answer.
  if (error instanceof TypeError) return { status: 0 };
  return { status: 500 };
}

/** Waits; true when the network or the reader came back before the time. Offline it waits for the network, however long. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (wasCut: boolean) => () => {
      if (!wasCut && !navigator.onLine) {
        isOver = true;
        return;
      }
      stop();
      resolve(wasCut);
    };
    const timer = setTimeout(end(false), ms);
    const cut = () => {
      // The time had passed while offline: this is the retry itself.
      stop();
      resolve(!isOver);
    };
    const leave = () => {
      stop();
      reject(signal.reason);
    };
    const stop = () => {
      clearTimeout(timer);
      window.removeEventListener('online', cut);
      window.removeEventListener('focus', cut);
      signal.removeEventListener('abort', leave);
    };
    window.addEventListener('online', cut);
    window.addEventListener('focus', cut);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
  });
}
