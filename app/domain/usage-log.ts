import { addDays, type Instant, type LocalDate, startOfDay, type TimeZone } from './time.ts';

/** Time zone offsets differ by multiples of a quarter-hour, so a local day never begins inside one. */
const QUARTER_MS = 15 * 60 * 1000;

/** Seconds used per quarter-hour; keys are quarter-hours since 1970. Sums give the usage of a local date in any zone. */
export type UsageLog = Readonly<Record<string, number>>;

/** An interval [from, until). */
type UsageInterval = { from: Instant; until: Instant };

/** A previous time zone of a child, and when it ended. */
export type PreviousZone = { zone: TimeZone; until: Instant };

/**
 * Returns the log with `seconds` added. A running total has no times. Devices report soon after use, so this uses the latest free time of
 * the interval. Seconds that do not fit are added to the last quarter-hour.
 */
function logUsage(log: UsageLog, seconds: number, { from, until }: UsageInterval): UsageLog {
  const logged: Record<string, number> = { ...log };
  const last = Math.floor((until - 1) / QUARTER_MS);
  let left = seconds;
  for (let quarter = last; quarter * QUARTER_MS + QUARTER_MS > from && left > 0; quarter -= 1) {
    const length = Math.min(until, (quarter + 1) * QUARTER_MS) - Math.max(from, quarter * QUARTER_MS);
    const taken = Math.min(left, Math.max(0, Math.floor(length / 1000) - (logged[quarter] ?? 0)));
    if (taken > 0) logged[quarter] = (logged[quarter] ?? 0) + taken;
    left -= taken;
  }
  if (left > 0) logged[last] = (logged[last] ?? 0) + left;
  return logged;
}

/** Returns the logged seconds in the interval, which must start and end at a local midnight. */
function secondsIn(log: UsageLog, { from, until }: UsageInterval): number {
  return Object.entries(log).reduce((sum, [quarter, seconds]) => {
    const at = Number(quarter) * QUARTER_MS;
    return at >= from && at < until ? sum + seconds : sum;
  }, 0);
}

/**
 * Returns the interval of a local date.
 * @throws RangeError for an invalid date or unknown zone
 */
function stretchOfDate(date: LocalDate, zone: TimeZone): UsageInterval {
  return { from: startOfDay(date, zone), until: startOfDay(addDays(date, 1), zone) };
}

/**
 * Returns the zones in which a device may have counted, most likely first. The zone of its rules (made at `rulesAt`) precedes the child's
 * current zone. Previous zones follow, latest first.
 */
export function zonesCountedIn(zone: TimeZone, left: ReadonlyArray<PreviousZone>, rulesAt: Instant): Array<TimeZone> {
  const known = left.find(({ until }) => rulesAt < until)?.zone ?? zone;
  return [...new Set([known, zone, ...left.map((one) => one.zone).reverse()])];
}

/** Returns the interval counted for a date until `now`, in the first zone where the date has begun. Null if there is none. */
function countedInterval(date: LocalDate, zones: ReadonlyArray<TimeZone>, now: Instant): UsageInterval | null {
  for (const zone of zones) {
    const { from, until } = stretchOfDate(date, zone);
    if (from < now && from < until) return { from, until: Math.min(now, until) };
  }
  return null;
}

/** A device's usage for one date: the running total, and the log of its seconds as far as known. */
export type DateUsage = { date: LocalDate; seconds: number; log: UsageLog };

/**
 * Returns the seconds used on a child's local date, regardless of the zone in which devices counted them (A63). Each second belongs to
 * exactly one date. `counted` must include the neighboring dates. Seconds not in the log belong to the date they were reported for.
 */
export function secondsOnDate(counted: ReadonlyArray<DateUsage>, date: LocalDate, zone: TimeZone): number {
  const stretch = stretchOfDate(date, zone);
  return counted.reduce((sum, one) => {
    const unlogged = one.date === date ? one.seconds - Object.values(one.log).reduce((total, seconds) => total + seconds, 0) : 0;
    return sum + secondsIn(one.log, stretch) + unlogged;
  }, 0);
}

/** How many dates before and after a date can overlap it in another zone. Local clocks differ by up to 26 hours. */
export const NEIGHBOR_DATES = 2;

/**
 * Adds a device's running total for a date. Returns the new total and log, or null if nothing was added.
 * A duplicate or late report adds nothing. The usage of an interval never exceeds its elapsed time (A63).
 */
export function mergeReportedTotal(
  counted: ReadonlyArray<DateUsage>,
  { date, seconds }: { date: LocalDate; seconds: number },
  zones: ReadonlyArray<TimeZone>,
  now: Instant,
): DateUsage | null {
  const before = counted.find((one) => one.date === date) ?? { date, seconds: 0, log: {} };
  const stretch = seconds > before.seconds ? countedInterval(date, zones, now) : null;
  if (stretch === null) return null;
  const unlogged = before.seconds - Object.values(before.log).reduce((sum, logged) => sum + logged, 0);
  const used = counted.reduce((sum, { log }) => sum + secondsIn(log, stretch), unlogged);
  const room = Math.max(0, Math.floor((stretch.until - stretch.from) / 1000) - used);
  const added = Math.min(seconds - before.seconds, room);
  return added <= 0 ? null : { date, seconds: before.seconds + added, log: logUsage(before.log, added, stretch) };
}
