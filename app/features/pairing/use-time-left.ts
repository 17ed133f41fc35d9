import { useEffect, useState } from 'react';
import type { Instant } from '#app/domain/time';

/**
 * Returns the time until an instant in ms, at least 0. Updates every second with script. Without script and during hydration, it is
 * relative to `now`, the server's time.
 */
export function useTimeLeft(until: Instant, now: Instant): number {
  const [passed, setPassed] = useState({ since: now, ms: 0 });
  useEffect(() => {
    // The browser's clock only measures elapsed time. Its absolute time may be wrong by hours.
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
