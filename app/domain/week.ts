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

/** The rules of a child and where it lives: all that a week is made of. */
export type WeekInput = { rules: Array<Rule>; timeZone: TimeZone };

/** Which schedule is meant, with what it takes to call it by its name. */
export type RuleRef = { ruleId: RuleId; kind: Schedule['kind']; name: string };

/** A window as far as it lies within one day. `fromMinute` and `untilMinute` are what the clock shows, 0 to 1440. */
export type WeekWindow = RuleRef & {
  from: Instant;
  until: Instant;
  fromMinute: MinuteOfDay;
  untilMinute: number;
  /** It began on the day before; it goes on after midnight. */
  startsBefore: boolean;
  goesOn: boolean;
  /** All of it, on whatever days. */
  whole: { from: Instant; until: Instant };
};

/** Two windows that block at the same time. `inside`: the whole of `rule` lies within `other`. */
export type Overlap = { rule: RuleRef; other: RuleRef; relation: 'inside' | 'overlaps'; from: Instant; until: Instant };

/** What a dated exception makes of the weekly plan on its date (A122). */
export type ExceptionNote = { rule: RuleRef; window: TimeWindow | null };

/** The clock jumps within this day: `minutes` +60 forward, -60 back; `changed` are the windows that it makes longer or shorter, or takes away whole (A117). */
export type ClockNote = { at: Instant; minutes: number; changed: Array<{ rule: RuleRef; minutes: number; isLost: boolean }> };

/** One local day of the week ahead, from its first instant to that of the next. */
export type WeekDay = {
  date: LocalDate;
  /** 0 = Sunday (A62). */
  weekday: number;
  from: Instant;
  until: Instant;
  /** In the order of their beginning. */
  windows: Array<WeekWindow>;
  /** Those that begin on this day, the first ones where there are very many. */
  overlaps: Array<Overlap>;
  hasMoreOverlaps: boolean;
  exceptions: Array<ExceptionNote>;
  clockChange: ClockNote | null;
};

const DAYS = 7;
/** Of one day: nobody reads more, and of a hundred windows every two may overlap. */
const OVERLAPS_MAX = 20;
const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

/**
 * The coming seven local days of a child, today first, as the device's schedules plan them: their windows, what overlaps, what exceptions
 * change, and what a change of the clock does (A61, A117, A122). Overrides, pause and allowance are left out: they are no plan. Throws
 * RangeError for an unknown zone.
 */
export function resolveWeek(question: WeekInput, now: Instant): Array<WeekDay> {
  return resolveDays(question, now, null);
}

/** `about`: the one rule whose overlaps are of interest; null = all of them. */
function resolveDays({ rules, timeZone }: WeekInput, now: Instant, about: RuleId | null): Array<WeekDay> {
  const schedules = deviceSchedules(rules);
  const today = localDate(now, timeZone);
  const from = startOfDay(today, timeZone);
  const until = startOfDay(addDays(today, DAYS), timeZone);
  const occurrences = listOccurrences(schedules, timeZone, from, until - 1).sort(byBeginning);
  const dates = listDates(today, addDays(today, DAYS - 1));
  const starts = dates.map(({ date }) => startOfDay(date, timeZone));
  const overlaps = listOverlaps(occurrences, starts, about);
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

/** The same week with `candidate` in place of the stored rule of its id, or besides the others where it has none yet; told is what overlaps it. */
export function previewWeek({ rules, timeZone }: WeekInput, candidate: Schedule, now: Instant): Array<WeekDay> {
  const all = [...rules.filter(({ id }) => id !== candidate.id), candidate];
  return resolveDays({ rules: all, timeZone }, now, candidate.id);
}

/** The next time of a schedule, the running one included; null where none begins within two weeks or it is switched off. */
export function nextOccurrence(schedule: Schedule, timeZone: TimeZone, now: Instant): { from: Instant; until: Instant } | null {
  const [next] = listOccurrences([schedule], timeZone, now, now + 2 * DAYS * DAY_MINUTES * MINUTE_MS)
    .filter(({ until }) => until > now)
    .sort(byBeginning);
  return next === undefined ? null : { from: next.from, until: next.until };
}

/**
 * The date that one tap leaves out, and what an exception has made of it. `nightUntil`: when the window of the night before ends, which still
 * runs and is not today's; `comesAt`: when that of tomorrow's date begins; both null for today's.
 */
export type StatusChange = { date: LocalDate; change: 'none' | 'off' | 'window'; nightUntil: Instant | null; comesAt: Instant | null };

/** Tonight's bedtime may begin after midnight: a window that is no farther away than this can be left out, though its date is tomorrow's. */
const COMING_MS = 12 * 60 * MINUTE_MS;

/**
 * Which window one tap can leave out: the one of yesterday's date while it runs, else that of today while it is not over, else that of
 * tomorrow where it begins within twelve hours (A122). `change` tells what an exception says of that date already. Null where there is none,
 * or the schedule is switched off or over.
 */
export function findStatusChange(schedule: Schedule, timeZone: TimeZone, now: Instant): StatusChange | null {
  if (schedule.suspended || endOf(schedule) <= now) return null;
  const today = localDate(now, timeZone);
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];
  // By when it has begun at the latest.
  const latest = new Map([
    [yesterday, now],
    [today, Number.POSITIVE_INFINITY],
    [tomorrow, now + COMING_MS],
  ]);
  for (const [date, begun] of latest) {
    const exception = schedule.exceptions.findLast((candidate) => candidate.date === date);
    // Of a date that is off, the weekly window tells when it would have been.
    const window = exception?.change === 'off' ? weeklyWindow(schedule, date) : plannedWindow(schedule, date, weekdayOf(date));
    const span = window === null ? null : windowOn(date, window, timeZone);
    const isOpen = span !== null && span.until > now && span.from < endOf(schedule) && span.from <= begun;
    if (!isOpen) continue;
    return {
      date,
      change: exception?.change ?? 'none',
      nightUntil: date === yesterday ? Math.min(span.until, endOf(schedule)) : null,
      comesAt: date === tomorrow ? span.from : null,
    };
  }
  return null;
}

