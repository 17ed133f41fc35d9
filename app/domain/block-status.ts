import type { RuleId } from './ids.ts';
import { listDecidingStretches, listReasonSpans, type OrderedStatusInput, orderRules, type ReasonSpan, reasonsAt } from './reason-spans.ts';
import { isRuleActive, type Rule } from './rule.ts';
import type { Instant, LocalDate, TimeZone } from './time.ts';

/** What the rules ask of a child's devices. */
export type AccessState = 'allowed' | 'blocked' | 'paused';

/** Something that speaks for a state at an instant; `until` is its own end, null where it has none (A119). */
export type Reason = {
  kind: 'override' | 'schedule' | 'default-schedule' | 'allowance' | 'pause';
  ruleId: RuleId | null;
  name: string | null;
  effect: 'block' | 'grant' | 'pause';
  until: Instant | null;
};

/** Seconds of one date in the child's zone. */
export type DatedSeconds = { date: LocalDate; seconds: number };

/**
 * Screen time (3.5.1): `limits` in seconds per weekday, index 0 = Sunday (A62), with what one date has on top (A122); `used` is what one date
 * has counted so far, and of every other one nothing is used.
 */
export type Allowance = { enabled: boolean; limits: ReadonlyArray<number>; extra: DatedSeconds | null; used: DatedSeconds };

/** All that decides about one child, for any instant: what was used counts for its own day alone. */
export type StatusInput = {
  rules: Array<Rule>;
  timeZone: TimeZone;
  allowance: Allowance | null;
  pause: { until: Instant | null } | null;
};

/**
 * `why` is the reason that won (null: nothing speaks against use), `beaten` the others in force in order of precedence; `nextChange` is
 * the next instant at which `state` becomes another one, with the rule that wins then, and `until` is that instant (A119).
 */
export type Resolution = {
  state: AccessState;
  why: Reason | null;
  beaten: Array<Reason>;
  until: Instant | null;
  nextChange: { at: Instant; state: AccessState; ruleId: RuleId | null } | null;
};

// Weekly rules come round within seven days; the eighth covers a week that a clock change makes longer.
const LOOK_AHEAD_MS = 8 * 24 * 60 * 60 * 1000;
// Most changes are nearer than this: the days after it are only looked at where none is.
const NEAR_MS = 36 * 60 * 60 * 1000;

/**
 * What holds for a child at `now`, why, and until when: the one resolution that page, API and device share (A119). Precedence (A121):
 * override over schedules (any one blocks) over a used-up allowance over pause over allowed; so a grant lifts a pause (S54).
 *
 * `nextChange` looks 8 days ahead, and further only to the end of an override that covers them all; null = no change in that time, ask
 * again then. A day with a limit of 0 blocks from its first instant to that of the next; usage that grows is not foreseen: a report of usage
 * is a new question. Throws RangeError for an unknown zone.
 */
export function resolveBlockStatus(question: StatusInput, now: Instant): Resolution {
  const ordered = orderRules(question);
  const spans = listReasonSpans(ordered, now, now + NEAR_MS);
  const [why = null, ...beaten] = reasonsAt(spans, now);
  const state = stateOf(why);
  const nextChange = findChange(spans, state, now, now + NEAR_MS) ?? findLaterChange(ordered, state, now);
  return { state, why, beaten, until: nextChange?.at ?? null, nextChange };
}

/** What a reason asks for; without one, use is allowed. */
export function stateOf(why: Reason | null): AccessState {
  if (why === null || why.effect === 'grant') return 'allowed';
  return why.effect === 'block' ? 'blocked' : 'paused';
}

/** The first instant from `from` to `to` (both included) at which the state is another one. */
function findChange(spans: Array<ReasonSpan>, state: AccessState, from: Instant, to: Instant): Resolution['nextChange'] {
  const found = listDecidingStretches(spans, from, to + 1).find(({ why }) => stateOf(why) !== state);
  return found === undefined ? null : { at: found.from, state: stateOf(found.why), ruleId: found.why?.ruleId ?? null };
}

/** The same in 8 days, and as long as overrides cover them, after these. */
function findLaterChange(question: OrderedStatusInput, state: AccessState, now: Instant): Resolution['nextChange'] {
  for (let from = now; from !== Number.POSITIVE_INFINITY; ) {
    const to = from + LOOK_AHEAD_MS;
    const found = findChange(listReasonSpans(question, from, to), state, from, to);
    if (found !== null) return found;
    // Under an override nothing else can change the state: go on where the next override begins or ends.
    if (!question.overrides.some((rule) => isRuleActive(rule, question.timeZone, to))) return null;
    from = nextOverrideEdge(question, to);
  }
  return null;
}

/** When the next override begins or ends after `at`; infinity where none does. */
function nextOverrideEdge({ overrides }: OrderedStatusInput, at: Instant): Instant {
  const edges = overrides.flatMap((rule) => [rule.from, rule.until ?? Number.POSITIVE_INFINITY]).filter((edge) => edge > at);
  return edges.reduce((earliest, edge) => Math.min(earliest, edge), Number.POSITIVE_INFINITY);
}
