import { describe, expect, test } from 'vitest';
import { HOME, type Noise, offset, PLACES, randomOf, rest, SCHOOL, travel } from './location.fixture.ts';
import { type DayPart, GAP_MS, listDayParts, PATH_POINTS_MAX, thinPath } from './location-day.ts';
import { distanceBetween, type Position } from './position.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 4, 14, 5, 0);
const WHOLE = { from: START - 24 * HOUR, until: START + 48 * HOUR };

/** Returns the parts as text: kind, place, and start and end in minutes after the start. */
function words(parts: ReadonlyArray<DayPart>): Array<string> {
  return parts.map((part) => {
    const what = part.kind === 'stay' ? (part.placeId ?? 'somewhere') : part.kind === 'trip' ? (part.isWalk ? 'walk' : 'ride') : 'unknown';
    return `${what} ${Math.round((part.from - START) / MINUTE)}-${Math.round((part.until - START) / MINUTE)}`;
  });
}
const exact = (): Noise => ({ wrong: 0, scatter: 0, random: randomOf(1) });

describe('listDayParts', () => {
  test('names stays by place, and distinguishes a walk from a ride', () => {
    const noise = exact();
    const out = travel(HOME, SCHOOL, START + HOUR, 1.4, noise);
    const back = travel(SCHOOL, HOME, START + 6 * HOUR, 9, noise);
    const positions = [
      ...rest(HOME, START, START + HOUR, 5 * MINUTE, noise),
      ...out.positions,
      ...rest(SCHOOL, out.until, START + 6 * HOUR, 5 * MINUTE, noise),
      ...back.positions,
      ...rest(HOME, back.until, back.until + HOUR, 5 * MINUTE, noise),
    ];
    expect(listDayParts(positions, PLACES, WHOLE).map(({ kind }) => kind)).toEqual(['stay', 'trip', 'stay', 'trip', 'stay']);
    expect(words(listDayParts(positions, PLACES, WHOLE)).map((text) => text.split(' ')[0])).toEqual([
      'home',
      'walk',
      'school',
      'ride',
      'home',
    ]);
    const [, trip] = listDayParts(positions, PLACES, WHOLE);
    expect(trip?.kind === 'trip' && Math.abs(trip.distance / distanceBetween(HOME, SCHOOL) - 1)).toBeLessThan(0.1);
  });

  test.each<[string, Array<Position>, Array<string>]>([
    ['nothing', [], []],
    ['one position', rest(HOME, START, START + MINUTE, MINUTE, exact()), []],
    ['less than five minutes', rest(HOME, START, START + 5 * MINUTE, MINUTE, exact()), ['walk 0-4']],
    ['five minutes', rest(HOME, START, START + 6 * MINUTE, MINUTE, exact()), ['home 0-5']],
    [
      'a silence that ends at the same place',
      [...rest(HOME, START, START + HOUR, 10 * MINUTE, exact()), ...rest(HOME, START + 5 * HOUR, START + 6 * HOUR, 10 * MINUTE, exact())],
      ['home 0-350'],
    ],
    [
      'a silence that ends elsewhere',
      [...rest(HOME, START, START + HOUR, 10 * MINUTE, exact()), ...rest(SCHOOL, START + 5 * HOUR, START + 6 * HOUR, 10 * MINUTE, exact())],
      ['home 0-50', 'unknown 50-300', 'school 300-350'],
    ],
    [
      'one position outside',
      [
        ...rest(HOME, START, START + HOUR, 10 * MINUTE, exact()),
        { at: START + HOUR, ...offset(HOME, 400, 0), accuracy: 20, speed: 0 },
        ...rest(HOME, START + 70 * MINUTE, START + 2 * HOUR, 10 * MINUTE, exact()),
      ],
      ['home 0-110'],
    ],
    ['a stay at no place', rest(offset(HOME, 5000, 0), START, START + HOUR, 10 * MINUTE, exact()), ['somewhere 0-50']],
    ['rough positions', rest(HOME, START, START + HOUR, 10 * MINUTE, exact()).map((position) => ({ ...position, accuracy: 800 })), []],
  ])('summarizes %s', (_title, positions, parts) => {
    expect(words(listDayParts(positions, PLACES, WHOLE))).toEqual(parts);
  });

  test('cuts a stay at both ends of the requested period', () => {
    const night = rest(HOME, START - 8 * HOUR, START + 2 * HOUR, 15 * MINUTE, exact());
    expect(words(listDayParts(night, PLACES, { from: START, until: START + 24 * HOUR }))).toEqual(['home 0-105']);
    expect(words(listDayParts(night, PLACES, { from: START - 24 * HOUR, until: START }))).toEqual(['home -480-0']);
    expect(listDayParts(night, PLACES, { from: START + 5 * HOUR, until: START + 6 * HOUR })).toEqual([]);
  });

  test('finds the start and end of the stays of 60 noisy days with an error of at most two minutes', () => {
    const random = randomOf(11);
    const noise: Noise = { wrong: 0.01, scatter: 15, random };
    let worst = 0;
    for (let day = 0; day < 60; day++) {
      const speed = 1.2 + random() * 0.5;
      const out = travel(HOME, SCHOOL, START + 2 * HOUR, speed, noise);
      const positions = [
        ...rest(HOME, START, START + 2 * HOUR, MINUTE, noise),
        ...out.positions,
        ...rest(SCHOOL, out.until, START + 8 * HOUR, MINUTE, noise),
      ];
      const stays = listDayParts(positions, PLACES, WHOLE).filter(({ kind }) => kind === 'stay');
      expect(
        words(stays).map((text) => text.split(' ')[0]),
        `day ${day}`,
      ).toEqual(['home', 'school']);
      worst = Math.max(worst, Math.abs((stays[0]?.until ?? 0) - (START + 2 * HOUR)), Math.abs((stays[1]?.from ?? 0) - out.until));
    }
    expect(worst).toBeLessThanOrEqual(2 * MINUTE);
  });
});

