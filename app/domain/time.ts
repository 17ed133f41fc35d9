import { Temporal } from 'temporal-polyfill';
import { createBoundedMemo } from './bounded-memo.ts';
import { DAY_MS, firstInstantShowing, offsetAt } from './clock-offsets.ts';

/** A point in time, in milliseconds since 1970-01-01T00:00Z. */
export type Instant = number;

/** Minutes since midnight on the local clock, 0 to 1439. */
export type MinuteOfDay = number;

/** An IANA name: 'Europe/Berlin'. */
export type TimeZone = string;

/** A local calendar date: 'YYYY-MM-DD'. */
export type LocalDate = string;

/** An interval in local clock time: from `start` for `minutes` (1 to 1440), past midnight if long enough (5.4.1, A117). */
export type TimeWindow = { start: MinuteOfDay; minutes: number };

const MINUTES_PER_DAY = 1440;
const MINUTE_MS = 60_000;
const DURATION = /^([01]\d|2[0-3]):([0-5]\d)PT([1-9]\d{0,3})M$/;
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/;

/** Maximum number of cached windows. A full cache is emptied (9.1.9, A99). */
export const WINDOW_CACHE_LIMIT = 2000;

const dates = createBoundedMemo<ReadonlyArray<{ date: LocalDate; weekday: number }>>(WINDOW_CACHE_LIMIT);
// Cache the day number (days since 1970-01-01) of a date, and the date of a day number.
const dayNumbers = createBoundedMemo<number>(WINDOW_CACHE_LIMIT);
const datesOfDays = createBoundedMemo<LocalDate>(WINDOW_CACHE_LIMIT);
const windows = createBoundedMemo<{ from: Instant; until: Instant } | null>(WINDOW_CACHE_LIMIT);

/** Parses `HH:mmPT{minutes}M` with 1 to 1440 minutes; null for any other text (5.4.1, A61). */
export function parseTimeWindow(text: string): TimeWindow | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const [hours, minutesPast, minutes] = match.slice(1).map(Number);
  if (hours === undefined || minutesPast === undefined || minutes === undefined || minutes > MINUTES_PER_DAY) return null;
  return { start: hours * 60 + minutesPast, minutes };
}

/** Formats a window as `HH:mmPT{minutes}M` (3.4.1). */
export function formatTimeWindow(window: TimeWindow): string {
  return `${twoDigits(Math.floor(window.start / 60))}:${twoDigits(window.start % 60)}PT${window.minutes}M`;
}

