import type { Schedule, ScheduleException } from '#app/domain/rule';
import { EXCEPTIONS_MAX } from '#app/domain/schedule-limits';
import { addDays, type LocalDate } from '#app/domain/time';

/** Returns the schedules that are turned on. The others need no days off. */
export function listActive(schedules: Array<Schedule>): Array<Schedule> {
  return schedules.filter(({ suspended }) => !suspended);
}

/**
 * Returns a schedule's exceptions after these dates are turned off (A122). Keeps other times of a date, which apply again once the date is
 * turned on. Removes dates before `yesterday`. Yesterday's night may still be running.
 */
export function addDaysOff({ exceptions }: Schedule, dates: ReadonlyArray<LocalDate>, yesterday: LocalDate): Array<ScheduleException> {
  const others = exceptions.filter(({ date, change }) => date >= yesterday && (change !== 'off' || !dates.includes(date)));
  return [...others, ...dates.map((date) => ({ date, change: 'off' as const }))];
}

/**
 * Returns a schedule's exceptions after these dates are turned on again. `daysOffBefore`: this schedule's earlier days off, which are kept.
 */
export function removeDaysOff(
  { exceptions }: Schedule,
  dates: ReadonlyArray<LocalDate>,
  daysOffBefore: Array<ScheduleException> = [],
): Array<ScheduleException> {
  return [...exceptions.filter(({ date, change }) => change !== 'off' || !dates.includes(date)), ...daysOffBefore];
}

/**
 * Returns the exceptions to store when the editor is saved: the typed ones, and some that the editor does not show.
 * - Other times of a date that is off are kept, unless other times are typed for that date.
 * - Yesterday's exceptions are kept unless they are replaced, because that night may still be running.
 */
export function mergeHiddenExceptions(
  stored: Array<ScheduleException>,
  typed: Array<ScheduleException>,
  today: LocalDate,
): Array<ScheduleException> {
  const yesterday = addDays(today, -1);
  const isBelow = ({ date }: ScheduleException, index: number) => stored.slice(index + 1).some((later) => later.date === date);
  const isTyped = (date: LocalDate) => typed.some((one) => one.date === date);
  const hasTypedTimes = (date: LocalDate) => typed.some((one) => one.date === date && one.change === 'window');
  const unshown = stored.filter((exception, index) => {
    const { date, change } = exception;
    if (date < today) return date === yesterday && !isTyped(date);
    return change === 'window' && isBelow(exception, index) && !hasTypedTimes(date);
  });
  return [...unshown, ...typed];
}

/** Returns the last of the consecutive dates from `today` on which every active schedule is off. Returns null if none is off today. */
export function findOffUntil(schedules: Array<Schedule>, today: LocalDate): LocalDate | null {
  const on = listActive(schedules);
  const isOff = (date: LocalDate) =>
    on.every(({ exceptions }) => exceptions.some((exception) => exception.date === date && exception.change === 'off'));
  if (on.length === 0 || !isOff(today)) return null;
  let last = today;
  for (let days = 1; days < EXCEPTIONS_MAX && isOff(addDays(today, days)); days += 1) last = addDays(today, days);
  return last;
}
