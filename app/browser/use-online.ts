import { useSyncExternalStore } from 'react';
import { loadState } from './page-load';

/** How often the line is looked at (9.2.17). */
export const ONLINE_CHECK_MS = 3000;

/** So long after the reader's last move the page counts as left alone: nobody is asked for its sake any more. */
export const ATTENTION_MS = 60_000;

/** The longest that an answer is waited for on a line that is known to be slow. */
export const MOST_PATIENCE_MS = 15_000;

/** Answers the same word to anybody, from the front door. */
const OWN_ADDRESS = '/healthz';
const OWN_ANSWER = '{"status":"ok"}';

/** What shows that somebody is there. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

let isOnline = true;
let stop: (() => void) | null = null;
let movedAt = 0;
let heardAt = 0;
let isAsking = false;
let patienceMs: number = ONLINE_CHECK_MS;
const readers = new Set<() => void>();

/** For useSyncExternalStore: whether the page has a line to its server. Looked at every 3 s while the page is seen (4.13.5). */
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

/** False while there is no line to the server; true on the server and while hydrating. */
export function useOnline(): boolean {
  return useSyncExternalStore(onlineState.subscribe, onlineState.get, () => true);
}

/**
 * Asks whether there is a line to the server, and where there is none waits until it is back.
 * @returns whether it was gone
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
  // The page has just come, and somebody asked for it.
  movedAt = Date.now();
  isOnline = navigator.onLine;
  return () => {
    clearInterval(timer);
    leaving.abort();
    [isOnline, isAsking, heardAt, patienceMs] = [true, false, 0, ONLINE_CHECK_MS];
  };
}

/** Somebody is there. Whoever comes back to a page that was left alone learns at once how the line is. */
function notice(): void {
  const wasLeft = Date.now() - movedAt > ATTENTION_MS;
  movedAt = Date.now();
  if (wasLeft) look();
}

/**
 * A browser that says «offline» is right. «Online» may be a network that leads nowhere, and nothing tells of a line that dies, so the server
 * is asked: always where there is doubt, else while somebody uses the page.
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
 * No answer within 3 s is no line, and the next look asks anew. But the question stays: an answer that comes after all tells of a slow line,
 * and the next one is given twice the time, for else it would be called dead again and again.
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
  // A later question may have been answered before.
  if (!hasAnswer) {
    tell(heardAt > askedAt);
    return;
  }
  heardAt = Date.now();
  patienceMs = Math.min(MOST_PATIENCE_MS, Math.max(ONLINE_CHECK_MS, 2 * (heardAt - askedAt)));
  tell(true);
}

/** A portal that asks for a login, or a proxy without a server behind it, answers too: only our own word counts. */
async function hasOwnAnswer(withinMs: number): Promise<boolean> {
  try {
    const answer = await fetch(OWN_ADDRESS, { cache: 'no-store', signal: AbortSignal.timeout(withinMs) });
    return answer.ok && (await answer.text()) === OWN_ANSWER;
  } catch {
    return false;
  }
}

function tell(next: boolean): void {
  // Meanwhile the browser may have lost the line, or the last reader has gone.
  const now = next && navigator.onLine;
  if (now === isOnline || stop === null) return;
  isOnline = now;
  for (const reader of readers) reader();
}
