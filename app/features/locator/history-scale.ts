import type { Instant } from '#app/domain/time';
import type { DayBounds } from './history.server';

/** Returns where an instant is on the scale of a day: 0 at its start, 1 at its end, which is 23 or 25 hours later on a clock change. */
export function shareOf(at: Instant, { from, end }: Pick<DayBounds, 'from' | 'end'>): number {
  return Math.round(((Math.min(Math.max(at, from), end) - from) / (end - from)) * 100_000) / 100_000;
}
