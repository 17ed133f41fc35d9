import { parseClock, windowBetween } from '~/domain/clock-window';
import type { Schedule, Weekdays } from '~/domain/rule';

/** What can be wrong with the times of Bedtime, by field: keys under `error_strings`. */
export type BedtimeFaults = Partial<Record<'from' | 'to' | 'days', string>>;

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
