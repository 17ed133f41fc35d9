import { describe, expect, test } from 'vitest';
import { makeNotification } from '~/domain/notification.fixture';
import { child as makeChild } from '../../../tests/child-status.ts';
import { isElsewhere } from './notifications-page.server';

const NOON = Date.parse('2026-11-22T12:00Z');

describe('notifications page', () => {
  test.each<[zone: string, childIds: Array<string>, expected: boolean, home?: string]>([
    ['Europe/Berlin', ['mia'], false],
    ['Europe/Oslo', ['mia'], false],
    ['Asia/Tokyo', ['mia'], true],
    ['Asia/Tokyo', ['gone'], false],
    ['Asia/Tokyo', [], false],
    // The same hour of another day.
    ['Pacific/Kiritimati', ['mia'], true, 'Pacific/Honolulu'],
  ])('a notice about a child in %s, %j: its clock shows another time: %s', (timeZone, childIds, expected, home = 'Europe/Berlin') => {
    const account = { children: [{ ...makeChild({ id: 'mia', timeZone }), givenName: 'Mia' }], timeZone: home };
    expect(isElsewhere(makeNotification({ at: NOON, childIds }), account)).toBe(expected);
  });
});
