const MINUTE_MS = 60_000;

type Networks = { narrow: string; wide: string | null };

/**
 * Creates a rate limiter for this isolate. Limits per minute: `perMinute` in total, `perNetwork` per IPv4 address or IPv6 /64, `perWide`
 * per /48. The returned function counts a call, or returns false if a limit is reached.
 */
export function createRateLimiter(most: {
  perNetwork: number;
  perWide: number;
  perMinute: number;
}): (networks: Networks, now: number) => boolean {
  let minute = { startedAt: 0, count: 0, networks: new Map<string, number>() };
  return ({ narrow, wide }, now) => {
    if (now - minute.startedAt >= MINUTE_MS) minute = { startedAt: now, count: 0, networks: new Map() };
    const ofNarrow = minute.networks.get(narrow) ?? 0;
    const ofWide = wide === null ? 0 : (minute.networks.get(wide) ?? 0);
    if (ofNarrow >= most.perNetwork || ofWide >= most.perWide || minute.count >= most.perMinute) return false;
    minute.count += 1;
    minute.networks.set(narrow, ofNarrow + 1);
    if (wide !== null) minute.networks.set(wide, ofWide + 1);
    return true;
  };
}
