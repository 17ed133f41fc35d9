import { isRouteErrorResponse } from '@remix-run/react';
import type { TextSet } from '../i18n';
import { loadWithRetries } from './load-retry';
import { CLEAN_EVERY_MS, createLoaderCache, isAborted, type LoaderCache, type Versioned } from './loader-cache';
import { addTexts } from './page-texts';
import { pause } from './retry-pause';

/** The load state of this tab. Times are in epoch ms. */
export type LoadState = {
  /** True while a failed load is being retried (RT-028). */
  isRetrying: boolean;
  loadedAt: number;
  failedAt: number | null;
};

/** Called when a load begins. Returns a function to call when the load ends. */
type Watcher = () => (hasSucceeded: boolean) => void;

let state: LoadState = { isRetrying: false, loadedAt: 0, failedAt: null };
let isLive = false;
let account: string | null = null;
let retrying = 0;
let isCleaning = false;
const subscribers = new Set<() => void>();
const watchers = new Set<Watcher>();
const caches = new Set<Pick<LoaderCache<Versioned>, 'expire' | 'empty' | 'clean'>>();

/** The load state, as a store for useSyncExternalStore. */
export const loadState = {
  get: () => state,
  subscribe(subscriber: () => void): () => void {
    subscribers.add(subscriber);
    return () => subscribers.delete(subscriber);
  },
};

function change(next: Partial<LoadState>): void {
  state = { ...state, ...next };
  for (const subscriber of subscribers) subscriber();
}

/**
 * Calls `watcher` when a load begins.
 * @returns a function that removes the watcher
 */
export function watchLoads(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Expires all cached responses, so that the next read loads again (RT-018). */
export function expireLoads(): void {
  for (const cache of caches) cache.expire();
}

/** Adds a cache of account data, which is emptied when the account changes or the session ends. */
export function addAccountCache(cache: Pick<LoaderCache<Versioned>, 'expire' | 'empty' | 'clean'>): void {
  caches.add(cache);
}

/** Sets the account whose pages are shown, and deletes cached responses of any other account (A102). */
export function keepLoadsOf(accountId: string | null): void {
  if (account !== null && accountId !== account) for (const cache of caches) cache.empty();
  account = accountId;
}

/** Sets whether a live socket reports changes, which makes cached responses last longer (RT-031). A change of the value expires them. */
export function setLive(live: boolean): void {
  if (live !== isLive) expireLoads();
  isLive = live;
}

/** Clears the last failure. Call this when the window gets the focus or the network is back (A107). */
export function forgetFailure(): void {
  if (state.failedAt !== null) change({ failedAt: null });
}

export type PageLoader<Data extends Versioned> = (request: Request, serverLoader: () => Promise<Data>) => Promise<Data>;

/**
 * Returns the `clientLoader` of a leaf route, which shares and caches responses and retries failures (8.1.12). Throws after the last retry;
 * use-crash-report.ts reports the error and redirects to /error.
 * @param isCheck true if the load only checks for a change: it tries once and returns the known data on failure (A106)
 * @param texts the text sets that the page needs in addition to the common one, fetched in parallel
 */
export function createPageLoader<Data extends Versioned>({
  isCheck = false,
  texts = [],
}: {
  isCheck?: boolean;
  texts?: ReadonlyArray<TextSet>;
} = {}): PageLoader<Data> {
  const cache = createLoaderCache<Data>(() => isLive);
  caches.add(cache);
  return async (request, serverLoader) => {
    startCleaning();
    const { pathname, search } = new URL(request.url);
    const url = pathname + search;
    const known = isCheck ? cache.last(url) : null;
    const load = () => requireData(serverLoader);
    const read = cache.read(url, async () => {
      if (known === null) return watched(() => retried(request.signal, load));
      const data = await watched(() => checked(load, known));
      // The page shows the known data, but polling still pauses after the failure (RT-008).
      if (data === known) change({ failedAt: Date.now() });
      return data;
    });
    const [data] = await Promise.all([read, ...texts.map((set) => addTexts(set))]).catch((error: unknown) => redirectInPlace(url, error));
    return data;
  };
}

/** Lifetime of an unread toast, in ms (toast.server.ts). */
const TOAST_LIFE_MS = 60_000;
let toastSetAt = Number.NEGATIVE_INFINITY;

/** True if a recent redirect left a toast that has not been shown yet. */
export function hasPendingToast(): boolean {
  return Date.now() - toastSetAt < TOAST_LIFE_MS;
}

/** Marks the toast as shown. */
export function clearPendingToast(): void {
  toastSetAt = Number.NEGATIVE_INFINITY;
}

/**
 * Rethrows the error of a load. A redirect from the current page then replaces its history entry; otherwise Back would return to the
 * redirect forever.
 * @throws the given error, or a redirect that replaces the entry
 */
function redirectInPlace(url: string, error: unknown): never {
  if (error instanceof Response && error.headers.has('X-Remix-Revalidate')) toastSetAt = Date.now();
  const isHere = url === location.pathname + location.search;
  if (!isHere || !(error instanceof Response) || !error.headers.has('Location')) throw error;
  // Copied, because another caller may share this response.
  const headers = new Headers(error.headers);
  headers.set('X-Remix-Replace', 'yes');
  throw new Response(null, { status: error.status, headers });
}

/** Loads a page's data with retries but without a cache, for `clientLoader`. `texts` is as in `createPageLoader`. */
export async function loadFreshData<Data>(
  request: Request,
  serverLoader: () => Promise<Data>,
  texts: ReadonlyArray<TextSet> = [],
): Promise<Data> {
  const read = watched(() => retried(request.signal, () => requireData(serverLoader)));
  const [data] = await Promise.all([read, ...texts.map((set) => addTexts(set))]);
  return data;
}

/**
 * Calls `load` and rejects a response without data. Our loaders always return data, so such a response came from a proxy.
 * @throws Error if there is no data
 */
async function requireData<Data>(load: () => Promise<Data>): Promise<Data> {
  const data = await load();
  if (data === null || data === undefined) throw new Error('An answer without data');
  return data;
}

/** Starts the timer that deletes expired responses. Called on the first load, because the server also imports this file. */
function startCleaning(): void {
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

/**
 * Returns the status of a failed load or form; null for a redirect or an aborted request. Status 0 means no network. Status 500 also covers
 * invalid responses, such as those of a proxy.
 */
export function toFailure(error: unknown): { status: number } | null {
  if (error instanceof Response || isAborted(error)) return null;
  if (isRouteErrorResponse(error)) return { status: error.status };
  // `fetch` throws a TypeError if it gets no response.
  if (error instanceof TypeError) return { status: 0 };
  return { status: 500 };
}
