import { useSyncExternalStore } from 'react';
import { loadState } from './page-load';

/** How often the line is looked at (9.2.17). */
export const ONLINE_CHECK_MS = 3000;

/** Answers anything, from the front door. */
const OWN_ADDRESS = '/healthz';

let isOnline = true;
let stop: (() => void) | null = null;
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

function watch(): () => void {
  const timer = setInterval(look, ONLINE_CHECK_MS);
  const events = [
    [window, 'online'],
    [window, 'offline'],
    [document, 'visibilitychange'],
  ] as const;
  for (const [target, event] of events) target.addEventListener(event, look);
  void look();
  return () => {
    clearInterval(timer);
    for (const [target, event] of events) target.removeEventListener(event, look);
    isOnline = true;
  };
}

/** A browser that says «offline» is right. «Online» may be a network that leads nowhere, so where there is doubt the server is asked. */
async function look(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  if (!navigator.onLine) return tell(false);
  const { isRetrying, failedAt } = loadState.get();
  if (!isOnline || isRetrying || failedAt !== null) tell(await hasAnswer());
}

async function hasAnswer(): Promise<boolean> {
  try {
    // A portal that asks for a login, or a proxy without a server behind it, answers too.
    const { ok, redirected } = await fetch(OWN_ADDRESS, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(ONLINE_CHECK_MS),
    });
    return ok && !redirected;
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
