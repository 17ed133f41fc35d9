import { describe, expect, test } from 'vitest';
import { makeNotification } from '#app/domain/notification.fixture';
import { child as makeChild } from '#tests/child-status.ts';
import { isElsewhere } from './notifications-page.server';

const NOON = Date.parse('2026-11-22T12:00Z');

describe('isElsewhere', () => {
  test.each<[zone: string, childIds: Array<string>, expected: boolean, home?: string]>([
    ['Europe/Berlin', ['mia'], false],
    ['Europe/Oslo', ['mia'], false],
    ['Asia/Tokyo', ['mia'], true],
    ['Asia/Tokyo', ['gone'], false],
    ['Asia/Tokyo', [], false],
    // Both clocks show the same time, but different dates.
    ['Pacific/Kiritimati', ['mia'], true, 'Pacific/Honolulu'],
  ])(
    'child in %s, notification for %j: returns whether the child’s clock differs from the parent’s: %s',
    (timeZone, childIds, expected, home = 'Europe/Berlin') => {
      const account = { children: [{ ...makeChild({ id: 'mia', timeZone }), givenName: 'Mia' }], timeZone: home };
      expect(isElsewhere(makeNotification({ at: NOON, childIds }), account)).toBe(expected);
    },
  );
});
