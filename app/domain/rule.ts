import type { ChildId, RuleId } from './ids.ts';
import { addDays, type Instant, type LocalDate, listDates, localDate, type TimeWindow, type TimeZone, windowOn } from './time.ts';

/** One flag per weekday, index 0 = Sunday (A62). */
export type Weekdays = readonly [boolean, boolean, boolean, boolean, boolean, boolean, boolean];

export type Effect = 'block' | 'grant';

/**
 * A block or grant set by the parent. `until`: null if only the parent ends it (A59). Its length is elapsed time, not clock time (A117).
 */
export type Override = {
  kind: 'override';
  id: RuleId;
  childId: ChildId;
  effect: Effect;
  from: Instant;
  until: Instant | null;
  createdAt: Instant;
  updatedAt: Instant;
};

/** Replaces the weekly plan on one date (A122). `window` also applies on a weekday without a flag. */
export type ScheduleException = { date: LocalDate; change: 'off' } | { date: LocalDate; change: 'window'; window: TimeWindow };

/** A weekly block. An overnight window belongs to the day on which it starts (A117). */
export type Schedule = {
  kind: 'schedule' | 'default-schedule';
  id: RuleId;
  childId: ChildId;
  name: string;
  weekdays: Weekdays;
  window: TimeWindow;
  suspended: boolean;
  recurring: boolean;
  /** When a one-time schedule expires (`one_week_rollover`, A61); null for a recurring schedule. */
  expiresAt: Instant | null;
  exceptions: Array<ScheduleException>;
  /** What it blocks: the whole device, or only the apps assigned to it in `Granularity.appSchedules` (3.9.1). */
  scope: 'device' | 'apps';
  createdAt: Instant;
  updatedAt: Instant;
};

export type Rule = Override | Schedule;

/** Returns the schedules for the whole device. App schedules do not affect the device's state. */
export function deviceSchedules(rules: Array<Rule>): Array<Schedule> {
  return rules.filter((rule): rule is Schedule => rule.kind !== 'override' && rule.scope === 'device');
}

/**
 * Returns the number of schedules that count toward the plan (3.12.4, A61). Includes only schedules for the whole device, and Bedtime only
 * while it is on.
 */
export function countSchedules(rules: Array<Rule>): number {
  return deviceSchedules(rules).filter((rule) => rule.kind === 'schedule' || !rule.suspended).length;
}

/** One occurrence of a schedule: [from, until). `date`: the day on which its window starts. */
export type Occurrence = { schedule: Schedule; date: LocalDate; from: Instant; until: Instant };

/** Window of a new schedule: 21:00 to 05:00 (9.1.2). */
export const DEFAULT_WINDOW: TimeWindow = { start: 21 * 60, minutes: 480 };

/** A one-time schedule expires a week after its creation (4.3.3, A61). */
export const SCHEDULE_ROLLOVER_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * True if the rule is active at `now`, from its start (included) to its end (excluded). Always false for suspended and expired rules
 * (3.4.1, A03, A117).
 */
export function isRuleActive(rule: Rule, zone: TimeZone, now: Instant): boolean {
  if (rule.kind === 'override') return rule.from <= now && (rule.until === null || now < rule.until);
  return listOccurrences([rule], zone, now, now).some(({ from, until }) => from <= now && now < until);
}

/**
 * Returns every occurrence that overlaps [from, to], in no particular order. Occurrences are cut off when a one-time schedule expires
 * (A61). Suspended schedules have none.
 */
export function listOccurrences(schedules: Array<Schedule>, zone: TimeZone, from: Instant, to: Instant): Array<Occurrence> {
  const running = schedules.filter((schedule) => !schedule.suspended);
  if (running.length === 0) return [];
  const occurrences: Array<Occurrence> = [];
  // Includes one day before and after. Yesterday's window may still run. If the clock is set back over midnight, tomorrow's may have begun.
  const first = addDays(localDate(from, zone), -1);
  const last = addDays(localDate(to, zone), 1);
  for (const { date, weekday } of listDates(first, last)) {
    for (const schedule of running) {
      const window = plannedWindow(schedule, date, weekday);
      const span = window === null ? null : windowOn(date, window, zone);
      if (span === null) continue;
      const until = Math.min(span.until, endOf(schedule));
      if (span.from < until && span.from <= to && until > from) occurrences.push({ schedule, date, from: span.from, until });
    }
  }
  return occurrences;
}

/**
 * Returns the window that starts on this date, from the date’s exception or else the weekly plan. Null if nothing starts on this date
 * (A122). Ignores `suspended`.
 */
export function plannedWindow(schedule: Schedule, date: LocalDate, weekday: number): TimeWindow | null {
  const exception = schedule.exceptions.findLast((candidate) => candidate.date === date);
  if (exception !== undefined) return exception.change === 'off' ? null : exception.window;
  return schedule.weekdays[weekday] === true ? schedule.window : null;
}

/** Returns when the schedule expires; infinity if it recurs (A61). */
export function endOf(schedule: Schedule): Instant {
  if (schedule.recurring) return Number.POSITIVE_INFINITY;
  return schedule.expiresAt ?? schedule.createdAt + SCHEDULE_ROLLOVER_MS;
}
