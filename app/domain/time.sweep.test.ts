import { describe, expect, test } from 'vitest';
import { findTransitions, firstAt, MINUTE, readClock, readingAt, readRow } from './clock.oracle.ts';
import { localDate, minuteOfDay, type TimeWindow, windowOn } from './time.ts';

// Tests every IANA zone and clock change from 2020 to 2037 (A117). The windows start at, end at or contain the change.
const MARGIN = 7 * 60;

type Case = { date: string; window: TimeWindow; expected: { from: number; until: number } | null };

/** Returns the minutes between two clock readings, without regard to clock changes. */
function minutesBetween(earlier: string, later: string): number {
  return (Date.parse(`${later.replace(' ', 'T')}:00Z`) - Date.parse(`${earlier.replace(' ', 'T')}:00Z`)) / MINUTE;
}

/** Returns windows at the edges of a clock change, with the intervals that the oracle expects. */
function listCases(zone: string, transition: number): Array<Case> {
  const row = readRow(zone, transition - MARGIN * MINUTE, 2 * MARGIN);
  const before = row.readings[MARGIN - 1] ?? '';
  // Minutes count from the reading that would follow without the change. In spring, the gap is 0 to `jump`. In autumn, the repeated time is
  // `jump` to 0.
  const today = before.slice(0, 10);
  const next = minutesBetween(`${today} 00:00`, before) + 1;
  const jump = minutesBetween(before, row.readings[MARGIN] ?? '') - 1;
  const [low, high] = [Math.min(0, jump), Math.max(0, jump)];
  const middle = Math.round((low + high) / 2);
  const edges: Array<[start: number, end: number]> = [
    [low, high],
    [low - 1, low],
    [low, low + 1],
    [high - 1, high],
    [high, high + 1],
    [low + 1, high - 1],
    [middle, high + 20],
    [low - 20, middle],
    [low - 200, high],
    [low - 200, middle],
    [middle, high + 200],
    [low - 100, high + 100],
  ];
  return edges
    .filter(([start, end]) => start < end)
    .map(([start, end]) => {
      const reading = readingAt(today, next + start);
      const date = reading.slice(0, 10);
      const window = { start: minutesBetween(`${date} 00:00`, reading), minutes: end - start };
      const from = row.from + firstAt(row, reading) * MINUTE;
      const until = row.from + firstAt(row, readingAt(date, window.start + window.minutes)) * MINUTE;
      return { date, window, expected: from < until ? { from, until } : null };
    });
}

describe('time', () => {
  test('resolves windows to the minute at every clock change of every zone', { timeout: 120_000 }, () => {
    const wrong: Array<string> = [];
    // Zones whose clocks change identically at the same instant share their cases.
    const known = new Map<string, Array<Case>>();
    let changes = 0;
    let skipped = 0;
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      for (const transition of findTransitions(zone)) {
        changes += 1;
        const shown = readClock(zone, transition);
        const key = `${transition} ${readClock(zone, transition - MINUTE)} ${shown}`;
        const cases = known.get(key) ?? listCases(zone, transition);
        // The first zone with a change tests every window; each other zone tests a third of them, in rotation.
        const sample = known.has(key) ? cases.filter((_, index) => index % 3 === changes % 3) : cases;
        known.set(key, cases);
        for (const { date, window, expected } of sample) {
          const found = windowOn(date, window, zone);
          if (expected === null) skipped += 1;
          if (found?.from !== expected?.from || found?.until !== expected?.until)
            wrong.push(`${zone} ${date} ${window.start}+${window.minutes}`);
        }
        if (readingAt(localDate(transition, zone), minuteOfDay(transition, zone)) !== shown) wrong.push(`${zone} shows ${shown}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(changes).toBeGreaterThan(4000);
    expect(skipped).toBeGreaterThan(2000);
  });
});
