import { useSyncExternalStore } from 'react';
import { loadState } from './page-load';

/** Interval between connection checks, in ms (9.2.17). */
export const ONLINE_CHECK_MS = 3000;

/** The user is away if there was no input for this time, in ms. Checks then stop. */
export const IDLE_AFTER_MS = 60_000;

/** Maximum wait for a response on a slow connection, in ms. */
export const MAX_TIMEOUT_MS = 15_000;

/** The server responds to every request for this path with the same body, before any page code runs. */
const HEALTH_URL = '/healthz';
const HEALTH_BODY = '{"status":"ok"}';

/** Events which show that the user is present. */
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

let isOnline = true;
let stop: (() => void) | null = null;
let lastActiveAt = 0;
let respondedAt = 0;
let isAsking = false;
let timeoutMs: number = ONLINE_CHECK_MS;
const subscribers = new Set<() => void>();

/**
 * The connection state of the page, as a store for useSyncExternalStore. Checked every 3 s while the page is visible and in use (4.13.5).
 */
export const onlineState = {
  get: () => isOnline,
  subscribe(subscriber: () => void): () => void {
    subscribers.add(subscriber);
    stop ??= watch();
    return () => {
      subscribers.delete(subscriber);
      if (subscribers.size > 0) return;
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
 * Checks the connection to the server. If it is lost, waits until it is back.
 * @returns true if the connection was lost
 */
export async function waitUntilOnline(): Promise<boolean> {
  if (navigator.onLine && (await isServerReachable(ONLINE_CHECK_MS))) return false;
  await new Promise<void>((resolve) => {
    const leave = onlineState.subscribe(() => {
      if (!isOnline) return;
      leave();
      resolve();
    });
    setOnline(false);
  });
  return true;
}

function watch(): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const timer = setInterval(look, ONLINE_CHECK_MS);
  for (const event of ['online', 'offline'] as const) window.addEventListener(event, look, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  for (const event of ACTIVITY_EVENTS) window.addEventListener(event, notice, { signal, capture: true, passive: true });
  // The page was just opened, so the user is present.
  lastActiveAt = Date.now();
  isOnline = navigator.onLine;
  return () => {
    clearInterval(timer);
    leaving.abort();
    [isOnline, isAsking, respondedAt, timeoutMs] = [true, false, 0, ONLINE_CHECK_MS];
  };
}

/** Records user input. If the user was away, checks the connection immediately. */
function notice(): void {
  const wasLeft = Date.now() - lastActiveAt > IDLE_AFTER_MS;
  lastActiveAt = Date.now();
  if (wasLeft) look();
}

/**
 * Checks the connection if the page is visible. Trusts the browser's «offline», but confirms «online» with a request. Unless the state is
 * in doubt, sends the request only while the page is in use.
 */
function look(): void {
  if (document.visibilityState === 'hidden') return;
  if (!navigator.onLine) {
    setOnline(false);
    return;
  }
  const { isRetrying, failedAt } = loadState.get();
  const isInDoubt = !isOnline || isRetrying || failedAt !== null;
  if (isInDoubt || Date.now() - lastActiveAt <= IDLE_AFTER_MS) void ask();
}

/**
 * Sends a request to the server. Sets the state to offline after `timeoutMs` without a response; the next check then sends another request.
 * A late response means a slow connection and doubles the next timeout. Otherwise each check would report offline again.
 */
async function ask(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const askedAt = Date.now();
  let isLate = false;
  const patience = setTimeout(() => {
    [isLate, isAsking] = [true, false];
    setOnline(false);
  }, timeoutMs);
  const hasAnswer = await isServerReachable(MAX_TIMEOUT_MS);
  clearTimeout(patience);
  if (!isLate) isAsking = false;
  // Stays online if a response arrived after this request began.
  if (!hasAnswer) {
    setOnline(respondedAt > askedAt);
    return;
  }
  respondedAt = Date.now();
  timeoutMs = Math.min(MAX_TIMEOUT_MS, Math.max(ONLINE_CHECK_MS, 2 * (respondedAt - askedAt)));
  setOnline(true);
}

/** Returns true if the server sends our exact response. A captive portal or a proxy may also respond. */
async function isServerReachable(withinMs: number): Promise<boolean> {
  try {
    const answer = await fetch(HEALTH_URL, { cache: 'no-store', signal: AbortSignal.timeout(withinMs) });
    return answer.ok && (await answer.text()) === HEALTH_BODY;
  } catch {
    return false;
  }
}

function setOnline(next: boolean): void {
  // While the request was running, the browser may have gone offline or the last subscriber may have left.
  const now = next && navigator.onLine;
  if (now === isOnline || stop === null) return;
  isOnline = now;
  for (const subscriber of subscribers) subscriber();
}
