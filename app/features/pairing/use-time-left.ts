import { useEffect, useState } from 'react';
import type { Instant } from '~/domain/time';

/**
 * How long it is until an instant, in ms, never less than 0. With script it runs by the second; without, and while hydrating, it is as of
 * `now`, the server's time of the page.
 */
export function useTimeLeft(until: Instant, now: Instant): number {
  const [passed, setPassed] = useState({ since: now, ms: 0 });
  useEffect(() => {
    // The server's clock counts, the browser's only measures: it may be wrong by hours.
    const startedAt = Date.now();
    const timer = setInterval(() => {
      const ms = Date.now() - startedAt;
      setPassed({ since: now, ms });
      if (now + ms >= until) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until, now]);
  return Math.max(0, until - now - (passed.since === now ? passed.ms : 0));
}
