import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arePositionsDue,
  BATCH_MAX,
  LOG_MAX,
  type LocationState,
  measurePosition,
  NO_LOCATION,
  type PositionReading,
  startBurst,
  switchLocation,
  takeBatch,
  UNSENT_MAX,
} from './location.ts';
import { MINUTE, NOON } from './state.fixture.ts';

const SECOND = 1_000;
const HOME: PositionReading = { lat: 53.09, lon: 12.63, accuracy: 12, speed: 0 };
const ON: LocationState = { ...NO_LOCATION, isOn: true };

function north(meters: number, speed: number | null = 0): PositionReading {
  return { ...HOME, lat: HOME.lat + meters / 111_195, speed };
}

function measure(state: LocationState, at: number, reading: PositionReading | null = HOME): LocationState {
  return measurePosition(state, { positionAt: () => reading }, at);
}

/** Measures every second and returns the seconds after noon of the positions taken. */
function secondsOf(start: LocationState, until: number, readingAt: (second: number) => PositionReading | null): Array<number> {
  let state = start;
  for (let second = 0; second <= until; second += 1) state = measure(state, NOON + second * SECOND, readingAt(second));
  return state.unsent.map(({ at }) => (at - NOON) / SECOND);
}

describe('measurePosition', () => {
  test('asks no source while location is off', () => {
    const source = {
      positionAt: () => {
        throw new Error('asked');
      },
    };
    expect(measurePosition(NO_LOCATION, source, NOON)).toEqual(NO_LOCATION);
    expect(() => measurePosition(ON, source, NOON)).toThrow('asked');
  });

  test('takes a position every 15 minutes at rest', () => {
    expect(secondsOf(ON, 31 * 60, () => HOME)).toEqual([0, 900, 1800]);
  });

  test('takes a position every 30 s while moving, and one when the device has stopped', () => {
    const reading = (second: number) => (second >= 100 && second < 200 ? north(second * 1.4, 1.4) : north(second < 100 ? 0 : 280));
    expect(secondsOf(ON, 500, reading)).toEqual([0, 100, 130, 160, 190, 220]);
  });

  test.each<[string, PositionReading, boolean]>([
    ['50 m away at rest', north(50), false],
    ['51 m away at rest', north(51), true],
    ['51 m away, speed unknown', north(51, null), true],
    ['0.49 m/s at the same place', north(0, 0.49), false],
    ['0.5 m/s at the same place', north(0, 0.5), true],
  ])('decides whether a device moved: %s', (_, reading, isMoving) => {
    const { unsent } = measure(measure(ON, NOON), NOON + 30 * SECOND, reading);
    expect(unsent.map(({ reason }) => reason)).toEqual(isMoving ? ['routine', 'moved'] : ['routine']);
  });

  test('takes nothing when the source has no position, and tries again at the next call', () => {
    expect(secondsOf(ON, 10, (second) => (second < 5 ? null : HOME))).toEqual([5]);
  });

  test('continues when the clock is set back, and keeps positions in order of time', () => {
    const ahead = measure(measure(ON, NOON), NOON + 60 * MINUTE);
    const { unsent } = measure(ahead, NOON + 5 * MINUTE);
    expect(unsent.map(({ at }) => (at - NOON) / MINUTE)).toEqual([0, 5, 60]);
  });

  test('takes a position every 15 s during a burst, for 12 minutes', () => {
    const seconds = secondsOf(startBurst(ON, NOON), 13 * 60, () => HOME);
    expect(seconds).toEqual(Array.from({ length: 48 }, (_, index) => index * 15));
  });

  test('ends a burst when location is turned off, or without a source after 12 minutes', () => {
    const burst = startBurst(ON, NOON);
    expect(switchLocation(burst, false).burstUntil).toBeNull();
    expect(measurePosition(burst, null, NOON + 11 * MINUTE).burstUntil).not.toBeNull();
    expect(measurePosition(burst, null, NOON + 12 * MINUTE).burstUntil).toBeNull();
  });
});

