import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveBlockStatus, type StatusInput } from './block-status.ts';
import { DAY, findTransitions, MINUTE, markSchedule, markStates, type Row, readClock, readRow } from './clock.oracle.ts';
import { makeSchedule } from './rule.fixture.ts';
import { isRuleActive, type Override, type Schedule } from './rule.ts';

// Unusual and ordinary zones: gaps at midnight, half-hour changes, winter time during Ramadan, extreme offsets, no changes.
const ZONES = [
  'Europe/Berlin',
  'Europe/Dublin',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'America/Nuuk',
  'America/Scoresbysund',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Antarctica/Troll',
  'UTC',
];
const BEFORE = 4 * DAY;
const AFTER = 10 * DAY;

type Scene = { zone: string; around: number };

// Two consecutive clock changes per zone, one forward and one back. The years are spread over 2020 to 2037.
const scenes: Array<Scene> = ZONES.flatMap((zone, position) => {
  const transitions = findTransitions(zone);
  const first = Math.floor((transitions.length * (position % 9)) / 9);
  const chosen = transitions.length === 0 ? [Date.UTC(2026, 5, 1)] : transitions.slice(first, first + 2);
  return chosen.map((around) => ({ zone, around }));
});

const rows = new Map<Scene, Row>();

function rowOf(scene: Scene): Row {
  const known = rows.get(scene) ?? readRow(scene.zone, scene.around - BEFORE, (BEFORE + AFTER) / MINUTE);
  rows.set(scene, known);
  return known;
}

const sceneArbitrary = fc.constantFrom(...scenes);
/** Minutes from the clock change, at most a day and a half. Some are within four hours. */
const offsetArbitrary = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: -2160, max: 2160 }) }, fc.integer({ min: -240, max: 240 }));
const windowArbitrary = fc.record({
  start: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 240 })),
  minutes: fc.oneof(fc.integer({ min: 1, max: 1440 }), fc.integer({ min: 1, max: 120 }), fc.constant(1440)),
});
const weekdaysArbitrary = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean());

function dateNear(scene: Scene, days: number): string {
  return new Date(scene.around + days * DAY).toISOString().slice(0, 10);
}

function scheduleArbitrary(scene: Scene): fc.Arbitrary<Schedule> {
  const date = fc.integer({ min: -2, max: 3 }).map((days) => dateNear(scene, days));
  return fc
    .record({
      id: fc.uuid(),
      weekdays: fc.oneof(weekdaysArbitrary, fc.constant(makeSchedule('00:00PT1M').weekdays)),
      window: windowArbitrary,
      suspended: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
      recurring: fc.integer({ min: 0, max: 4 }).map((value) => value > 0),
      scope: fc.constantFrom('device' as const, 'device' as const, 'device' as const, 'apps' as const),
      createdAt: offsetArbitrary.map((minutes) => scene.around + minutes * MINUTE - 6 * DAY),
      exceptions: fc.array(
        fc.oneof(
          fc.record({ date, change: fc.constant('off' as const) }),
          fc.record({ date, change: fc.constant('window' as const), window: windowArbitrary }),
        ),
        { maxLength: 2 },
      ),
    })
    .map((changes) => makeSchedule('00:00PT1M', changes));
}

function overrideArbitrary(scene: Scene): fc.Arbitrary<Override> {
  return fc
    .record({
      id: fc.uuid(),
      effect: fc.constantFrom('block' as const, 'grant' as const),
      start: offsetArbitrary,
      minutes: fc.option(fc.integer({ min: 1, max: 4000 })),
    })
    .map(({ id, effect, start, minutes }) => {
      const from = scene.around + start * MINUTE;
      return {
        kind: 'override',
        id,
        childId: 'mia',
        effect,
        from,
        until: minutes === null ? null : from + minutes * MINUTE,
        createdAt: from,
        updatedAt: from,
      };
    });
}

