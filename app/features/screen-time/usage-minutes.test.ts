import { describe, expect, test } from 'vitest';
import { toUsageMinutes } from './usage-minutes';

const usage = (limitSeconds: number, ...seconds: Array<number>) => {
  const usedSeconds = seconds.reduce((sum, value) => sum + value, 0);
  return {
    limitSeconds,
    usedSeconds,
    remainingSeconds: Math.max(0, limitSeconds - usedSeconds),
    devicesInUse: [],
    asOf: null,
    byDevice: seconds.map((value, index) => ({ deviceId: `d${index}`, seconds: value })),
    requested: 'play' as const,
    applied: 'all' as const,
  };
};

describe('toUsageMinutes', () => {
  test.each([
    ['70 seconds of seven hours', usage(25_200, 70), { limit: 420, used: 1, left: 419, byDevice: [1] }],
    ['nothing used', usage(3600), { limit: 60, used: 0, left: 60, byDevice: [] }],
    ['the last second', usage(3600, 3599), { limit: 60, used: 59, left: 1, byDevice: [59] }],
    ['nothing left', usage(3600, 3600), { limit: 60, used: 60, left: 0, byDevice: [60] }],
    ['more used than the limit', usage(3600, 3725), { limit: 60, used: 62, left: 0, byDevice: [62] }],
    ['a limit that is not a whole minute', usage(90, 90), { limit: 2, used: 2, left: 0, byDevice: [2] }],
    ['seconds of three devices that add up to minutes', usage(7200, 50, 40, 30), { limit: 120, used: 2, left: 118, byDevice: [1, 1, 0] }],
    ['a limit of 0, with time used', usage(0, 5), { limit: 0, used: 0, left: 0, byDevice: [0] }],
  ])('converts to whole minutes: %s', (_name, given, minutes) => {
    expect(toUsageMinutes(given)).toEqual(minutes);
  });

  test('keeps used plus left equal to the limit, and devices equal to used, at every second of an hour', () => {
    for (let second = 0; second <= 3600; second += 1) {
      const { limit, used, left, byDevice } = toUsageMinutes(usage(3600, Math.floor(second / 3), second - Math.floor(second / 3)));
      expect(used + left).toBe(limit);
      expect(byDevice.reduce((sum, value) => sum + value, 0)).toBe(used);
      expect(left === 0).toBe(second === 3600);
    }
  });
});