/** A moment of the week that a parent asks about, as a calendar and a clock show it. */
export type CheckedTime = { date: LocalDate; minute: MinuteOfDay };

/**
 * What will hold; two answers where the clock shows that time twice, the one after the gap where it skips it. `limitSeconds`: the screen time
 * of that day, null where there is no limit; `leftSeconds`: what is left of it by now, null on a day to come.
 */
export type StatusForecast = {
  clock: 'once' | 'skipped' | 'twice';
  answers: Array<{ at: Instant; limitSeconds: number | null; leftSeconds: number | null } & Resolution>;
};

/**
 * What will hold at a time within the coming seven days, by the same resolution as now (A119). Null where it has passed or lies further
 * ahead. Of a coming day its limit is known, and how much is used until then nobody knows. Throws RangeError for an unknown zone.
 */
export function resolveAt(question: StatusInput, { date, minute }: CheckedTime, now: Instant): StatusForecast | null {
  const { timeZone, allowance } = question;
  const today = localDate(now, timeZone);
  if (date < today || date > addDays(today, DAYS)) return null;
  const { kind, at } = readClockTime(date, minute, timeZone);
  // The minute that is running counts as now.
  const ahead = at.filter((one) => one + MINUTE_MS > now && one <= now + (DAYS * DAY_MINUTES + 60) * MINUTE_MS);
  if (ahead.length === 0) return null;
  const answers = ahead.map((one) => {
    const moment = Math.max(one, now);
    const day = localDate(moment, timeZone);
    const limitSeconds = allowance?.enabled ? limitOn(allowance, day) : null;
    const isCounted = limitSeconds !== null && day === allowance?.used.date;
    const leftSeconds = isCounted ? Math.max(0, limitSeconds - allowance.used.seconds) : null;
    return { at: one, limitSeconds, leftSeconds, ...resolveBlockStatus(question, moment) };
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
    startsBefore: from < start,
    goesOn: until > end,
    whole: { from, until },
  };
}

/**
 * By day: every two windows of different rules that share some time, at most one more of a day than are shown. The occurrences are in the
 * order of their beginning, and `starts` are the first instants of the days; what began before the first of them belongs to the first day.
 */
function listOverlaps(occurrences: Array<Occurrence>, starts: Array<Instant>, about: RuleId | null): Array<Array<Overlap>> {
  const found: Array<Array<Overlap>> = starts.map(() => []);
  const days = occurrences.map(({ from }) =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= from),
    ),
  );
  const lasts = starts.map((_, day) => days.lastIndexOf(day));
  const own = occurrences.flatMap(({ schedule }, index) => (schedule.id === about ? [index] : []));
  for (const [index, first] of occurrences.entries()) {
    // Pairs without the rule in question are not even looked at: there may be very many.
    const isAny = about === null || first.schedule.id === about;
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

/** The positions after `index`, without those on days of which enough is known: else a hundred windows at once make 5,000 pairs. */
function* laterIndexes(days: Array<number>, lasts: Array<number>, found: Array<Array<Overlap>>, index: number): Generator<number> {
  for (let position = index + 1; position < days.length; position += 1) {
    const day = days[position] ?? 0;
    if ((found[day]?.length ?? 0) <= OVERLAPS_MAX) yield position;
    // The occurrences of a day stand together.
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

/** What the exceptions of this date change: an «off» where nothing would be, and the very same window, change nothing. */
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

/** The windows that would be as long as the clock says, and are not because it jumps on this day. */
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

/** By how many minutes a window is longer (or shorter, below zero) than its clock times, if it meets the change; one that vanishes loses all. */
function lengthen(date: LocalDate, window: TimeWindow, change: Instant, zone: TimeZone): number {
  const span = windowOn(date, window, zone);
  if (span === null) return -window.minutes;
  const meets = span.from <= change && change <= span.until;
  return meets ? (span.until - span.from) / MINUTE_MS - window.minutes : 0;
}
