import { type AccessState, type Reason, type StatusInput, stateOf } from './block-status.ts';
import type { RuleId } from './ids.ts';
import { listDecidingStretches, listReasonSpans, orderRules } from './reason-spans.ts';
import { deviceSchedules, listOccurrences, type Schedule } from './rule.ts';
import { addDays, type Instant, instantOf, type LocalDate, localDate, startOfDay } from './time.ts';

/** The part of a schedule's window within the day: [from, until). */
export type PlannedWindow = { from: Instant; until: Instant; ruleId: RuleId; kind: Schedule['kind']; name: string };

/** An interval [from, until) with one state and one reason. */
export type Stretch = { from: Instant; until: Instant; state: AccessState; why: Reason | null };

/** The child's local day, from its first instant to that of the next: 23 or 25 hours if the clock changes. */
export type Day = {
  date: LocalDate;
  from: Instant;
  until: Instant;
  /** Instants at which the clock shows 00, 06, 12 and 18 (A117); unevenly spaced on a day with a clock change. */
  hours: Array<{ hour: number; at: Instant }>;
  /** Scheduled windows of the whole day, in order of their start, regardless of overrides. */
  planned: Array<PlannedWindow>;
  /** States from now to the end of the day, without gaps. The past is not known from the rules. */
  upcoming: Array<Stretch>;
  /** The active rule, from its start today. Null if no rule applies. */
  current: Stretch | null;
};

const LABELLED_HOURS = [0, 6, 12, 18];

/**
 * Resolves the child's local day at `now`: the scheduled windows, and the states of the rest of the day. Each state equals
 * `resolveBlockStatus` at that instant (A119), computed in one pass. Growing usage is not predicted.
 * @throws RangeError for an unknown zone
 */
export function resolveDay(input: StatusInput, now: Instant): Day {
  const { timeZone } = input;
  const date = localDate(now, timeZone);
  const from = startOfDay(date, timeZone);
  const until = startOfDay(addDays(date, 1), timeZone);
  const planned = listPlanned(input, from, until);
  const upcoming = listUpcoming(input, now, until);
  const hours = LABELLED_HOURS.map((hour) => ({ hour, at: instantOf(date, hour * 60, timeZone) }));
  return { date, from, until, hours, planned, upcoming, current: findCurrent(input, from, planned, upcoming) };
}

function listPlanned({ rules, timeZone }: StatusInput, from: Instant, until: Instant): Array<PlannedWindow> {
  return listOccurrences(deviceSchedules(rules), timeZone, from, until - 1)
    .map(({ schedule, ...span }) => ({
      from: Math.max(span.from, from),
      until: Math.min(span.until, until),
      ruleId: schedule.id,
      kind: schedule.kind,
      name: schedule.name,
    }))
    .sort((a, b) => a.from - b.from || a.until - b.until);
}

function listUpcoming(input: StatusInput, now: Instant, end: Instant): Array<Stretch> {
  const spans = listReasonSpans(orderRules(input), now, Math.max(now, end));
  const stretches: Array<Stretch> = [];
  for (const { from, until, why } of listDecidingStretches(spans, now, end)) {
    const last = stretches.at(-1);
    if (last !== undefined && isSameReason(last.why, why)) last.until = until;
    else stretches.push({ from, until, state: stateOf(why), why });
  }
  return stretches;
}

function isSameReason(a: Reason | null, b: Reason | null): boolean {
  return a?.kind === b?.kind && a?.ruleId === b?.ruleId && a?.effect === b?.effect;
}

/** Returns the first stretch, extended back to the start of its rule. The start of a pause or daily limit is not stored. */
function findCurrent({ rules }: StatusInput, dayFrom: Instant, planned: Array<PlannedWindow>, [current]: Array<Stretch>): Stretch | null {
  const why = current?.why ?? null;
  if (current === undefined || why === null) return null;
  const override = rules.find((rule) => rule.kind === 'override' && rule.id === why.ruleId);
  const window = planned.find(({ ruleId, from, until }) => ruleId === why.ruleId && from <= current.from && current.from < until);
  const began = override?.kind === 'override' ? override.from : (window?.from ?? current.from);
  return { ...current, from: Math.max(dayFrom, began) };
}
