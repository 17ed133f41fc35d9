// For tests only. An earlier, slower algorithm that resolves all rules again whenever one of them starts or ends.
import type { AccessState, Allowance, Reason, Resolution, StatusInput } from './block-status.ts';
import { limitOn } from './daily-limit.ts';
import type { RuleId } from './ids.ts';
import { deviceSchedules, isRuleActive, listOccurrences, type Occurrence, type Override, type Schedule } from './rule.ts';
import { addDays, type Instant, listDates, localDate, startOfDay, type TimeZone } from './time.ts';

type Span = { from: Instant; until: Instant };
type RulesInOrder = Pick<StatusInput, 'timeZone' | 'allowance'> & {
  overrides: Array<Override>;
  schedules: Array<Schedule>;
  pause: Reason | null;
};
type Near = { occurrences: Array<Occurrence>; spent: Array<Span> };
type Stretch = Span & { state: AccessState; why: Reason | null };
type Pair = { rule: RuleId; other: RuleId } & Span;

const LOOK_AHEAD_MS = 8 * 24 * 60 * 60 * 1000;

/** Returns what `resolveBlockStatus` should return. */
export function resolveSlowly(input: StatusInput, now: Instant): Resolution {
  const rules = orderRules(input);
  const near = lookAhead(rules, now);
  const [why = null, ...overridden] = listReasons(rules, near, now);
  const state = stateOf(why);
  const nextChange = findNextChange(rules, near, state, now);
  return { state, why, overridden, until: nextChange?.at ?? null, nextChange };
}

/** Returns what `upcoming` of `resolveDay` should contain. `end`: end of the day. */
export function listUpcomingSlowly(input: StatusInput, now: Instant, end: Instant): Array<Stretch> {
  const ofOverrides = input.rules.flatMap((rule) => (rule.kind === 'override' ? [rule.from, rule.until ?? end] : []));
  const planned = listOccurrences(deviceSchedules(input.rules), input.timeZone, now, end - 1);
  const ofWindows = planned.flatMap(({ from, until }) => [from, until]);
  const edges = [...ofOverrides, ...ofWindows, input.pause?.until ?? end].filter((edge) => edge > now && edge < end);
  const stretches: Array<Stretch> = [];
  for (const from of new Set([now, ...edges.sort((a, b) => a - b)])) {
    const { state, why } = resolveSlowly(input, from);
    const last = stretches.at(-1);
    if (last !== undefined) last.until = from;
    const isSame = last?.why?.kind === why?.kind && last?.why?.ruleId === why?.ruleId && last?.why?.effect === why?.effect;
    if (last !== undefined && isSame) last.until = end;
    else stretches.push({ from, until: end, state, why });
  }
  return stretches;
}

/** Returns what `findComingBlock` should return, with the schedule's ID. */
export function findComingBlockSlowly(input: StatusInput, now: Instant): { ruleId: RuleId; from: Instant; until: Instant | null } | null {
  const by = now + 15 * 60 * 1000;
  const starts = listOccurrences(deviceSchedules(input.rules), input.timeZone, now, by).filter(({ from }) => from > now && from <= by);
  for (const { from } of starts.sort((a, b) => a.from - b.from)) {
    if (resolveSlowly(input, from - 1).state === 'blocked') continue;
    const { state, why, until } = resolveSlowly(input, from);
    const schedule = deviceSchedules(input.rules).find(({ id }) => id === why?.ruleId);
    if (state === 'blocked' && schedule !== undefined) return { ruleId: schedule.id, from, until };
  }
  return null;
}

/** Returns every pair of overlapping windows of a week, in the order of `resolveWeek`. */
export function listPairsSlowly(schedules: Array<Schedule>, timeZone: TimeZone, from: Instant, until: Instant): Array<Pair> {
  const windows = listOccurrences(schedules, timeZone, from, until - 1).sort((a, b) => a.from - b.from || a.until - b.until);
  return windows.flatMap((first, index) =>
    windows
      .slice(index + 1)
      .filter((second) => second.from < first.until && second.schedule.id !== first.schedule.id)
      .map((second) => {
        const isSecondInside = second.until <= first.until && (first.from !== second.from || first.until >= second.until);
        const [rule, other] = isSecondInside ? [second, first] : [first, second];
        return { rule: rule.schedule.id, other: other.schedule.id, from: second.from, until: Math.min(first.until, second.until) };
      }),
  );
}

