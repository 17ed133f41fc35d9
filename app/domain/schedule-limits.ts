import type { LocalDate } from './time.ts';

// Separate from rule.ts, so that forms in the browser do not load its large calendar code.

/** Maximum number of dated exceptions per schedule. */
export const EXCEPTIONS_MAX = 60;

/** True if an exception can have this date: from the year before `today` to the end of the second year after it (A122). */
export function isExceptionDate(date: LocalDate, today: LocalDate): boolean {
  const year = Number(today.slice(0, 4));
  return date >= `${year - 1}-01-01` && date <= `${year + 2}-12-31`;
}
