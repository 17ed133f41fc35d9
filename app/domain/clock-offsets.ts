import { Temporal } from 'temporal-polyfill';
import { createBoundedMemo } from './bounded-memo.ts';
import type { Instant, TimeZone } from './time.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** No clock is further ahead of UTC than 14 hours. */
const MOST_AHEAD_MS = 15 * HOUR_MS;
const ZONES_KEPT = 100;
const DAYS_KEPT = 2000;

/** A stretch of real time, end excluded, in which the clock of a zone is `offset` ms ahead of UTC. */
type Steady = { from: Instant; until: Instant; offset: number };

// Numbers as keys: a resolution of many rules asks for the same few days thousands of times.
const zones = createBoundedMemo<Map<number, ReadonlyArray<Steady>>>(ZONES_KEPT);

/** How far the clock in `zone` is ahead of UTC at that instant, in ms. Throws RangeError where the zone is unknown. */
export function offsetAt(at: Instant, zone: TimeZone): number {
  const stretches = listSteady(Math.floor(at / DAY_MS), zone);
  return (stretches.find(({ until }) => at < until) ?? stretches.at(-1))?.offset ?? 0;
}

/**
 * The first instant at which the clock in `zone` shows `wall` or a later time. `wall` is what the clock shows, in ms, counted as if it were
 * UTC. Throws RangeError where the zone is unknown.
 */
export function firstInstantShowing(wall: number, zone: TimeZone): Instant {
  for (let day = Math.floor((wall - MOST_AHEAD_MS) / DAY_MS); ; day += 1) {
    for (const { from, until, offset } of listSteady(day, zone)) {
      const at = wall - offset;
      // Before `from` only where the clock skips this time: then it shows a later one from there on.
      if (at < until) return Math.max(at, from);
    }
  }
}

/** The stretches of one UTC day: one, or two where the clock changes on it. No zone changes its clock twice within 24 hours. */
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

/** The first instant after `from` at which the offset is not `before` any more. */
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