describe('thinPath', () => {
  test('keeps corners and ends, and no position that deviates less than 10 m', () => {
    const corner = offset(HOME, 1000, 0);
    const noise = exact();
    const first = travel(HOME, corner, START, 5, noise).positions;
    const second = travel(corner, offset(corner, 0, 1000), START + HOUR / 2, 5, noise).positions;
    const [line = []] = thinPath([...first, ...second]);
    expect(line.length).toBeLessThan(6);
    expect([line[0], line.at(-1)]).toEqual([first[0], second.at(-1)]);
  });

  test('starts a new line after a silence of more than 30 minutes', () => {
    const positions = [0, 1, 2, 40, 41].map((minutes) => ({ at: START + minutes * MINUTE, ...HOME, accuracy: 10, speed: 0 }));
    expect(thinPath(positions).map((line) => line.length)).toEqual([2, 2]);
    expect(GAP_MS).toBe(30 * MINUTE);
  });

  test('keeps at most 4,000 of 10,000 positions that never go straight on, by a larger deviation', () => {
    const random = randomOf(4);
    const positions = Array.from({ length: 10_000 }, (_, index) => ({
      at: START + index * 8_640,
      ...offset(HOME, 3 * index, 300 * random()),
      accuracy: 10,
      speed: 3,
    }));
    const drawn = thinPath(positions).flat();
    expect(drawn.length).toBeLessThanOrEqual(PATH_POINTS_MAX);
    expect(drawn.length).toBeGreaterThan(PATH_POINTS_MAX / 8);
    expect([drawn[0], drawn.at(-1)]).toEqual([positions[0], positions.at(-1)]);
  });

  test('keeps less than 30 % of the positions of a noisy trip', () => {
    const noise: Noise = { wrong: 0, scatter: 3, random: randomOf(3) };
    const positions = travel(HOME, offset(HOME, 20_000, 4000), START, 8, noise).positions;
    expect(thinPath(positions).flat().length / positions.length).toBeLessThan(0.3);
  });
});
