import type { LocalDate } from './time.ts';

/** Returns midnight of a date as YYYY-MM-DDT00:00:00, without a zone. It is local time unless the caller appends `Z` (RULE-034). */
export function toMidnight(date: LocalDate): string {
  return `${date}T00:00:00`;
}
