import { useSyncExternalStore } from 'react';
import { VIEWPORT_THROTTLE_MS } from './layout';

/** Calls `tell` when the window's size changes: immediately, then at most every 72 ms, and always after the last change (9.2.25). */
function subscribe(tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let hasMore = false;
  const rest = () => {
    timer = hasMore ? setTimeout(rest, VIEWPORT_THROTTLE_MS) : null;
    if (hasMore) tell();
    hasMore = false;
  };
  const onResize = () => {
    if (timer !== null) {
      hasMore = true;
      return;
    }
    timer = setTimeout(rest, VIEWPORT_THROTTLE_MS);
    tell();
  };
  window.addEventListener('resize', onResize);
  return () => {
    window.removeEventListener('resize', onResize);
    if (timer !== null) clearTimeout(timer);
  };
}

/** Returns the window's width in px; 0 on the server and during hydration. */
export function useViewportWidth(): number {
  return useSyncExternalStore(
    subscribe,
    () => window.innerWidth,
    () => 0,
  );
}
