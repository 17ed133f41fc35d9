const MINUTE_MS = 60_000;

/**
 * Holds back a storm of whatever anybody may send: so many a minute in this isolate, and of one caller few, so that nobody can silence the
 * others. The function given says whether there is room for one more, and counts it.
 */
export function createRoom(most: { perCaller: number; perMinute: number }): (caller: string, now: number) => boolean {
  let minute = { startedAt: 0, count: 0, callers: new Map<string, number>() };
  return (caller, now) => {
    if (now - minute.startedAt >= MINUTE_MS) minute = { startedAt: now, count: 0, callers: new Map() };
    const own = (minute.callers.get(caller) ?? 0) + 1;
    if (own > most.perCaller || minute.count >= most.perMinute) return false;
    minute.count += 1;
    minute.callers.set(caller, own);
    return true;
  };
}
