import type { TFunction } from 'i18next';
import { type Formats, fillFormat, PLAIN_FORMATS, writeClock } from '#app/domain/formats';
import type { Instant, TimeZone } from '#app/domain/time';

/**
 * Formats times as text. Language data can differ between server and browser. Intl therefore only converts a time to numbers in a time
 * zone, where both agree. Patterns and names are those that the server chose for the request (`Formats`).
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** An end tomorrow needs no day if it is at most this many ms ahead. Today's equal clock time is then further away. */
const NIGHT_MS = 12 * HOUR_MS;

/** The weekday of January 1, 1970, counted from Sunday = 0. */
const THURSDAY = 4;

type Local = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a formatter, cached per zone because creating one is expensive. */
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

/** Returns the local date as days since the epoch. */
function dayNumber({ year, month, day }: Local): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** Returns the time in a zone, such as «07:00» or «7:00 AM». */
export function formatTime(at: Instant, zone: TimeZone, formats: Formats = PLAIN_FORMATS): string {
  const { hour, minute } = toLocal(at, zone);
  return writeTime(hour * 60 + minute, formats);
}

/** Returns the clock time for a minute of the day. Minutes of 1440 and above mean the next day. */
export function writeTime(minute: number, formats: Formats): string {
  const hour = Math.floor(minute / 60) % 24;
  return writeClock(formats, hour, minute % 60);
}

/** Returns the local time in a zone as minute of the day. */
export function minuteIn(at: Instant, zone: TimeZone): number {
  const { hour, minute } = toLocal(at, zone);
  return hour * 60 + minute;
}

/** Returns the local date in a zone as days since January 1, 1970. */
export function localDay(at: Instant, zone: TimeZone): number {
  return dayNumber(toLocal(at, zone));
}

/** Returns the time in a zone with seconds, such as «07:00:12». */
export function formatSeconds(at: Instant, zone: TimeZone, formats: Formats = PLAIN_FORMATS): string {
  const { hour, minute, second } = toLocal(at, zone);
  return writeClock(formats, hour, minute, second);
}

/**
 * Returns a date such as «June 1», with the year if it differs from that of `now`. The first of a month has a special form, such as «1er
 * juin».
 */
export function formatDate(t: TFunction, at: Instant, zone: TimeZone, now: Instant, formats: Formats): string {
  const local = toLocal(at, zone);
  const { year } = local;
  const day = local.day === 1 ? t('time.first_day') : local.day;
  const pattern = year === toLocal(now, zone).year ? formats.date : formats.dateYear;
  return fillFormat(pattern, { d: day, M: local.month, MMMM: formats.months[local.month - 1] ?? '', y: year });
}

/** Returns the time, such as «07:00». In an hour that repeats when clocks go back, says which one: «02:10 (before clocks go back)». */
function formatClock(t: TFunction, at: Instant, zone: TimeZone, formats: Formats): string {
  const time = formatTime(at, zone, formats);
  if (formatTime(at + HOUR_MS, zone, formats) === time) return t('time.first_time', { time });
  return formatTime(at - HOUR_MS, zone, formats) === time ? t('time.second_time', { time }) : time;
}

/** Returns a time with its day: «07:00», «tomorrow at 07:00», «Friday at 07:00» or «June 1 at 07:00». A weekday is always in the future. */
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

/**
 * Returns the time at which something ends. Today, at the coming midnight and during the next night, returns only the time, «07:00»; later
 * like `formatMoment`.
 */
export function formatUntil(t: TFunction, at: Instant, zone: TimeZone, now: Instant, formats: Formats): string {
  const days = dayNumber(toLocal(at - 1, zone)) - dayNumber(toLocal(now, zone));
  const isNear = days <= 0 || (days === 1 && at - now <= NIGHT_MS);
  return isNear ? formatClock(t, at, zone, formats) : formatMoment(t, at, zone, now, formats);
}

/** Returns a duration such as «0.8 s», «12 s», «5 min», «2 h» or «1 h 10 min». */
export function formatSpan(t: TFunction, ms: number, formats: Formats = PLAIN_FORMATS): string {
  if (ms < 10_000) {
    const tenths = String(Math.round(Math.max(ms, 100) / 100) / 10);
    return t('time.seconds', { value: tenths.replace('.', formats.decimal) });
  }
  // From 59.5 s on, the time rounds to a minute.
  if (Math.round(ms / 1000) < 60) return t('time.seconds', { value: Math.round(ms / 1000) });
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 60) return t('time.minutes', { value: minutes });
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? t('time.hours', { value: hours }) : t('time.hours_minutes', { hours, minutes: minutes % 60 });
}
