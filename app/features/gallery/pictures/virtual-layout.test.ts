import { describe, expect, test } from 'vitest';
import { countDays, findVisible, type GridSizes, placeDays } from './virtual-layout';

const SIZES: GridSizes = { columns: 6, head: 60, row: 300, rowGap: 24, dayGap: 32 };

describe('placeDays', () => {
  test('puts days below each other', () => {
    expect(placeDays([7, 1], SIZES)).toEqual([
      { top: 0, height: 60 + 300 + 24 + 300, first: 0, count: 7, rows: 2 },
      { top: 684 + 32, height: 360, first: 7, count: 1, rows: 1 },
    ]);
  });
});

describe('findVisible', () => {
  const places = placeDays([7, 1, 700], SIZES);
  test.each([
    ['the top', 0, 400, [{ day: 0, firstRow: 0, rows: 2 }]],
    ['the gap between two rows', 360, 380, [{ day: 0, firstRow: 1, rows: 0 }]],
    ['the second row only', 400, 684, [{ day: 0, firstRow: 1, rows: 1 }]],
    [
      'the end of one day and the head of the next',
      600,
      760,
      [
        { day: 0, firstRow: 1, rows: 1 },
        { day: 1, firstRow: 0, rows: 0 },
      ],
    ],
    ['the middle of a long day', 10_000, 10_900, [{ day: 2, firstRow: 27, rows: 4 }]],
    ['below everything', 1_000_000, 1_000_900, []],
  ])('%s', (_name, from, to, expected) => {
    expect(findVisible(places, SIZES, from, to)).toEqual(expected);
  });

  test('10,000 samples never need more than four rows on a screen of 900 pixels', () => {
    const all = placeDays(
      Array.from({ length: 14 }, () => 715),
      SIZES,
    );
    const end = (all.at(-1)?.top ?? 0) + (all.at(-1)?.height ?? 0);
    for (let from = 0; from < end; from += 97) {
      const rows = findVisible(all, SIZES, from, from + 900).reduce((sum, part) => sum + part.rows, 0);
      expect(rows).toBeLessThanOrEqual(4);
    }
  });
});

describe('countDays', () => {
  test('counts local days, and asks for few dates', () => {
    const samples = Array.from({ length: 10_000 }, (_, index) => ({ at: Date.parse('2026-11-18T23:59:00Z') - index * 120_000 }));
    let asked = 0;
    const days = countDays(samples, (at) => {
      asked += 1;
      return Math.floor(at / 86_400_000);
    });
    expect(days).toHaveLength(14);
    expect(days.slice(0, 2)).toEqual([
      { day: 20_775, count: 720 },
      { day: 20_774, count: 720 },
    ]);
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
    expect(asked).toBeLessThan(300);
    expect(countDays([], () => 0)).toEqual([]);
  });
});
