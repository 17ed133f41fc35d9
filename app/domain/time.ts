import { Temporal } from 'temporal-polyfill';
import { createBoundedMemo } from './bounded-memo.ts';
import { DAY_MS, firstInstantShowing, offsetAt } from './clock-offsets.ts';

/** A point in time, in milliseconds since 1970-01-01T00:00Z. */
export type Instant = number;

/** Minutes since midnight as a clock shows them, 0 to 1439. */
export type MinuteOfDay = number;

/** An IANA name: 'Europe/Berlin'. */
export type TimeZone = string;

/** A calendar day as the child's wall shows it: 'YYYY-MM-DD'. */
export type LocalDate = string;

/** A stretch of clock time: from `start` for `minutes` (1 to 1440) as clocks read, over midnight if it is long (5.4.1, A117). */
export type TimeWindow = { start: MinuteOfDay; minutes: number };

const MINUTES_PER_DAY = 1440;
const MINUTE_MS = 60_000;
const DURATION = /^([01]\d|2[0-3]):([0-5]\d)PT([1-9]\d{0,3})M$/;
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/;

/** Temporal rule cache: emptied above this many windows (9.1.9, A99). */
export const WINDOW_CACHE_LIMIT = 2000;

const dates = createBoundedMemo<ReadonlyArray<{ date: LocalDate; weekday: number }>>(WINDOW_CACHE_LIMIT);
// Days since 1970-01-01 and their dates, both ways.
const dayNumbers = createBoundedMemo<number>(WINDOW_CACHE_LIMIT);
const datesOfDays = createBoundedMemo<LocalDate>(WINDOW_CACHE_LIMIT);
const windows = createBoundedMemo<{ from: Instant; until: Instant } | null>(WINDOW_CACHE_LIMIT);

/** Reads `HH:mmPT{minutes}M` with 1 to 1440 minutes, or null where the text is anything else (5.4.1, A61). */
export function parseTimeWindow(text: string): TimeWindow | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const [hours, minutesPast, minutes] = match.slice(1).map(Number);
  if (hours === undefined || minutesPast === undefined || minutes === undefined || minutes > MINUTES_PER_DAY) return null;
  return { start: hours * 60 + minutesPast, minutes };
}

/** Writes a window as `HH:mmPT{minutes}M` (3.4.1). */
export function formatTimeWindow(window: TimeWindow): string {
  return `${twoDigits(Math.floor(window.start / 60))}:${twoDigits(window.start % 60)}PT${window.minutes}M`;
}

/** Is this the IANA name of a time zone that the runtime knows? Offsets such as '+02:00' are not names (3.2.1). */
export function isTimeZone(text: string): boolean {
  if (!ZONE_NAME.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** The one name of a zone that has several, 'Europe/Berlin' for 'europe/berlin'. Throws RangeError where the zone is unknown. */
export function canonicalZone(zone: TimeZone): TimeZone {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

/** The date on the wall in `zone` at that instant (RULE-027). Throws RangeError where the zone is unknown. */
export function localDate(at: Instant, zone: TimeZone): LocalDate {
  return dateOf(Math.floor((at + offsetAt(at, zone)) / DAY_MS));
}

/** The minute on the clock in `zone` at that instant, 0 to 1439. Throws RangeError where the zone is unknown. */
export function minuteOfDay(at: Instant, zone: TimeZone): MinuteOfDay {
  const wall = at + offsetAt(at, zone);
  return Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / MINUTE_MS);
}

/** 0 = Sunday to 6 = Saturday (A62). */
export function weekdayOf(date: LocalDate): number {
  // The first day was a Thursday.
  return (((dayNumberOf(date) + 4) % 7) + 7) % 7;
}

/** The date that many days later, or earlier for a negative number. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOf(dayNumberOf(date) + days);
}

/** Every date from `first` to `last`, both included, with its weekday. */
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
 * The first instant at which the clock in `zone` shows this minute of this date or a later one (A117): of an hour that is repeated its
 * first occurrence, for an hour that is skipped the first minute after it. Minutes from 1440 on count into the following dates. Throws
 * RangeError where the date is none or the zone is unknown.
 */
export function instantOf(date: LocalDate, minute: number, zone: TimeZone): Instant {
  return firstInstantShowing(dayNumberOf(date) * DAY_MS + minute * MINUTE_MS, zone);
}

/**
 * When the clock in `zone` shows this minute (0 to 1439) of this date: once, twice where the clock goes back, and where it is skipped the
 * first minute after it. Throws RangeError where the date is none or the zone is unknown.
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
 * The first change of the clock in `zone` from `from` on and before `to`, with how far it jumps in minutes: +60 forward, -60 back. Null
 * where there is none. Throws RangeError where the zone is unknown.
 */
export function findClockChange(from: Instant, to: Instant, zone: TimeZone): { at: Instant; minutes: number } | null {
  // A transition on the very first instant belongs to this stretch.
  let before = zoned(from - 1, zone);
  for (;;) {
    const next = before.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds >= to) return null;
    const minutes = Math.round((next.offsetNanoseconds - before.offsetNanoseconds) / 60_000_000_000);
    // Some transitions change only the name.
    if (minutes !== 0) return { at: next.epochMilliseconds, minutes };
    before = next;
  }
}

/** The first instant of that date: not always 00:00, some zones skip it (3.5.1, A117). */
export function startOfDay(date: LocalDate, zone: TimeZone): Instant {
  return instantOf(date, 0, zone);
}

/**
 * Where the window that starts on `date` lies on the real time line, end excluded, or null where a clock change leaves nothing of it
 * (A117). Remembered in a cache that is emptied above 2000 entries (9.1.9, A99).
 */
export function windowOn(date: LocalDate, window: TimeWindow, zone: TimeZone): { from: Instant; until: Instant } | null {
  return windows.get(`${zone} ${date} ${window.start} ${window.minutes}`, () => {
    const from = instantOf(date, window.start, zone);
    const until = instantOf(date, window.start + window.minutes, zone);
    return from < until ? { from, until } : null;
  });
}

/** The calendar month in `zone`, 'YYYY-MM': what monthly limits count in (A28, A45). */
export function monthOf(at: Instant, zone: TimeZone): string {
  return localDate(at, zone).slice(0, 7);
}

/** The first instant of the following calendar month in `zone`: when monthly limits begin anew (A45). */
export function nextMonthStart(at: Instant, zone: TimeZone): Instant {
  const first = zoned(at, zone).toPlainDate().with({ day: 1 }).add({ months: 1 });
  return startOfDay(first.toString(), zone);
}

function zoned(at: Instant, zone: TimeZone): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

/** Days since 1970-01-01. Throws RangeError where the date is none. */
function dayNumberOf(date: LocalDate): number {
  return dayNumbers.get(date, () => toPlainDate(date).toZonedDateTime('UTC').epochMilliseconds / DAY_MS);
}

function dateOf(day: number): LocalDate {
  return datesOfDays.get(String(day), () => toPlainDate('1970-01-01').add({ days: day }).toString());
}

// The long way round, since reading the text is what takes Temporal longest. Throws RangeError where it is no date.
function toPlainDate(date: LocalDate): Temporal.PlainDate {
  return new Temporal.PlainDate(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8)));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
