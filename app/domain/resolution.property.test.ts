import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { findComingBlock } from './announcement.ts';
import { resolveBlockStatus, type StatusInput } from './block-status.ts';
import { findTransitions, MINUTE, readClock } from './clock.oracle.ts';
import { resolveDay } from './day.ts';
import { findComingBlockSlowly, listPairsSlowly, listUpcomingSlowly, resolveSlowly } from './resolution.oracle.ts';
import { makeSchedule } from './rule.fixture.ts';
import { deviceSchedules, type Override, type Schedule } from './rule.ts';
import { addDays, instantOf, localDate, minuteOfDay, startOfDay } from './time.ts';
import { previewWeek, resolveWeek } from './week.ts';

const DAY_MINUTES = 1440;
const OVERLAPS_SHOWN = 20;
const ZONES = [
  'Europe/Berlin',
  'Europe/Dublin',
  'America/Los_Angeles',
  'America/Santiago',
  'America/Havana',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'UTC',
];

// Two clock changes per zone, one forward and one back. A zone without clock changes gets an ordinary day.
const scenes = ZONES.flatMap((zone) => {
  const transitions = findTransitions(zone);
  return (transitions.length === 0 ? [Date.UTC(2026, 5, 1)] : transitions.slice(-4, -2)).map((around) => ({ zone, around }));
});

/** Generates minutes, many of them quarter-hours, so that edges of different rules coincide. */
const minuteArbitrary = (min: number, max: number) =>
  fc.oneof(
    fc.integer({ min, max }),
    fc.integer({ min: Math.ceil(min / 15), max: Math.floor(max / 15) }).map((quarter) => quarter * 15),
  );
const windowArbitrary = fc.record({ start: minuteArbitrary(0, 1439), minutes: minuteArbitrary(1, DAY_MINUTES).map((one) => one || 1) });
const flag = fc.boolean();

function scheduleArbitrary({ around }: { around: number }): fc.Arbitrary<Schedule> {
  const date = fc.integer({ min: -2, max: 7 }).map((days) => new Date(around + days * DAY_MINUTES * MINUTE).toISOString().slice(0, 10));
  return fc
    .record({
      id: fc.uuid(),
      kind: fc.constantFrom('schedule' as const, 'default-schedule' as const),
      weekdays: fc.oneof(fc.constant(makeSchedule('00:00PT1M').weekdays), fc.tuple(flag, flag, flag, flag, flag, flag, flag)),
      window: windowArbitrary,
      suspended: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
      scope: fc.integer({ min: 0, max: 9 }).map((value) => (value === 0 ? ('apps' as const) : ('device' as const))),
      recurring: fc.integer({ min: 0, max: 4 }).map((value) => value > 0),
      createdAt: minuteArbitrary(-9000, 1000).map((minutes) => around + minutes * MINUTE),
      exceptions: fc.array(
        fc.oneof(
          fc.record({ date, change: fc.constant('off' as const) }),
          fc.record({ date, change: fc.constant('window' as const), window: windowArbitrary }),
        ),
        { maxLength: 3 },
      ),
    })
    .map((changes) => makeSchedule('00:00PT1M', changes));
}

/** Generates overrides around an instant. Some last longer than the look-ahead of eight days. */
function overrideArbitrary({ around }: { around: number }): fc.Arbitrary<Override> {
  return fc
    .record({
      id: fc.uuid(),
      effect: fc.constantFrom('block' as const, 'grant' as const),
      start: minuteArbitrary(-3000, 3000),
      minutes: fc.option(fc.oneof(minuteArbitrary(0, 3000), minuteArbitrary(3000, 40_000))),
      created: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ id, effect, start, minutes, created }) => {
      const from = around + start * MINUTE;
      const until = minutes === null ? null : from + minutes * MINUTE;
      return { kind: 'override', id, childId: 'mia', effect, from, until, createdAt: created, updatedAt: from };
    });
}

const scenarios: fc.Arbitrary<{ input: StatusInput; now: number }> = fc.constantFrom(...scenes).chain((scene) => {
  const { zone, around } = scene;
  const date = readClock(zone, around).slice(0, 10);
  const seconds = fc.constantFrom(0, 1800, 3600);
  return fc.record({
    now: fc
      .tuple(minuteArbitrary(-2160, 2160), fc.constantFrom(0, 0, 1, 59_999))
      .map(([minutes, rest]) => around + minutes * MINUTE + rest),
    input: fc.record({
      timeZone: fc.constant(zone),
      rules: fc
        .tuple(
          fc.uniqueArray(scheduleArbitrary(scene), { maxLength: 12, selector: ({ id }) => id }),
          fc.uniqueArray(overrideArbitrary(scene), { maxLength: 4, selector: ({ id }) => id }),
        )
        .map((rules) => rules.flat()),
      allowance: fc.option(
        fc.record({
          enabled: flag,
          limits: fc.array(seconds, { minLength: 7, maxLength: 7 }),
          extra: fc.option(fc.record({ date: fc.constantFrom(date, '2026-01-01'), seconds })),
          used: fc.record({ date: fc.constant(date), seconds }),
        }),
      ),
      pause: fc.option(fc.record({ until: fc.option(minuteArbitrary(-2160, 12_000).map((minutes) => around + minutes * MINUTE)) })),
    }),
  });
});

