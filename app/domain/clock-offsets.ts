import { Temporal } from 'temporal-polyfill';
import { createBoundedMemo } from './bounded-memo.ts';
import type { Instant, TimeZone } from './time.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** An upper bound for offsets from UTC, in ms. The largest offset is 14 hours. */
const MOST_AHEAD_MS = 15 * HOUR_MS;
const ZONES_KEPT = 100;
const DAYS_KEPT = 2000;

/** An interval [from, until) in which a zone's offset from UTC is constant. The offset is in ms. */
type Steady = { from: Instant; until: Instant; offset: number };

// Caches the intervals by zone and day. Many rules look up the same few days thousands of times, and numeric keys are fast.
const zones = createBoundedMemo<Map<number, ReadonlyArray<Steady>>>(ZONES_KEPT);

/**
 * Returns the offset of `zone` from UTC at an instant, in ms.
 * @throws RangeError for an unknown zone
 */
export function offsetAt(at: Instant, zone: TimeZone): number {
  const stretches = listSteady(Math.floor(at / DAY_MS), zone);
  return (stretches.find(({ until }) => at < until) ?? stretches.at(-1))?.offset ?? 0;
}

/**
 * Returns the first instant at which the clock in `zone` shows `wall` or later. `wall` is local time in ms, counted as if it were UTC.
 * @throws RangeError for an unknown zone
 */
export function firstInstantShowing(wall: number, zone: TimeZone): Instant {
  for (let day = Math.floor((wall - MOST_AHEAD_MS) / DAY_MS); ; day += 1) {
    for (const { from, until, offset } of listSteady(day, zone)) {
      const at = wall - offset;
      // If the clock skips this time, `at` is before `from`. The clock shows a later time from `from` on.
      if (at < until) return Math.max(at, from);
    }
  }
}

/** Returns the intervals of a UTC day: one interval, or two if the clock changes. No zone changes its clock twice within 24 hours. */
function listSteady(day: number, zone: TimeZone): ReadonlyArray<Steady> {
  const days = zones.get(zone, () => new Map());
  const known = days.get(day);
  if (known !== undefined) return known;
  const [from, until] = [day * DAY_MS, (day + 1) * DAY_MS];
  const [before, after] = [readOffset(from, zone), readOffset(until, zone)];
  const change = before === after ? until : findChange(from, until, before, zone);
  const stretches = [{ from, until: change, offset: before }];
  if (change < until) stretches.push({ from: change, until, offset: after });
  if (days.size >= DAYS_KEPT) days.clear();
  days.set(day, stretches);
  return stretches;
}

/** Returns the first instant after `from` at which the offset is not `before`. */
function findChange(from: Instant, until: Instant, before: number, zone: TimeZone): Instant {
  let [last, first] = [from, until];
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (readOffset(middle, zone) === before) last = middle;
    else first = middle;
  }
  return first;
}

function readOffset(at: Instant, zone: TimeZone): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000;
}
