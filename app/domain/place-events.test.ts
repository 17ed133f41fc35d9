import { describe, expect, test } from 'vitest';
import { clampRadius, findPlaceAt, matchRadius } from './place.ts';
import {
  type DevicePlaces,
  isLateEvent,
  judgePositions,
  NO_PLACES,
  nextSettling,
  settlePlaces,
  type WatchedPlace,
} from './place-events.ts';
import type { Position } from './position.ts';

const SECOND = 1000;
const START = Date.UTC(2026, 4, 14, 6, 0);
const NOW = START + 3_600_000;
const HOME: WatchedPlace = { id: 'home', lat: 52.5, lon: 13.4, radius: 150, isActive: true };
const SCHOOL: WatchedPlace = { id: 'school', lat: 52.5 + 3000 / 111_195, lon: 13.4, radius: 150, isActive: true };

/** Returns a position `north` meters north of home, `seconds` after the start. */
function at(seconds: number, north: number, change: Partial<Position> = {}): Position {
  return { at: START + seconds * SECOND, lat: HOME.lat + north / 111_195, lon: HOME.lon, accuracy: 10, speed: 0, ...change };
}

/** Judges `positions` after two initial ones, `start` meters north of home, that set the first state. */
function judge(positions: ReadonlyArray<Position>, { places = [HOME], start = 0, now = NOW } = {}) {
  const { states } = judgePositions(NO_PLACES, places, [at(-900, start), at(-600, start)], now);
  const { states: after, events } = judgePositions(states, places, positions, now);
  return { after, events: events.map(({ placeId, trigger, at: when }) => `${trigger} ${placeId} ${(when - START) / SECOND}`) };
}

describe('place', () => {
  test.each([
    [500, 300],
    [300, 300],
    [120.4, 120],
    [0, 1],
  ])('stores a radius of %d m as %d m (LOC-040)', (radius, stored) => {
    expect(clampRadius(radius)).toBe(stored);
  });

  test('matches within 200 m at least and 300 m at most (LOC-041)', () => {
    expect([100, 200, 250, 300, 900].map(matchRadius)).toEqual([200, 200, 250, 300, 300]);
    const small = { ...HOME, radius: 100 };
    expect(findPlaceAt([small], at(0, 150))).toBe(small);
    expect(findPlaceAt([small], at(0, 210))).toBeNull();
  });

  test('findPlaceAt returns the nearest of several places, and ignores inactive ones (A57)', () => {
    const near = { ...HOME, id: 'near', lat: HOME.lat + 100 / 111_195 };
    expect(findPlaceAt([HOME, near], at(0, 80))?.id).toBe('near');
    expect(findPlaceAt([HOME, { ...near, isActive: false }], at(0, 80))?.id).toBe('home');
    expect(findPlaceAt([], at(0, 80))).toBeNull();
  });
});

