const MINUTE_MS = 60_000;
const CALLS_MAX = 60;

// In this isolate's memory, because a row for each lookup would cost more than the lookup.
let minute = { startedAt: 0, calls: new Map<string, number>() };

/** Counts a lookup. `key`: its type and account. Returns 0, or the seconds to wait if the key has reached its limit for this minute. */
export function countLookup(key: string, now: number): number {
  if (Math.abs(now - minute.startedAt) >= MINUTE_MS) minute = { startedAt: now, calls: new Map() };
  const calls = (minute.calls.get(key) ?? 0) + 1;
  minute.calls.set(key, calls);
  return calls <= CALLS_MAX ? 0 : Math.ceil((minute.startedAt + MINUTE_MS - now) / 1000);
}
