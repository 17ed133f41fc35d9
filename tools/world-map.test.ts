import { describe, expect, test } from 'vitest';
import { WORLD_BASE64 } from '#workers/api/map/world.generated.ts';
import { listFeatures, readArchive, readTileBytes } from './map-archive/read-archive.fixture.ts';
import { unwrap, worldArchive } from './world-map.ts';

describe('worldArchive', () => {
  test.each([
    [0, 0, 0],
    [2, 3, 1],
    [3, 4, 2],
  ])('contains the tile %i/%i/%i that the API ships; after a change run node tools/world-map.ts', async (z, x, y) => {
    const shipped = await readTileBytes(readArchive(new Uint8Array(Buffer.from(WORLD_BASE64, 'base64'))), z, x, y);
    expect(await readTileBytes(readArchive(worldArchive()), z, x, y)).toEqual(shipped);
  });

  test('has no land that stretches across the map, except Antarctica', async () => {
    const tile = await readTileBytes(readArchive(worldArchive()), 0, 0, 0);
    const land = listFeatures(tile ?? new Uint8Array()).filter(({ layer }) => layer === 'earth');
    // Only Antarctica reaches around the world. Without unwrapping, Russia and Fiji do as well.
    const wide = land
      .flatMap(({ geometry }) => geometry)
      .filter((ring) => {
        const xs = ring.map(([x]) => x);
        return Math.max(...xs) - Math.min(...xs) > 3000;
      });
    expect(wide).toHaveLength(1);
    expect(Math.min(...(wide[0] ?? []).map(([, y]) => y))).toBeGreaterThan(2500);
  });

  test('names Germany in all eight languages', async () => {
    const tile = await readTileBytes(readArchive(worldArchive()), 3, 4, 2);
    const names = listFeatures(tile ?? new Uint8Array()).map(({ properties }) => properties as Record<string, string>);
    expect(names.find((properties) => properties.name === 'Germany')).toMatchObject({
      'name:de': 'Deutschland',
      'name:en': 'Germany',
      'name:es': 'Alemania',
      'name:fr': 'Allemagne',
      'name:nl': 'Duitsland',
      'name:pt': 'Alemanha',
      'name:zh-Hans': '德国',
      'name:zh-Hant': '德國',
    });
  });
});

describe('unwrap', () => {
  test('continues a ring beyond the date line', () => {
    const xs = unwrap([
      [170, 60],
      [179, 60],
      [-179, 60],
      [-170, 62],
      [170, 60],
    ]).map(({ x }) => x * 360 - 180);
    for (const [index, x] of [170, 179, 181, 190, 170].entries()) expect(xs[index]).toBeCloseTo(x, 6);
  });

  test('closes a ring around the world along the pole', () => {
    const ring = unwrap([
      [-180, -80],
      [-60, -75],
      [60, -78],
      [180, -80],
    ]);
    expect(ring).toHaveLength(6);
    expect(ring.slice(4).map(({ y }) => y)).toEqual([1, 1].map((y) => expect.closeTo(y, 6)));
  });
});
