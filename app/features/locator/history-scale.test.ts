import { describe, expect, test } from 'vitest';
import { boundsOf } from './history.server';
import { shareOf } from './history-scale';
import { listHourMarks } from './hour-marks';

const HOUR = 60 * 60_000;
const marksOf = (date: string, zone: string) =>
  listHourMarks(date, zone, boundsOf(date, zone, Number.MAX_SAFE_INTEGER)).map(({ hour, share }) => [hour, share]);

describe('listHourMarks', () => {
  test.each([
    ['2026-05-14', 'Europe/Berlin', 24, [6, 12, 18]],
    ['2026-03-29', 'Europe/Berlin', 23, [5, 11, 17]],
    ['2026-10-25', 'Europe/Berlin', 25, [7, 13, 19]],
    ['2026-11-01', 'America/New_York', 25, [7, 13, 19]],
    ['2026-05-14', 'Asia/Kathmandu', 24, [6, 12, 18]],
    // Clocks in Cairo skip the first hour of this day.
    ['2026-04-24', 'Africa/Cairo', 23, [5, 11, 17]],
  ])('marks 6, 12 and 18 o’clock of %s in %s after the hours that have passed, of %d', (date, zone, hours, passed) => {
    const marks = passed.map((hour, index) => [[6, 12, 18][index], Math.round((hour / hours) * 100_000) / 100_000]);
    expect(marksOf(date, zone)).toEqual([[0, 0], ...marks, [24, 1]]);
  });
});

describe('shareOf', () => {
  test.each([
    [-HOUR, 0],
    [0, 0],
    [23 * HOUR, 1],
    [30 * HOUR, 1],
    [11.5 * HOUR, 0.5],
  ])('%d ms after the start of a day of 23 hours is at %d', (at, share) => {
    expect(shareOf(at, { from: 0, end: 23 * HOUR })).toBe(share);
  });
});
