import type { TFunction } from 'i18next';
import type { Weekdays } from '~/domain/rule';

/** The days as a week is shown, Monday first; 0 = Sunday (A62). */
export const SHOWN_WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

// 4 January 2026 was a Sunday.
const A_SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

/** A day's name: «Monday» or «Mon». Single names are all that is taken from Intl (app/README.md). */
export function weekdayName(language: string, weekday: number, style: 'long' | 'short'): string {
  const name = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' }).format(A_SUNDAY + weekday * DAY_MS);
  return name.replace(/\.$/, '');
}

/** «Monday to Friday», «Friday and Saturday»; null for every day. */
export function listWeekdays(t: TFunction, language: string, weekdays: Weekdays): string | null {
  const on = SHOWN_WEEKDAYS.filter((weekday) => weekdays[weekday]);
  if (on.length === SHOWN_WEEKDAYS.length) return null;
  const [first, last] = [on[0] ?? 0, on.at(-1) ?? 0];
  const places = on.map((weekday) => SHOWN_WEEKDAYS.indexOf(weekday));
  const isRun = on.length > 2 && places.every((place, index) => index === 0 || place === (places[index - 1] ?? 0) + 1);
  if (isRun) return t('rules.day_range', { first: weekdayName(language, first, 'long'), last: weekdayName(language, last, 'long') });
  const names = on.map((weekday) => weekdayName(language, weekday, 'long'));
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
