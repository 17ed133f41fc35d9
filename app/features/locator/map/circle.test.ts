import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Coordinates, distanceBetween } from '#app/domain/position.ts';
import { circleAround } from './circle.ts';

const wrap = (lon: number) => lon - 360 * Math.round(lon / 360);

describe('circleAround', () => {
  const center = fc.record({
    lat: fc.double({ min: -89.9, max: 89.9, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });

  test('returns a closed ring at the distance, without an edge around the Earth', () => {
    fc.assert(
      fc.property(center, fc.integer({ min: 1, max: 100_000 }), (at: Coordinates, meters) => {
        const ring = circleAround(at, meters);
        expect(ring[0]).toEqual(ring.at(-1));
        const polar = ring.filter(([, lat]) => Math.abs(lat) === 90);
        for (const [lon, lat] of ring) {
          if (Math.abs(lat) < 90) expect(Math.abs(distanceBetween(at, { lat, lon: wrap(lon) }) / meters - 1)).toBeLessThan(0.01);
        }
        const steps = ring.slice(1).map(([lon], index) => Math.abs(lon - (ring[index]?.[0] ?? 0)));
        if (polar.length === 0) expect(Math.max(...steps)).toBeLessThan(180);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['east', { lat: -17, lon: 179.999 }],
    ['west', { lat: 66, lon: -179.999 }],
  ])('continues beyond 180 degrees over the date line, to the %s of it', (_side, at) => {
    const lons = circleAround(at, 500).map(([lon]) => lon);
    expect(Math.max(...lons.map(Math.abs))).toBeGreaterThan(180);
    expect(Math.max(...lons) - Math.min(...lons)).toBeLessThan(0.1);
  });

  test.each([
    [90, { lat: 89.999, lon: 20 }],
    [-90, { lat: -89.999, lon: 20 }],
  ])('contains the pole at %i', (pole, at) => {
    const ring = circleAround(at, 1000);
    expect(ring.filter(([, lat]) => lat === pole)).toHaveLength(2);
    const lons = ring.map(([lon]) => lon);
    expect(Math.max(...lons) - Math.min(...lons)).toBeCloseTo(360, 5);
  });
});
