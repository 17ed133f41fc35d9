import { instantOf, type LocalDate, type TimeZone } from '#app/domain/time';
import type { DayBounds } from './history.server';
import { shareOf } from './history-scale';

/** Hours with a mark on the scale of a day. The last one is midnight at its end. */
const HOURS = [0, 6, 12, 18, 24];

/** A mark of a day's scale: an hour, and where the clock shows it first, from 0 to 1. */
export type HourMark = { hour: number; share: number };

/** Returns the marks of a day's scale. Only for the server, because it needs the time zone rules. */
export function listHourMarks(date: LocalDate, zone: TimeZone, bounds: DayBounds): Array<HourMark> {
  return HOURS.map((hour) => ({ hour, share: hour === 24 ? 1 : shareOf(instantOf(date, hour * 60, zone), bounds) }));
}
