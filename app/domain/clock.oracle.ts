// For tests only. A second implementation of A117 and A121, based on the clock reading of each minute. The readings come from the runtime's
// time zone data. It shares no function with the product, because a shared bug would stay hidden.
import type { StatusInput } from './block-status.ts';
import type { Schedule } from './rule.ts';

export const MINUTE = 60_000;
export const DAY = 1440 * MINUTE;

/** The clock readings 'YYYY-MM-DD HH:mm' of a zone, one for each minute after `from`. The readings sort as text. */
export type Row = { zone: string; from: number; readings: Array<string> };

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the local clock reading at an instant. */
export function readClock(zone: string, at: number): string {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...digits });
    clocks.set(zone, clock);
  }
  return clock.format(at);
}

export function readRow(zone: string, from: number, minutes: number): Row {
  return { zone, from, readings: Array.from({ length: minutes }, (_, index) => readClock(zone, from + index * MINUTE)) };
}

/** Returns the index of the first minute with this reading or a later reading. Returns the length of the row if there is none. */
export function firstAt(row: Row, reading: string): number {
  // No zone is more than 15 hours ahead of UTC, so the search can start there.
  const earliest = (Date.parse(`${reading.replace(' ', 'T')}:00Z`) - row.from) / MINUTE - 15 * 60;
  for (let index = Math.max(0, earliest); index < row.readings.length; index += 1) {
    if ((row.readings[index] ?? '') >= reading) return index;
  }
  return row.readings.length;
}

/** Returns the reading `minutes` after midnight of a date, ignoring clock changes. */
export function readingAt(date: string, minutes: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE).toISOString().slice(0, 16).replace('T', ' ');
}

/** Returns every instant from 2020 to 2037 at which the zone's clock changes, with a precision of one minute. */
export function findTransitions(zone: string): Array<number> {
  const found: Array<number> = [];
  const offsetAt = (at: number) => Date.parse(`${readClock(zone, at).replace(' ', 'T')}:00Z`) - at;
  // No zone changes its clock twice within 12 days in these years. Verified: half the step finds the same 4674 changes.
  const step = 12 * DAY;
  let offset = offsetAt(Date.UTC(2020, 0, 1));
  for (let at = Date.UTC(2020, 0, 1); at < Date.UTC(2038, 0, 1); at += step) {
    const next = offsetAt(at + step);
    if (next === offset) continue;
    let before = at;
    let after = at + step;
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
      if (offsetAt(middle) === offset) before = middle;
      else after = middle;
    }
    found.push(after);
    offset = next;
  }
  return found;
}

/** Returns for each minute of the row whether the schedule is active. */
export function markSchedule(row: Row, schedule: Schedule): Array<boolean> {
  const marks = row.readings.map(() => false);
  if (schedule.suspended) return marks;
  const dates = new Set(row.readings.map((reading) => reading.slice(0, 10)));
  for (const date of dates) {
    const exception = schedule.exceptions.filter((candidate) => candidate.date === date).at(-1);
    let window = schedule.weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ? schedule.window : null;
    if (exception !== undefined) window = exception.change === 'off' ? null : exception.window;
    if (window === null) continue;
    const end = firstAt(row, readingAt(date, window.start + window.minutes));
    for (let index = firstAt(row, readingAt(date, window.start)); index < end; index += 1) {
      const at = row.from + index * MINUTE;
      if (schedule.recurring || at < (schedule.expiresAt ?? schedule.createdAt + 7 * DAY)) marks[index] = true;
    }
  }
  return marks;
}

