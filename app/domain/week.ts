import { type Resolution, resolveBlockStatus, type StatusInput } from './block-status.ts';
import { limitOn } from './daily-limit.ts';
import type { RuleId } from './ids.ts';
import { deviceSchedules, endOf, listOccurrences, type Occurrence, plannedWindow, type Rule, type Schedule } from './rule.ts';
import {
  addDays,
  findClockChange,
  type Instant,
  type LocalDate,
  listDates,
  localDate,
  type MinuteOfDay,
  minuteOfDay,
  readClockTime,
  startOfDay,
  type TimeWindow,
  type TimeZone,
  weekdayOf,
  windowOn,
} from './time.ts';

/** Input for a week: a child's rules and time zone. */
export type WeekInput = { rules: Array<Rule>; timeZone: TimeZone };

/** A reference to a schedule, with the fields for its display name. */
export type RuleRef = { ruleId: RuleId; kind: Schedule['kind']; name: string };

/** The part of a window within one day. `fromMinute` and `untilMinute`: local clock time, 0 to 1440. */
export type WeekWindow = RuleRef & {
  from: Instant;
  until: Instant;
  fromMinute: MinuteOfDay;
  untilMinute: number;
  /** `startedPreviousDay`: the window started on an earlier day. `continuesNextDay`: it continues after midnight. */
  startedPreviousDay: boolean;
  continuesNextDay: boolean;
  /** The whole window, including its parts on other days. */
  whole: { from: Instant; until: Instant };
};

/** Two windows that overlap. `inside`: `rule` is entirely within `other`. */
export type Overlap = { rule: RuleRef; other: RuleRef; relation: 'inside' | 'overlaps'; from: Instant; until: Instant };

/** The window of an exception on its date; null if the schedule is off (A122). */
export type ExceptionNote = { rule: RuleRef; window: TimeWindow | null };

/**
 * A clock change within the day: `minutes` is +60 forward, -60 back. `changed`: windows that become longer or shorter, or are lost (A117).
 */
export type ClockNote = { at: Instant; minutes: number; changed: Array<{ rule: RuleRef; minutes: number; isLost: boolean }> };

/** One local day of the week, [from, until). */
export type WeekDay = {
  date: LocalDate;
  /** 0 = Sunday (A62). */
  weekday: number;
  from: Instant;
  until: Instant;
  /** Ordered by start. */
  windows: Array<WeekWindow>;
  /** Overlaps that begin on this day, at most `OVERLAPS_MAX`. */
  overlaps: Array<Overlap>;
  hasMoreOverlaps: boolean;
  exceptions: Array<ExceptionNote>;
  clockChange: ClockNote | null;
};

const DAYS = 7;
/** Maximum number of listed overlaps per day. A hundred windows could all overlap, and such a list would not be useful. */
const OVERLAPS_MAX = 20;
const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

/**
 * Returns the seven local days from today: windows of device schedules, overlaps, exceptions and clock changes (A61, A117, A122). Ignores
 * overrides, pauses and the daily limit.
 * @throws RangeError for an unknown zone
 */
export function resolveWeek(input: WeekInput, now: Instant): Array<WeekDay> {
  return resolveDays(input, now, null);
}

/** Returns the days of `resolveWeek`. `ruleId`: the rule whose overlaps are listed; null lists all overlaps. */
function resolveDays({ rules, timeZone }: WeekInput, now: Instant, ruleId: RuleId | null): Array<WeekDay> {
  const schedules = deviceSchedules(rules);
  const today = localDate(now, timeZone);
  const from = startOfDay(today, timeZone);
  const until = startOfDay(addDays(today, DAYS), timeZone);
  const occurrences = listOccurrences(schedules, timeZone, from, until - 1).sort(byBeginning);
  const dates = listDates(today, addDays(today, DAYS - 1));
  const starts = dates.map(({ date }) => startOfDay(date, timeZone));
  const overlaps = listOverlaps(occurrences, starts, ruleId);
  return dates.map(({ date, weekday }, index) => {
    const start = starts[index] ?? from;
    const end = starts[index + 1] ?? until;
    const ofDay = overlaps[index] ?? [];
    return {
      date,
      weekday,
      from: start,
      until: end,
      windows: occurrences.filter((one) => one.from < end && one.until > start).map((one) => cutToDay(one, start, end, timeZone)),
      overlaps: ofDay.slice(0, OVERLAPS_MAX),
      hasMoreOverlaps: ofDay.length > OVERLAPS_MAX,
      exceptions: listExceptions(schedules, date, weekday),
      clockChange: noteClockChange(schedules, start, end, timeZone),
    };
  });
}

/** Returns the week with `candidate` added. `candidate` replaces a stored rule with the same ID. Lists only overlaps of `candidate`. */
export function previewWeek({ rules, timeZone }: WeekInput, candidate: Schedule, now: Instant): Array<WeekDay> {
  const all = [...rules.filter(({ id }) => id !== candidate.id), candidate];
  return resolveDays({ rules: all, timeZone }, now, candidate.id);
}

