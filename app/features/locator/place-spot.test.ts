import { describe, expect, test } from 'vitest';
import { atPoint, readPosition, sliderScale, toMeters, toSpot, withRadius } from './place-spot';

describe('toSpot', () => {
  test('reads the fields of a form, and ignores files and missing fields', () => {
    expect(toSpot({ lat: '51.5', lon: '-0.1', radius: '150', name: 'x' })).toEqual({ lat: '51.5', lon: '-0.1', radius: '150' });
    expect(toSpot({ lat: new Blob() })).toEqual({ lat: '', lon: '', radius: '' });
  });
});

describe('toMeters', () => {
  test.each([
    ['150', 'metric', 150],
    [' 150,5 ', 'metric', 150.5],
    ['500', 'imperial', 152.4],
    ['', 'metric', null],
    ['0', 'metric', null],
    ['-3', 'metric', null],
    ['NaN', 'metric', null],
    ['1e400', 'metric', null],
  ] as const)('«%s» in %s units is %s', (text, unit, meters) => {
    expect(toMeters(text, unit)).toBe(meters);
  });
});

describe('a place on the map', () => {
  test('a position has six digits', () => {
    expect(atPoint({ lat: 51.123456789, lon: -180 })).toEqual({ lat: '51.123457', lon: '-180.000000' });
  });

  test.each([
    [137.2, 'metric', '137'],
    [137.2, 'imperial', '450'],
    [5000, 'metric', '300'],
    [5000, 'imperial', '980'],
    [0, 'metric', '1'],
  ] as const)('a radius of %d m in %s units is written as %s', (meters, unit, radius) => {
    expect(withRadius(meters, unit)).toEqual({ radius });
  });

  test.each(['metric', 'imperial'] as const)('the slider reaches exactly the largest radius in %s units', (unit) => {
    const { min, max, step } = sliderScale(unit);
    expect([(max - min) % step, String(max)]).toEqual([0, withRadius(Number.MAX_VALUE, unit).radius]);
  });
});

describe('readPosition', () => {
  test.each([
    ['51.5', '-0.1', { lat: 51.5, lon: -0.1 }],
    [' 53,09', '12,63 ', { lat: 53.09, lon: 12.63 }],
    ['-90', '180', { lat: -90, lon: 180 }],
    ['0', '12', { lat: 0, lon: 12 }],
    ['0', '0.0', null],
    ['91', '12', null],
    ['1', '180.1', null],
    ['abc', '12', null],
    ['', '12', null],
    [' ', '12', null],
    ['1e1', '12', null],
  ])('reads the typed position %s, %s', (lat, lon, expected) => {
    expect(readPosition({ lat, lon })).toEqual(expected);
  });
});
