import { type AccessState, type Reason, type StatusInput, stateOf } from './block-status.ts';
import type { RuleId } from './ids.ts';
import { listDecidingStretches, listReasonSpans, orderRules } from './reason-spans.ts';
import { deviceSchedules, listOccurrences, type Schedule } from './rule.ts';
import { addDays, type Instant, instantOf, type LocalDate, localDate, startOfDay } from './time.ts';

/** The part [from, until) of a schedule's time window that is within the day. */
export type PlannedWindow = { from: Instant; until: Instant; ruleId: RuleId; kind: Schedule['kind']; name: string };

/** An interval [from, until) with one state and one reason. */
export type Stretch = { from: Instant; until: Instant; state: AccessState; why: Reason | null };

/** The child's local day, until the start of the next day. It has 23 or 25 hours if the clock changes. */
export type Day = {
  date: LocalDate;
  from: Instant;
  until: Instant;
  /** The instants at which the clock shows 00, 06, 12 and 18 (A117). They are not evenly spaced on a day with a clock change. */
  hours: Array<{ hour: number; at: Instant }>;
  /** The scheduled time windows of the whole day by start, regardless of overrides. */
  planned: Array<PlannedWindow>;
  /** The states from now to the end of the day, without gaps. The rules do not show what applied in the past. */
  upcoming: Array<Stretch>;
  /** The stretch that is active now, from its start today. Null if no rule applies. */
  current: Stretch | null;
};

const LABELLED_HOURS = [0, 6, 12, 18];

/**
 * Resolves the child's local day at `now`: the scheduled time windows, and the states of the rest of the day. The states equal
 * `resolveBlockStatus` at each instant (A119). Does not predict future usage.
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

/**
 * Returns the first stretch, extended back to the start of its rule; null if no rule applies. The start of a pause or daily limit is not
 * stored, so their stretch begins now.
 */
function findCurrent({ rules }: StatusInput, dayFrom: Instant, planned: Array<PlannedWindow>, [current]: Array<Stretch>): Stretch | null {
  const why = current?.why ?? null;
  if (current === undefined || why === null) return null;
  const override = rules.find((rule) => rule.kind === 'override' && rule.id === why.ruleId);
  const window = planned.find(({ ruleId, from, until }) => ruleId === why.ruleId && from <= current.from && current.from < until);
  const began = override?.kind === 'override' ? override.from : (window?.from ?? current.from);
  return { ...current, from: Math.max(dayFrom, began) };
}
