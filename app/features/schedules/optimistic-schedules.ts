import { windowBetween } from '#app/domain/clock-window';
import type { Rule, Schedule, Weekdays } from '#app/domain/rule';
import type { LocalDate } from '#app/domain/time';

/**
 * Returns the schedules as if the submitted form were already saved (RULE-032). Returns them unchanged if the form is not about schedules.
 */
export function optimisticSchedules(schedules: Array<Schedule>, fields: FormData | undefined): Array<Schedule> {
  if (fields === undefined) return schedules;
  const id = fields.get('rule_id');
  const change = (changed: (schedule: Schedule) => Schedule) => schedules.map((one) => (one.id === id ? changed(one) : one));
  switch (fields.get('intent')) {
    case 'schedule-on':
    case 'schedule-off':
      return change((one) => ({ ...one, suspended: fields.get('intent') === 'schedule-off' }));
    case 'schedule-bedtime': {
      const window = windowBetween(String(fields.get('from')), String(fields.get('to')));
      return window === null ? schedules : change((one) => ({ ...one, window, suspended: false }));
    }
    case 'schedule-skip':
      return change((one) => skipDate(one, String(fields.get('date'))));
    case 'schedule-unskip':
      return change((one) => unskipDate(one, String(fields.get('date'))));
    case 'schedule-remove':
      return schedules.filter((one) => one.id !== id || one.kind === 'default-schedule');
    case 'schedule-save': {
      // Parsed here, because every visit would otherwise load the editor's validation code.
      const window = windowBetween(String(fields.get('from')), String(fields.get('to')));
      const name = String(fields.get('name') ?? '').trim();
      if (window === null || name === '') return schedules;
      const ticked = fields.getAll('days').map(String);
      const on = (day: number) => ticked.includes(String(day));
      const weekdays: Weekdays = [on(0), on(1), on(2), on(3), on(4), on(5), on(6)];
      return change((one) => ({ ...one, window, weekdays, ...(one.kind === 'schedule' ? { name } : {}) }));
    }
    default:
      return schedules;
  }
}

/** Returns the schedule with this date off (A122). Keeps earlier exceptions of the date, because only the last one applies. */
export function skipDate<One extends Schedule>(schedule: One, date: LocalDate): One {
  return { ...schedule, exceptions: [...unskipDate(schedule, date).exceptions, { date, change: 'off' }] };
}

/** Returns the schedule with this date on again, at the date's other times or the usual ones. */
export function unskipDate<One extends Schedule>(schedule: One, date: LocalDate): One {
  return { ...schedule, exceptions: schedule.exceptions.filter((exception) => exception.change !== 'off' || exception.date !== date) };
}

/** Returns all schedules of a child: Bedtime first, then by creation. */
export function listSchedules(rules: Array<Rule>): Array<Schedule> {
  const schedules = rules.filter((rule): rule is Schedule => rule.kind !== 'override');
  return schedules.sort(
    (a, b) => Number(b.kind === 'default-schedule') - Number(a.kind === 'default-schedule') || a.createdAt - b.createdAt,
  );
}
