import type { Schedule, ScheduleException } from '~/domain/rule';
import { EXCEPTIONS_MAX } from '~/domain/schedule-limits';
import { addDays, type LocalDate } from '~/domain/time';

/** The windows that would block: one that is switched off needs no days off. */
export function listOn(schedules: Array<Schedule>): Array<Schedule> {
  return schedules.filter(({ suspended }) => !suspended);
}

/**
 * What a window says of single dates once these are off (A122): other times stay below, for when they are on again. Of what passed before
 * `yesterday`, whose night may still run, it needs to say nothing.
 */
export function takeOff({ exceptions }: Schedule, dates: ReadonlyArray<LocalDate>, yesterday: LocalDate): Array<ScheduleException> {
  const others = exceptions.filter(({ date, change }) => date >= yesterday && (change !== 'off' || !dates.includes(date)));
  return [...others, ...dates.map((date) => ({ date, change: 'off' as const }))];
}

/** The same once these dates are on again, but for those that `kept` has from before as off by themselves. */
export function bringBack(
  { exceptions }: Schedule,
  dates: ReadonlyArray<LocalDate>,
  kept: Array<ScheduleException> = [],
): Array<ScheduleException> {
  return [...exceptions.filter(({ date, change }) => change !== 'off' || !dates.includes(date)), ...kept];
}

/** The last day of those from `today` on of which every window that is on says that it is off; null where there is none. */
export function findOffUntil(schedules: Array<Schedule>, today: LocalDate): LocalDate | null {
  const on = listOn(schedules);
  const isOff = (date: LocalDate) =>
    on.every(({ exceptions }) => exceptions.some((exception) => exception.date === date && exception.change === 'off'));
  if (on.length === 0 || !isOff(today)) return null;
  let last = today;
  for (let days = 1; days < EXCEPTIONS_MAX && isOff(addDays(today, days)); days += 1) last = addDays(today, days);
  return last;
}
