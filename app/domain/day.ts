import { type AccessState, type Reason, type StatusInput, stateOf } from './block-status.ts';
import type { RuleId } from './ids.ts';
import { listDecidingStretches, listReasonSpans, orderRules } from './reason-spans.ts';
import { deviceSchedules, listOccurrences, type Schedule } from './rule.ts';
import { addDays, type Instant, instantOf, type LocalDate, localDate, startOfDay } from './time.ts';

/** A window of a schedule as far as it lies within the day, end excluded. */
export type PlannedWindow = { from: Instant; until: Instant; ruleId: RuleId; kind: Schedule['kind']; name: string };

/** A stretch of the real time line in which one state holds for one reason, end excluded. */
export type Stretch = { from: Instant; until: Instant; state: AccessState; why: Reason | null };

/** The child's local today from its first instant to that of the next day: 23 or 25 hours where the clock changes. */
export type Day = {
  date: LocalDate;
  from: Instant;
  until: Instant;
  /** Where the clock shows 00, 06, 12 and 18 (A117): not evenly spread on a day with a clock change. */
  hours: Array<{ hour: number; at: Instant }>;
  /** What the schedules plan for the whole day, whatever an override makes of it; in the order of their beginning. */
  planned: Array<PlannedWindow>;
  /** What holds from now to the end of the day, without gaps. What was before now, no rule knows. */
  ahead: Array<Stretch>;
  /** The rule in force now, from where it began today; null where nothing speaks for or against use. */
  inForce: Stretch | null;
};

const LABELLED_HOURS = [0, 6, 12, 18];

/**
 * The child's local today at `now`: the windows that are planned, and what the rules make of the rest of it. Every state is what
 * `resolveBlockStatus` answers at that instant (A119), from one pass over the rules; usage is not foreseen. Throws RangeError for an unknown
 * zone.
 */
export function resolveDay(question: StatusInput, now: Instant): Day {
  const { timeZone } = question;
  const date = localDate(now, timeZone);
  const from = startOfDay(date, timeZone);
  const until = startOfDay(addDays(date, 1), timeZone);
  const planned = listPlanned(question, from, until);
  const ahead = listAhead(question, now, until);
  const hours = LABELLED_HOURS.map((hour) => ({ hour, at: instantOf(date, hour * 60, timeZone) }));
  return { date, from, until, hours, planned, ahead, inForce: findInForce(question, from, planned, ahead) };
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

function listAhead(question: StatusInput, now: Instant, end: Instant): Array<Stretch> {
  const spans = listReasonSpans(orderRules(question), now, Math.max(now, end));
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

/** The first stretch ahead, drawn back to where its rule began: of a pause and an allowance nobody has kept that. */
function findInForce({ rules }: StatusInput, dayFrom: Instant, planned: Array<PlannedWindow>, [current]: Array<Stretch>): Stretch | null {
  const why = current?.why ?? null;
  if (current === undefined || why === null) return null;
  const override = rules.find((rule) => rule.kind === 'override' && rule.id === why.ruleId);
  const window = planned.find(({ ruleId, from, until }) => ruleId === why.ruleId && from <= current.from && current.from < until);
  const began = override?.kind === 'override' ? override.from : (window?.from ?? current.from);
  return { ...current, from: Math.max(dayFrom, began) };
}
