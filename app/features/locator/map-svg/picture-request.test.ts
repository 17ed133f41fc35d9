import { describe, expect, test } from 'vitest';
import { limitOverlay, NO_OVERLAY, OVERLAY_MAX_POINTS, type PictureOverlay } from './overlay.ts';
import { type PictureRequest, readPictureRequest, toPicturePath } from './picture-request.ts';

const REQUEST: PictureRequest = {
  view: { lat: 53.0895, lon: 12.629, zoom: 14.6, width: 1280, height: 824 },
  theme: 'dark',
  language: 'pt-br',
  overlay: {
    positions: [
      { lat: 53.1, lon: 12.6, look: 'exact', meters: 12 },
      { lat: -53.1, lon: -12.6, look: 'rough', meters: 800 },
      { lat: 0, lon: 180, look: 'old', meters: 0 },
    ],
    places: [{ lat: 53, lon: 12, meters: 150 }],
    path: [
      {
        look: 'known',
        line: [
          { lat: 1, lon: 2 },
          { lat: 3, lon: 4 },
        ],
      },
      {
        look: 'gap',
        line: [
          { lat: 3, lon: 4 },
          { lat: 5, lon: 6 },
        ],
      },
      {
        look: 'later',
        line: [
          { lat: 5, lon: 6 },
          { lat: 7, lon: -8 },
        ],
      },
    ],
  },
};

const read = (query: string) => readPictureRequest(new URLSearchParams(`at=1,2&zoom=3&size=100x100&${query}`));

describe('readPictureRequest', () => {
  test('reads what toPicturePath writes', () => {
    const path = toPicturePath(REQUEST);
    expect(path).toMatch(/^\/locator\/map\.svg\?/);
    expect(readPictureRequest(new URL(path, 'https://porchlight.example').searchParams)).toEqual(REQUEST);
  });

  test('uses the light theme and English when the URL names an unknown theme and an invalid language', () => {
    expect(read('theme=pink&lang=<svg>')).toMatchObject({ theme: 'light', language: 'en', overlay: NO_OVERLAY });
  });

  test.each([
    ['positions=x1,2,3'],
    ['positions=e91,0,5'],
    ['positions=e1,2,-3'],
    ['positions=e1,2'],
    ['positions=e1,2,NaN'],
    ['places=1,2,3,4'],
    ['places=1e9,2,3'],
    ['path=k1,2'],
    ['path=k1,2,3'],
    ['path=__proto__'],
    [`path=k${'1,2,'.repeat(5000)}1,2`],
  ])('leaves out an invalid part of the overlay: %.40s', (query) => {
    expect(read(query)?.overlay).toEqual(NO_OVERLAY);
  });

  test('keeps a pole inside the map', () => {
    expect(readPictureRequest(new URLSearchParams('at=90,0&zoom=3&size=100x100'))?.view.lat).toBeCloseTo(85.05, 2);
  });
});

describe('limitOverlay', () => {
  const count = ({ positions, places, path }: PictureOverlay) =>
    positions.length + places.length + path.reduce((sum, { line }) => sum + line.length, 0);
  const line = (length: number) => Array.from({ length }, (_, index) => ({ lat: index / 1000, lon: 1 }));

  test('leaves out points of the path evenly and keeps the ends of each piece', () => {
    const overlay: PictureOverlay = {
      ...REQUEST.overlay,
      path: [
        { look: 'known', line: line(5000) },
        { look: 'gap', line: line(2) },
      ],
    };
    const limited = limitOverlay(overlay);
    expect(count(limited)).toBeLessThanOrEqual(OVERLAY_MAX_POINTS);
    expect(count(limited)).toBeGreaterThan(OVERLAY_MAX_POINTS - 10);
    expect(limited.path.map((piece) => [piece.line[0], piece.line.at(-1)])).toEqual(
      overlay.path.map((piece) => [piece.line[0], piece.line.at(-1)]),
    );
    const steps = limited.path[0]?.line.slice(1).map(({ lat }, index) => lat - (limited.path[0]?.line[index]?.lat ?? 0)) ?? [];
    expect(Math.max(...steps)).toBeLessThan(0.04);
  });

  test('keeps positions and places before the path', () => {
    const many = Array.from({ length: 300 }, () => ({ lat: 1, lon: 2, look: 'old' as const, meters: 5 }));
    expect(
      limitOverlay({
        positions: many,
        places: many.map(({ lat, lon, meters }) => ({ lat, lon, meters })),
        path: [{ look: 'known', line: line(50) }],
      }),
    ).toMatchObject({
      positions: { length: 200 },
      places: [],
      path: [],
    });
  });

  test('changes nothing within the limit', () => {
    expect(limitOverlay(REQUEST.overlay)).toEqual(REQUEST.overlay);
  });
});
