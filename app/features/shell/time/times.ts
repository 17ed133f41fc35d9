import type { TFunction } from 'i18next';
import { type Formats, fillFormat, PLAIN_FORMATS, writeClock } from '~/domain/formats';
import type { Instant, TimeZone } from '~/domain/time';

/**
 * Times in words. Server and browser bring different versions of the language data, so whole patterns are never taken from Intl: only
 * numbers in a zone, which are stable; patterns and names are those that the server chose for the request (`Formats`).
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** So far ahead the next morning needs no day: the same time of today lies further off. */
const NIGHT_MS = 12 * HOUR_MS;

/** The weekday of the first day of the epoch. */
const THURSDAY = 4;

type Local = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Kept by their zone: making one takes longer than all that a page does with it. */
function formatterOf(zone: TimeZone): Intl.DateTimeFormat {
  const made = formatters.get(zone);
  if (made !== undefined) return made;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(zone, formatter);
  return formatter;
}

function toLocal(at: Instant, zone: TimeZone): Local {
  const local: Local = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatterOf(zone).formatToParts(at)) {
    if (type === 'year' || type === 'month' || type === 'day' || type === 'hour' || type === 'minute' || type === 'second')
      local[type] = Number(value);
  }
  return local;
}

/** Days since the epoch of the local date. */
function dayNumber({ year, month, day }: Local): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** «07:00» or «7:00 AM» in a zone. */
export function formatTime(at: Instant, zone: TimeZone, formats: Formats = PLAIN_FORMATS): string {
  const { hour, minute } = toLocal(at, zone);
  return writeTime(hour * 60 + minute, formats);
}

/** A clock time of its minute of the day; those after midnight count on. */
export function writeTime(minute: number, formats: Formats): string {
  const hour = Math.floor(minute / 60) % 24;
  return writeClock(formats, hour, minute % 60);
}

/** The minute of the day that a clock in the zone shows. */
export function minuteIn(at: Instant, zone: TimeZone): number {
  const { hour, minute } = toLocal(at, zone);
  return hour * 60 + minute;
}

/** «07:00:12» in a zone, where seconds are the proof. */
export function formatSeconds(at: Instant, zone: TimeZone, formats: Formats = PLAIN_FORMATS): string {
  const { hour, minute, second } = toLocal(at, zone);
  return writeClock(formats, hour, minute, second);
}

/** «1 June», «14 May 2025» in another year than `now`'s; the first of a month as the language writes it, «1er juin». */
export function formatDate(t: TFunction, at: Instant, zone: TimeZone, now: Instant, formats: Formats): string {
  const local = toLocal(at, zone);
  const { year } = local;
  const day = local.day === 1 ? t('time.first_day') : local.day;
  const pattern = year === toLocal(now, zone).year ? formats.date : formats.dateYear;
  return fillFormat(pattern, { d: day, M: local.month, MMMM: formats.months[local.month - 1] ?? '', y: year });
}

/** «07:00», and in the hour that comes twice when clocks go back, which of the two: «02:10 (the first time)». */
function formatClock(t: TFunction, at: Instant, zone: TimeZone, formats: Formats): string {
  const time = formatTime(at, zone, formats);
  if (formatTime(at + HOUR_MS, zone, formats) === time) return t('time.first_time', { time });
  return formatTime(at - HOUR_MS, zone, formats) === time ? t('time.second_time', { time }) : time;
}

/** «07:00», «tomorrow at 07:00», «Friday at 07:00», «1 June at 07:00»: as near as the day is. A weekday always lies ahead. */
export function formatMoment(t: TFunction, at: Instant, zone: TimeZone, now: Instant, formats: Formats): string {
  const time = formatClock(t, at, zone, formats);
  const day = dayNumber(toLocal(at, zone));
  const days = day - dayNumber(toLocal(now, zone));
  if (days === 0) return time;
  if (days === 1) return t('time.tomorrow', { time });
  if (days === -1) return t('time.yesterday', { time });
  if (days > 0 && days < 7) return t('time.weekday', { weekday: formats.weekdays[(day + THURSDAY) % 7] ?? '', time });
  return t('time.on_date', { date: formatDate(t, at, zone, now, formats), time });
}

/** The end of something: today, at the midnight that ends it, and in the night to come the clock says enough, «07:00»; later as `formatMoment`. */
export function formatUntil(t: TFunction, at: Instant, zone: TimeZone, now: Instant, formats: Formats): string {
  const days = dayNumber(toLocal(at - 1, zone)) - dayNumber(toLocal(now, zone));
  const isNear = days <= 0 || (days === 1 && at - now <= NIGHT_MS);
  return isNear ? formatClock(t, at, zone, formats) : formatMoment(t, at, zone, now, formats);
}

/** How long: «0.8 s», «12 s», «5 min», «2 h», «1 h 10 min». */
export function formatSpan(t: TFunction, ms: number, formats: Formats = PLAIN_FORMATS): string {
  if (ms < 10_000) {
    const tenths = String(Math.round(Math.max(ms, 100) / 100) / 10);
    return t('time.seconds', { value: tenths.replace('.', formats.decimal) });
  }
  if (ms < MINUTE_MS) return t('time.seconds', { value: Math.round(ms / 1000) });
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 60) return t('time.minutes', { value: minutes });
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? t('time.hours', { value: hours }) : t('time.hours_minutes', { hours, minutes: minutes % 60 });
}