function orderRules({ rules, timeZone, allowance, pause }: StatusInput): RulesInOrder {
  const overrides = rules.filter((rule) => rule.kind === 'override');
  overrides.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return {
    timeZone,
    overrides,
    schedules: deviceSchedules(rules),
    allowance: allowance?.enabled ? allowance : null,
    pause: pause && { kind: 'pause', ruleId: null, name: null, effect: 'pause', until: pause.until },
  };
}

function lookAhead({ schedules, timeZone, allowance }: RulesInOrder, from: Instant): Near {
  const to = from + LOOK_AHEAD_MS;
  return {
    occurrences: listOccurrences(schedules, timeZone, from, to),
    spent: allowance === null ? [] : listSpentDays(allowance, timeZone, from, to),
  };
}

function listSpentDays(allowance: Allowance, zone: TimeZone, from: Instant, to: Instant): Array<Span> {
  const { used } = allowance;
  return listDates(localDate(from, zone), localDate(to, zone))
    .filter(({ date }) => (used.date === date ? used.seconds : 0) >= limitOn(allowance, date))
    .map(({ date }) => ({ from: startOfDay(date, zone), until: startOfDay(addDays(date, 1), zone) }));
}

function listReasons(rules: RulesInOrder, { occurrences, spent }: Near, at: Instant): Array<Reason> {
  const overrides = rules.overrides.filter((rule) => isRuleActive(rule, rules.timeZone, at)).map(toOverrideReason);
  const schedules = occurrences.filter(({ from, until }) => from <= at && at < until).sort(byPrecedence);
  const seen = new Set<RuleId>();
  const scheduled: Array<Reason> = [];
  for (const { schedule, until } of schedules) {
    if (seen.has(schedule.id)) continue;
    seen.add(schedule.id);
    scheduled.push({ kind: schedule.kind, ruleId: schedule.id, name: schedule.name, effect: 'block', until });
  }
  const day = spent.find(({ from, until }) => from <= at && at < until);
  const { pause } = rules;
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

function byPrecedence(a: Occurrence, b: Occurrence): number {
  if (a.until !== b.until) return b.until - a.until;
  if (a.schedule.kind !== b.schedule.kind) return a.schedule.kind === 'schedule' ? -1 : 1;
  return a.schedule.id < b.schedule.id ? -1 : 1;
}

function stateOf(why: Reason | null | undefined): AccessState {
  if (!why || why.effect === 'grant') return 'allowed';
  return why.effect === 'block' ? 'blocked' : 'paused';
}

function findNextChange(rules: RulesInOrder, first: Near, state: AccessState, now: Instant): Resolution['nextChange'] {
  const overrideEdges = rules.overrides.flatMap(({ from, until }) => [from, ...(until === null ? [] : [until])]);
  const pauseEdges = rules.pause === null || rules.pause.until === null ? [] : [rules.pause.until];
  let from = now;
  let near = first;
  for (;;) {
    const to = from + LOOK_AHEAD_MS;
    const { spent } = near;
    const occurrences = joinTouching(near.occurrences);
    const edges = [...overrideEdges, ...pauseEdges, ...[...occurrences, ...spent].flatMap((block) => [block.from, block.until])]
      .filter((edge) => edge >= from && edge <= to)
      .sort((a, b) => a - b);
    const at = edges.find((edge) => stateOf(listReasons(rules, { occurrences, spent }, edge)[0]) !== state);
    if (at !== undefined) {
      const [why = null] = listReasons(rules, near, at);
      return { at, state: stateOf(why), ruleId: why?.ruleId ?? null };
    }
    if (!rules.overrides.some((rule) => isRuleActive(rule, rules.timeZone, to))) return null;
    const next = Math.min(...overrideEdges.filter((edge) => edge > to));
    if (next === Number.POSITIVE_INFINITY) return null;
    from = next;
    near = lookAhead(rules, from);
  }
}

function joinTouching(occurrences: Array<Occurrence>): Array<Occurrence> {
  const joined: Array<Occurrence> = [];
  for (const occurrence of occurrences.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && occurrence.from <= last.until) last.until = Math.max(last.until, occurrence.until);
    else joined.push({ ...occurrence });
  }
  return joined;
}
