import type { TFunction } from 'i18next';
import { SHOWN_WEEKDAYS, weekdayName } from '#app/components/ui/weekdays';
import type { Formats } from '#app/domain/formats';
import type { Weekdays } from '#app/domain/rule';

/** Returns the names of weekdays, such as «Monday to Friday» or «Friday and Saturday». Returns null for every day. */
export function listWeekdays(t: TFunction, language: string, formats: Formats, weekdays: Weekdays): string | null {
  const on = SHOWN_WEEKDAYS.filter((weekday) => weekdays[weekday]);
  if (on.length === SHOWN_WEEKDAYS.length) return null;
  const [first, last] = [on[0] ?? 0, on.at(-1) ?? 0];
  const places = on.map((weekday) => SHOWN_WEEKDAYS.indexOf(weekday));
  const isRun = on.length > 2 && places.every((place, index) => index === 0 || place === (places[index - 1] ?? 0) + 1);
  if (isRun) return t('rules.day_range', { first: weekdayName(formats, first, 'long'), last: weekdayName(formats, last, 'long') });
  const names = on.map((weekday) => weekdayName(formats, weekday, 'long'));
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
