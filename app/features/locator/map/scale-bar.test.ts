import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toWrittenDistance } from '#app/domain/distance-units.ts';
import { scaleBarMeters } from './scale-bar.ts';

describe('scaleBarMeters', () => {
  test.each([
    [0.5, 'metric', 'meters', 100],
    [0.05, 'metric', 'kilometers', 1],
    [0.0005, 'metric', 'kilometers', 100],
    [0.52, 'imperial', 'feet', 500],
    [0.31, 'imperial', 'feet', 500],
    [0.05, 'imperial', 'miles', 1],
    [0.29, 'imperial', 'miles', 0.2],
  ] as const)('at %d px per meter, %s: %s %d', (px, units, unit, value) => {
    expect(toWrittenDistance(scaleBarMeters(px, units), units)).toEqual({ unit, value });
  });

  test('is at most 96 px long, and at least a fifth of that', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.00001, max: 8, noNaN: true }),
        fc.constantFrom('metric' as const, 'imperial' as const),
        (px, units) => {
          const length = scaleBarMeters(px, units) * px;
          expect(length).toBeLessThanOrEqual(96.001);
          expect(length).toBeGreaterThan(19);
        },
      ),
    );
  });
});
