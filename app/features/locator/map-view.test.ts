import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pxPerMeter, toViewPx } from '#app/domain/map-tile';
import { fitView, widen } from './map-view';

/** Half of what a fit may fill, in px from the middle. */
const REACH = { x: 136, y: 106 };

describe('fitView', () => {
  test.each([
    [
      'two points of one town',
      [
        { lat: 51.5, lon: -0.1 },
        { lat: 51.52, lon: -0.12 },
      ],
    ],
    [
      'points on both sides of the date line',
      [
        { lat: -17, lon: 179.9 },
        { lat: -17.1, lon: -179.9 },
      ],
    ],
    ['one point', [{ lat: 0.1, lon: 0.1 }]],
  ])('shows %s on a phone', (_name, points) => {
    const view = fitView(points);
    for (const point of points) {
      const { x, y } = toViewPx(view, point);
      expect([Math.abs(x - view.width / 2) <= REACH.x, Math.abs(y - view.height / 2) <= REACH.y]).toEqual([true, true]);
    }
  });

  test('leaves room for any points and their circles', () => {
    const point = fc.record({
      lat: fc.double({ min: -50, max: 50, noNaN: true }),
      lon: fc.double({ min: -40, max: 40, noNaN: true }),
      meters: fc.integer({ min: 0, max: 5000 }),
    });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 6 }), (points) => {
        const view = fitView(points);
        for (const one of points) {
          const { x, y } = toViewPx(view, one);
          // The scale is that of the point's latitude, as the circle's is.
          const reach = one.meters * pxPerMeter({ ...view, lat: one.lat });
          expect(Math.abs(x - view.width / 2) + reach).toBeLessThanOrEqual(REACH.x);
          expect(Math.abs(y - view.height / 2) + reach).toBeLessThanOrEqual(REACH.y);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('shows the poles', () => {
    const view = fitView([
      { lat: 90, lon: 0 },
      { lat: -90, lon: 10 },
    ]);
    expect(view.zoom).toBe(0);
    expect(toViewPx(view, { lat: 90, lon: 0 }).y).toBeGreaterThanOrEqual(0);
  });

  test('does not show the whole world for points on both sides of the date line', () => {
    const view = fitView([
      { lat: -17, lon: 179.9 },
      { lat: -17, lon: -179.9 },
    ]);
    expect(view.zoom).toBeGreaterThan(8);
    expect(Math.abs(view.lon)).toBeGreaterThan(179.8);
  });

  test('zooms by the steps of the user, within the limits', () => {
    const point = [{ lat: 51.5, lon: 0 }];
    expect([fitView(point).zoom, fitView(point, 1).zoom, fitView(point, 9).zoom, fitView(point, -99).zoom]).toEqual([14.3, 15.3, 17, 0]);
    expect([fitView([]).zoom, fitView([], 2).zoom]).toEqual([0, 2]);
  });
});

describe('widen', () => {
  test('shows the same at twice the size', () => {
    const view = fitView([{ lat: 51.5, lon: 0 }]);
    const [small, large] = [view, widen(view)].map((one) => {
      const { x, y } = toViewPx(one, { lat: 51.501, lon: 0.002 });
      return [x - one.width / 2, y - one.height / 2];
    });
    expect(large?.map((px) => px / 2)).toEqual(small?.map((px) => expect.closeTo(px, 6)));
  });
});
