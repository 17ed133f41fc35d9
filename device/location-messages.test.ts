import { describe, expect, test } from 'vitest';
import { NO_LOCATION } from './location.ts';
import { describeLocating, describeLocation, describeLog } from './location-messages.ts';
import { fresh, MINUTE, NOON } from './state.fixture.ts';

const POINT = { at: NOON - 5 * MINUTE, lat: 1, lon: 2, accuracy: 11.6, speed: 0, reason: 'routine' } as const;
const ON = { ...NO_LOCATION, isOn: true };

describe('messages about location', () => {
  test.each([
    [{ kind: 'locating', reason: 'burst', until: NOON + 12 * MINUTE } as const, 'A parent is locating this device until 12:12.'],
    [{ kind: 'locating', reason: 'moved' } as const, 'Your parents can see where this device is (while moving).'],
    [{ kind: 'burst_ended' } as const, 'A parent is no longer locating this device.'],
  ])('describes %o', (happening, words) => {
    expect(describeLocating(happening, 'UTC', NOON)).toBe(words);
  });

  test('says whether location is on, when it was measured, and how many positions wait', () => {
    const lines = (location: typeof ON, managementRemoved = false) =>
      describeLocation(fresh({ location, managementRemoved }), 'UTC', NOON).join('\n');
    expect(lines(NO_LOCATION)).toBe('Location: off. This device is not being located.');
    expect(lines(ON, true)).toBe('Location: off. This device is not being located.');
    expect(lines(ON)).toBe('Location: on, not measured yet. Your parents can see where this device is.');
    expect(lines({ ...ON, last: POINT, unsent: [POINT] })).toBe(
      'Location: on, last measured 11:55 (±12 m). Positions not sent yet: 1. Your parents can see where this device is.',
    );
  });

  test('lists when the device was located, newest first', () => {
    const log = [
      { reason: 'routine', from: NOON - 26 * 60 * MINUTE, until: NOON - 25 * 60 * MINUTE, count: 5 } as const,
      { reason: 'burst', from: NOON, until: NOON + 20_000, count: 1 } as const,
    ];
    expect(describeLog(fresh({ location: { ...ON, log } }), 'UTC', NOON)).toEqual([
      '12:00: 1 position, a parent tapped “Locate now”.',
      'Thu, Apr 30, 10:00 to 11:00: 5 positions, every 15 minutes.',
    ]);
  });
});
