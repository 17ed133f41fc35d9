import { describe, expect, test } from 'vitest';
import { webContext } from '../../tests/web-context.ts';
import { guessTimeZone, zoneOfNewChild } from './start-session.server';

const at = (timeZone: string | null) => ({ ...webContext(), edge: { timeZone, place: null } });

describe('startSession', () => {
  test.each([
    ['Asia/Tokyo', 'Europe/Berlin', 'Asia/Tokyo'],
    ['Nowhere/Land', 'Europe/Berlin', 'Europe/Berlin'],
    ['', 'Nowhere/Land', 'UTC'],
    [undefined, null, 'UTC'],
  ])('the browser says %j, the edge %j: %s (A45)', (said, edge, zone) => {
    expect(guessTimeZone(at(edge), said)).toBe(zone);
  });

  test.each([
    ['Asia/Tokyo', { zone: 'Asia/Tokyo', isGuess: false }],
    ['UTC', { zone: 'Europe/Berlin', isGuess: true }],
  ])('a new child of an account in %s (FAM-031)', (timeZone, expected) => {
    expect(zoneOfNewChild(at('Europe/Berlin'), { timeZone })).toEqual(expected);
  });
});
