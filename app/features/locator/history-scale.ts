import { type Instant, instantOf, type LocalDate, type TimeZone } from '#app/domain/time';
import type { DayBounds } from './history.server';

/** Hours with a mark on the scale of a day. The last one is midnight at its end. */
const HOURS = [0, 6, 12, 18, 24];

/** Returns where an instant is on the scale of a day: 0 at its start, 1 at its end, which is 23 or 25 hours later on a clock change. */
export function shareOf(at: Instant, { from, end }: Pick<DayBounds, 'from' | 'end'>): number {
  return Math.round(((Math.min(Math.max(at, from), end) - from) / (end - from)) * 100_000) / 100_000;
}

/** Returns the marks of a day’s scale: each hour with the place where the clock shows it first. */
export function listHourMarks(date: LocalDate, zone: TimeZone, bounds: DayBounds): Array<{ hour: number; share: number }> {
  return HOURS.map((hour) => ({ hour, share: hour === 24 ? 1 : shareOf(instantOf(date, hour * 60, zone), bounds) }));
}
