import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** Loads the page's data again every so often, never while the page is hidden; at once when it is looked at again. */
export function usePoll(intervalMs: number): void {
  const { revalidate, state } = useRevalidator();
  const latest = useRef({ revalidate, state });
  latest.current = { revalidate, state };
  useEffect(() => {
    const load = () => {
      if (document.visibilityState === 'visible' && latest.current.state === 'idle') latest.current.revalidate();
    };
    const timer = setInterval(load, intervalMs);
    document.addEventListener('visibilitychange', load);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', load);
    };
  }, [intervalMs]);
}
