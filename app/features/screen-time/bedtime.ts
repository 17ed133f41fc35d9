import type { Schedule, Weekdays } from '~/domain/rule';
import type { TimeWindow } from '~/domain/time';

const DAY_MINUTES = 24 * 60;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** What can be wrong with the times of Bedtime, by field: keys under `error_strings`. */
export type BedtimeFaults = Partial<Record<'from' | 'to' | 'days', string>>;

/** Minutes after midnight of «21:00»; null for anything else. Browsers may add seconds, which are left out. */
function parseClock(text: string): number | null {
  const [, hours, minutes] = CLOCK.exec(text.slice(0, 5)) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** «21:00» of a minute; those after midnight count on, so 1500 is «01:00». */
export function toClockTime(minute: number): string {
  const inDay = minute % DAY_MINUTES;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

/** The window from one clock time to the other: over midnight where the second is earlier, a whole day where both are the same. */
export function windowBetween(from: string, to: string): TimeWindow | null {
  const [start, end] = [parseClock(from), parseClock(to)];
  if (start === null || end === null) return null;
  return { start, minutes: end > start ? end - start : end - start + DAY_MINUTES };
}

/** Does the window end on the day after the one it begins on? Midnight is the end of its own day. */
export function endsNextDay({ start, minutes }: TimeWindow): boolean {
  return start + minutes > DAY_MINUTES || minutes === DAY_MINUTES;
}

/** Reads the fields `from`, `to` and `days` (0 = Sunday, one for each day that is ticked) of the form, or says what is wrong with each. */
export function parseBedtimeTimes(fields: FormData): Pick<Schedule, 'window' | 'weekdays'> | { faults: BedtimeFaults } {
  const [from, to] = [String(fields.get('from') ?? ''), String(fields.get('to') ?? '')];
  const ticked = fields.getAll('days').map(String);
  const on = (day: number) => ticked.includes(String(day));
  const weekdays: Weekdays = [on(0), on(1), on(2), on(3), on(4), on(5), on(6)];
  const window = windowBetween(from, to);
  const faults: BedtimeFaults = {
    ...(parseClock(from) === null ? { from: 'missing_time' } : {}),
    ...(parseClock(to) === null ? { to: 'missing_time' } : {}),
    ...(weekdays.includes(true) ? {} : { days: 'missing_days' }),
  };
  return window === null || Object.keys(faults).length > 0 ? { faults } : { window, weekdays };
}
