import { describe, expect, test } from 'vitest';
import { fitView, MAP_SIZE, projectPoint, toPixels } from './map-view';

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
    [
      'the poles',
      [
        { lat: 90, lon: 0 },
        { lat: -90, lon: 10 },
      ],
    ],
    ['one point', [{ lat: 0.1, lon: 0.1 }]],
  ])('contains %s', (_name, points) => {
    const view = fitView(points);
    for (const point of points) {
      const { x, y } = projectPoint(view, point);
      expect([x >= 0 && x <= MAP_SIZE.width, y >= 0 && y <= MAP_SIZE.height]).toEqual([true, true]);
    }
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
    expect([fitView(point).zoom, fitView(point, 1).zoom, fitView(point, 9).zoom, fitView(point, -99).zoom]).toEqual([15.5, 16.5, 17, 0]);
  });
});

describe('toPixels', () => {
  test('agrees with the projection', () => {
    const view = fitView([{ lat: 51.5, lon: 0 }]);
    const north = projectPoint(view, { lat: 51.5 + 300 / 111_195, lon: 0 });
    expect(Math.abs(view.height / 2 - north.y - toPixels(view, 300))).toBeLessThan(2);
  });
});
