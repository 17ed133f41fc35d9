import { describe, expect, test } from 'vitest';
import { fromWorld, listTiles, pxPerMeter, readTileAddress, toViewPx, toWorld } from './map-tile.ts';

describe('readTileAddress', () => {
  test.each([
    ['0', '0', '0.mvt', { z: 0, x: 0, y: 0 }],
    ['14', '8766', '5322.mvt', { z: 14, x: 8766, y: 5322 }],
    ['15', '32767', '32767.mvt', { z: 15, x: 32767, y: 32767 }],
  ])('reads %s/%s/%s', (z, x, file, address) => {
    expect(readTileAddress(z, x, file)).toEqual(address);
  });

  test.each([
    ['1', '2', '0.mvt'],
    ['1', '0', '2.mvt'],
    ['16', '0', '0.mvt'],
    ['-1', '0', '0.mvt'],
    ['1.5', '0', '0.mvt'],
    ['1', '1e0', '0.mvt'],
    ['1', '', '0.mvt'],
    ['1', '0', '0'],
    ['1', '0', '0.png'],
    ['1', '0', '0.mvt/..'],
    ['99999999999999999999', '0', '0.mvt'],
    ['١', '0', '0.mvt'],
  ])('refuses %s/%s/%s', (z, x, file) => {
    expect(readTileAddress(z, x, file)).toBeNull();
  });
});

describe('toWorld', () => {
  test.each([
    [0, 0, 0.5, 0.5],
    [85.0511287798066, -180, 0, 0],
    [-90, 180, 1, 1],
  ])('puts %d, %d at %d, %d', (lat, lon, x, y) => {
    expect(toWorld({ lat, lon }).x).toBeCloseTo(x, 9);
    expect(toWorld({ lat, lon }).y).toBeCloseTo(y, 9);
  });

  test('returns a position that fromWorld converts back', () => {
    const { lat, lon } = fromWorld(toWorld({ lat: 53.09, lon: 12.63 }));
    expect([lat, lon]).toEqual([expect.closeTo(53.09, 9), expect.closeTo(12.63, 9)]);
  });
});

describe('listTiles', () => {
  test('covers the view without a gap and without a tile outside it', () => {
    const view = { lat: 53.09, lon: 12.63, zoom: 14.6, width: 1280, height: 824 };
    const tiles = listTiles(view, 14);
    const size = tiles[0]?.size ?? 0;
    expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0);
    expect(Math.max(...tiles.map(({ left }) => left + size))).toBeGreaterThanOrEqual(view.width);
    expect(Math.min(...tiles.map(({ top }) => top))).toBeLessThanOrEqual(0);
    expect(Math.max(...tiles.map(({ top }) => top + size))).toBeGreaterThanOrEqual(view.height);
    const isSeen = ({ left, top }: { left: number; top: number }) => left < view.width && top < view.height && left > -size && top > -size;
    expect(tiles.every(isSeen)).toBe(true);
    expect(new Set(tiles.map(({ x, y }) => `${x}/${y}`)).size).toBe(tiles.length);
  });

  test('enlarges tiles of the last zoom for a closer view', () => {
    const tiles = listTiles({ lat: 0, lon: 0, zoom: 16, width: 100, height: 100 }, 14);
    expect(tiles.map(({ z, size }) => [z, size])).toEqual(Array.from({ length: 4 }, () => [14, 2048]));
  });

  test('shows both sides of the date line, and nothing beyond the poles', () => {
    const tiles = listTiles({ lat: 85, lon: 180, zoom: 2, width: 600, height: 600 }, 14);
    expect(tiles.map(({ x, y }) => [x, y])).toEqual([
      [3, 0],
      [0, 0],
    ]);
  });

  test('returns at most 30 tiles for a view of 2000 by 1600 px', () => {
    expect(listTiles({ lat: 10.1, lon: 20.2, zoom: 14, width: 2000, height: 1600 }, 14).length).toBeLessThanOrEqual(30);
  });
});

describe('toViewPx', () => {
  test('puts a position beyond the date line beside the center', () => {
    const { x } = toViewPx({ lat: 0, lon: 179.9, zoom: 5, width: 400, height: 400 }, { lat: 0, lon: -179.9 });
    expect(x).toBeGreaterThan(200);
    expect(x).toBeLessThan(220);
  });
});

test('pxPerMeter grows with the latitude and doubles with each zoom', () => {
  const at = (lat: number, zoom: number) => pxPerMeter({ lat, lon: 0, zoom, width: 1, height: 1 });
  expect(at(60, 14) / at(0, 14)).toBeCloseTo(2, 6);
  expect(at(0, 15) / at(0, 14)).toBe(2);
});
