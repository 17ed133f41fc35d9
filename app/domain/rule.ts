import type { ChildId, RuleId } from './ids.ts';
import { addDays, type Instant, type LocalDate, listDates, localDate, type TimeWindow, type TimeZone, windowOn } from './time.ts';

/** One flag per day of the week, index 0 = Sunday (A62). */
export type Weekdays = readonly [boolean, boolean, boolean, boolean, boolean, boolean, boolean];

export type Effect = 'block' | 'grant';

/** A block or a grant from the parent's hand; `until: null` holds until it is lifted (A59). Elapsed time, not clock time (A117). */
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

/** What holds on one date instead of the weekly plan (A122); `window` also applies on a weekday that is not flagged. */
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
  /** When a one-time schedule ends: `one_week_rollover` (A61). Null for recurring ones. */
  expiresAt: Instant | null;
  exceptions: Array<ScheduleException>;
  /** Whom it blocks: the whole device, or only the apps that name it (`Granularity.appSchedules`, 3.9.1). */
  scope: 'device' | 'apps';
  createdAt: Instant;
  updatedAt: Instant;
};

export type Rule = Override | Schedule;

/** The schedules that block the whole device: those of single apps say nothing about its state. */
export function deviceSchedules(rules: Array<Rule>): Array<Schedule> {
  return rules.filter((rule): rule is Schedule => rule.kind !== 'override' && rule.scope === 'device');
}

/** How many schedules of a child its plan counts: those of the whole device, and the ready-made Bedtime only while it is on (3.12.4, A61). */
export function countSchedules(rules: Array<Rule>): number {
  return deviceSchedules(rules).filter((rule) => rule.kind === 'schedule' || !rule.suspended).length;
}

/** One occurrence of a schedule on the real time line, end excluded; `date` is the day on which its window starts. */
export type Occurrence = { schedule: Schedule; date: LocalDate; from: Instant; until: Instant };

/** A new schedule begins as 21:00 to 05:00 (9.1.2). */
export const DEFAULT_WINDOW: TimeWindow = { start: 21 * 60, minutes: 480 };

/** A one-time schedule lives for a week from its creation (4.3.3, A61). */
export const SCHEDULE_ROLLOVER_MS = 7 * 24 * 60 * 60 * 1000;

/** Is this rule in force at `now`? Start included, end excluded; suspended and expired ones never are (3.4.1, A03, A117). */
export function isRuleActive(rule: Rule, zone: TimeZone, now: Instant): boolean {
  if (rule.kind === 'override') return rule.from <= now && (rule.until === null || now < rule.until);
  return listOccurrences([rule], zone, now, now).some(({ from, until }) => from <= now && now < until);
}

/**
 * Every occurrence of these schedules that touches the stretch from `from` to `to` (both included), in no particular order, cut off
 * where a one-time schedule ends (A61). Suspended schedules have none.
 */
export function listOccurrences(schedules: Array<Schedule>, zone: TimeZone, from: Instant, to: Instant): Array<Occurrence> {
  const running = schedules.filter((schedule) => !schedule.suspended);
  if (running.length === 0) return [];
  const occurrences: Array<Occurrence> = [];
  // A day on either side: yesterday's window may still run, and where the clock went back over midnight tomorrow's may have begun.
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

/** The window that starts on this date: the exception of the date, else the weekly one; null where it is off (A122). */
export function plannedWindow(schedule: Schedule, date: LocalDate, weekday: number): TimeWindow | null {
  const exception = schedule.exceptions.findLast((candidate) => candidate.date === date);
  if (exception !== undefined) return exception.change === 'off' ? null : exception.window;
  return schedule.weekdays[weekday] === true ? schedule.window : null;
}

/** When it ends for good; infinity for a recurring one (A61). */
export function endOf(schedule: Schedule): Instant {
  if (schedule.recurring) return Number.POSITIVE_INFINITY;
  return schedule.expiresAt ?? schedule.createdAt + SCHEDULE_ROLLOVER_MS;
}
