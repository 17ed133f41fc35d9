import { describe, expect, test } from 'vitest';
import {
  accuracyClassOf,
  addPosition,
  ageClassOf,
  cleanPositions,
  distanceBetween,
  isFromFuture,
  isInactive,
  type Position,
  removeOutliers,
  toCoordinates,
  withPastTimes,
} from './position.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 4, 14, 15, 4);
const HOME = { lat: 52.5, lon: 13.4 };

/** Returns a position `north` meters north of home, `minutes` after noon. */
function at(minutes: number, north = 0, change: Partial<Position> = {}): Position {
  return { at: NOW + minutes * MINUTE, lat: HOME.lat + north / 111_195, lon: HOME.lon, accuracy: 10, speed: null, ...change };
}

describe('toCoordinates', () => {
  test.each([
    ['strings', { lat: '52.5', lon: 13.4 }, 'expected float values'],
    ['NaN', { lat: Number.NaN, lon: 13.4 }, 'expected float values'],
    ['infinity', { lat: 52.5, lon: Number.POSITIVE_INFINITY }, 'expected float values'],
    ['missing values', { lat: undefined, lon: null }, 'expected float values'],
    ['a latitude of 91', { lat: 91, lon: 0 }, 'out of range'],
    ['a longitude of −181', { lat: 0, lon: -181 }, 'out of range'],
  ])('refuses %s (LOC-043, ERR-031)', (_title, value, message) => {
    expect(() => toCoordinates(value)).toThrow(message);
    expect(() => toCoordinates(value)).toThrow(message === 'expected float values' ? TypeError : RangeError);
  });

  test.each([
    [90, 180],
    [-90, -180],
    [0, 0],
  ])('accepts %d, %d', (lat, lon) => {
    expect(toCoordinates({ lat, lon })).toEqual({ lat, lon });
  });
});

describe('distanceBetween', () => {
  test.each([
    ['one degree of latitude', { lat: 0, lon: 0 }, { lat: 1, lon: 0 }, 111_194.93],
    ['Berlin to Munich', { lat: 52.52, lon: 13.405 }, { lat: 48.137, lon: 11.575 }, 504_288],
    ['across the date line', { lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 }, 111_194.93],
    ['over the pole', { lat: 89.5, lon: 0 }, { lat: 89.5, lon: 180 }, 111_194.93],
    ['half around the Earth', { lat: 0, lon: 0 }, { lat: 0, lon: 180 }, Math.PI * 6_371_000],
  ])('measures %s with a radius of 6,371,000 m (LOC-042)', (_title, a, b, meters) => {
    expect(Math.abs(distanceBetween(a, b) / meters - 1)).toBeLessThan(0.001);
    expect(distanceBetween(a, b)).toBeCloseTo(distanceBetween(b, a), 6);
  });
});

describe('accuracyClassOf', () => {
  test.each([
    [0, 'good'],
    [100, 'good'],
    [100.1, 'rough'],
    [1000, 'rough'],
    [1001, 'coarse'],
    [10_000, 'coarse'],
    [null, 'unknown'],
  ])('calls %s m %s', (meters, name) => {
    expect(accuracyClassOf(meters)).toBe(name);
  });
});

describe('ageClassOf', () => {
  test.each([
    [-HOUR, 'now'],
    [2 * MINUTE, 'now'],
    [2 * MINUTE + 1, 'recent'],
    [HOUR, 'recent'],
    [HOUR + 1, 'old'],
    [48 * HOUR, 'old'],
    [48 * HOUR + 1, 'inactive'],
  ])('calls a position of %i ms ago %s', (age, name) => {
    expect(ageClassOf(NOW - age, NOW)).toBe(name);
  });

  test('isInactive returns true for a position older than 48 h (LOC-028)', () => {
    expect(isInactive(NOW - 47 * HOUR - 59 * MINUTE, NOW)).toBe(false);
    expect(isInactive(NOW - 48 * HOUR - MINUTE, NOW)).toBe(true);
  });
});