describe('judgePositions', () => {
  test.each<[string, Array<Position>, number, Array<string>]>([
    ['enters when standing inside', [at(0, 100)], 5000, ['enter home 0']],
    ['enters with unknown speed', [at(0, 100, { speed: null })], 5000, ['enter home 0']],
    ['does not enter when driving past', [at(0, 100, { speed: 14 }), at(30, 500, { speed: 14 })], 5000, []],
    ['enters with the second position when driving in', [at(0, 150, { speed: 14 }), at(40, 20, { speed: 11 })], 5000, ['enter home 0']],
    ['does not enter at 210 m of 200 m', [at(0, 210)], 5000, []],
    ['leaves with the second position outside', [at(0, 300, { speed: 1.4 }), at(60, 400, { speed: 1.4 })], 0, ['exit home 0']],
    ['leaves by car with one position far away', [at(0, 1500, { speed: 14 })], 0, ['exit home 0']],
    ['does not leave by one far position of a device at rest', [at(0, 1500)], 0, []],
    ['does not leave by jitter that returns', [at(0, 300), at(60, 20), at(120, 300), at(180, 20)], 0, []],
    ['does not leave within the margin', [at(0, 225), at(60, 225)], 0, []],
    ['does not leave within the accuracy', [at(0, 290, { accuracy: 90 }), at(60, 290, { accuracy: 90 })], 0, []],
    ['ignores rough, coarse and unknown accuracy', [101, 1500, null].map((accuracy, i) => at(i * 60, 2000, { accuracy, speed: 5 })), 0, []],
    ['ignores a position from the future', [at(7200, 2000, { speed: 14 })], 0, []],
    ['waits two minutes before the opposite event', [at(0, 50), at(60, 400), at(90, 420)], 5000, ['enter home 0']],
    ['reports the opposite event after that', [at(0, 50), at(60, 400), at(130, 420)], 5000, ['enter home 0', 'exit home 60']],
    [
      'completes a departure by silence, even if the device is back later',
      [at(0, 400, { speed: 1.4 }), at(900, 10)],
      0,
      ['exit home 0', 'enter home 900'],
    ],
  ])('%s', (_title, positions, start, events) => {
    expect(judge(positions, { start }).events).toEqual(events);
  });

  test('sets the first state without an event', () => {
    expect(judgePositions(NO_PLACES, [HOME], [at(0, 0)], NOW)).toMatchObject({
      events: [],
      states: { places: { home: { isInside: true } } },
    });
  });

  test('corrects a first position that the second one contradicts, without an event', () => {
    const { states, events } = judgePositions(NO_PLACES, [HOME], [at(0, 4000), at(60, 10)], NOW);
    expect([events, states.places.home?.isInside]).toEqual([[], true]);
  });

  test('reports no departure for two wrong positions far from each other', () => {
    expect(judge([at(0, 2500), at(60, -1800), at(120, 5)]).events).toEqual([]);
    expect(judge([at(0, 2500), at(60, 2550)]).events).toEqual(['exit home 0']);
  });

  test('forgets the state of a place that is turned off', () => {
    const { after } = judge([at(0, 10)]);
    const off = judgePositions(after, [{ ...HOME, isActive: false }], [at(60, 3000, { speed: 14 })], NOW);
    expect(off).toMatchObject({ events: [], states: { places: {} } });
    expect(judgePositions(off.states, [HOME], [at(120, 3000)], NOW).events).toEqual([]);
  });

  test('returns the same result for positions in one batch, in any order, or one by one', () => {
    const walk = Array.from({ length: 40 }, (_, i) => at(i * 30, i * 45, { speed: 1.5 })).concat(
      Array.from({ length: 40 }, (_, i) => at(1200 + i * 30, 1800 - i * 45, { speed: 1.5 })),
    );
    const whole = judge(walk);
    expect(whole.events).toEqual(['exit home 180', 'enter home 2280']);
    expect(judge([...walk].reverse()).events).toEqual(whole.events);
    let states: DevicePlaces = judgePositions(NO_PLACES, [HOME], [at(-900, 0), at(-600, 0)], NOW).states;
    const events = walk.flatMap((position) => {
      const judged = judgePositions(states, [HOME], [position], NOW);
      ({ states } = judged);
      return judged.events;
    });
    expect(events.map(({ trigger }) => trigger)).toEqual(['exit', 'enter']);
    expect(states).toEqual(whole.after);
  });

  test('does not judge a position that is older than one already judged, or repeated', () => {
    const { after } = judge([at(600, 10)]);
    expect(judgePositions(after, [HOME], [at(300, 3000, { speed: 14 }), at(600, 3000, { speed: 14 })], NOW)).toEqual({
      states: after,
      events: [],
    });
  });

  test('reports no arrival at another place for one position while the device has not left the first', () => {
    const places = [HOME, SCHOOL];
    expect(judge([at(0, 3000), at(900, 5)], { places }).events).toEqual([]);
    expect(judge([at(0, 3000), at(60, 3005)], { places }).events).toEqual(['exit home 0', 'enter school 0']);
  });

  test('reports an arrival at each of two overlapping places', () => {
    const places = [HOME, { ...HOME, id: 'garden', lat: HOME.lat + 250 / 111_195 }];
    expect(judge([at(0, 125)], { places, start: 5000 }).events).toEqual(['enter home 0', 'enter garden 0']);
  });
});

describe('settlePlaces', () => {
  test('completes a departure of a moving device after two minutes of silence', () => {
    const { after, events } = judge([at(0, 400, { speed: 1.4 })]);
    expect(events).toEqual([]);
    expect(nextSettling(after)).toBe(START + 120 * SECOND);
    expect(settlePlaces(after, START + 120 * SECOND - 1).events).toEqual([]);
    const { states, events: settled } = settlePlaces(after, START + 120 * SECOND);
    expect(settled).toEqual([{ placeId: 'home', trigger: 'exit', at: START, accuracy: 10 }]);
    expect(nextSettling(states)).toBeNull();
  });

  test('does not complete the departure of a device at rest by silence', () => {
    const { after } = judge([at(0, 400)]);
    expect(nextSettling(after)).toBeNull();
    expect(settlePlaces(after, NOW).events).toEqual([]);
  });
});

describe('isLateEvent', () => {
  test('returns true for an event that is reported more than 20 minutes late', () => {
    const event = { placeId: 'home', trigger: 'exit', at: START, accuracy: 10 } as const;
    expect([isLateEvent(event, START + 1_200_000), isLateEvent(event, START + 1_200_001)]).toEqual([false, true]);
  });
});
