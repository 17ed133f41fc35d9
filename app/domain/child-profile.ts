import { toMidnight } from './midnight.ts';
import type { Instant, LocalDate } from './time.ts';

/** The selectable values of `gender`. Other stored values are kept (3.2.1). */
export const GENDERS = ['female', 'male', 'other'] as const;

/** The earliest accepted birthday. */
export const FIRST_BIRTHDAY: LocalDate = '1900-01-01';

/** The easternmost zone is 14 hours ahead of UTC. */
const FURTHEST_AHEAD_MS = 14 * 60 * 60_000;

/** Returns the latest accepted birthday: today's date in the easternmost zone. The child's own zone is not relevant. */
export function lastBirthday(now: Instant): LocalDate {
  return new Date(now + FURTHEST_AHEAD_MS).toISOString().slice(0, 10);
}

/** Returns the fault of a birthday (FAM-006): not a date, before 1900, or after `last` (see `lastBirthday`). Null if it is valid. */
export function findBirthdayFault(text: string, last: LocalDate): 'bad_date' | 'birthday_too_early' | 'birthday_in_future' | null {
  if (!isDate(text)) return 'bad_date';
  if (text < FIRST_BIRTHDAY) return 'birthday_too_early';
  return text > last ? 'birthday_in_future' : null;
}

/** Returns the number of whole years between two dates (YYYY-MM-DD). Outside leap years, a birthday on February 29 counts on March 1. */
export function ageOn(birthday: LocalDate, today: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  return today.slice(5) < birthday.slice(5) ? years - 1 : years;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${toMidnight(text)}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