/** Generates an amount of seconds on a date near the clock change. */
function datedArbitrary(scene: Scene, seconds: Array<number>) {
  return fc.record({
    date: fc.integer({ min: -2, max: 2 }).map((days) => readClock(scene.zone, scene.around + days * DAY).slice(0, 10)),
    seconds: fc.constantFrom(...seconds),
  });
}

function statusInputArbitrary(scene: Scene): fc.Arbitrary<StatusInput> {
  return fc.record({
    rules: fc
      .tuple(
        fc.array(scheduleArbitrary(scene), { maxLength: 4 }),
        fc.uniqueArray(overrideArbitrary(scene), { maxLength: 2, selector: ({ from }) => from }),
      )
      .map(([schedules, overrides]) => [...schedules, ...overrides]),
    timeZone: fc.constant(scene.zone),
    allowance: fc.option(
      fc.record({
        enabled: fc.boolean(),
        limits: fc.array(fc.constantFrom(0, 3600), { minLength: 7, maxLength: 7 }),
        extra: fc.option(datedArbitrary(scene, [600])),
        used: datedArbitrary(scene, [0, 3599, 3600, 9999]),
      }),
    ),
    pause: fc.option(fc.record({ until: fc.option(offsetArbitrary.map((minutes) => scene.around + minutes * MINUTE)) })),
  });
}

describe('block status', () => {
  test('activates a schedule exactly while the wall clock is in its time window (A117)', { timeout: 60_000 }, () => {
    const input = sceneArbitrary.chain((scene) => fc.tuple(fc.constant(scene), scheduleArbitrary(scene)));
    fc.assert(
      fc.property(
        input,
        fc.array(offsetArbitrary, { minLength: 12, maxLength: 12 }),
        fc.integer({ min: 0, max: 59_999 }),
        ([scene, schedule], offsets, rest) => {
          const row = rowOf(scene);
          const marks = markSchedule(row, schedule);
          for (const offset of offsets) {
            const now = scene.around + offset * MINUTE;
            expect(isRuleActive(schedule, scene.zone, now + rest)).toBe(marks[(now - row.from) / MINUTE]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('matches the oracle at every minute and announces the first change (A119, A121)', { timeout: 60_000 }, () => {
    const input = sceneArbitrary.chain((scene) => fc.tuple(fc.constant(scene), statusInputArbitrary(scene), offsetArbitrary));
    fc.assert(
      fc.property(input, ([scene, statusInput, offset]) => {
        const row = rowOf(scene);
        const now = scene.around + offset * MINUTE;
        const states = markStates(row, statusInput).slice((now - row.from) / MINUTE);
        const { state, nextChange, until } = resolveBlockStatus(statusInput, now);
        expect(state).toBe(states[0]);
        const changed = states.findIndex((candidate) => candidate !== states[0]);
        const expected = changed === -1 || changed * MINUTE > 8 * DAY ? null : { at: now + changed * MINUTE, state: states[changed] };
        expect(nextChange && { at: nextChange.at, state: nextChange.state }).toEqual(expected);
        expect(until).toBe(expected?.at ?? null);
      }),
      { numRuns: 250 },
    );
  });

  test('keeps the state until just before the announced change, then has the announced state and rule', {
    timeout: 60_000,
  }, () => {
    const input = sceneArbitrary.chain((scene) =>
      fc.tuple(
        statusInputArbitrary(scene),
        offsetArbitrary.map((offset) => scene.around + offset * MINUTE),
      ),
    );
    fc.assert(
      fc.property(input, ([statusInput, now]) => {
        const { state, nextChange } = resolveBlockStatus(statusInput, now);
        if (nextChange === null) return;
        expect(nextChange.at).toBeGreaterThan(now);
        expect(resolveBlockStatus(statusInput, Math.max(nextChange.at - MINUTE, now)).state).toBe(state);
        const later = resolveBlockStatus(statusInput, nextChange.at);
        expect({ state: later.state, ruleId: later.why?.ruleId ?? null }).toEqual({ state: nextChange.state, ruleId: nextChange.ruleId });
      }),
      { numRuns: 500 },
    );
  });
});
