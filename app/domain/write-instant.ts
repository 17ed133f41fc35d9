import { writeClock } from './formats.ts';
import { formatsOfLocale } from './locale-formats.ts';

/**
 * Formats an instant with Intl, except for the time, which is written as on pages (`writeClock`). `options` must include hour and minute.
 */
export function writeInstant(at: number, timeZone: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, ...options, hourCycle: 'h23' }).formatToParts(at);
  const numberOf = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value);
  const time = writeClock(formatsOfLocale(locale), numberOf('hour'), numberOf('minute'));
  const from = parts.findIndex(({ type }) => type === 'hour');
  const until = parts.findIndex(({ type }) => type === 'minute') + 1;
  return [...parts.slice(0, from).map(({ value }) => value), time, ...parts.slice(until).map(({ value }) => value)].join('');
}
