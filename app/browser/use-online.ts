import { useSyncExternalStore } from 'react';
import { loadState } from './page-load';

/** Interval between connection checks, in ms (9.2.17). */
export const ONLINE_CHECK_MS = 3000;

/** The user counts as away this long after the last input, in ms. Checks then stop. */
export const ATTENTION_MS = 60_000;

/** Longest wait for a response on a connection known to be slow, in ms. */
export const MOST_PATIENCE_MS = 15_000;

/** Returns the same response to everyone, straight from the worker's entry point. */
const OWN_ADDRESS = '/healthz';
const OWN_ANSWER = '{"status":"ok"}';

/** Events that show the user is present. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

let isOnline = true;
let stop: (() => void) | null = null;
let movedAt = 0;
let heardAt = 0;
let isAsking = false;
let patienceMs: number = ONLINE_CHECK_MS;
const readers = new Set<() => void>();

/** Whether the page can reach its server, as a store for useSyncExternalStore. Checked every 3 s while the page is visible (4.13.5). */
export const onlineState = {
  get: () => isOnline,
  subscribe(reader: () => void): () => void {
    readers.add(reader);
    stop ??= watch();
    return () => {
      readers.delete(reader);
      if (readers.size > 0) return;
      stop?.();
      stop = null;
    };
  },
};

/** Returns false while the server is unreachable; true on the server and during hydration. */
export function useOnline(): boolean {
  return useSyncExternalStore(onlineState.subscribe, onlineState.get, () => true);
}

/**
 * Checks the connection to the server and waits until it is back if necessary.
 * @returns true if the connection was lost
 */
export async function awaitLine(): Promise<boolean> {
  if (navigator.onLine && (await hasOwnAnswer(ONLINE_CHECK_MS))) return false;
  await new Promise<void>((resolve) => {
    const leave = onlineState.subscribe(() => {
      if (!isOnline) return;
      leave();
      resolve();
    });
    tell(false);
  });
  return true;
}

function watch(): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const timer = setInterval(look, ONLINE_CHECK_MS);
  for (const event of ['online', 'offline'] as const) window.addEventListener(event, look, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  for (const event of SIGNS) window.addEventListener(event, notice, { signal, capture: true, passive: true });
  // The page was just opened, so the user is present.
  movedAt = Date.now();
  isOnline = navigator.onLine;
  return () => {
    clearInterval(timer);
    leaving.abort();
    [isOnline, isAsking, heardAt, patienceMs] = [true, false, 0, ONLINE_CHECK_MS];
  };
}

/** Records user input. After a time away, checks the connection at once. */
function notice(): void {
  const wasLeft = Date.now() - movedAt > ATTENTION_MS;
  movedAt = Date.now();
  if (wasLeft) look();
}

/**
 * Checks the connection. A browser's «offline» is reliable, but «online» is not, so the server is asked: always in doubt, otherwise only
 * while the page is in use.
 */
function look(): void {
  if (document.visibilityState === 'hidden') return;
  if (!navigator.onLine) {
    tell(false);
    return;
  }
  const { isRetrying, failedAt } = loadState.get();
  const isInDoubt = !isOnline || isRetrying || failedAt !== null;
  if (isInDoubt || Date.now() - movedAt <= ATTENTION_MS) void ask();
}

/**
 * Asks the server. No response within `patienceMs` counts as offline, and the next check asks again. A late response still counts: it shows
 * a slow connection, so the next wait is twice as long. Otherwise it would be reported as offline repeatedly.
 */
async function ask(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const askedAt = Date.now();
  let isLate = false;
  const patience = setTimeout(() => {
    [isLate, isAsking] = [true, false];
    tell(false);
  }, patienceMs);
  const hasAnswer = await hasOwnAnswer(MOST_PATIENCE_MS);
  clearTimeout(patience);
  if (!isLate) isAsking = false;
  // A later request may have been answered already.
  if (!hasAnswer) {
    tell(heardAt > askedAt);
    return;
  }
  heardAt = Date.now();
  patienceMs = Math.min(MOST_PATIENCE_MS, Math.max(ONLINE_CHECK_MS, 2 * (heardAt - askedAt)));
  tell(true);
}

/** True if the server sends our exact response. A captive portal or a proxy may respond too. */
async function hasOwnAnswer(withinMs: number): Promise<boolean> {
  try {
    const answer = await fetch(OWN_ADDRESS, { cache: 'no-store', signal: AbortSignal.timeout(withinMs) });
    return answer.ok && (await answer.text()) === OWN_ANSWER;
  } catch {
    return false;
  }
}

function tell(next: boolean): void {
  // In the meantime the browser may have gone offline, or the last subscriber may have left.
  const now = next && navigator.onLine;
  if (now === isOnline || stop === null) return;
  isOnline = now;
  for (const reader of readers) reader();
}
