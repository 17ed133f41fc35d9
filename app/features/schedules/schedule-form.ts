import { parseClock, windowBetween } from '~/domain/clock-window';
import type { Schedule, ScheduleException, Weekdays } from '~/domain/rule';
import { EXCEPTIONS_MAX } from '~/domain/schedule-limits';
import type { LocalDate } from '~/domain/time';

/** What a parent sets of a schedule. */
export type ScheduleDraft = Pick<Schedule, 'name' | 'window' | 'weekdays' | 'recurring' | 'exceptions' | 'scope'> & {
  /** The apps that it blocks; empty where it is for the whole device. */
  bundleIds: Array<string>;
};

/** What is wrong, by field: keys under `error_strings`. */
export type ScheduleFaults = Record<string, string>;

/** A row of the dated exceptions as it was typed; `key` stands in the names of its fields. */
export type ExceptionRow = { key: string; date: string; change: string; from: string; to: string };

const NAME_MAX = 64;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const ROW_FIELD = /^ex-(\w{1,12})-date$/;

/** The name of a field of one exception. */
export function exceptionField(key: string, part: 'date' | 'change' | 'from' | 'to'): string {
  return `ex-${key}-${part}`;
}

/** The rows of exceptions in a posted form, as they were typed. */
export function readExceptionRows(fields: FormData): Array<ExceptionRow> {
  return [...fields.keys()].flatMap((name) => {
    const key = ROW_FIELD.exec(name)?.[1];
    if (key === undefined) return [];
    const part = (which: 'date' | 'change' | 'from' | 'to') => String(fields.get(exceptionField(key, which)) ?? '');
    return [{ key, date: part('date'), change: part('change'), from: part('from'), to: part('to') }];
  });
}

/**
 * Reads the editor's form, or says what is wrong with each field. Days are numbers, 0 = Sunday, one for each that is ticked; a row of
 * exceptions without a date counts as not there.
 */
export function parseSchedule(fields: FormData): ScheduleDraft | { faults: ScheduleFaults } {
  const { draft, faults } = readSchedule(fields);
  return draft === null || Object.keys(faults).length > 0 ? { faults } : draft;
}

/** The same for a look before saving: what has no bearing on the week may be wrong still. Null where times or dates cannot be read. */
export function parseForPreview(fields: FormData): ScheduleDraft | null {
  const { draft, faults } = readSchedule(fields);
  return Object.keys(faults).some((field) => !['name', 'days', 'apps'].includes(field)) ? null : draft;
}

function readSchedule(fields: FormData): { draft: ScheduleDraft | null; faults: ScheduleFaults } {
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  const [name, from, to] = [text('name'), text('from'), text('to')];
  const ticked = fields.getAll('days').map(String);
  const on = (day: number) => ticked.includes(String(day));
  const weekdays: Weekdays = [on(0), on(1), on(2), on(3), on(4), on(5), on(6)];
  const window = windowBetween(from, to);
  const scope = text('scope') === 'apps' ? 'apps' : 'device';
  const bundleIds = scope === 'apps' ? fields.getAll('apps').map(String) : [];
  const { exceptions, faults: ofExceptions } = parseExceptions(readExceptionRows(fields));
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

function parseExceptions(rows: Array<ExceptionRow>): { exceptions: Array<ScheduleException>; faults: ScheduleFaults } {
  const faults: ScheduleFaults = {};
  const exceptions: Array<ScheduleException> = [];
  const seen = new Set<LocalDate>();
  for (const { key, date, change, from, to } of rows) {
    if (date === '') continue;
    if (!isDate(date)) faults[exceptionField(key, 'date')] = 'missing_date';
    else if (seen.has(date)) faults[exceptionField(key, 'date')] = 'date_twice';
    seen.add(date);
    if (change !== 'window') {
      exceptions.push({ date, change: 'off' });
      continue;
    }
    const window = windowBetween(from, to);
    if (parseClock(from) === null) faults[exceptionField(key, 'from')] = 'missing_time';
    if (parseClock(to) === null) faults[exceptionField(key, 'to')] = 'missing_time';
    if (window !== null) exceptions.push({ date, change: 'window', window });
  }
  if (exceptions.length > EXCEPTIONS_MAX) faults.exceptions = 'too_many_dates';
  return { exceptions: exceptions.sort((a, b) => (a.date < b.date ? -1 : 1)), faults };
}

function isDate(text: string): boolean {
  return DATE.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

/** The check of the form before it is sent. */
export function checkSchedule(fields: FormData) {
  const draft = parseSchedule(fields);
  if (!('faults' in draft)) return { status: 'success', error: {} };
  return { status: 'error', error: Object.fromEntries(Object.entries(draft.faults).map(([field, fault]) => [field, [fault]])) };
}