describe('isFromFuture', () => {
  test('allows a clock that is 5 minutes ahead, and no more', () => {
    expect(isFromFuture(at(5), NOW)).toBe(false);
    expect(isFromFuture(at(5, 0, { at: NOW + 5 * MINUTE + 1 }), NOW)).toBe(true);
  });
});

describe('withPastTimes', () => {
  const minutesOf = (points: Array<Position>) => withPastTimes(points, NOW).map((point) => (point.at - NOW) / MINUTE);

  test('moves the positions of a clock that is up to 5 minutes ahead back, with the same times between them', () => {
    expect(minutesOf([at(-1), at(3), at(4)])).toEqual([-5, -1, 0]);
    expect(minutesOf([at(5)])).toEqual([0]);
  });

  test('keeps past times, and those of a clock that is further ahead', () => {
    expect(minutesOf([at(-9), at(0)])).toEqual([-9, 0]);
    expect(minutesOf([at(-1), at(60)])).toEqual([-1, 60]);
    expect(minutesOf([at(2), at(60)])).toEqual([0, 60]);
    expect(minutesOf([])).toEqual([]);
  });
});

describe('cleanPositions', () => {
  test('sorts, and removes (0,0) and repeated times', () => {
    const points = [at(2), at(1, 50), at(1, 60), at(3, 0, { lat: 0, lon: 0 }), at(0)];
    expect(cleanPositions(points)).toEqual([at(0), at(1, 50), at(2)]);
  });

  test('keeps a position on the equator or the prime meridian', () => {
    const points = [at(1, 0, { lat: 0 }), at(2, 0, { lon: 0 })];
    expect(cleanPositions(points)).toEqual(points);
  });
});

/** Positions 2 km away at these minutes. */
const far = (...minutes: Array<number>) => minutes.map((minute) => at(minute, 2000));
const half = (count: number) => Array.from({ length: count }, (_, index) => 0.5 * (index + 1));

describe('addPosition', () => {
  const newest = (points: Array<Position>) =>
    points.reduce<ReturnType<typeof addPosition<Position>> | null>((before, point) => addPosition(before, point), null);
  const SECOND = 1 / 60;
  const MUNICH = 500_000;

  test.each<[string, Array<Position>, number | null]>([
    ['the first position', [at(0)], null],
    ['a jump to another city in 3 s', [at(0), at(3 * SECOND, MUNICH, { speed: 0 })], 0],
    ['a second position there', [at(0), at(3 * SECOND, MUNICH), at(1, MUNICH + 40)], null],
    ['a second position at a third spot', [at(0), at(3 * SECOND, MUNICH), at(1, -MUNICH)], 0],
    ['a position back home', [at(0), at(3 * SECOND, MUNICH), at(1, 20)], null],
    ['a jump of 2 km in half a minute', [at(0), at(0.5, 2000)], 0],
    ['a jump of 200 m', [at(0), at(3 * SECOND, 200)], null],
    ['a drive at 120 km/h', [at(0, 0, { speed: 33 }), at(1, 2000, { speed: 33 })], null],
    ['a reported speed above that of any train', [at(0), at(1, 20_000, { speed: 300 })], 0],
    ['a coarse position whose circle reaches home', [at(0), at(3 * SECOND, 4000, { accuracy: 4000 })], null],
    ['500 km after 59 min of silence', [at(0), at(59, MUNICH)], 0],
    ['500 km after an hour of silence, as by plane', [at(0), at(60, MUNICH)], null],
    ['6000 km after an hour of silence', [at(0), at(60, 6_000_000)], 0],
  ])('keeps the plausible position only for an unconfirmed impossible jump: %s (A205)', (_title, points, plausible) => {
    expect(newest(points)?.last).toBe(points.at(-1));
    expect(newest(points)?.plausible ?? null).toBe(plausible === null ? null : points[plausible]);
  });
});

