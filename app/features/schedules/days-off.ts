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

/**
 * The exceptions to store when the editor is saved on the day `today`: what was typed, and those of the stored ones that the editor does not
 * show. These are other times of a day that is off, until other times are typed for it, and what is said of yesterday, whose night may
 * still run.
 */
export function keepUnshown(stored: Array<ScheduleException>, typed: Array<ScheduleException>, today: LocalDate): Array<ScheduleException> {
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
