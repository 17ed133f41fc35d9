import type { LocalDate } from './time.ts';

/** What a form offers for `gender`; another value that a client stored stays what it is (3.2.1). */
export const GENDERS = ['female', 'male', 'other'] as const;

/** The first birthday that is believed. */
export const FIRST_BIRTHDAY: LocalDate = '1900-01-01';

/** What is wrong with a birthday, or null: no date at all, before 1900, or after `today` (YYYY-MM-DD, as the child's clock has it) (FAM-006). */
export function findBirthdayFault(text: string, today: LocalDate): 'bad_date' | 'birthday_too_early' | 'birthday_in_future' | null {
  if (!isDate(text)) return 'bad_date';
  if (text < FIRST_BIRTHDAY) return 'birthday_too_early';
  return text > today ? 'birthday_in_future' : null;
}

/** Whole years from a birthday to a date, both YYYY-MM-DD; whoever was born on 29 February is a year older on 1 March. */
export function ageOn(birthday: LocalDate, today: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  return today.slice(5) < birthday.slice(5) ? years - 1 : years;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