describe('removeOutliers', () => {
  test.each([
    ['a jump away and back', [at(0), at(1, 8000), at(2, 20)], [0, 2]],
    ['no trip by car', [at(0), at(1, 1500), at(2, 3000)], [0, 1, 2]],
    ['no jump that ends elsewhere', [at(0), at(1, 8000), at(2, 9500)], [0, 1, 2]],
    ['no slow trip there and back', [at(0), at(10, 8000), at(20, 20)], [0, 1, 2]],
    ['neither the first nor the last', [at(0, 8000), at(1), at(2)], [0, 1, 2]],
    ['a jump of 600 m in half a minute', [at(0), at(0.5, 600), at(1, 20)], [0, 2]],
    ['two jumps in a row to two spots', [at(0), at(0.5, 2000), at(1, -1500), at(1.5, 20)], [0, 3]],
    ['three jumps in a row', [at(0), at(0.5, 2000), at(1, -1500), at(1.5, 900), at(2, 20)], [0, 4]],
    ['a jump after a silence at rest', [at(0), at(11, 2000), at(11.5, 20), at(26, 10)], [0, 2, 3]],
    ['a jump on a walk', [at(0, 0), at(0.5, 42), at(1, 2000), at(1.5, 126), at(2, 168)], [0, 1, 3, 4]],
    ['a jump on a drive', [at(0, 0), at(0.5, 270), at(1, 4000), at(1.5, 810), at(2, 1080)], [0, 1, 3, 4]],
    ['a jump as the device leaves', [at(0), at(8, 2000), at(8.5, 200, { speed: 9 }), at(9, 470, { speed: 9 })], [0, 2, 3]],
    ['no jump that reports a movement', [at(0), at(0.5, 900, { speed: 20 }), at(1, 20)], [0, 1, 2]],
    ['four jumps in a row', [at(0), ...far(0.5, 1, 1.5, 2), at(2.5)], [0, 5]],
    ['twenty jumps within ten minutes', [at(0), ...far(...half(20)), at(10.5)], [0, 21]],
    ['no four positions over more than ten minutes', [at(0), ...far(0.5, 4, 8, 10.6), at(11)], [0, 1, 2, 3, 4, 5]],
    ['no four positions that were reached at 20 m/s', [at(0), ...far(1.7, 2, 2.5, 3), at(3.5)], [0, 1, 2, 3, 4, 5]],
    ['no four positions that were left at 20 m/s', [at(0), ...far(0.5, 1, 1.5, 2), at(3.7)], [0, 1, 2, 3, 4, 5]],
    ['no four positions of which one moves', [at(0), ...far(0.5, 1, 1.5), at(2, 2000, { speed: 9 }), at(2.5)], [0, 1, 2, 3, 4, 5]],
    ['no four positions that end elsewhere', [at(0), ...far(0.5, 1, 1.5, 2), at(2.5, -900)], [0, 1, 2, 3, 4, 5]],
    ['several jumps', [at(0), at(1, 8000), at(2), at(3, -9000), at(4)], [0, 2, 4]],
  ])('removes %s', (_title, points, kept) => {
    expect(removeOutliers(points)).toEqual(kept.map((index) => points[index]));
  });
});

describe('removeOutliers on real trips', () => {
  /** Returns positions `seconds` apart, at the given meters north of home. */
  const trip = (seconds: number, meters: Array<number>, speed: number | null) =>
    meters.map((north, index) => at((index * seconds) / 60, north, { speed: north === 0 ? 0 : speed }));
  const thereAndBack = (hop: number, hops: number) =>
    Array.from({ length: 2 * hops + 1 }, (_, index) => hop * (hops - Math.abs(index - hops)));
  const onward = (hop: number, hops: number) => Array.from({ length: hops }, (_, index) => hop * index);

  test.each([
    ['a bus of three minutes and back', trip(30, thereAndBack(360, 6), 12)],
    ['the same without speeds', trip(30, thereAndBack(360, 6), null)],
    ['a bike ride of one minute and back', trip(30, thereAndBack(150, 2), 5)],
    ['a train at 300 km/h', trip(30, onward(2500, 40), 83)],
    ['a train at 290 km/h without speeds', trip(30, onward(2417, 40), null)],
    ['a motorway without speeds', trip(30, onward(1080, 40), null)],
    ['a flight of two hours', [at(0), at(1, 10), at(121, 1_500_000), at(122, 1_500_010)]],
  ])('keeps %s', (_title, positions) => {
    expect(removeOutliers(positions)).toEqual(positions);
  });
});