/** Returns the running or next occurrence of a schedule. Null if none starts within two weeks or the schedule is suspended. */
export function nextOccurrence(schedule: Schedule, timeZone: TimeZone, now: Instant): { from: Instant; until: Instant } | null {
  const [next] = listOccurrences([schedule], timeZone, now, now + 2 * DAYS * DAY_MINUTES * MINUTE_MS)
    .filter(({ until }) => until > now)
    .sort(byBeginning);
  return next === undefined ? null : { from: next.from, until: next.until };
}

/**
 * A date that can be skipped, and its exception. `previousWindowEnd`: end of a window that started yesterday and still runs. `nextWindowStart`: start of
 * tomorrow's window. Both are null for today's window.
 */
export type SkippableDate = {
  date: LocalDate;
  change: 'none' | 'off' | 'window';
  previousWindowEnd: Instant | null;
  nextWindowStart: Instant | null;
};

/** How long before its start tomorrow's window can be skipped, in ms. A parent's «tonight» may start after midnight. */
const MAX_SKIP_AHEAD_MS = 12 * 60 * MINUTE_MS;

/**
 * Returns the date whose window can be skipped. Null if there is none, or the schedule is suspended or expired (A122). Returns yesterday
 * while its window still runs, else today until its window ends. Otherwise returns tomorrow, from twelve hours before its window starts.
 * `change`: the date's exception, if any.
 */
export function findSkippableDate(schedule: Schedule, timeZone: TimeZone, now: Instant): SkippableDate | null {
  if (schedule.suspended || endOf(schedule) <= now) return null;
  const today = localDate(now, timeZone);
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];
  // The latest allowed start of each date's window.
  const latest = new Map([
    [yesterday, now],
    [today, Number.POSITIVE_INFINITY],
    [tomorrow, now + MAX_SKIP_AHEAD_MS],
  ]);
  for (const [date, begun] of latest) {
    const exception = schedule.exceptions.findLast((candidate) => candidate.date === date);
    // If the date is off, uses the weekly window that would have applied.
    const window = exception?.change === 'off' ? weeklyWindow(schedule, date) : plannedWindow(schedule, date, weekdayOf(date));
    const span = window === null ? null : windowOn(date, window, timeZone);
    const isOpen = span !== null && span.until > now && span.from < endOf(schedule) && span.from <= begun;
    if (!isOpen) continue;
    return {
      date,
      change: exception?.change ?? 'none',
      previousWindowEnd: date === yesterday ? Math.min(span.until, endOf(schedule)) : null,
      nextWindowStart: date === tomorrow ? span.from : null,
    };
  }
  return null;
}

/** A local date and time of the week to check. */
export type CheckedTime = { date: LocalDate; minute: MinuteOfDay };

/**
 * The expected status. A repeated time has two answers; a skipped time has one, at the end of the gap. `limitSeconds`: screen time of that
 * day, null without a limit. `leftSeconds`: time left now, null on a later day.
 */
export type StatusForecast = {
  clock: 'once' | 'skipped' | 'twice';
  answers: Array<{ at: Instant; limitSeconds: number | null; leftSeconds: number | null } & Resolution>;
};

/**
 * Returns the expected status at a time within the next seven days (A119). Null for past and more distant times. Does not predict usage.
 * @throws RangeError for an unknown zone
 */
export function predictStatus(input: StatusInput, { date, minute }: CheckedTime, now: Instant): StatusForecast | null {
  const { timeZone, allowance } = input;
  const today = localDate(now, timeZone);
  if (date < today || date > addDays(today, DAYS)) return null;
  const { kind, at } = readClockTime(date, minute, timeZone);
  // A time within the current minute is not past. It gets the current status.
  const ahead = at.filter((one) => one + MINUTE_MS > now && one <= now + (DAYS * DAY_MINUTES + 60) * MINUTE_MS);
  if (ahead.length === 0) return null;
  const answers = ahead.map((one) => {
    const moment = Math.max(one, now);
    const day = localDate(moment, timeZone);
    const limitSeconds = allowance?.enabled ? limitOn(allowance, day) : null;
    const isCounted = limitSeconds !== null && day === allowance?.used.date;
    const leftSeconds = isCounted ? Math.max(0, limitSeconds - allowance.used.seconds) : null;
    return { at: one, limitSeconds, leftSeconds, ...resolveBlockStatus(input, moment) };
  });
  return { clock: kind, answers };
}

function byBeginning(a: { from: Instant; until: Instant }, b: { from: Instant; until: Instant }): number {
  return a.from - b.from || a.until - b.until;
}

function toRef({ id, kind, name }: Schedule): RuleRef {
  return { ruleId: id, kind, name };
}

