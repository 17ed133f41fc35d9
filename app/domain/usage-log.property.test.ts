import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE, readClock } from './clock.oracle.ts';
import { addDays } from './time.ts';
import { type DateUsage, mergeReportedTotal, type PreviousZone, secondsOnDate, zonesCountedIn } from './usage-log.ts';

const QUARTER = 15 * MINUTE;
const QUARTERS = 3 * 96;
const ZONES = ['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'];
// Clocks in Europe change during these days, clocks in America a week later.
const START = Date.UTC(2026, 9, 24);

const dates = new Map(
  ZONES.map((zone) => [zone, Array.from({ length: QUARTERS }, (_, index) => readClock(zone, START + index * QUARTER).slice(0, 10))]),
);
/** Returns the local date in a quarter-hour since `START`. */
const dateOn = (zone: string, index: number) => dates.get(zone)?.[index] ?? '';

type Journey = {
  first: string;
  /** Seconds used in each quarter-hour. */
  used: Array<number>;
  /** Changes of the child's zone. `at`: quarter-hour of the change. `policyDelay`: quarter-hours until the device receives it. */
  moves: Array<{ at: number; zone: string; policyDelay: number }>;
  /** Quarter-hours in which the device does not report. */
  silent: Array<boolean>;
};

const journey: fc.Arbitrary<Journey> = fc.record({
  first: fc.constantFrom(...ZONES),
  used: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 })), { minLength: QUARTERS, maxLength: QUARTERS }),
  moves: fc.array(
    fc.record({ at: fc.integer({ min: 1, max: QUARTERS }), zone: fc.constantFrom(...ZONES), policyDelay: fc.integer({ min: 0, max: 12 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  silent: fc.array(
    fc.integer({ min: 0, max: 9 }).map((n) => n > 1),
    { minLength: QUARTERS, maxLength: QUARTERS },
  ),
});

/** Simulates device and family, and calls `look` with the known usage after each reported quarter-hour. */
function live({ first, used, moves, silent }: Journey, look: (now: number, zone: string, counted: Array<DateUsage>, told: number) => void) {
  const left: Array<PreviousZone> = [];
  let zone = first;
  let rules = { zone: first, madeAt: START };
  const totals = new Map<string, number>();
  let counted: Array<DateUsage> = [];
  for (const [index, seconds] of used.entries()) {
    for (const move of moves.filter(({ at }) => at === index)) {
      left.push({ zone, until: START + index * QUARTER });
      zone = move.zone;
    }
    const policyUpdate = moves.findLast(({ at, policyDelay }) => at + policyDelay === index);
    if (policyUpdate !== undefined) rules = { zone, madeAt: START + index * QUARTER };
    const date = dateOn(rules.zone, index);
    totals.set(date, (totals.get(date) ?? 0) + seconds);
    const now = START + (index + 1) * QUARTER;
    if (silent[index] === true) continue;
    const zones = zonesCountedIn(zone, left, rules.madeAt);
    for (const [reported, total] of totals) {
      const taken = mergeReportedTotal(counted, { date: reported, seconds: total }, zones, now);
      if (taken !== null) counted = [...counted.filter((one) => one.date !== reported), taken];
    }
    // Duplicate reports and late reports of smaller totals add nothing.
    for (const seconds of [...totals.values()])
      expect(mergeReportedTotal(counted, { date, seconds: Math.min(seconds, totals.get(date) ?? 0) }, zones, now)).toBeNull();
    look(
      now,
      zone,
      counted,
      [...totals.values()].reduce((sum, total) => sum + total, 0),
    );
  }
}

describe('usage log', () => {
  test('counts usage since the day’s midnight after a zone change', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(journey, (one) => {
        live({ ...one, silent: [] }, (now, zone, counted) => {
          if ((now / QUARTER) % 5 !== 0) return;
          const date = dateOn(zone, (now - START) / QUARTER - 1);
          const since = one.used.filter((_, index) => {
            return START + index * QUARTER < now && dateOn(zone, index) === date;
          });
          expect(secondsOnDate(counted, date, zone)).toBe(since.reduce((sum, seconds) => sum + seconds, 0));
        });
      }),
      { endOnFailure: true, numRuns: 16 },
    );
  });

  test('counts each second on exactly one day and none on a future day, even with rare reports', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(journey, (one) => {
        live(one, (now, zone, counted, told) => {
          const today = dateOn(zone, (now - START) / QUARTER - 1);
          const on = (days: number) => secondsOnDate(counted, addDays(today, days), zone);
          const known = Array.from({ length: 9 }, (_, index) => on(index - 8)).reduce((sum, seconds) => sum + seconds, 0);
          expect(known).toBe(counted.reduce((sum, { seconds }) => sum + seconds, 0));
          expect(known).toBeLessThanOrEqual(told);
          expect(on(1) + on(2)).toBe(0);
        });
      }),
      { endOnFailure: true, numRuns: 5 },
    );
  });

  test('counts usage without a log on the date it was reported for', () => {
    const old: DateUsage = { date: '2026-10-24', seconds: 600, log: {} };
    const later = mergeReportedTotal([old], { date: '2026-10-24', seconds: 900 }, ['UTC'], START + 4 * QUARTER);
    expect(later?.seconds).toBe(900);
    expect(secondsOnDate(later === null ? [] : [later], '2026-10-24', 'UTC')).toBe(900);
    expect(secondsOnDate([old], '2026-10-24', 'Asia/Kathmandu')).toBe(600);
  });
});