describe('resolution', () => {
  test('resolveBlockStatus matches the slow resolution', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(scenarios, ({ input, now }) => {
        expect(resolveBlockStatus(input, now)).toEqual(resolveSlowly(input, now));
      }),
      { numRuns: 2000 },
    );
  });

  test('resolveDay matches the slow resolution', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(scenarios, ({ input, now }) => {
        const { upcoming, until } = resolveDay(input, now);
        expect(upcoming).toEqual(listUpcomingSlowly(input, now, until));
      }),
      { numRuns: 1000 },
    );
  });

  test('findComingBlock matches the slow search', { timeout: 120_000 }, () => {
    // Few random inputs have a schedule that starts soon, so this adds one within 16 minutes.
    const near = fc.record({ asked: scenarios, minutes: fc.integer({ min: 0, max: 16 }), length: fc.integer({ min: 1, max: 300 }) });
    fc.assert(
      fc.property(near, ({ asked: { input, now }, minutes, length }) => {
        const window = { start: (minuteOfDay(now, input.timeZone) + minutes) % DAY_MINUTES, minutes: length };
        const rules = [...input.rules, makeSchedule('00:00PT1M', { id: 'near', window })];
        const found = findComingBlock({ ...input, rules }, now);
        const told = found && { ruleId: found.schedule.id, from: found.from, until: found.until };
        expect(told).toEqual(findComingBlockSlowly({ ...input, rules }, now));
      }),
      { numRuns: 1000 },
    );
  });

  test('resolveWeek and previewWeek list the overlaps that a comparison of all pairs finds', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(scenarios, fc.nat(), ({ input, now }, chosen) => {
        const schedules = deviceSchedules(input.rules);
        const week = resolveWeek(input, now);
        const pairs = listPairsSlowly(schedules, input.timeZone, week[0]?.from ?? 0, week.at(-1)?.until ?? 0);
        const check = (found: typeof week, expected: typeof pairs) => {
          for (const [index, day] of found.entries()) {
            const ofDay = expected.filter(({ from }) => from < day.until && (from >= day.from || index === 0));
            const told = day.overlaps.map(({ rule, other, from, until }) => ({ rule: rule.ruleId, other: other.ruleId, from, until }));
            expect(told).toEqual(ofDay.slice(0, OVERLAPS_SHOWN));
            expect(day.hasMoreOverlaps).toBe(ofDay.length > OVERLAPS_SHOWN);
          }
        };
        check(week, pairs);
        const candidate = schedules[chosen % Math.max(1, schedules.length)];
        if (candidate === undefined) return;
        const own = [...input.rules.filter(({ id }) => id !== candidate.id), candidate];
        const reordered = listPairsSlowly(deviceSchedules(own), input.timeZone, week[0]?.from ?? 0, week.at(-1)?.until ?? 0);
        const about = reordered.filter(({ rule, other }) => rule === candidate.id || other === candidate.id);
        check(previewWeek(input, candidate, now), about);
      }),
      { numRuns: 500 },
    );
  });

  test('instantOf, localDate, minuteOfDay and startOfDay match Temporal around every clock change', { timeout: 120_000 }, () => {
    const zones = fc.constantFrom(...scenes);
    fc.assert(
      fc.property(zones, fc.integer({ min: -4, max: 4 }), fc.integer({ min: 0, max: 2879 }), ({ zone, around }, days, minute) => {
        const date = addDays(localDate(around, zone), days);
        expect(instantOf(date, minute, zone)).toBe(instantByTemporal(date, minute, zone));
        const at = around + days * DAY_MINUTES * MINUTE + minute * MINUTE;
        const shown = readClock(zone, at);
        expect(`${localDate(at, zone)} ${minuteOfDay(at, zone)}`).toBe(
          `${shown.slice(0, 10)} ${Number(shown.slice(11, 13)) * 60 + Number(shown.slice(14))}`,
        );
        expect(startOfDay(date, zone)).toBe(instantByTemporal(date, 0, zone));
      }),
      { numRuns: 3000 },
    );
  });

  /**
   * Returns the result of an earlier implementation of `instantOf`. A repeated time gives its first occurrence, a skipped time the end of
   * the gap.
   */
  function instantByTemporal(date: string, minute: number, zone: string): number {
    const wall = Temporal.PlainDate.from(date)
      .add({ days: Math.floor(minute / DAY_MINUTES) })
      .toPlainDateTime({ hour: Math.floor((minute % DAY_MINUTES) / 60), minute: minute % 60 });
    const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
    if (earlier.toPlainDateTime().equals(wall)) return earlier.epochMilliseconds;
    return earlier.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.NaN;
  }
});
