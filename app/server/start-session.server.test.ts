import { describe, expect, test } from 'vitest';
import { webContext } from '#tests/web-context.ts';
import { guessTimeZone, zoneOfNewChild } from './start-session.server';

const at = (timeZone: string | null) => ({ ...webContext(), edge: { timeZone, place: null } });

describe('startSession', () => {
  test.each([
    ['Asia/Tokyo', 'Europe/Berlin', 'Asia/Tokyo'],
    ['Nowhere/Land', 'Europe/Berlin', 'Europe/Berlin'],
    ['', 'Nowhere/Land', 'UTC'],
    [undefined, null, 'UTC'],
  ])('with %j from the browser and %j from the edge, the time zone is %s (A45)', (browserZone, edge, zone) => {
    expect(guessTimeZone(at(edge), browserZone)).toBe(zone);
  });

  test.each([
    ['Asia/Tokyo', { zone: 'Asia/Tokyo', isGuess: false }],
    ['UTC', { zone: 'Europe/Berlin', isGuess: true }],
  ])('chooses the time zone of a new child for an account in %s (FAM-031)', (timeZone, expected) => {
    expect(zoneOfNewChild(at('Europe/Berlin'), { timeZone })).toEqual(expected);
  });
});
