import { describe, expect, test } from 'vitest';
import { endsNextDay, parseClock, toClockTime, windowBetween } from './clock-window.ts';

describe('clock window', () => {
  test.each([
    ['21:00', '05:00', { start: 1260, minutes: 480 }, true],
    ['13:00', '14:30', { start: 780, minutes: 90 }, false],
    ['21:00', '00:00', { start: 1260, minutes: 180 }, false],
    ['00:00', '00:01', { start: 0, minutes: 1 }, false],
    ['00:01', '00:00', { start: 1, minutes: 1439 }, false],
    ['23:59', '23:58', { start: 1439, minutes: 1439 }, true],
    // Equal times mean a whole day, the longest possible time window (A61).
    ['21:00', '21:00', { start: 1260, minutes: 1440 }, true],
    ['00:00', '00:00', { start: 0, minutes: 1440 }, true],
    // Some browsers add seconds.
    ['21:00:00', '05:00:00', { start: 1260, minutes: 480 }, true],
  ])('converts %s to %s into a time window and back', (from, to, window, nextDay) => {
    expect(windowBetween(from, to)).toEqual(window);
    expect(endsNextDay(window)).toBe(nextDay);
    expect([toClockTime(window.start), toClockTime(window.start + window.minutes)]).toEqual([from.slice(0, 5), to.slice(0, 5)]);
  });

  test.each(['', '9:00', '24:00', '12:60', '5 o’clock'])('rejects «%s» as a clock time', (text) => {
    expect(parseClock(text)).toBeNull();
    expect(windowBetween(text, '07:00')).toBeNull();
    expect(windowBetween('07:00', text)).toBeNull();
  });
});
