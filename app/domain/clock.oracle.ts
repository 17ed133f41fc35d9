// For tests only. What a clock on the wall shows, read minute by minute from the runtime's own time zone data, and the rules of A117
// and A121 written down a second time in the plainest way: marks on a row of minutes. Shares no function with the product on purpose.
import type { StatusInput } from './block-status.ts';
import type { Schedule } from './rule.ts';

export const MINUTE = 60_000;
export const DAY = 1440 * MINUTE;

/** A row of clock readings 'YYYY-MM-DD HH:mm', one for each real minute from `from` on: text order is clock order. */
export type Row = { zone: string; from: number; readings: Array<string> };

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clock shows at that instant. */
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

/** Index of the first minute at which the clock shows this reading or a later one. */
export function firstAt(row: Row, reading: string): number {
  // No clock is more than 15 hours ahead of UTC, so there is no need to look before that.
  const earliest = (Date.parse(`${reading.replace(' ', 'T')}:00Z`) - row.from) / MINUTE - 15 * 60;
  for (let index = Math.max(0, earliest); index < row.readings.length; index += 1) {
    if ((row.readings[index] ?? '') >= reading) return index;
  }
  return row.readings.length;
}

/** The reading that many minutes after midnight of a date, by the calendar alone. */
export function readingAt(date: string, minutes: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE).toISOString().slice(0, 16).replace('T', ' ');
}

/** Every instant from 2020 to 2037 at which this zone's clock jumps, to the minute. */
export function findTransitions(zone: string): Array<number> {
  const found: Array<number> = [];
  const offsetAt = (at: number) => Date.parse(`${readClock(zone, at).replace(' ', 'T')}:00Z`) - at;
  // No zone changes twice within so short a time in these years: 4674 changes are found, as with half the step.
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

/** Marks the minutes of the row in which the schedule is in force. */
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

/** The state of every minute of the row. */
export function markStates(row: Row, question: StatusInput): Array<'allowed' | 'blocked' | 'paused'> {
  const schedules = question.rules.filter((rule) => rule.kind !== 'override').map((schedule) => markSchedule(row, schedule));
  const overrides = question.rules.filter((rule) => rule.kind === 'override');
  return row.readings.map((reading, index) => {
    const at = row.from + index * MINUTE;
    const inForce = overrides.filter((rule) => rule.from <= at && (rule.until === null || at < rule.until));
    const newest = inForce.sort((a, b) => a.createdAt - b.createdAt).at(-1);
    if (newest !== undefined) return newest.effect === 'grant' ? 'allowed' : 'blocked';
    if (schedules.some((marks) => marks[index])) return 'blocked';
    const { allowance, pause } = question;
    if (allowance?.enabled && secondsLeft(allowance, reading.slice(0, 10)) <= 0) return 'blocked';
    return pause !== null && (pause.until === null || at < pause.until) ? 'paused' : 'allowed';
  });
}

function secondsLeft({ limits, extra, used }: NonNullable<StatusInput['allowance']>, date: string): number {
  const given = (limits[new Date(date).getUTCDay()] ?? 0) + (extra !== null && extra.date === date ? extra.seconds : 0);
  return used.date === date ? given - used.seconds : given;
}

/** The latest reading that the clock has shown so far: where it went back a short time ago, not the one that it shows now. */
export function latestReading(zone: string, at: number): string {
  const shown = readClock(zone, at);
  const offsetAt = (when: number) => Date.parse(`${readClock(zone, when).replace(' ', 'T')}:00Z`) - Math.floor(when / MINUTE) * MINUTE;
  // No clock goes back by more than two hours: what it showed before is passed again within three.
  const earlier = at - 180 * MINUTE;
  if (offsetAt(earlier) <= offsetAt(at)) return shown;
  let [before, after] = [Math.floor(earlier / MINUTE), Math.floor(at / MINUTE)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * MINUTE) > offsetAt(at)) before = middle;
    else after = middle;
  }
  const last = readClock(zone, before * MINUTE);
  // As texts: a number would be none.
  return [last, shown].sort()[1] ?? shown;
}

/** The state at one instant, of a question that is asked then: by readings of the clock as texts, without a row. */
export function stateOnWall({ rules, timeZone, allowance, pause }: StatusInput, now: number): 'allowed' | 'blocked' | 'paused' {
  let newest: { createdAt: number; effect: string } | null = null;
  for (const rule of rules) {
    const isNow = rule.kind === 'override' && rule.from <= now && (rule.until === null || rule.until > now);
    if (isNow && (newest === null || rule.createdAt >= newest.createdAt)) newest = rule;
  }
  if (newest !== null) return newest.effect === 'grant' ? 'allowed' : 'blocked';
  for (const rule of rules) {
    if (rule.kind !== 'override' && rule.scope === 'device' && isOnWall(rule, timeZone, now)) return 'blocked';
  }
  if (allowance?.enabled && secondsLeft(allowance, readClock(timeZone, now).slice(0, 10)) <= 0) return 'blocked';
  return pause === null || (pause.until !== null && pause.until <= now) ? 'allowed' : 'paused';
}

function isOnWall(schedule: Schedule, zone: string, now: number): boolean {
  const end = schedule.recurring ? Number.POSITIVE_INFINITY : (schedule.expiresAt ?? schedule.createdAt + 7 * DAY);
  if (schedule.suspended || now >= end) return false;
  const reading = latestReading(zone, now);
  return [-1, 0].some((days) => {
    const date = readingAt(reading.slice(0, 10), days * 1440).slice(0, 10);
    const said = schedule.exceptions.filter((exception) => exception.date === date).pop();
    if (said?.change === 'off' || (said === undefined && !schedule.weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()])) return false;
    const { start, minutes } = said?.change === 'window' ? said.window : schedule.window;
    return readingAt(date, start) <= reading && reading < readingAt(date, start + minutes);
  });
}
