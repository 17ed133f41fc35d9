import type { Child } from '#app/domain/child';
import { parseMinutes } from '#app/domain/usage';

const WEEK = [0, 1, 2, 3, 4, 5, 6];

/** Returns the field name of a weekday, 0 = Sunday (A62). */
export function fieldOf(day: number): string {
  return `allowance[${day}]`;
}

const FIRST_SECONDS = 2 * 3600;

/**
 * Returns the seconds per weekday that the form shows, 0 = Sunday. If no limits were ever set, it shows two hours a day. The stored zeros
 * would block all day as soon as the limit is turned on.
 */
export function shownWeek({ isSet, seconds }: Child['allowance']): Array<number> {
  return isSet ? seconds : WEEK.map(() => FIRST_SECONDS);
}

/** Returns the typed text of each weekday, 0 = Sunday. */
export function typedWeek(fields: FormData): Array<string> {
  return WEEK.map((day) => String(fields.get(fieldOf(day)) ?? ''));
}

/**
 * Converts seven values from minutes to seconds, 0 = Sunday, or returns the invalid days (ALLOW-014). `sameAs`: every day gets the value of
 * this day, and the other values are ignored.
 */
export function parseWeek(typed: Array<string>, sameAs: number | null = null): { seconds: Array<number> } | { faults: Array<number> } {
  const minutes = WEEK.map((day) => parseMinutes(typed[sameAs ?? day], 0));
  const faults = WEEK.filter((day) => minutes[day] === null && (sameAs ?? day) === day);
  if (faults.length > 0) return { faults };
  return { seconds: minutes.map((value) => (value ?? 0) * 60) };
}

/**
 * Returns the apps whose box changed since the form was shown (A122). True: the app's use no longer counts. False: its use counts again.
 */
export function diffUncounted(was: Array<string>, now: Array<string>): Record<string, boolean> {
  return Object.fromEntries([
    ...now.filter((id) => !was.includes(id)).map((id) => [id, true] as const),
    ...was.filter((id) => !now.includes(id)).map((id) => [id, false] as const),
  ]);
}
