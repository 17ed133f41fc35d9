import { describe, expect, test } from 'vitest';
import { distanceBetween } from '#app/domain/position.ts';
import { instantOf } from '#app/domain/time.ts';
import { getSpot } from './demo-town/spots.ts';
import { isCutOff } from './habits.ts';
import { NO_LOCATION, type PositionReading } from './location.ts';
import { seedOf, simulatedSource } from './simulated-source.ts';
import type { Fault, Whereabouts } from './simulation.ts';
import { fresh, MINUTE, NOON } from './state.fixture.ts';

const { lat, lon } = getSpot('home');
const HOME = { lat, lon };
const AT_HOME: Whereabouts = { kind: 'at', ...HOME, accuracy: 20 };
const WALK: Whereabouts = { kind: 'walk', startedAt: NOON, from: HOME, stops: ['library', 'friend', 'grandma'], by: 'foot' };

function located(where: Whereabouts, faults: Array<Fault> = [], seed = 1) {
  return fresh({ location: { ...NO_LOCATION, isOn: true, simulation: { seed, where, faults } } });
}

/** Measures every 30 s for two hours. */
function readingsOf(where: Whereabouts, faults: Array<Fault> = [], seed = 1): Array<PositionReading | null> {
  const source = simulatedSource(located(where, faults, seed));
  return Array.from({ length: 240 }, (_, index) => source?.positionAt(NOON + index * 30_000) ?? null);
}

function metersFromHome(readings: Array<PositionReading | null>): Array<number> {
  return readings.map((reading) => (reading === null ? -1 : distanceBetween(reading, HOME)));
}

describe('simulatedSource', () => {
  test('is null for a device that is nowhere', () => {
    expect(simulatedSource(fresh())).toBeNull();
  });

  test('measures near the truth, within its accuracy, and the same for the same seed', () => {
    const readings = readingsOf(AT_HOME);
    expect(Math.max(...metersFromHome(readings))).toBeLessThanOrEqual(11);
    expect(new Set(metersFromHome(readings)).size).toBeGreaterThan(5);
    expect(readings).toEqual(readingsOf(AT_HOME));
    expect(readings).not.toEqual(readingsOf(AT_HOME, [], 2));
    expect(seedOf('demo-mia')).not.toBe(seedOf('demo-ben'));
  });

  test('measures a walk with an accuracy of 4 to 12 m, and at most its true speed', () => {
    const moving = readingsOf(WALK).filter((reading) => reading !== null && reading.speed !== 0);
    expect(moving.length).toBeGreaterThan(60);
    for (const reading of moving) {
      expect(reading?.accuracy).toBeGreaterThanOrEqual(4);
      expect(reading?.accuracy).toBeLessThanOrEqual(12);
      expect(reading?.speed).toBeGreaterThan(1.2);
      expect(reading?.speed).toBeLessThanOrEqual(1.4);
    }
  });

  test('jump: a few positions are far away, and claim to be precise', () => {
    const wrong = readingsOf(AT_HOME, [{ kind: 'jump', hours: null }]).filter((reading) => reading && distanceBetween(reading, HOME) > 100);
    expect(wrong.length).toBeGreaterThan(2);
    expect(wrong.length).toBeLessThan(30);
    for (const reading of wrong) {
      expect(reading?.accuracy).toBeLessThanOrEqual(20);
      expect(metersFromHome([reading])[0]).toBeGreaterThan(790);
    }
  });

  test('rough: accuracies from 150 to 900 m, and positions within them', () => {
    for (const reading of readingsOf(AT_HOME, [{ kind: 'rough', hours: null }])) {
      expect(reading?.accuracy).toBeGreaterThanOrEqual(150);
      expect(reading?.accuracy).toBeLessThanOrEqual(900);
      expect(metersFromHome([reading])[0]).toBeLessThanOrEqual(reading?.accuracy ?? 0);
    }
  });

  test.each<[Fault['kind'], boolean, boolean]>([
    ['sleep', false, true],
    ['blind', false, false],
    ['no-signal', true, true],
    ['jump', true, false],
  ])('%s: measures: %s, without a network: %s', (kind, measures, isOffline) => {
    const state = located(AT_HOME, [{ kind, hours: null }]);
    expect(simulatedSource(state)?.positionAt(NOON) !== null).toBe(measures);
    expect(isCutOff(state, NOON)).toBe(isOffline);
  });

  test('a fault with hours occurs only in these hours', () => {
    const state = located(AT_HOME, [{ kind: 'sleep', hours: '13:00PT30M' }]);
    const one = instantOf('2026-05-01', 13 * 60, 'UTC');
    const sleeps = [one - 1, one, one + 30 * MINUTE - 1, one + 30 * MINUTE].map((at) => simulatedSource(state)?.positionAt(at) === null);
    expect(sleeps).toEqual([false, true, true, false]);
  });
});
