import type { RuleId } from './ids.ts';
import { isRuleActive, listOccurrences, type Occurrence, type Override, type Rule, type Schedule } from './rule.ts';
import { addDays, type Instant, localDate, startOfDay, type TimeZone } from './time.ts';

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

/** All that decides about one child. Seconds are those of today in the child's zone, `limitSeconds` with the extra (3.5.1, A122). */
export type Question = {
  rules: Array<Rule>;
  timeZone: TimeZone;
  allowance: { enabled: boolean; limitSeconds: number; usedSeconds: number } | null;
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

/** What speaks for and against use: rules, then what stands behind them. */
type Forces = {
  timeZone: TimeZone;
  /** Newest first: a later word replaces an earlier one (A59). */
  overrides: Array<Override>;
  schedules: Array<Schedule>;
  /** The used-up allowance until midnight, then the pause (A121). */
  standing: Array<Reason>;
};

// Weekly rules come round within seven days; the eighth covers a week that a clock change makes longer.
const LOOK_AHEAD_MS = 8 * 24 * 60 * 60 * 1000;

/**
 * What holds for a child at `now`, why, and until when: the one resolution that page, API and device share (A119). Precedence (A121):
 * override over schedules (any one blocks) over a used-up allowance over pause over allowed; so a grant lifts a pause (S54).
 *
 * `nextChange` looks 8 days ahead, and further only to the end of an override that covers them all; null = no change in that time, ask
 * again then. Usage that grows is not foreseen: a report of usage is a new question. Throws RangeError for an unknown zone.
 */
export function resolveBlockStatus(question: Question, now: Instant): Resolution {
  const forces = toForces(question, now);
  const occurrences = listOccurrences(forces.schedules, forces.timeZone, now, now + LOOK_AHEAD_MS);
  const [why = null, ...beaten] = listReasons(forces, occurrences, now);
  const state = stateOf(why);
  const nextChange = findNextChange(forces, occurrences, state, now);
  return { state, why, beaten, until: nextChange?.at ?? null, nextChange };
}

function toForces({ rules, timeZone, allowance, pause }: Question, now: Instant): Forces {
  const overrides: Array<Override> = [];
  const schedules: Array<Schedule> = [];
  for (const rule of rules) {
    if (rule.kind === 'override') overrides.push(rule);
    else if (rule.scope === 'device') schedules.push(rule);
  }
  overrides.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  const standing: Array<Reason> = [];
  if (allowance?.enabled && allowance.usedSeconds >= allowance.limitSeconds) {
    const midnight = startOfDay(addDays(localDate(now, timeZone), 1), timeZone);
    standing.push({ kind: 'allowance', ruleId: null, name: null, effect: 'block', until: midnight });
  }
  if (pause !== null) standing.push({ kind: 'pause', ruleId: null, name: null, effect: 'pause', until: pause.until });
  return { timeZone, overrides, schedules, standing };
}

/** Every reason in force at `at`, the winner first (A121). The occurrences may reach further than `at`. */
function listReasons(forces: Forces, occurrences: Array<Occurrence>, at: Instant): Array<Reason> {
  const overrides = forces.overrides.filter((rule) => isRuleActive(rule, forces.timeZone, at)).map(toOverrideReason);
  const schedules = occurrences.filter(({ from, until }) => from <= at && at < until).sort(byPrecedence);
  const seen = new Set<RuleId>();
  const scheduled: Array<Reason> = [];
  for (const { schedule, until } of schedules) {
    // A dated exception can make a schedule meet its own night before: one rule is one reason.
    if (seen.has(schedule.id)) continue;
    seen.add(schedule.id);
    scheduled.push({ kind: schedule.kind, ruleId: schedule.id, name: schedule.name, effect: 'block', until });
  }
  return [...overrides, ...scheduled, ...forces.standing.filter(({ until }) => until === null || at < until)];
}

function toOverrideReason({ id, effect, until }: Override): Reason {
  return { kind: 'override', ruleId: id, name: null, effect, until };
}

/** Of several schedules the one that lasts longest is named, of equal ones the parent's own before the ready-made one. */
function byPrecedence(a: Occurrence, b: Occurrence): number {
  if (a.until !== b.until) return b.until - a.until;
  if (a.schedule.kind !== b.schedule.kind) return a.schedule.kind === 'schedule' ? -1 : 1;
  return a.schedule.id < b.schedule.id ? -1 : 1;
}

function stateOf(why: Reason | null | undefined): AccessState {
  if (!why || why.effect === 'grant') return 'allowed';
  return why.effect === 'block' ? 'blocked' : 'paused';
}

/** Walks from edge to edge until the state is another one. `near` are the occurrences of the first 8 days. */
function findNextChange(forces: Forces, near: Array<Occurrence>, state: AccessState, now: Instant): Resolution['nextChange'] {
  const overrideEdges = forces.overrides.flatMap(({ from, until }) => [from, ...(until === null ? [] : [until])]);
  const standingEdges = forces.standing.flatMap(({ until }) => (until === null ? [] : [until]));
  let from = now;
  let occurrences = near;
  for (;;) {
    const to = from + LOOK_AHEAD_MS;
    const blocks = joinTouching(occurrences);
    const edges = [...overrideEdges, ...standingEdges, ...blocks.flatMap((block) => [block.from, block.until])]
      .filter((edge) => edge >= from && edge <= to)
      .sort((a, b) => a - b);
    const at = edges.find((edge) => stateOf(listReasons(forces, blocks, edge)[0]) !== state);
    if (at !== undefined) {
      const [why = null] = listReasons(forces, occurrences, at);
      return { at, state: stateOf(why), ruleId: why?.ruleId ?? null };
    }
    // Under an override nothing else can change the state: go on where the next override begins or ends.
    if (!forces.overrides.some((rule) => isRuleActive(rule, forces.timeZone, to))) return null;
    const next = Math.min(...overrideEdges.filter((edge) => edge > to));
    if (next === Number.POSITIVE_INFINITY) return null;
    from = next;
    occurrences = listOccurrences(forces.schedules, forces.timeZone, from, from + LOOK_AHEAD_MS);
  }
}

/** Occurrences that overlap or touch become one, so that 21:00-05:00 and 05:00-07:00 is one block until 07:00. */
function joinTouching(occurrences: Array<Occurrence>): Array<Occurrence> {
  const joined: Array<Occurrence> = [];
  for (const occurrence of occurrences.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && occurrence.from <= last.until) last.until = Math.max(last.until, occurrence.until);
    else joined.push({ ...occurrence });
  }
  return joined;
}
