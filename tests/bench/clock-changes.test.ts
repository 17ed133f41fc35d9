import { describe, expect, test } from 'vitest';
import { compareZone, ODD_ZONES } from './clock-changes.ts';
import { firstShown, whyNoZdump } from './zdump.ts';

const why = whyNoZdump();

describe('compareZone', () => {
  test.skipIf(why !== null)(`matches the system’s own time zone files to the minute${why === null ? '' : `: skipped, ${why}`}`, () => {
    const all = ODD_ZONES.map((zone) => compareZone(zone, 3));
    expect(all.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(all.reduce((sum, { changes }) => sum + changes, 0)).toBeGreaterThan(90);
  });

  // 02:00 to 03:00 is skipped in spring and repeated in autumn, between UTC+1 and UTC+2.
  const SPRING = Date.UTC(2026, 2, 29, 1);
  const AUTUMN = Date.UTC(2026, 9, 25, 1);
  const HOUR = 3_600_000;
  const BERLIN = [
    { from: 0, offset: HOUR },
    { from: SPRING, offset: 2 * HOUR },
    { from: AUTUMN, offset: HOUR },
  ];

  test.each([
    ['2026-03-29', 119, SPRING - 60_000],
    ['2026-03-29', 120, SPRING],
    ['2026-03-29', 150, SPRING],
    ['2026-03-29', 180, SPRING],
    ['2026-03-29', 181, SPRING + 60_000],
    ['2026-10-25', 150, AUTUMN - 30 * 60_000],
    ['2026-10-25', 180, AUTUMN + HOUR],
    ['2026-10-24', 1440 + 150, AUTUMN - 30 * 60_000],
  ])('finds the first instant at which the clock shows %s and %i minutes', (date, minutes, expected) => {
    expect(firstShown(BERLIN, date, minutes)).toBe(expected);
  });
});
