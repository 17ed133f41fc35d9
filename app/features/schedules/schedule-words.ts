import type { TFunction } from 'i18next';
import { endsNextDay } from '#app/domain/clock-window';
import { isolateName } from '#app/domain/isolate-name';
import type { Schedule } from '#app/domain/rule';
import type { TimeWindow } from '#app/domain/time';
import type { RuleRef, WeekDay } from '#app/domain/week';
import { toScheduleName } from '#app/features/children/status/reason-text';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import { listWeekdays } from './week/weekday-names';

const MINUTE_MS = 60_000;

/** Returns a schedule in words, such as «Monday to Friday, 21:00–07:00 next day». */
export function toScheduleSentence(
  t: TFunction,
  language: string,
  { window, weekdays }: Pick<Schedule, 'window' | 'weekdays'>,
  clock: Pick<Clock, 'minute' | 'formats'>,
): string {
  // A schedule without weekdays applies only on specific dates.
  if (!weekdays.includes(true)) return t('schedules.no_weekday');
  const days = listWeekdays(t, language, clock.formats, weekdays);
  return t(`rules.${days === null ? 'every_day' : 'days'}${endsNextDay(window) ? '_next_day' : ''}`, { ...toTimes(clock, window), days });
}

/** Returns the sentence about a schedule's apps, such as «Blocks only Chess and Racer.» */
export function toAppsSentence(t: TFunction, language: string, names: Array<string>): string {
  if (names.length === 0) return t('schedules.no_apps');
  return t('schedules.only_apps', { apps: new Intl.ListFormat(language, { type: 'conjunction' }).format(names) });
}

/** Returns the times of a schedule, such as «22:00–07:00». */
export function toTimesText(t: TFunction, clock: Clock, window: TimeWindow): string {
  return t('schedules.times', toTimes(clock, window));
}

function toTimes(clock: Pick<Clock, 'minute'>, window: TimeWindow) {
  return { from: clock.minute(window.start), to: clock.minute(window.start + window.minutes) };
}

/** Returns a rule's name, or the text for a new schedule if it has no name yet. */
export function toRuleName(t: TFunction, { kind, name }: RuleRef): string {
  const text = toScheduleName(t, kind, name);
  return text === '' ? t('schedules.this_window') : isolateName(text);
}

/**
 * Returns the notes on a week: overlaps, exceptions and clock changes. Lists a note once even if it applies on several days. `only`: ID of
 * the rule whose notes are returned; null returns all.
 */
export function listNotes(t: TFunction, language: string, week: Array<WeekDay>, clock: Clock, only: string | null = null): Array<string> {
  const isMeant = (...refs: Array<RuleRef>) => only === null || refs.some(({ ruleId }) => ruleId === only);
  const days = new Map<string, Array<number>>();
  const whole = new Map(week.flatMap(({ windows }) => windows.map((window) => [window.ruleId, window.whole])));
  const names = (ref: RuleRef) => toRuleName(t, ref);
  const namesWithTimes = (ref: RuleRef) => {
    const { from, until } = whole.get(ref.ruleId) ?? { from: clock.now, until: clock.now };
    return t('schedules.named_times', { name: names(ref), times: t('schedules.times', { from: clock.time(from), to: clock.time(until) }) });
  };
  // Schedules with equal names are distinguished by their times.
  const tellApart = (rule: RuleRef, other: RuleRef) => {
    const toName = names(rule) === names(other) ? namesWithTimes : names;
    return { name: toName(rule), other: toName(other) };
  };
  for (const day of week) {
    const sentences = [
      ...(day.clockChange === null ? [] : [listClockWords(t, language, day.clockChange, clock, isMeant)]),
      ...day.exceptions
        .filter(({ rule }) => isMeant(rule))
        .map(({ rule, window }) =>
          window === null
            ? t('schedules.note_off', { name: names(rule) })
            : t('schedules.note_window', { name: names(rule), times: toTimesText(t, clock, window) }),
        ),
      ...day.overlaps
        .filter(({ rule, other }) => isMeant(rule, other))
        .map(({ rule, other, relation, from, until }) =>
          t(`schedules.note_${relation}`, { ...tellApart(rule, other), from: clock.time(from), to: clock.time(until) }),
        ),
    ];
    for (const sentence of new Set(sentences)) days.set(sentence, [...(days.get(sentence) ?? []), day.weekday]);
  }
  const more = week.some(({ hasMoreOverlaps }) => hasMoreOverlaps) ? [t('schedules.more_overlaps')] : [];
  const told = [...days].map(([sentence, weekdays]) => {
    const on = (day: number) => weekdays.includes(day);
    const named = listWeekdays(t, language, clock.formats, [on(0), on(1), on(2), on(3), on(4), on(5), on(6)]) ?? t('schedules.every_day');
    return t('schedules.on_days', { days: named, sentence });
  });
  return [...told, ...more];
}

/** Returns the text about a clock change, with the schedules that it lengthens, shortens or skips. */
function listClockWords(
  t: TFunction,
  language: string,
  { minutes, changed }: NonNullable<WeekDay['clockChange']>,
  clock: Clock,
  isMeant: (ref: RuleRef) => boolean,
): string {
  const span = (by: number) => clock.span(Math.abs(by) * MINUTE_MS);
  return [
    t(minutes > 0 ? 'schedules.clock_forward' : 'schedules.clock_back', { span: span(minutes) }),
    ...changed
      .filter(({ rule }) => isMeant(rule))
      .map(({ rule, minutes: by, isLost }) =>
        t(isLost ? 'schedules.clock_lost' : by < 0 ? 'schedules.clock_shorter' : 'schedules.clock_longer', {
          name: toRuleName(t, rule),
          span: span(by),
        }),
      ),
  ].join(sentenceSeparator(language));
}
