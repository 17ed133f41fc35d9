import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StatusInput } from './block-status.ts';
import { DAY, findTransitions, MINUTE, markSchedule, markStates, type Row, readClock, readRow } from './clock.oracle.ts';
import { makeSchedule } from './rule.fixture.ts';
import type { Override, Schedule } from './rule.ts';
import { findSkippableDate, predictStatus, resolveWeek } from './week.ts';

const ZONES = ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

type Scene = { zone: string; now: number; row: Row };

// Two weeks per zone: one in which the clock changes forward, one in which it changes back. A zone without clock changes gets one ordinary
// week.
const scenes: Array<Scene> = ZONES.flatMap((zone) => {
  const transitions = findTransitions(zone);
  const around = transitions.length === 0 ? [Date.UTC(2026, 5, 1)] : transitions.slice(12, 14);
  return around.flatMap((at, index) => {
    const now = at - (index * 3 + 1) * DAY - 77 * MINUTE;
    // Covers the seven days from today, with a margin before and after.
    return { zone, now, row: readRow(zone, now - 2 * DAY, 12 * 1440) };
  });
});

const flag = fc.boolean();
const window = fc.record({ start: fc.integer({ min: 0, max: 1439 }), minutes: fc.integer({ min: 1, max: 1440 }) });
const schedule = (now: number): fc.Arbitrary<Schedule> =>
  fc
    .record({
      id: fc.uuid(),
      weekdays: fc.tuple(flag, flag, flag, flag, flag, flag, flag),
      window,
      suspended: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
      exceptions: fc.array(
        fc.record({ days: fc.integer({ min: -1, max: 7 }), window: fc.option(window) }).map((one) => {
          const date = new Date(now + one.days * DAY).toISOString().slice(0, 10);
          return one.window === null ? { date, change: 'off' as const } : { date, change: 'window' as const, window: one.window };
        }),
        { maxLength: 2 },
      ),
      createdAt: fc.integer({ min: 0, max: 7 * 1440 }).map((minutes) => now - minutes * MINUTE),
      recurring: fc.integer({ min: 0, max: 3 }).map((value) => value > 0),
    })
    .map(({ createdAt, ...changes }) =>
      makeSchedule('00:00PT1M', { ...changes, createdAt, expiresAt: changes.recurring ? null : createdAt + 7 * DAY }),
    );

// Uses the scene's index to keep counterexamples readable.
const scenarios = fc
  .constantFrom(...scenes.keys())
  .chain((number) =>
    fc.record({ number: fc.constant(number), rules: fc.array(schedule(sceneOf(number).now), { minLength: 1, maxLength: 3 }) }),
  );

function sceneOf(number: number): Scene {
  const scene = scenes[number];
  if (scene === undefined) throw new Error(`no scene ${number}`);
  return scene;
}

function indexOf({ row }: Scene, at: number): number {
  return (at - row.from) / MINUTE;
}

