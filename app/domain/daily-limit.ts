import type { Allowance } from './block-status.ts';
import { type LocalDate, weekdayOf } from './time.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Returns the daily limit of a date plus its bonus time, in seconds. At most a whole day (86,400). */
export function limitOn({ limits, extra }: Allowance, date: LocalDate): number {
  return Math.min((limits[weekdayOf(date)] ?? 0) + (extra?.date === date ? extra.seconds : 0), DAY_SECONDS);
}
