/**
 * How a region writes times, dates and decimal numbers. The server derives this once per request and sends it to the browser, whose locale
 * data may differ.
 *
 * - `time` and `seconds` contain {H} {HH} (0 to 23), {h} (1 to 12), {m}, {s}, {a} (one of `halves`)
 * - `date` and `dateYear` contain {d}, {M} (a number), {MMMM} (a name), {y}
 */
export type Formats = {
  /** BCP 47, such as «en-GB»; used for form fields. */
  locale: string;
  time: string;
  seconds: string;
  /** The words for AM and PM; empty texts for a 24-hour clock. */
  halves: readonly [string, string];
  date: string;
  dateYear: string;
  /** The decimal separator. */
  decimal: string;
  /** Names of months, and long and short names of weekdays, Sunday first. */
  months: ReadonlyArray<string>;
  weekdays: ReadonlyArray<string>;
  shortWeekdays: ReadonlyArray<string>;
};

/** Formats for rendering outside a request: 24-hour clock, day before month. */
export const PLAIN_FORMATS: Formats = {
  locale: 'en-GB',
  time: '{HH}:{m}',
  seconds: '{HH}:{m}:{s}',
  halves: ['', ''],
  date: '{d} {MMMM}',
  dateYear: '{d} {MMMM} {y}',
  decimal: '.',
  months: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  shortWeekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
};

/** Returns the pattern with its placeholders filled. `values` are the values by placeholder name. */
export function fillFormat(pattern: string, values: Record<string, string | number>): string {
  return pattern.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/** Formats a clock time in the style of the region. */
export function writeClock(formats: Formats, hour: number, minute: number, second: number | null = null): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const values = { H: hour, HH: two(hour), h: hour % 12 || 12, m: two(minute), a: formats.halves[hour < 12 ? 0 : 1] };
  return second === null ? fillFormat(formats.time, values) : fillFormat(formats.seconds, { ...values, s: two(second) });
}

/** Formats an hour, 0 to 24, for a chart axis: «06», «6 AM». */
export function writeHour(formats: Formats, hour: number): string {
  if (!hasHalves(formats)) return String(hour).padStart(2, '0');
  return writeClock({ ...formats, time: formats.time.replace(/[^{}]*\{m\}/, '') }, hour % 24, 0);
}

/** Formats midnight at the end of a day: «24:00», or «12:00 AM» on a 12-hour clock. */
export function writeDayEnd(formats: Formats): string {
  return hasHalves(formats) ? writeClock(formats, 0, 0) : '24:00';
}

/** Returns true for a 12-hour clock. */
export function hasHalves({ halves }: Formats): boolean {
  return halves[0] !== '';
}
