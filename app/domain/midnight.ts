import type { LocalDate } from './time.ts';

/** Midnight of a date as it is parsed, YYYY-MM-DDT00:00:00 without a zone: local time, unless a `Z` follows (RULE-034). */
export function toMidnight(date: LocalDate): string {
  return `${date}T00:00:00`;
}
