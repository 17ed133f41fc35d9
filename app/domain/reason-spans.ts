import type { Allowance, Reason, StatusInput } from './block-status.ts';
import { limitOn } from './daily-limit.ts';
import type { RuleId } from './ids.ts';
import { listOccurrences, type Occurrence, type Override, type Schedule } from './rule.ts';
import { addDays, type Instant, listDates, localDate, startOfDay, type TimeZone } from './time.ts';

/** A reason and the stretch in which it is in force, end excluded; infinity where it has no end. */
export type ReasonSpan = { reason: Reason; from: Instant; until: Instant };

/** A stretch in which one reason wins, end excluded; null = nothing speaks for or against use. */
export type DecidingStretch = { from: Instant; until: Instant; why: Reason | null };

/** The overrides and schedules of a question, in order of precedence, and what stands behind them. */
export type OrderedStatusInput = Pick<StatusInput, 'timeZone' | 'allowance' | 'pause'> & {
  overrides: Array<Override>;
  schedules: Array<Schedule>;
};

/** Sorts a question's rules once, for all times that are asked about. */
export function orderRules({ rules, timeZone, allowance, pause }: StatusInput): OrderedStatusInput {
  const overrides: Array<Override> = [];
  const schedules: Array<Schedule> = [];
  for (const rule of rules) {
    if (rule.kind === 'override') overrides.push(rule);
    else if (rule.scope === 'device') schedules.push(rule);
  }
  // Newest first: a later word replaces an earlier one (A59).
  overrides.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return { overrides, schedules, timeZone, allowance: allowance?.enabled ? allowance : null, pause };
}

/**
 * Every reason that is in force at some instant from `from` to `to` (both included), in order of precedence (A121): of two that meet, the
 * earlier in the list wins at every instant that they share. Throws RangeError for an unknown zone.
 */
export function listReasonSpans(question: OrderedStatusInput, from: Instant, to: Instant): Array<ReasonSpan> {
  const { overrides, schedules, timeZone, allowance, pause } = question;
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

/** Every reason in force at `at`, the winner first. `spans` as `listReasonSpans` orders them. */
export function reasonsAt(spans: ReadonlyArray<ReasonSpan>, at: Instant): Array<Reason> {
  const seen = new Set<RuleId>();
  const reasons: Array<Reason> = [];
  for (const { reason, from, until } of spans) {
    if (at < from || at >= until) continue;
    // A dated exception can make a schedule meet its own night before: one rule is one reason.
    if (reason.ruleId !== null && reason.kind !== 'override') {
      if (seen.has(reason.ruleId)) continue;
      seen.add(reason.ruleId);
    }
    reasons.push(reason);
  }
  return reasons;
}

/**
 * Who wins from `from` to `to` (end excluded), without gaps; at least one stretch, which begins at `from`. `spans` as `listReasonSpans` orders
 * them. The cost is that of sorting the spans' edges, however many of them overlap.
 */
export function listDecidingStretches(spans: ReadonlyArray<ReasonSpan>, from: Instant, to: Instant): Array<DecidingStretch> {
  const edges = spans.flatMap((span) => [span.from, span.until]).filter((edge) => edge > from && edge < to);
  const starts = [from, ...[...new Set(edges)].sort((a, b) => a - b)];
  const places = new Map(starts.map((start, index) => [start, index]));
  const winners: Array<Reason | null> = starts.map(() => null);
  // `next[i]` leads to the first stretch from i on that nobody has won yet.
  const next = Array.from({ length: starts.length + 1 }, (_, index) => index);
  for (const span of spans) {
    if (span.until <= from || (span.from > from && span.from >= to)) continue;
    const end = span.until >= to ? starts.length : (places.get(span.until) ?? 0);
    const first = span.from <= from ? 0 : (places.get(span.from) ?? end);
    for (let index = findFree(next, first); index < end; index = findFree(next, index)) {
      winners[index] = span.reason;
      next[index] = index + 1;
    }
  }
  return starts.map((start, index) => ({ from: start, until: starts[index + 1] ?? to, why: winners[index] ?? null }));
}

/** Follows the links to their end, and shortens them on the way. */
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

/** Of several schedules the one that lasts longest is named, of equal ones the parent's own before the ready-made one. */
function byPrecedence(a: Occurrence, b: Occurrence): number {
  if (a.until !== b.until) return b.until - a.until;
  if (a.schedule.kind !== b.schedule.kind) return a.schedule.kind === 'schedule' ? -1 : 1;
  if (a.schedule.id === b.schedule.id) return 0;
  return a.schedule.id < b.schedule.id ? -1 : 1;
}

/** The days, whole, on which all that the limit gives is used. */
function listSpentDays(allowance: Allowance, zone: TimeZone, from: Instant, to: Instant): Array<{ from: Instant; until: Instant }> {
  const { used } = allowance;
  return listDates(localDate(from, zone), localDate(to, zone))
    .filter(({ date }) => (used.date === date ? used.seconds : 0) >= limitOn(allowance, date))
    .map(({ date }) => ({ from: startOfDay(date, zone), until: startOfDay(addDays(date, 1), zone) }));
}
