import { addDays, type Instant, type LocalDate, startOfDay, type TimeZone } from './time.ts';

/** Clocks differ from each other by whole quarters of an hour: no day of any zone begins inside one. */
const QUARTER_MS = 15 * 60 * 1000;

/** Seconds by the quarter of an hour in which they were used; the keys are quarters since 1970. What a local date of a zone used is a sum of these. */
export type UsageLog = Readonly<Record<string, number>>;

/** Part of the real time line, end excluded. */
type Stretch = { from: Instant; until: Instant };

/** A zone that a child has left, and when. */
export type LeftZone = { zone: TimeZone; until: Instant };

/**
 * The log with so many seconds more. A running total does not say when: they are taken for the last ones of the stretch that are not used
 * yet, since devices report soon after use. What finds no room there goes into its last quarter, so that none is lost.
 */
function logUsage(log: UsageLog, seconds: number, { from, until }: Stretch): UsageLog {
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

/** Seconds of the log that lie in the stretch, whose ends are those of days. */
function secondsIn(log: UsageLog, { from, until }: Stretch): number {
  return Object.entries(log).reduce((sum, [quarter, seconds]) => {
    const at = Number(quarter) * QUARTER_MS;
    return at >= from && at < until ? sum + seconds : sum;
  }, 0);
}

/** A local date on the real time line. Throws RangeError for no date and for an unknown zone. */
function stretchOfDate(date: LocalDate, zone: TimeZone): Stretch {
  return { from: startOfDay(date, zone), until: startOfDay(addDays(date, 1), zone) };
}

/**
 * Which zones a device may have counted in, the likeliest first: the one of the rules that it has, which were made at `rulesAt`, then the
 * child's present one, then those that it has left, the last first.
 */
export function zonesCountedIn(zone: TimeZone, left: ReadonlyArray<LeftZone>, rulesAt: Instant): Array<TimeZone> {
  const known = left.find(({ until }) => rulesAt < until)?.zone ?? zone;
  return [...new Set([known, zone, ...left.map((one) => one.zone).reverse()])];
}

/** The stretch that a device counted under a date until `now`, in the first of the zones in which the date has begun; null where it has in none. */
function countedStretch(date: LocalDate, zones: ReadonlyArray<TimeZone>, now: Instant): Stretch | null {
  for (const zone of zones) {
    const { from, until } = stretchOfDate(date, zone);
    if (from < now && from < until) return { from, until: Math.min(now, until) };
  }
  return null;
}

/** What a device counted under one date: the running total, and when its seconds were used as far as that is known. */
export type CountedDate = { date: LocalDate; seconds: number; log: UsageLog };

/**
 * Seconds that a device used on a child's local date, whatever zone's dates it counted them under: none is of two days, and all are of one
 * (A63). `counted` has the dates on both sides of it too. Seconds of which nobody knows when are those of the date that they came under.
 */
export function secondsOnDate(counted: ReadonlyArray<CountedDate>, date: LocalDate, zone: TimeZone): number {
  const stretch = stretchOfDate(date, zone);
  return counted.reduce((sum, one) => {
    const unlogged = one.date === date ? one.seconds - Object.values(one.log).reduce((total, seconds) => total + seconds, 0) : 0;
    return sum + secondsIn(one.log, stretch) + unlogged;
  }, 0);
}

/** So many dates before and after a date may share time with it in another zone: the earliest and the latest clock are 26 hours apart. */
export const DATES_APART = 2;

/**
 * What a device's running total of a date adds to what is known: no device counts more of a stretch than has passed of it (A63). The larger
 * total wins, so what comes late or twice adds nothing.
 */
export function takeTotal(
  counted: ReadonlyArray<CountedDate>,
  { date, seconds }: { date: LocalDate; seconds: number },
  zones: ReadonlyArray<TimeZone>,
  now: Instant,
): CountedDate | null {
  const before = counted.find((one) => one.date === date) ?? { date, seconds: 0, log: {} };
  const stretch = seconds > before.seconds ? countedStretch(date, zones, now) : null;
  if (stretch === null) return null;
  const unlogged = before.seconds - Object.values(before.log).reduce((sum, logged) => sum + logged, 0);
  const used = counted.reduce((sum, { log }) => sum + secondsIn(log, stretch), unlogged);
  const room = Math.max(0, Math.floor((stretch.until - stretch.from) / 1000) - used);
  const added = Math.min(seconds - before.seconds, room);
  return added <= 0 ? null : { date, seconds: before.seconds + added, log: logUsage(before.log, added, stretch) };
}
