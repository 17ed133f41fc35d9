import { describe, expect, test } from 'vitest';
import { fromRadiusField, toRadiusField, toWrittenAccuracy, toWrittenDistance, unitsOf } from './distance-units.ts';

describe('unitsOf', () => {
  test.each([
    ['en-US', 'imperial'],
    ['en-GB', 'imperial'],
    ['es-US', 'imperial'],
    ['de-DE', 'metric'],
    ['zh-Hant-HK', 'metric'],
    ['en', 'metric'],
  ] as const)('the locale %s uses %s units', (locale, units) => {
    expect(unitsOf(locale)).toBe(units);
  });
});

describe('toWrittenDistance', () => {
  test.each([
    [0, 'metric', 'meters', 10],
    [118, 'metric', 'meters', 120],
    [996, 'metric', 'kilometers', 1],
    [1449, 'metric', 'kilometers', 1.4],
    [12_400, 'metric', 'kilometers', 12],
    [137, 'imperial', 'feet', 450],
    [304, 'imperial', 'feet', 1000],
    [305, 'imperial', 'miles', 0.2],
    [1770, 'imperial', 'miles', 1.1],
  ] as const)('%d m in %s units are written in %s: %d', (meters, units, unit, value) => {
    expect(toWrittenDistance(meters, units)).toEqual({ unit, value });
  });
});

describe('toWrittenAccuracy', () => {
  test.each([
    [4, 'metric', 'meters', 10],
    [11, 'metric', 'meters', 20],
    [400, 'metric', 'meters', 400],
    [1010, 'metric', 'kilometers', 1.1],
    [9940, 'metric', 'kilometers', 10],
    [3.048, 'imperial', 'feet', 10],
    [4, 'imperial', 'feet', 20],
    [304, 'imperial', 'feet', 1000],
    [400, 'imperial', 'miles', 0.3],
    [5000, 'imperial', 'miles', 3.2],
  ] as const)('%d m in %s units are written in %s, rounded up: %d', (meters, units, unit, value) => {
    expect(toWrittenAccuracy(meters, units)).toEqual({ unit, value });
  });
});

describe('radius field', () => {
  test('a radius in feet keeps its number when it is read again', () => {
    for (let feet = 10; feet <= 980; feet += 10) {
      const stored = Math.round(fromRadiusField(feet, 'imperial'));
      expect(toRadiusField(stored, 'imperial')).toBe(feet);
    }
  });

  test('300 m are 980 ft, and meters are unchanged', () => {
    expect([toRadiusField(300, 'imperial'), toRadiusField(137, 'metric'), fromRadiusField(137, 'metric')]).toEqual([980, 137, 137]);
  });
});
