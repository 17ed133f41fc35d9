import type { RuleId } from './ids.ts';
import { isRuleActive, listOccurrences, type Occurrence, type Override, type Rule, type Schedule } from './rule.ts';
import { addDays, type Instant, type LocalDate, listDates, localDate, startOfDay, type TimeZone, weekdayOf } from './time.ts';

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
export type Question = {
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

/** What speaks for and against use: rules, then what stands behind them. */
type Forces = {
  timeZone: TimeZone;
  /** Newest first: a later word replaces an earlier one (A59). */
  overrides: Array<Override>;
  schedules: Array<Schedule>;
  allowance: Allowance | null;
  pause: Reason | null;
};

/** What the clock brings in a stretch of time: windows of schedules, and days without any screen time left. */
type Near = { occurrences: Array<Occurrence>; spent: Array<{ from: Instant; until: Instant }> };

// Weekly rules come round within seven days; the eighth covers a week that a clock change makes longer.
const DAY_SECONDS = 24 * 60 * 60;
const LOOK_AHEAD_MS = 8 * 24 * 60 * 60 * 1000;

/**
 * What holds for a child at `now`, why, and until when: the one resolution that page, API and device share (A119). Precedence (A121):
 * override over schedules (any one blocks) over a used-up allowance over pause over allowed; so a grant lifts a pause (S54).
 *
 * `nextChange` looks 8 days ahead, and further only to the end of an override that covers them all; null = no change in that time, ask
 * again then. A day with a limit of 0 blocks from its first instant to that of the next; usage that grows is not foreseen: a report of usage
 * is a new question. Throws RangeError for an unknown zone.
 */
export function resolveBlockStatus(question: Question, now: Instant): Resolution {
  const forces = toForces(question);
  const near = lookAhead(forces, now);
  const [why = null, ...beaten] = listReasons(forces, near, now);
  const state = stateOf(why);
  const nextChange = findNextChange(forces, near, state, now);
  return { state, why, beaten, until: nextChange?.at ?? null, nextChange };
}

/** The limit of that date in seconds, what it has on top included: a whole day (86 400) at most. */
export function limitOn({ limits, extra }: Allowance, date: LocalDate): number {
  return Math.min((limits[weekdayOf(date)] ?? 0) + (extra?.date === date ? extra.seconds : 0), DAY_SECONDS);
}

function toForces({ rules, timeZone, allowance, pause }: Question): Forces {
  const overrides: Array<Override> = [];
  const schedules: Array<Schedule> = [];
  for (const rule of rules) {
    if (rule.kind === 'override') overrides.push(rule);
    else if (rule.scope === 'device') schedules.push(rule);
  }
  overrides.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return {
    timeZone,
    overrides,
    schedules,
    allowance: allowance?.enabled ? allowance : null,
    pause: pause && { kind: 'pause', ruleId: null, name: null, effect: 'pause', until: pause.until },
  };
}

function lookAhead({ schedules, timeZone, allowance }: Forces, from: Instant): Near {
  const to = from + LOOK_AHEAD_MS;
  return {
    occurrences: listOccurrences(schedules, timeZone, from, to),
    spent: allowance === null ? [] : listSpentDays(allowance, timeZone, from, to),
  };
}

/** The days, whole, on which all that the limit gives is used. */
function listSpentDays(allowance: Allowance, zone: TimeZone, from: Instant, to: Instant): Near['spent'] {
  const { used } = allowance;
  return listDates(localDate(from, zone), localDate(to, zone))
    .filter(({ date }) => (used.date === date ? used.seconds : 0) >= limitOn(allowance, date))
    .map(({ date }) => ({ from: startOfDay(date, zone), until: startOfDay(addDays(date, 1), zone) }));
}

/** Every reason in force at `at`, the winner first (A121). What is near may reach further than `at`. */
function listReasons(forces: Forces, { occurrences, spent }: Near, at: Instant): Array<Reason> {
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
  const day = spent.find(({ from, until }) => from <= at && at < until);
  const { pause } = forces;
  return [
    ...overrides,
    ...scheduled,
    ...(day === undefined ? [] : [{ kind: 'allowance', ruleId: null, name: null, effect: 'block', until: day.until } as const]),
    ...(pause === null || (pause.until !== null && pause.until <= at) ? [] : [pause]),
  ];
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

/** Walks from edge to edge until the state is another one. `first` is what the first 8 days bring. */
function findNextChange(forces: Forces, first: Near, state: AccessState, now: Instant): Resolution['nextChange'] {
  const overrideEdges = forces.overrides.flatMap(({ from, until }) => [from, ...(until === null ? [] : [until])]);
  const pauseEdges = forces.pause === null || forces.pause.until === null ? [] : [forces.pause.until];
  let from = now;
  let near = first;
  for (;;) {
    const to = from + LOOK_AHEAD_MS;
    const { spent } = near;
    const occurrences = joinTouching(near.occurrences);
    const edges = [...overrideEdges, ...pauseEdges, ...[...occurrences, ...spent].flatMap((block) => [block.from, block.until])]
      .filter((edge) => edge >= from && edge <= to)
      .sort((a, b) => a - b);
    const at = edges.find((edge) => stateOf(listReasons(forces, { occurrences, spent }, edge)[0]) !== state);
    if (at !== undefined) {
      const [why = null] = listReasons(forces, near, at);
      return { at, state: stateOf(why), ruleId: why?.ruleId ?? null };
    }
    // Under an override nothing else can change the state: go on where the next override begins or ends.
    if (!forces.overrides.some((rule) => isRuleActive(rule, forces.timeZone, to))) return null;
    const next = Math.min(...overrideEdges.filter((edge) => edge > to));
    if (next === Number.POSITIVE_INFINITY) return null;
    from = next;
    near = lookAhead(forces, from);
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