describe('week', () => {
  test('resolveWeek covers exactly the minutes at which a schedule is active, even at clock changes (A117)', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(scenarios, ({ number, rules }) => {
        const scene = sceneOf(number);
        const week = resolveWeek({ rules, timeZone: scene.zone }, scene.now);
        expect(week.map(({ date }) => date)).toEqual([...new Set(week.map(({ from }) => readClock(scene.zone, from).slice(0, 10)))]);
        expect([week.length, week[0]?.date]).toEqual([7, readClock(scene.zone, scene.now).slice(0, 10)]);
        const [start, end] = [week[0]?.from ?? 0, week[6]?.until ?? 0];
        for (const rule of rules) {
          const inWindow = scene.row.readings.map(() => false);
          for (const one of week.flatMap(({ windows }) => windows).filter(({ ruleId }) => ruleId === rule.id)) {
            inWindow.fill(true, Math.ceil(indexOf(scene, one.from)), Math.ceil(indexOf(scene, one.until)));
          }
          const span = [indexOf(scene, start), indexOf(scene, end)] as const;
          expect(inWindow.slice(...span)).toEqual(markSchedule(scene.row, rule).slice(...span));
        }
        for (const day of week) {
          for (const one of day.windows) {
            const shown = readClock(scene.zone, one.from).slice(11);
            const minutes = Number(shown.slice(0, 2)) * 60 + Number(shown.slice(3));
            expect(one.fromMinute).toBe(one.from === day.from ? 0 : minutes);
          }
        }
      }),
      { numRuns: 120 },
    );
  });

  test('resolveWeek reports an overlap of two schedules exactly while both are active', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(scenarios, ({ number, rules: [first, second] }) => {
        const scene = sceneOf(number);
        if (first === undefined || second === undefined) return;
        const week = resolveWeek({ rules: [first, second], timeZone: scene.zone }, scene.now);
        const both = scene.row.readings.map(() => false);
        for (const { from, until } of week.flatMap(({ overlaps }) => overlaps)) {
          both.fill(true, Math.ceil(indexOf(scene, from)), Math.ceil(indexOf(scene, until)));
        }
        const other = markSchedule(scene.row, second);
        const expected = markSchedule(scene.row, first).map((isIn, index) => isIn && other[index]);
        const span = [indexOf(scene, week[0]?.from ?? 0), indexOf(scene, week[6]?.until ?? 0)] as const;
        expect(both.slice(...span)).toEqual(expected.slice(...span));
      }),
      { numRuns: 120 },
    );
  });

  test('predictStatus matches the oracle at every minute of the week and marks skipped and repeated times', {
    timeout: 60_000,
  }, () => {
    const overrides = (now: number): fc.Arbitrary<Array<Override>> =>
      fc
        .option(fc.record({ effect: fc.constantFrom('block' as const, 'grant' as const), minutes: fc.integer({ min: 1, max: 9000 }) }))
        .map((one) =>
          one === null
            ? []
            : [
                {
                  kind: 'override',
                  id: 'o',
                  childId: 'mia',
                  from: now - 1,
                  until: now + one.minutes * MINUTE,
                  createdAt: 1,
                  updatedAt: 1,
                  effect: one.effect,
                },
              ],
        );
    const looked = scenarios.chain((one) =>
      fc.record({
        one: fc.constant(one),
        overrides: overrides(sceneOf(one.number).now),
        allowance: fc.option(
          fc.record({
            enabled: flag,
            limits: fc.array(fc.constantFrom(0, 60), { minLength: 7, maxLength: 7 }),
            extra: fc.constant(null),
            used: fc.record({
              date: fc.constant(readClock(sceneOf(one.number).zone, sceneOf(one.number).now).slice(0, 10)),
              seconds: fc.constantFrom(0, 60),
            }),
          }),
        ),
        days: fc.integer({ min: 0, max: 6 }),
        minute: fc.integer({ min: 0, max: 1439 }),
      }),
    );
    fc.assert(
      fc.property(looked, ({ one: { number, rules }, overrides, allowance, days, minute }) => {
        const scene = sceneOf(number);
        const input: StatusInput = { rules: [...rules, ...overrides], timeZone: scene.zone, allowance, pause: null };
        const date = resolveWeek(input, scene.now)[days]?.date ?? '';
        const reading = `${date} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        const indexes = scene.row.readings.flatMap((candidate, index) => (candidate === reading ? [index] : []));
        const found = predictStatus(input, { date, minute }, scene.now);
        const ahead = indexes.filter((index) => scene.row.from + index * MINUTE >= scene.now);
        if (indexes.length > 0 && ahead.length === 0) {
          expect(found).toBeNull();
          return;
        }
        if (found === null) throw new Error(`nothing at ${reading}`);
        expect(found.clock).toBe(['skipped', 'once', 'twice'][indexes.length]);
        if (indexes.length === 0) return;
        const states = markStates(scene.row, input);
        expect(found.answers.map(({ at, state }) => [at, state])).toEqual(
          ahead.map((index) => [scene.row.from + index * MINUTE, states[index]]),
        );
      }),
      { numRuns: 400 },
    );
  });

  test('findSkippableDate returns a date whose skip changes coming windows, but none before that date', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(scenarios, ({ number, rules: [first] }) => {
        const scene = sceneOf(number);
        if (first === undefined) return;
        // With exceptions, two windows of a rule can overlap. Skipping one of them might then change nothing.
        const rule = { ...first, exceptions: [] };
        const turn = findSkippableDate(rule, scene.zone, scene.now);
        const [midnight, now] = [resolveWeek({ rules: [], timeZone: scene.zone }, scene.now)[1]?.from ?? 0, scene.now];
        const [from, until] = [indexOf(scene, now), indexOf(scene, midnight)];
        const marks = markSchedule(scene.row, rule);
        // Without a window to skip, the schedule must not apply for the rest of today.
        if (turn === null) expect(marks.slice(from, until)).not.toContain(true);
        if (turn === null) return;
        const without = markSchedule(scene.row, { ...rule, exceptions: [{ date: turn.date, change: 'off' }] });
        const isBefore = (index: number) => (scene.row.readings[index] ?? '').slice(0, 10) < turn.date;
        expect(without.some((isIn, index) => isIn !== marks[index] && isBefore(index))).toBe(false);
        expect(without.slice(from)).not.toEqual(marks.slice(from));
      }),
      { numRuns: 150 },
    );
  });
});
