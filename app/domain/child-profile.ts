import { toMidnight } from './midnight.ts';
import type { Instant, LocalDate } from './time.ts';

/** What a form offers for `gender`; another value that a client stored stays what it is (3.2.1). */
export const GENDERS = ['female', 'male', 'other'] as const;

/** The first birthday that is believed. */
export const FIRST_BIRTHDAY: LocalDate = '1900-01-01';

/** The zone furthest ahead is 14 hours before UTC. */
const FURTHEST_AHEAD_MS = 14 * 60 * 60_000;

/** The last birthday that may be said at `now`: today's date in the zone furthest ahead, whatever the child's own zone is. */
export function lastBirthday(now: Instant): LocalDate {
  return new Date(now + FURTHEST_AHEAD_MS).toISOString().slice(0, 10);
}

/** What is wrong with a birthday, or null: no date at all, before 1900, or after `last` (see `lastBirthday`) (FAM-006). */
export function findBirthdayFault(text: string, last: LocalDate): 'bad_date' | 'birthday_too_early' | 'birthday_in_future' | null {
  if (!isDate(text)) return 'bad_date';
  if (text < FIRST_BIRTHDAY) return 'birthday_too_early';
  return text > last ? 'birthday_in_future' : null;
}

/** Whole years from a birthday to a date, both YYYY-MM-DD; whoever was born on 29 February is a year older on 1 March. */
export function ageOn(birthday: LocalDate, today: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  return today.slice(5) < birthday.slice(5) ? years - 1 : years;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${toMidnight(text)}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
