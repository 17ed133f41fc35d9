import type { LocalDate } from './time.ts';

/** Returns midnight of a date, YYYY-MM-DDT00:00:00 without a zone: local time unless a `Z` is appended (RULE-034). */
export function toMidnight(date: LocalDate): string {
  return `${date}T00:00:00`;
}
