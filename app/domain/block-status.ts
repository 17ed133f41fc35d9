import type { RuleId } from './ids.ts';
import { listDecidingStretches, listReasonSpans, type OrderedStatusInput, orderRules, type ReasonSpan, reasonsAt } from './reason-spans.ts';
import { isRuleActive, type Rule } from './rule.ts';
import type { Instant, LocalDate, TimeZone } from './time.ts';

/** State of a child's devices by the rules. */
export type AccessState = 'allowed' | 'blocked' | 'paused';

/** A rule's effect at an instant. `until`: its own end, null if it has none (A119). */
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
 * Daily limit (3.5.1). `limits`: seconds per weekday, index 0 = Sunday (A62). `extra`: bonus time of one date (A122). `used`: time used on one
 * date; all other dates have none.
 */
export type Allowance = { enabled: boolean; limits: ReadonlyArray<number>; extra: DatedSeconds | null; used: DatedSeconds };

/** Everything that decides about one child at any instant. Usage counts for its own date only. */
export type StatusInput = {
  rules: Array<Rule>;
  timeZone: TimeZone;
  allowance: Allowance | null;
  pause: { until: Instant | null } | null;
};

/**
 * `why`: the deciding reason, null if no rule blocks use. `overridden`: the other active reasons by precedence. `nextChange`: the next instant at which
 * `state` changes, with the rule that decides then; `until` is that instant (A119).
 */
export type Resolution = {
  state: AccessState;
  why: Reason | null;
  overridden: Array<Reason>;
  until: Instant | null;
  nextChange: { at: Instant; state: AccessState; ruleId: RuleId | null } | null;
};

// Weekly rules repeat within seven days. The eighth covers a week that a clock change makes longer.
const LOOK_AHEAD_MS = 8 * 24 * 60 * 60 * 1000;
// Most changes are nearer than this, so later days are searched only if needed.
const NEAR_MS = 36 * 60 * 60 * 1000;

/**
 * Resolves a child's state at `now`: what applies, why, and until when. Page, API and device share this function (A119). Precedence (A121):
 * override, schedules (any one blocks), used-up daily limit, pause, allowed. A grant therefore overrides a pause (S54).
 *
 * `nextChange` looks 8 days ahead, and further only to the end of an override that covers them. Null = no change by then; ask again. A limit of 0
 * blocks from the first instant of the day to that of the next. Growing usage is not predicted: each usage report is a new input.
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

/** Returns the state for a reason. Without one, use is allowed. */
export function stateOf(why: Reason | null): AccessState {
  if (why === null || why.effect === 'grant') return 'allowed';
  return why.effect === 'block' ? 'blocked' : 'paused';
}

/** Returns the first instant in [from, to] at which the state differs. */
function findChange(spans: Array<ReasonSpan>, state: AccessState, from: Instant, to: Instant): Resolution['nextChange'] {
  const found = listDecidingStretches(spans, from, to + 1).find(({ why }) => stateOf(why) !== state);
  return found === undefined ? null : { at: found.from, state: stateOf(found.why), ruleId: found.why?.ruleId ?? null };
}

/** Like `findChange` for 8 days, and beyond them while overrides cover the time. */
function findLaterChange(input: OrderedStatusInput, state: AccessState, now: Instant): Resolution['nextChange'] {
  for (let from = now; from !== Number.POSITIVE_INFINITY; ) {
    const to = from + LOOK_AHEAD_MS;
    const found = findChange(listReasonSpans(input, from, to), state, from, to);
    if (found !== null) return found;
    // During an override nothing else changes the state: continue at the next start or end of an override.
    if (!input.overrides.some((rule) => isRuleActive(rule, input.timeZone, to))) return null;
    from = nextOverrideEdge(input, to);
  }
  return null;
}

/** Returns the next start or end of an override after `at`, or infinity. */
function nextOverrideEdge({ overrides }: OrderedStatusInput, at: Instant): Instant {
  const edges = overrides.flatMap((rule) => [rule.from, rule.until ?? Number.POSITIVE_INFINITY]).filter((edge) => edge > at);
  return edges.reduce((earliest, edge) => Math.min(earliest, edge), Number.POSITIVE_INFINITY);
}