/** Returns the state for each minute of the row. */
export function markStates(row: Row, input: StatusInput): Array<'allowed' | 'blocked' | 'paused'> {
  // App schedules block only their apps, not the device.
  const blocking = input.rules.filter((rule): rule is Schedule => rule.kind !== 'override' && rule.scope === 'device');
  const schedules = blocking.map((schedule) => markSchedule(row, schedule));
  const overrides = input.rules.filter((rule) => rule.kind === 'override');
  return row.readings.map((reading, index) => {
    const at = row.from + index * MINUTE;
    const inForce = overrides.filter((rule) => rule.from <= at && (rule.until === null || at < rule.until));
    const newest = inForce.sort((a, b) => a.createdAt - b.createdAt).at(-1);
    if (newest !== undefined) return newest.effect === 'grant' ? 'allowed' : 'blocked';
    if (schedules.some((marks) => marks[index])) return 'blocked';
    const { allowance, pause } = input;
    if (allowance?.enabled && secondsLeft(allowance, reading.slice(0, 10)) <= 0) return 'blocked';
    return pause !== null && (pause.until === null || at < pause.until) ? 'paused' : 'allowed';
  });
}

function secondsLeft({ limits, extra, used }: NonNullable<StatusInput['allowance']>, date: string): number {
  const given = (limits[new Date(date).getUTCDay()] ?? 0) + (extra !== null && extra.date === date ? extra.seconds : 0);
  return used.date === date ? given - used.seconds : given;
}

/**
 * Returns the latest reading that the clock has shown by this instant. After the clock is set back, it is later than the current reading.
 */
export function latestReading(zone: string, at: number): string {
  const shown = readClock(zone, at);
  const offsetAt = (when: number) => Date.parse(`${readClock(zone, when).replace(' ', 'T')}:00Z`) - Math.floor(when / MINUTE) * MINUTE;
  // No clock is set back by more than two hours. After three hours, it shows later times again.
  const earlier = at - 180 * MINUTE;
  if (offsetAt(earlier) <= offsetAt(at)) return shown;
  let [before, after] = [Math.floor(earlier / MINUTE), Math.floor(at / MINUTE)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * MINUTE) > offsetAt(at)) before = middle;
    else after = middle;
  }
  const last = readClock(zone, before * MINUTE);
  // Readings are compared as text; `Math.max` would return NaN.
  return [last, shown].sort()[1] ?? shown;
}

/** Returns the state at one instant. Compares clock readings as text, without a row. */
export function stateByClockReading({ rules, timeZone, allowance, pause }: StatusInput, now: number): 'allowed' | 'blocked' | 'paused' {
  let newest: { createdAt: number; effect: string } | null = null;
  for (const rule of rules) {
    const isNow = rule.kind === 'override' && rule.from <= now && (rule.until === null || rule.until > now);
    if (isNow && (newest === null || rule.createdAt >= newest.createdAt)) newest = rule;
  }
  if (newest !== null) return newest.effect === 'grant' ? 'allowed' : 'blocked';
  for (const rule of rules) {
    if (rule.kind !== 'override' && rule.scope === 'device' && isActiveByClockReading(rule, timeZone, now)) return 'blocked';
  }
  if (allowance?.enabled && secondsLeft(allowance, readClock(timeZone, now).slice(0, 10)) <= 0) return 'blocked';
  return pause === null || (pause.until !== null && pause.until <= now) ? 'allowed' : 'paused';
}

function isActiveByClockReading(schedule: Schedule, zone: string, now: number): boolean {
  const end = schedule.recurring ? Number.POSITIVE_INFINITY : (schedule.expiresAt ?? schedule.createdAt + 7 * DAY);
  if (schedule.suspended || now >= end) return false;
  const reading = latestReading(zone, now);
  return [-1, 0].some((days) => {
    const date = readingAt(reading.slice(0, 10), days * 1440).slice(0, 10);
    const exception = schedule.exceptions.filter((exception) => exception.date === date).pop();
    if (exception?.change === 'off' || (exception === undefined && !schedule.weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()]))
      return false;
    const { start, minutes } = exception?.change === 'window' ? exception.window : schedule.window;
    return readingAt(date, start) <= reading && reading < readingAt(date, start + minutes);
  });
}