/** True if the runtime knows this IANA time zone name. Offsets such as '+02:00' are not names (3.2.1). */
export function isTimeZone(text: string): boolean {
  if (!ZONE_NAME.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the runtime's canonical name of a zone, 'Europe/Berlin' for 'europe/berlin'.
 * @throws RangeError for an unknown zone
 */
export function canonicalZone(zone: TimeZone): TimeZone {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

/**
 * Returns the local date in `zone` at an instant (RULE-027).
 * @throws RangeError for an unknown zone
 */
export function localDate(at: Instant, zone: TimeZone): LocalDate {
  return dateOf(Math.floor((at + offsetAt(at, zone)) / DAY_MS));
}

/**
 * Returns the local minute of the day in `zone` at an instant, 0 to 1439.
 * @throws RangeError for an unknown zone
 */
export function minuteOfDay(at: Instant, zone: TimeZone): MinuteOfDay {
  const wall = at + offsetAt(at, zone);
  return Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / MINUTE_MS);
}

/** Returns the weekday: 0 = Sunday to 6 = Saturday (A62). */
export function weekdayOf(date: LocalDate): number {
  // 1970-01-01 was a Thursday.
  return (((dayNumberOf(date) + 4) % 7) + 7) % 7;
}

/** Returns the date `days` later, or earlier if negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOf(dayNumberOf(date) + days);
}

/** Returns every date from `first` to `last` (both included) with its weekday, 0 = Sunday. */
export function listDates(first: LocalDate, last: LocalDate): ReadonlyArray<{ date: LocalDate; weekday: number }> {
  return dates.get(`${first} ${last}`, () => {
    const end = toPlainDate(last);
    const found: Array<{ date: LocalDate; weekday: number }> = [];
    for (let day = toPlainDate(first); Temporal.PlainDate.compare(day, end) <= 0; day = day.add({ days: 1 })) {
      found.push({ date: day.toString(), weekday: day.dayOfWeek % 7 });
    }
    return found;
  });
}

/**
 * Returns the first instant at which the clock in `zone` shows this minute of the date or a later one (A117). A repeated time gives its
 * first occurrence, a skipped time the end of the gap. Minutes from 1440 on belong to the following dates.
 * @throws RangeError for an invalid date or unknown zone
 */
export function instantOf(date: LocalDate, minute: number, zone: TimeZone): Instant {
  return firstInstantShowing(dayNumberOf(date) * DAY_MS + minute * MINUTE_MS, zone);
}

/**
 * Returns every instant at which the clock in `zone` shows this minute (0 to 1439) of the date. A repeated time has two instants. A skipped
 * time has one, the end of the gap.
 * @throws RangeError for an invalid date or unknown zone
 */
export function readClockTime(
  date: LocalDate,
  minute: MinuteOfDay,
  zone: TimeZone,
): { kind: 'once' | 'skipped' | 'twice'; at: Array<Instant> } {
  const first = instantOf(date, minute, zone);
  if (localDate(first, zone) !== date || minuteOfDay(first, zone) !== minute) return { kind: 'skipped', at: [first] };
  const wall = toPlainDate(date).toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
  const last = wall.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds;
  return last === first ? { kind: 'once', at: [first] } : { kind: 'twice', at: [first, last] };
}

/**
 * Returns the first clock change in [from, to) and its size in minutes: +60 forward, -60 back. Null if there is none.
 * @throws RangeError for an unknown zone
 */
export function findClockChange(from: Instant, to: Instant, zone: TimeZone): { at: Instant; minutes: number } | null {
  // Includes a transition exactly at `from`.
  let before = zoned(from - 1, zone);
  for (;;) {
    const next = before.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds >= to) return null;
    const minutes = Math.round((next.offsetNanoseconds - before.offsetNanoseconds) / 60_000_000_000);
    // Some transitions change only the zone's name.
    if (minutes !== 0) return { at: next.epochMilliseconds, minutes };
    before = next;
  }
}

/** Returns the first instant of the date, not always 00:00: some zones skip midnight (3.5.1, A117). */
export function startOfDay(date: LocalDate, zone: TimeZone): Instant {
  return instantOf(date, 0, zone);
}

/**
 * Returns the interval [from, until) of the window that starts on `date`; null if it is inside a clock gap (A117). Uses the cache of
 * windows (9.1.9, A99).
 */
export function windowOn(date: LocalDate, window: TimeWindow, zone: TimeZone): { from: Instant; until: Instant } | null {
  return windows.get(`${zone} ${date} ${window.start} ${window.minutes}`, () => {
    const from = instantOf(date, window.start, zone);
    const until = instantOf(date, window.start + window.minutes, zone);
    return from < until ? { from, until } : null;
  });
}

/** Returns the calendar month in `zone`, 'YYYY-MM'. Monthly limits use it (A28, A45). */
export function monthOf(at: Instant, zone: TimeZone): string {
  return localDate(at, zone).slice(0, 7);
}

/** Returns the first instant of the next calendar month in `zone`, when monthly limits reset (A45). */
export function nextMonthStart(at: Instant, zone: TimeZone): Instant {
  const first = zoned(at, zone).toPlainDate().with({ day: 1 }).add({ months: 1 });
  return startOfDay(first.toString(), zone);
}

function zoned(at: Instant, zone: TimeZone): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

/**
 * Returns the days since 1970-01-01.
 * @throws RangeError for an invalid date
 */
function dayNumberOf(date: LocalDate): number {
  return dayNumbers.get(date, () => toPlainDate(date).toZonedDateTime('UTC').epochMilliseconds / DAY_MS);
}

function dateOf(day: number): LocalDate {
  return datesOfDays.get(String(day), () => toPlainDate('1970-01-01').add({ days: day }).toString());
}

// Avoids Temporal's text parser, which is slow. Throws RangeError for an invalid date.
function toPlainDate(date: LocalDate): Temporal.PlainDate {
  return new Temporal.PlainDate(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8)));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
