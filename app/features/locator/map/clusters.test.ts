import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitView } from '../map-view.ts';
import { clusterMarks, type Spot } from './clusters.ts';

const VIEW = { ...fitView([{ lat: 51.5, lon: 0 }]), zoom: 15 };
const spot = (change: Partial<Spot> = {}): Spot => ({ lat: 51.5, lon: 0, look: 'exact', meters: 10, ...change });
/** About 30 m east. */
const NEAR = { lon: 0.0004 };

describe('clusterMarks', () => {
  test.each([
    ['two at one spot', [spot(), spot()], [2]],
    ['three, one of them old', [spot(), spot({ look: 'old' }), spot(NEAR)], [3]],
    ['two that are far apart', [spot(), spot({ lon: 0.01 })], [1, 1]],
    ['a rough one beside an exact one', [spot(), spot({ look: 'rough', meters: 400 })], [1, 1]],
    ['two rough ones with the same circle', [spot({ look: 'rough', meters: 400 }), spot({ look: 'rough', meters: 410 })], [2]],
    ['two rough ones whose rims are apart', [spot({ look: 'rough', meters: 200 }), spot({ look: 'rough', meters: 800 })], [1, 1]],
    ['none', [], []],
  ])('groups %s', (_name, spots, sizes) => {
    expect(clusterMarks(spots, VIEW).map(({ length }) => length)).toEqual(sizes);
  });

  test('separates marks when the user zooms in', () => {
    const marks = [spot(), spot({ lon: 0.001 })];
    expect([clusterMarks(marks, { ...VIEW, zoom: 13 }).length, clusterMarks(marks, { ...VIEW, zoom: 17 }).length]).toEqual([1, 2]);
    expect([clusterMarks(marks, { ...VIEW, zoom: 14 }, 1).length, clusterMarks(marks, { ...VIEW, zoom: 14 }, 4).length]).toEqual([1, 2]);
  });

  test('groups across the date line', () => {
    const view = fitView([{ lat: 0, lon: 180 }]);
    expect(clusterMarks([spot({ lat: 0, lon: 179.9999 }), spot({ lat: 0, lon: -179.9999 })], view)).toHaveLength(1);
  });

  test('keeps every mark exactly once', () => {
    const mark = fc.record({
      lat: fc.double({ min: 51.49, max: 51.51, noNaN: true }),
      lon: fc.double({ min: -0.01, max: 0.01, noNaN: true }),
      look: fc.constantFrom('exact' as const, 'rough' as const, 'old' as const),
      meters: fc.integer({ min: 0, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 12 }), (marks) => {
        const grouped = clusterMarks(marks, VIEW).flat();
        expect(grouped).toHaveLength(marks.length);
        expect(new Set(grouped)).toEqual(new Set(marks));
      }),
    );
  });
});
