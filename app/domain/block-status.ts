import type { RuleId } from './ids.ts';
import { listDecidingStretches, listReasonSpans, type OrderedStatusInput, orderRules, type ReasonSpan, reasonsAt } from './reason-spans.ts';
import { isRuleActive, type Rule } from './rule.ts';
import type { Instant, LocalDate, TimeZone } from './time.ts';

/** The state of a child's devices, computed from the rules. */
export type AccessState = 'allowed' | 'blocked' | 'paused';

/** A rule's effect at an instant. `until`: when the rule itself ends; null if it has no end (A119). */
export type Reason = {
  kind: 'override' | 'schedule' | 'default-schedule' | 'allowance' | 'pause';
  ruleId: RuleId | null;
  name: string | null;
  effect: 'block' | 'grant' | 'pause';
  until: Instant | null;
};

/** Seconds used on one date in the child's zone. */
export type DatedSeconds = { date: LocalDate; seconds: number };

/**
 * Daily limit (3.5.1). `limits`: seconds per weekday, index 0 = Sunday (A62). `extra`: bonus time on one date (A122). `used`: time used on
 * one date; on all other dates it is 0.
 */
export type Allowance = { enabled: boolean; limits: ReadonlyArray<number>; extra: DatedSeconds | null; used: DatedSeconds };

/** The input that decides a child's state at any instant. */
export type StatusInput = {
  rules: Array<Rule>;
  timeZone: TimeZone;
  allowance: Allowance | null;
  pause: { until: Instant | null } | null;
};

/**
 * `why`: the deciding reason, null if no rule applies. `overridden`: the other active reasons by precedence. `nextChange`: the next change
 * of `state`, with the rule that decides then. `until`: the instant of that change (A119).
 */
export type Resolution = {
  state: AccessState;
  why: Reason | null;
  overridden: Array<Reason>;
  until: Instant | null;
  nextChange: { at: Instant; state: AccessState; ruleId: RuleId | null } | null;
};

// Weekly rules repeat after seven days. The eighth day covers a week that is longer because of a clock change.
const LOOK_AHEAD_MS = 8 * 24 * 60 * 60 * 1000;
// Most changes are within this time, so later days are searched only if necessary.
const NEAR_MS = 36 * 60 * 60 * 1000;

/**
 * Resolves a child's state at `now`: what applies, why, and until when. Page, API and device share this function (A119). Precedence (A121):
 * override, schedules, used-up daily limit, pause. A grant therefore overrides a pause (S54).
 *
 * `nextChange` is null if the state does not change within 8 days; ask again by then. The search continues to the end of an override that
 * lasts longer. Does not predict future usage.
 * @throws RangeError for an unknown zone
 */
export function resolveBlockStatus(input: StatusInput, now: Instant): Resolution {
  const ordered = orderRules(input);
  const spans = listReasonSpans(ordered, now, now + NEAR_MS);
  const [why = null, ...overridden] = reasonsAt(spans, now);
  const state = stateOf(why);
  const nextChange = findChange(spans, state, now, now + NEAR_MS) ?? findLaterChange(ordered, state, now);
  return { state, why, overridden, until: nextChange?.at ?? null, nextChange };
}

/** Returns the state for a reason; «allowed» if the reason is null. */
export function stateOf(why: Reason | null): AccessState {
  if (why === null || why.effect === 'grant') return 'allowed';
  return why.effect === 'block' ? 'blocked' : 'paused';
}

/** Returns the first change of state in [from, to], or null. */
function findChange(spans: Array<ReasonSpan>, state: AccessState, from: Instant, to: Instant): Resolution['nextChange'] {
  const found = listDecidingStretches(spans, from, to + 1).find(({ why }) => stateOf(why) !== state);
  return found === undefined ? null : { at: found.from, state: stateOf(found.why), ruleId: found.why?.ruleId ?? null };
}

/** Returns the first change of state within 8 days. If an override is active at the end of those days, the search continues. */
function findLaterChange(input: OrderedStatusInput, state: AccessState, now: Instant): Resolution['nextChange'] {
  for (let from = now; from !== Number.POSITIVE_INFINITY; ) {
    const to = from + LOOK_AHEAD_MS;
    const found = findChange(listReasonSpans(input, from, to), state, from, to);
    if (found !== null) return found;
    // While an override is active, nothing else changes the state. Continue at the next start or end of an override.
    if (!input.overrides.some((rule) => isRuleActive(rule, input.timeZone, to))) return null;
    from = nextOverrideEdge(input, to);
  }
  return null;
}

/** Returns the next start or end of an override after `at`; infinity if there is none. */
function nextOverrideEdge({ overrides }: OrderedStatusInput, at: Instant): Instant {
  const edges = overrides.flatMap((rule) => [rule.from, rule.until ?? Number.POSITIVE_INFINITY]).filter((edge) => edge > at);
  return edges.reduce((earliest, edge) => Math.min(earliest, edge), Number.POSITIVE_INFINITY);
}
