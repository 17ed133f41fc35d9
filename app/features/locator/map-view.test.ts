import { describe, expect, test } from 'vitest';
import { fitView, MAP_SIZE, mapPictureUrl, projectPoint, toPixels } from './map-view';

const NONE = { positions: [], places: [], path: [] };

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

describe('mapPictureUrl', () => {
  test('names the view, the theme and what is drawn', () => {
    const url = mapPictureUrl({ lat: 51.5, lon: -0.1234567, zoom: 14, ...MAP_SIZE }, 'dark', 'de', {
      positions: [{ lat: 1, lon: 2, look: 'rough', meters: 250.4 }],
      places: [{ lat: 3, lon: 4, meters: 137 }],
      path: [
        {
          look: 'gap',
          line: [
            { lat: 1, lon: 2 },
            { lat: 3, lon: 4 },
          ],
        },
      ],
    });
    const query = new URL(url, 'https://x.example').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      at: '51.5,-0.12346',
      zoom: '14',
      size: '840x640',
      theme: 'dark',
      lang: 'de',
      positions: 'r1,2,250',
      places: '3,4,137',
      path: 'g1,2,3,4',
    });
  });

  test('keeps at most 200 points of a long path, with both ends', () => {
    const line = Array.from({ length: 5000 }, (_, index) => ({ lat: index / 1000, lon: 0 }));
    const url = mapPictureUrl(fitView(line), 'light', 'en', { ...NONE, path: [{ look: 'known', line }] });
    const numbers = (new URL(url, 'https://x.example').searchParams.get('path') ?? '').slice(1).split(',');
    expect(numbers.length / 2).toBeLessThanOrEqual(200);
    expect([numbers.at(0), numbers.at(-2)]).toEqual(['0', '4.999']);
  });
});
