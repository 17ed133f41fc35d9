import { describe, expect, test } from 'vitest';
import type { DayPart } from '#app/domain/location-day';
import { findPartAt, listPieces, listSteps, positionAt, stepsAround } from './track';

const M = 60_000;
const point = (minute: number, lat: number) => ({ at: minute * M, lat, lon: 0 });
const TRACK = [[point(10, 1), point(20, 2)], [point(60, 6)]];
const PARTS: Array<DayPart> = [
  { kind: 'stay', from: 0, until: 10 * M, center: { lat: 1, lon: 0 }, placeId: null },
  { kind: 'trip', from: 10 * M, until: 20 * M, distance: 9, isWalk: true },
  { kind: 'gap', from: 20 * M, until: 60 * M },
  { kind: 'stay', from: 60 * M, until: 90 * M, center: { lat: 6, lon: 0 }, placeId: 'p' },
];

describe('positionAt', () => {
  test.each([
    [5, 1],
    [10, 1],
    [15, 1.5],
    [20, 2],
    [40, null],
    [60, 6],
    [75, 6],
    [91, null],
  ])('at minute %d, the latitude is %s', (minute, lat) => {
    expect(positionAt(TRACK, PARTS, minute * M)?.lat ?? null).toBe(lat);
  });
});

describe('listPieces', () => {
  test('splits the line at the chosen time and marks the gap', () => {
    const pieces = listPieces(TRACK, 15 * M).map(({ look, line }) => [look, line.map(({ lat }) => lat)]);
    expect(pieces).toEqual([
      ['known', [1, 1.5]],
      ['later', [1.5, 2]],
      ['gap', [2, 6]],
    ]);
  });

  test('the whole path is known without a time', () => {
    expect(listPieces(TRACK, null).map(({ look }) => look)).toEqual(['known', 'gap', 'known']);
  });
});

describe('steps', () => {
  test('stop at the beginning of each part, in the middle of a trip, and at the end', () => {
    expect(listSteps(PARTS).map((at) => at / M)).toEqual([0, 10, 15, 20, 60, 90]);
  });

  test.each([
    [0, null, 10],
    [12, 10, 15],
    [90, 60, null],
  ])('around minute %d are %s and %s', (minute, back, on) => {
    const found = stepsAround(listSteps(PARTS), minute * M);
    expect([found.back, found.on]).toEqual([back === null ? null : back * M, on === null ? null : on * M]);
  });

  test('a boundary belongs to the part that begins', () => {
    expect([findPartAt(PARTS, 20 * M)?.kind, findPartAt(PARTS, 95 * M)]).toEqual(['gap', null]);
  });
});