function cutToDay({ schedule, from, until }: Occurrence, start: Instant, end: Instant, zone: TimeZone): WeekWindow {
  const [first, last] = [Math.max(from, start), Math.min(until, end)];
  return {
    ...toRef(schedule),
    from: first,
    until: last,
    fromMinute: first === start ? 0 : minuteOfDay(first, zone),
    untilMinute: last === end ? DAY_MINUTES : minuteOfDay(last, zone),
    startedPreviousDay: from < start,
    continuesNextDay: until > end,
    whole: { from, until },
  };
}

/**
 * Returns the overlapping windows of different rules per day, at most one more than `OVERLAPS_MAX`. `occurrences`: ordered by start.
 * `starts`: first instants of the days. Overlaps that begin before the first day belong to that day.
 */
function listOverlaps(occurrences: Array<Occurrence>, starts: Array<Instant>, ruleId: RuleId | null): Array<Array<Overlap>> {
  const found: Array<Array<Overlap>> = starts.map(() => []);
  const days = occurrences.map(({ from }) =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= from),
    ),
  );
  const lasts = starts.map((_, day) => days.lastIndexOf(day));
  const own = occurrences.flatMap(({ schedule }, index) => (schedule.id === ruleId ? [index] : []));
  for (const [index, first] of occurrences.entries()) {
    // With `ruleId`, skips pairs without that rule; there may be very many.
    const isAny = ruleId === null || first.schedule.id === ruleId;
    const later = isAny ? laterIndexes(days, lasts, found, index) : own.filter((one) => one > index);
    for (const position of later) {
      const second = occurrences[position];
      if (second === undefined || second.from >= first.until) break;
      const ofDay = found[days[position] ?? 0] ?? [];
      if (second.schedule.id !== first.schedule.id && ofDay.length <= OVERLAPS_MAX) ofDay.push(toOverlap(first, second));
    }
  }
  return found;
}

/** Yields the positions after `index`, skipping days with enough overlaps: a hundred simultaneous windows would make 5,000 pairs. */
function* laterIndexes(days: Array<number>, lasts: Array<number>, found: Array<Array<Overlap>>, index: number): Generator<number> {
  for (let position = index + 1; position < days.length; position += 1) {
    const day = days[position] ?? 0;
    if ((found[day]?.length ?? 0) <= OVERLAPS_MAX) yield position;
    // The occurrences of a day are consecutive.
    else position = lasts[day] ?? days.length;
  }
}

function toOverlap(first: Occurrence, second: Occurrence): Overlap {
  const from = second.from;
  const until = Math.min(first.until, second.until);
  if (first.from === second.from && first.until < second.until) {
    return { rule: toRef(first.schedule), other: toRef(second.schedule), relation: 'inside', from, until };
  }
  const isInside = second.until <= first.until;
  if (isInside) return { rule: toRef(second.schedule), other: toRef(first.schedule), relation: 'inside', from, until };
  return { rule: toRef(first.schedule), other: toRef(second.schedule), relation: 'overlaps', from, until };
}

/** Returns the exceptions on this date that differ from the weekly plan. */
function listExceptions(schedules: Array<Schedule>, date: LocalDate, weekday: number): Array<ExceptionNote> {
  return schedules.flatMap((schedule) => {
    const window = plannedWindow(schedule, date, weekday);
    const weekly = weeklyWindow(schedule, date);
    const isSame = window === null || weekly === null ? window === weekly : isSameWindow(window, weekly);
    return schedule.suspended || isSame ? [] : [{ rule: toRef(schedule), window }];
  });
}

function weeklyWindow({ weekdays, window }: Schedule, date: LocalDate): TimeWindow | null {
  return weekdays[weekdayOf(date)] === true ? window : null;
}

function isSameWindow(a: TimeWindow, b: TimeWindow): boolean {
  return a.start === b.start && a.minutes === b.minutes;
}

/** Returns the clock change of a day and the windows whose length it changes; null without a change. */
function noteClockChange(schedules: Array<Schedule>, start: Instant, end: Instant, zone: TimeZone): ClockNote | null {
  const change = findClockChange(start, end, zone);
  if (change === null) return null;
  const date = localDate(start, zone);
  const changed = schedules
    .filter((schedule) => !schedule.suspended && change.at < endOf(schedule))
    .flatMap((schedule) =>
      [addDays(date, -1), date].map((day) => {
        const window = plannedWindow(schedule, day, weekdayOf(day));
        const minutes = window === null ? 0 : lengthen(day, window, change.at, zone);
        return { rule: toRef(schedule), minutes, isLost: window !== null && minutes === -window.minutes };
      }),
    )
    .filter(({ minutes }) => minutes !== 0);
  return { ...change, changed };
}

/** Returns by how many minutes the clock change lengthens a window; negative if it shortens or removes it. */
function lengthen(date: LocalDate, window: TimeWindow, change: Instant, zone: TimeZone): number {
  const span = windowOn(date, window, zone);
  if (span === null) return -window.minutes;
  const meets = span.from <= change && change <= span.until;
  return meets ? (span.until - span.from) / MINUTE_MS - window.minutes : 0;
}
