import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveBlockStatus, type StatusInput } from './block-status.ts';
import { findTransitions, MINUTE, readClock } from './clock.oracle.ts';
import { resolveDay } from './day.ts';
import { makeSchedule } from './rule.fixture.ts';
import { isRuleActive, type Override, type Schedule } from './rule.ts';

const QUARTER = 15 * MINUTE;
const ZONES = ['Europe/Berlin', 'America/Los_Angeles', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Asia/Kathmandu'];

// One clock change forward and one back per zone. If a zone never changes its clock, an ordinary day.
const scenes = ZONES.flatMap((zone) => {
  const transitions = findTransitions(zone);
  return (transitions.length === 0 ? [Date.UTC(2026, 5, 1)] : transitions.slice(12, 14)).map((around) => ({ zone, around }));
});

const offset = fc.integer({ min: -2160, max: 2160 });
const flag = fc.boolean();
const schedule: fc.Arbitrary<Schedule> = fc
  .record({
    id: fc.uuid(),
    weekdays: fc.oneof(fc.constant(makeSchedule('00:00PT1M').weekdays), fc.tuple(flag, flag, flag, flag, flag, flag, flag)),
    window: fc.record({ start: fc.integer({ min: 0, max: 1439 }), minutes: fc.integer({ min: 1, max: 1440 }) }),
    suspended: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
  })
  .map((changes) => makeSchedule('00:00PT1M', changes));

function overrideNear(around: number): fc.Arbitrary<Override> {
  return fc
    .record({
      id: fc.uuid(),
      effect: fc.constantFrom('block', 'grant'),
      start: offset,
      minutes: fc.option(fc.integer({ min: 1, max: 2000 })),
    })
    .map(({ id, effect, start, minutes }) => {
      const from = around + start * MINUTE;
      const until = minutes === null ? null : from + minutes * MINUTE;
      return { kind: 'override', id, childId: 'mia', effect, from, until, createdAt: from, updatedAt: from };
    });
}

const scenarios: fc.Arbitrary<{ input: StatusInput; now: number }> = fc.constantFrom(...scenes).chain(({ zone, around }) =>
  fc.record({
    now: fc.tuple(offset, fc.integer({ min: 0, max: 59_999 })).map(([minutes, rest]) => around + minutes * MINUTE + rest),
    input: fc.record({
      timeZone: fc.constant(zone),
      rules: fc
        .tuple(fc.array(schedule, { maxLength: 3 }), fc.uniqueArray(overrideNear(around), { maxLength: 2, selector: ({ from }) => from }))
        .map((rules) => rules.flat()),
      allowance: fc.option(
        fc.record({
          enabled: flag,
          limits: fc.array(fc.constantFrom(0, 3600), { minLength: 7, maxLength: 7 }),
          extra: fc.constant(null),
          used: fc.record({ date: fc.constant(readClock(zone, around).slice(0, 10)), seconds: fc.constantFrom(0, 3600) }),
        }),
      ),
      pause: fc.option(fc.record({ until: fc.option(offset.map((minutes) => around + minutes * MINUTE)) })),
    }),
  }),
);

describe('resolveDay', () => {
  test('matches resolveBlockStatus at every quarter hour of the rest of the day (A119)', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(scenarios, ({ input, now }) => {
        const { upcoming, until } = resolveDay(input, now);
        expect([upcoming[0]?.from, upcoming.at(-1)?.until]).toEqual([now, until]);
        for (const [index, { from }] of upcoming.entries()) if (index > 0) expect(from).toBe(upcoming[index - 1]?.until);
        for (let at = now; at < until; at += QUARTER) {
          const stretch = upcoming.find((candidate) => candidate.from <= at && at < candidate.until);
          const { state, why } = resolveBlockStatus(input, at);
          expect([stretch?.state, stretch?.why?.kind, stretch?.why?.ruleId]).toEqual([state, why?.kind, why?.ruleId]);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('plans a time window exactly while the schedule alone is active', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(scenarios, ({ input, now }) => {
        const day = resolveDay(input, now);
        for (const rule of input.rules.filter(({ kind }) => kind !== 'override')) {
          const own = day.planned.filter(({ ruleId }) => ruleId === rule.id);
          for (let at = day.from; at < day.until; at += QUARTER) {
            expect(own.some(({ from, until }) => from <= at && at < until)).toBe(isRuleActive(rule, input.timeZone, at));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