describe('location log', () => {
  test('joins positions with the same reason, and starts an entry after a longer silence', () => {
    let state = ON;
    for (const minute of [0, 15, 30, 60, 75]) state = measure(state, NOON + minute * MINUTE);
    expect(state.log.map(({ from, until, count }) => [(from - NOON) / MINUTE, (until - NOON) / MINUTE, count])).toEqual([
      [0, 30, 3],
      [60, 75, 2],
    ]);
  });

  test('keeps the last 50 entries', () => {
    let state = ON;
    for (let hour = 0; hour < LOG_MAX + 3; hour += 1) state = measure(state, NOON + hour * 60 * MINUTE);
    expect(state.log.map(({ from }) => (from - NOON) / MINUTE / 60)).toEqual(Array.from({ length: LOG_MAX }, (_, index) => index + 3));
  });
});

describe('arePositionsDue', () => {
  const moving = measure(measure(ON, NOON - MINUTE), NOON, north(0, 1.4));
  const onlyMoving = { ...moving, unsent: moving.unsent.slice(1) };

  test.each<[string, LocationState, number, boolean]>([
    ['nothing waits', ON, NOON, false],
    ['a position at rest', measure(ON, NOON), NOON, true],
    ['a moving device before two minutes', onlyMoving, NOON + 2 * MINUTE - 1, false],
    ['a moving device after two minutes', onlyMoving, NOON + 2 * MINUTE, true],
    ['a position from before the clock was set back', onlyMoving, NOON - 1, true],
    ['a burst', startBurst(onlyMoving, NOON), NOON, true],
    ['location was turned off', switchLocation(onlyMoving, false), NOON, true],
  ])('decides whether to send: %s', (_, state, now, isDue) => {
    expect(arePositionsDue(state, now)).toBe(isDue);
  });
});

describe('waiting positions', () => {
  /** Each step: seconds between measurements, their number, and whether a batch is taken afterward. */
  const steps = fc.array(fc.tuple(fc.integer({ min: -40, max: 1200 }), fc.integer({ min: 1, max: 900 }), fc.boolean()), { maxLength: 12 });

  test('are in order of time, at most 500 in a batch and 2,000 in all, and include the newest', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        let [state, now] = [ON, NOON];
        for (const [seconds, times, isTaken] of sequence) {
          for (let time = 0; time < times; time += 1) {
            const before = state;
            now += seconds * SECOND;
            state = measure(state, now, north(0, 1.4));
            const newest = Math.max(before.unsent.at(-1)?.at ?? 0, state === before ? 0 : now);
            if ((state.unsent.at(-1)?.at ?? 0) !== newest) return false;
          }
          const instants = state.unsent.map(({ at }) => at);
          expect(instants).toEqual([...new Set(instants)].sort((a, b) => a - b));
          expect(instants.length).toBeLessThanOrEqual(UNSENT_MAX);
          const { batch, rest } = takeBatch(state);
          expect(batch.length).toBeLessThanOrEqual(BATCH_MAX);
          expect([...batch, ...rest.unsent]).toEqual(state.unsent);
          if (isTaken) state = rest;
        }
        return true;
      }),
      { numRuns: 20 },
    );
  });

  test('are thinned in the older half when there are too many', () => {
    let state = ON;
    for (let index = 0; index <= UNSENT_MAX; index += 1) state = measure(state, NOON + index * 30 * SECOND, north(0, 1.4));
    const indexes = state.unsent.map(({ at }) => (at - NOON) / SECOND / 30);
    expect(indexes.slice(0, 3)).toEqual([0, 2, 4]);
    expect(indexes.slice(-UNSENT_MAX / 2)).toEqual(Array.from({ length: UNSENT_MAX / 2 }, (_, index) => index + UNSENT_MAX / 2 + 1));
    expect(indexes).toHaveLength(UNSENT_MAX * 0.75 + 1);
  });
});
