import { windowBetween } from '~/domain/clock-window';
import type { Rule, Schedule } from '~/domain/rule';
import type { LocalDate } from '~/domain/time';
import { parseSchedule } from './schedule-form';

/** The schedules as they will stand if the form on its way is granted (RULE-032); the same where it asks for nothing of theirs. */
export function expectSchedules(schedules: Array<Schedule>, fields: FormData | undefined): Array<Schedule> {
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
      const draft = parseSchedule(fields);
      if ('faults' in draft) return schedules;
      const { window, weekdays } = draft;
      return change((one) => ({ ...one, window, weekdays, ...(one.kind === 'schedule' ? { name: draft.name } : {}) }));
    }
    default:
      return schedules;
  }
}

/** The rule with this date off, whatever was said of it before (A122). */
export function skipDate<One extends Schedule>(schedule: One, date: LocalDate): One {
  return { ...schedule, exceptions: [...unskipDate(schedule, date).exceptions, { date, change: 'off' }] };
}

/** The rule with nothing said of this date. */
export function unskipDate<One extends Schedule>(schedule: One, date: LocalDate): One {
  return { ...schedule, exceptions: schedule.exceptions.filter((exception) => exception.date !== date) };
}

/** All schedules of a child, the ready-made one first, then as they were made. */
export function listSchedules(rules: Array<Rule>): Array<Schedule> {
  const schedules = rules.filter((rule): rule is Schedule => rule.kind !== 'override');
  return schedules.sort(
    (a, b) => Number(b.kind === 'default-schedule') - Number(a.kind === 'default-schedule') || a.createdAt - b.createdAt,
  );
}
