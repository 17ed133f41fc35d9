import type { Child } from '~/domain/child';
import { parseMinutes } from '~/domain/usage';

const WEEK = [0, 1, 2, 3, 4, 5, 6];

/** The name of a weekday's field, 0 = Sunday (A62). */
export function fieldOf(day: number): string {
  return `allowance[${day}]`;
}

const FIRST_SECONDS = 2 * 3600;

/**
 * The seven numbers as the form shows them, seconds by weekday, 0 = Sunday. One that nobody has set begins with two hours a day: seven zeros,
 * as every child has them at first, would block all day at the touch of a switch.
 */
export function shownWeek({ isSet, seconds }: Child['allowance']): Array<number> {
  return isSet ? seconds : WEEK.map(() => FIRST_SECONDS);
}

/** What was typed for each weekday, 0 = Sunday. */
export function typedWeek(fields: FormData): Array<string> {
  return WEEK.map((day) => String(fields.get(fieldOf(day)) ?? ''));
}

/**
 * Seven numbers of minutes as seconds, 0 = Sunday, or the days that cannot be read (ALLOW-014). `sameAs`: every day gets what that day has,
 * and the others need not be right.
 */
export function parseWeek(typed: Array<string>, sameAs: number | null = null): { seconds: Array<number> } | { faults: Array<number> } {
  const minutes = WEEK.map((day) => parseMinutes(typed[sameAs ?? day], 0));
  const faults = WEEK.filter((day) => minutes[day] === null && (sameAs ?? day) === day);
  if (faults.length > 0) return { faults };
  return { seconds: minutes.map((value) => (value ?? 0) * 60) };
}

/** Which apps shall no longer count or count again: what the boxes say now against what they said as the form was shown (A122). */
export function diffUncounted(was: Array<string>, now: Array<string>): Record<string, boolean> {
  return Object.fromEntries([
    ...now.filter((id) => !was.includes(id)).map((id) => [id, true] as const),
    ...was.filter((id) => !now.includes(id)).map((id) => [id, false] as const),
  ]);
}
