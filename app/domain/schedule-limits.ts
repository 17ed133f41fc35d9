import type { LocalDate } from './time.ts';

// Apart from the rules, whose calendar is too heavy for a form.

/** Dated exceptions of one schedule at most. */
export const EXCEPTIONS_MAX = 60;

/** Is this a date that one plans an exception for: from the year before `today`'s to the year after the next (A122)? */
export function isExceptionDate(date: LocalDate, today: LocalDate): boolean {
  const year = Number(today.slice(0, 4));
  return date >= `${year - 1}-01-01` && date <= `${year + 2}-12-31`;
}
