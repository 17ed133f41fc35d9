import { parseClock, toClockTime, windowBetween } from '#app/domain/clock-window';
import { toMidnight } from '#app/domain/midnight';
import type { Schedule, ScheduleException, Weekdays } from '#app/domain/rule';
import { EXCEPTIONS_MAX, isExceptionDate } from '#app/domain/schedule-limits';
import type { Instant, LocalDate } from '#app/domain/time';

/** The fields of a schedule that a parent can set. */
export type ScheduleDraft = Pick<Schedule, 'name' | 'window' | 'weekdays' | 'recurring' | 'exceptions' | 'scope'> & {
  /** The apps that the schedule blocks; empty for the whole device. */
  bundleIds: Array<string>;
};

/** Errors by field, as keys under `error_strings`. */
export type ScheduleFaults = Record<string, string>;

/** A row of exceptions as typed, from `date` to `last` ('' means `date` only). `key` is part of its field names. */
export type ExceptionRow = { key: string; date: string; last: string; change: string; from: string; to: string };

/** The fields of one exception. */
export const EXCEPTION_PARTS = ['date', 'last', 'change', 'from', 'to'] as const;
export type ExceptionPart = (typeof EXCEPTION_PARTS)[number];

const NAME_MAX = 64;
const DAY_MS = 86_400_000;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const ROW_FIELD = /^ex-(\w{1,12})-date$/;

export function exceptionField(key: string, part: ExceptionPart): string {
  return `ex-${key}-${part}`;
}

/** Returns the rows of exceptions of a posted form, as typed. */
export function readExceptionRows(fields: FormData): Array<ExceptionRow> {
  return [...fields.keys()].flatMap((name) => {
    const key = ROW_FIELD.exec(name)?.[1];
    if (key === undefined) return [];
    const part = (which: ExceptionPart) => String(fields.get(exceptionField(key, which)) ?? '');
    return [{ key, date: part('date'), last: part('last'), change: part('change'), from: part('from'), to: part('to') }];
  });
}

/** Returns the rows plus a new one: off, on the day after the latest date. */
export function addExceptionRow(rows: Array<ExceptionRow>): Array<ExceptionRow> {
  const key = Math.max(0, ...rows.map((row) => Number(row.key) || 0)) + 1;
  const latest = rows
    .flatMap(({ date, last }) => [date, last])
    .filter(isDate)
    .sort()
    .at(-1);
  const next = latest === undefined ? '' : dayAfter(latest);
  return [...rows, { key: String(key), date: isDate(next) ? next : '', last: '', change: 'off', from: '', to: '' }];
}

/**
 * Converts stored exceptions to rows. Only the last exception of each date applies. Consecutive dates with equal exceptions form one row.
 */
export function toExceptionRows(exceptions: Array<ScheduleException>): Array<ExceptionRow> {
  const rows: Array<ExceptionRow> = [];
  const counting = new Map(exceptions.map((exception) => [exception.date, exception]));
  for (const exception of [...counting.values()].sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const row = toExceptionRow(exception, String(rows.length + 1));
    const before = rows.at(-1);
    const goesOn = before !== undefined && dayAfter(before.last || before.date) === row.date;
    const isSame = before?.change === row.change && before.from === row.from && before.to === row.to;
    if (goesOn && isSame) before.last = row.date;
    else rows.push(row);
  }
  return rows;
}

function toExceptionRow(exception: ScheduleException, key: string): ExceptionRow {
  const { date } = exception;
  if (exception.change === 'off') return { key, date, last: '', change: 'off', from: '', to: '' };
  const { start, minutes } = exception.window;
  return { key, date, last: '', change: 'window', from: toClockTime(start), to: toClockTime(start + minutes) };
}

/**
 * Parses the editor's form, or returns the errors by field. Weekdays are numbers, 0 = Sunday. A row without a date is ignored; a row with
 * two dates becomes one exception per day.
 */
export function parseSchedule(fields: FormData, now: Instant): ScheduleDraft | { faults: ScheduleFaults } {
  const { draft, faults } = readSchedule(fields, now);
  return draft === null || Object.keys(faults).length > 0 ? { faults } : draft;
}

/** Parses the form for a preview. Ignores errors that do not affect the week. Returns null if times or dates are invalid. */
export function parseForPreview(fields: FormData, now: Instant): ScheduleDraft | null {
  const { draft, faults } = readSchedule(fields, now);
  return Object.keys(faults).some((field) => !['name', 'days', 'apps'].includes(field)) ? null : draft;
}

