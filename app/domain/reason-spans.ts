import type { Allowance, Reason, StatusInput } from './block-status.ts';
import { limitOn } from './daily-limit.ts';
import type { RuleId } from './ids.ts';
import { listOccurrences, type Occurrence, type Override, type Schedule } from './rule.ts';
import { addDays, type Instant, listDates, localDate, startOfDay, type TimeZone } from './time.ts';

/** A reason and the interval [from, until) in which it is active. `from` and `until` can be infinite. */
export type ReasonSpan = { reason: Reason; from: Instant; until: Instant };

/** An interval [from, until) with one deciding reason; null = no rule applies. */
export type DecidingStretch = { from: Instant; until: Instant; why: Reason | null };

/** A status input with its rules separated: overrides newest first, and schedules for the whole device. */
export type OrderedStatusInput = Pick<StatusInput, 'timeZone' | 'allowance' | 'pause'> & {
  overrides: Array<Override>;
  schedules: Array<Schedule>;
};

/**
 * Separates the rules, sorts the overrides and removes app schedules and a disabled daily limit. Call it once per input, not per instant.
 */
export function orderRules({ rules, timeZone, allowance, pause }: StatusInput): OrderedStatusInput {
  const overrides: Array<Override> = [];
  const schedules: Array<Schedule> = [];
  for (const rule of rules) {
    if (rule.kind === 'override') overrides.push(rule);
    else if (rule.scope === 'device') schedules.push(rule);
  }
  // Newest first: a later override replaces an earlier one (A59).
  overrides.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return { overrides, schedules, timeZone, allowance: allowance?.enabled ? allowance : null, pause };
}

/**
 * Returns every reason that is active in [from, to], highest precedence first (A121).
 * @throws RangeError for an unknown zone
 */
export function listReasonSpans(input: OrderedStatusInput, from: Instant, to: Instant): Array<ReasonSpan> {
  const { overrides, schedules, timeZone, allowance, pause } = input;
  const spans: Array<ReasonSpan> = [];
  for (const rule of overrides) {
    const until = rule.until ?? Number.POSITIVE_INFINITY;
    if (rule.from < until && rule.from <= to && until > from) spans.push({ reason: toOverrideReason(rule), from: rule.from, until });
  }
  for (const occurrence of listOccurrences(schedules, timeZone, from, to).sort(byPrecedence)) {
    spans.push({ reason: toScheduleReason(occurrence), from: occurrence.from, until: occurrence.until });
  }
  if (allowance !== null) {
    for (const day of listSpentDays(allowance, timeZone, from, to)) {
      spans.push({ reason: { kind: 'allowance', ruleId: null, name: null, effect: 'block', until: day.until }, ...day });
    }
  }
  if (pause !== null && (pause.until === null || pause.until > from)) {
    const reason: Reason = { kind: 'pause', ruleId: null, name: null, effect: 'pause', until: pause.until };
    spans.push({ reason, from: Number.NEGATIVE_INFINITY, until: pause.until ?? Number.POSITIVE_INFINITY });
  }
  return spans;
}

/** Returns the reasons active at `at`, the deciding one first. `spans`: the result of `listReasonSpans`. */
export function reasonsAt(spans: ReadonlyArray<ReasonSpan>, at: Instant): Array<Reason> {
  const seen = new Set<RuleId>();
  const reasons: Array<Reason> = [];
  for (const { reason, from, until } of spans) {
    if (at < from || at >= until) continue;
    // An exception can make two occurrences of a schedule overlap. The schedule is listed only once.
    if (reason.ruleId !== null && reason.kind !== 'override') {
      if (seen.has(reason.ruleId)) continue;
      seen.add(reason.ruleId);
    }
    reasons.push(reason);
  }
  return reasons;
}

/**
 * Returns the deciding reason of each interval in [from, to), without gaps. `spans`: the result of `listReasonSpans`. Sorting the edges
 * takes most of the time, even if many spans overlap.
 */
export function listDecidingStretches(spans: ReadonlyArray<ReasonSpan>, from: Instant, to: Instant): Array<DecidingStretch> {
  const edges = spans.flatMap((span) => [span.from, span.until]).filter((edge) => edge > from && edge < to);
  const starts = [from, ...[...new Set(edges)].sort((a, b) => a - b)];
  const indexes = new Map(starts.map((start, index) => [start, index]));
  const winners: Array<Reason | null> = starts.map(() => null);
  // Following `next` from i leads to the first undecided interval at or after i.
  const next = Array.from({ length: starts.length + 1 }, (_, index) => index);
  for (const span of spans) {
    if (span.until <= from || (span.from > from && span.from >= to)) continue;
    const end = span.until >= to ? starts.length : (indexes.get(span.until) ?? 0);
    const first = span.from <= from ? 0 : (indexes.get(span.from) ?? end);
    for (let index = findFree(next, first); index < end; index = findFree(next, index)) {
      winners[index] = span.reason;
      next[index] = index + 1;
    }
  }
  return starts.map((start, index) => ({ from: start, until: starts[index + 1] ?? to, why: winners[index] ?? null }));
}

/** Returns the first undecided interval at or after `start`, and shortens the path for later calls. */
function findFree(next: Array<number>, start: number): number {
  let index = start;
  for (;;) {
    const following = next[index] ?? index;
    if (following === index) return index;
    next[index] = next[following] ?? following;
    index = following;
  }
}

function toOverrideReason({ id, effect, until }: Override): Reason {
  return { kind: 'override', ruleId: id, name: null, effect, until };
}

function toScheduleReason({ schedule, until }: Occurrence): Reason {
  return { kind: schedule.kind, ruleId: schedule.id, name: schedule.name, effect: 'block', until };
}

/** Sorts overlapping schedules: the one that ends last is first. On a tie, the parent's own schedule precedes Bedtime. */
function byPrecedence(a: Occurrence, b: Occurrence): number {
  if (a.until !== b.until) return b.until - a.until;
  if (a.schedule.kind !== b.schedule.kind) return a.schedule.kind === 'schedule' ? -1 : 1;
  if (a.schedule.id === b.schedule.id) return 0;
  return a.schedule.id < b.schedule.id ? -1 : 1;
}

/** Returns the local days on which the daily limit is used up, as intervals. A day with a limit of zero is always used up. */
function listSpentDays(allowance: Allowance, zone: TimeZone, from: Instant, to: Instant): Array<{ from: Instant; until: Instant }> {
  const { used } = allowance;
  return listDates(localDate(from, zone), localDate(to, zone))
    .filter(({ date }) => (used.date === date ? used.seconds : 0) >= limitOn(allowance, date))
    .map(({ date }) => ({ from: startOfDay(date, zone), until: startOfDay(addDays(date, 1), zone) }));
}
