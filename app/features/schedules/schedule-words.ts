import type { TFunction } from 'i18next';
import { endsNextDay } from '~/domain/clock-window';
import { isolateName } from '~/domain/isolate-name';
import type { Schedule } from '~/domain/rule';
import type { TimeWindow } from '~/domain/time';
import type { RuleRef, WeekDay } from '~/domain/week';
import { toScheduleName } from '~/features/children/reason-text';
import { sentenceGap } from '~/features/shell/messages/wording';
import type { Clock } from '~/features/shell/time/use-clock';
import { listWeekdays } from './weekday-names';

const MINUTE_MS = 60_000;

/** «Monday to Friday, 21:00–07:00 next day» */
export function toScheduleSentence(
  t: TFunction,
  language: string,
  { window, weekdays }: Pick<Schedule, 'window' | 'weekdays'>,
  clock: Pick<Clock, 'minute' | 'formats'>,
): string {
  // One that has dates of its own only.
  if (!weekdays.includes(true)) return t('schedules.no_weekday');
  const days = listWeekdays(t, language, clock.formats, weekdays);
  return t(`rules.${days === null ? 'every_day' : 'days'}${endsNextDay(window) ? '_next_day' : ''}`, { ...toTimes(clock, window), days });
}

/** «Blocks only Chess and Racer.» */
export function toAppsSentence(t: TFunction, language: string, names: Array<string>): string {
  if (names.length === 0) return t('schedules.no_apps');
  return t('schedules.only_apps', { apps: new Intl.ListFormat(language, { type: 'conjunction' }).format(names) });
}

/** «22:00–07:00» */
export function toTimesText(t: TFunction, clock: Clock, window: TimeWindow): string {
  return t('schedules.times', toTimes(clock, window));
}

function toTimes(clock: Pick<Clock, 'minute'>, window: TimeWindow) {
  return { from: clock.minute(window.start), to: clock.minute(window.start + window.minutes) };
}

/** A rule's name; one that has none yet is the one that is being made. */
export function toRuleName(t: TFunction, { kind, name }: RuleRef): string {
  const text = toScheduleName(t, kind, name);
  return text === '' ? t('schedules.this_window') : isolateName(text);
}

/**
 * What there is to say of a week besides its windows: what overlaps, what exceptions change, what a change of the clock does. A sentence
 * that holds on several days is said once. With `only`, what concerns that rule.
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
  // Two of one name are known by their times.
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

/** That the clock jumps, and which windows it makes longer or shorter. */
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
  ].join(sentenceGap(language));
}