function readSchedule(fields: FormData, now: Instant): { draft: ScheduleDraft | null; faults: ScheduleFaults } {
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  const [name, from, to] = [text('name'), text('from'), text('to')];
  const ticked = fields.getAll('days').map(String);
  const on = (day: number) => ticked.includes(String(day));
  const weekdays: Weekdays = [on(0), on(1), on(2), on(3), on(4), on(5), on(6)];
  const window = windowBetween(from, to);
  const scope = text('scope') === 'apps' ? 'apps' : 'device';
  const bundleIds = scope === 'apps' ? fields.getAll('apps').map(String) : [];
  const { exceptions, faults: ofExceptions } = parseExceptions(readExceptionRows(fields), dateOf(now));
  const faults: ScheduleFaults = {
    ...(name === '' ? { name: 'missing_name' } : {}),
    ...(name.length > NAME_MAX ? { name: 'name_too_long' } : {}),
    ...(parseClock(from) === null ? { from: 'missing_time' } : {}),
    ...(parseClock(to) === null ? { to: 'missing_time' } : {}),
    ...(weekdays.includes(true) || exceptions.some(({ change }) => change === 'window') ? {} : { days: 'missing_days' }),
    ...(scope === 'apps' && bundleIds.length === 0 ? { apps: 'missing_apps' } : {}),
    ...ofExceptions,
  };
  const recurring = fields.get('one_time') === null;
  return { draft: window && { name, window, weekdays, recurring, exceptions, scope, bundleIds }, faults };
}

/** Names of the form fields for days off: the first day, and the last day, which may be empty. */
export const DAYS_OFF_FIELDS = [exceptionField('1', 'date'), exceptionField('1', 'last')] as const;

/** Parses the form for days off. Returns its dates and the errors by field. */
export function readDaysOff(fields: FormData, now: Instant): { dates: Array<LocalDate>; faults: ScheduleFaults } {
  const { exceptions, faults } = parseExceptions(readExceptionRows(fields), dateOf(now));
  const isEmpty = exceptions.length === 0 && Object.keys(faults).length === 0;
  const dates = exceptions.map(({ date }) => date);
  return { dates, faults: isEmpty ? { [DAYS_OFF_FIELDS[0]]: 'missing_date' } : faults };
}

function parseExceptions(rows: Array<ExceptionRow>, today: LocalDate): { exceptions: Array<ScheduleException>; faults: ScheduleFaults } {
  const faults: ScheduleFaults = {};
  const exceptions: Array<ScheduleException> = [];
  const seen = new Set<LocalDate>();
  for (const { key, date, last, change, from, to } of rows) {
    if (date === '' && last === '') continue;
    if (!isDate(date)) faults[exceptionField(key, 'date')] = 'missing_date';
    else if (!isExceptionDate(date, today)) faults[exceptionField(key, 'date')] = 'date_too_far';
    if (last !== '' && !isDate(last)) faults[exceptionField(key, 'last')] = 'bad_date';
    else if (last !== '' && last < date) faults[exceptionField(key, 'last')] = 'last_before_first';
    else if (last !== '' && !isExceptionDate(last, today)) faults[exceptionField(key, 'last')] = 'date_too_far';
    const isSpan = [date, last].every((one) => isDate(one) && isExceptionDate(one, today));
    const dates = isSpan ? listDays(date, last) : [date];
    if (dates.some((one) => seen.has(one))) faults[exceptionField(key, 'date')] = 'date_twice';
    for (const one of dates) seen.add(one);
    if (change !== 'window') {
      for (const one of dates) exceptions.push({ date: one, change: 'off' });
      continue;
    }
    const window = windowBetween(from, to);
    if (parseClock(from) === null) faults[exceptionField(key, 'from')] = 'missing_time';
    if (parseClock(to) === null) faults[exceptionField(key, 'to')] = 'missing_time';
    if (window !== null) for (const one of dates) exceptions.push({ date: one, change: 'window', window });
  }
  if (exceptions.length > EXCEPTIONS_MAX) faults.exceptions = 'too_many_dates';
  return { exceptions: exceptions.sort((a, b) => (a.date < b.date ? -1 : 1)), faults };
}

/** Returns the dates from `first` to `last`, both included. Stops just above the maximum, so that the caller can report too many dates. */
function listDays(first: LocalDate, last: LocalDate): Array<LocalDate> {
  const days = [first];
  for (let day = dayAfter(first); day <= last && days.length <= EXCEPTIONS_MAX; day = dayAfter(day)) days.push(day);
  return days;
}

function dayAfter(date: LocalDate): LocalDate {
  return dateOf(Date.parse(`${toMidnight(date)}Z`) + DAY_MS);
}

/** Returns the UTC date of an instant. UTC suffices for stepping through dates and for limits of whole years. */
function dateOf(at: Instant): LocalDate {
  return new Date(at).toISOString().slice(0, 10);
}

function isDate(text: string): boolean {
  return DATE.test(text) && new Date(`${toMidnight(text)}Z`).toISOString().startsWith(text);
}

/** Validates the form before it is sent. */
export function checkSchedule(fields: FormData) {
  const draft = parseSchedule(fields, Date.now());
  if (!('faults' in draft)) return { status: 'success', error: {} };
  return { status: 'error', error: Object.fromEntries(Object.entries(draft.faults).map(([field, fault]) => [field, [fault]])) };
}
