import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toWorld } from '#app/domain/map-tile.ts';
import { getSpot } from '#device/demo-town/spots.ts';
import { listFeatures, readArchive, readTileBytes } from '../map-archive/read-archive.fixture.ts';
import { townArchive } from './town-archive.ts';

describe('townArchive', () => {
  const bytes = townArchive();

  test('is a small archive of vector tiles from zoom 9 to 14', async () => {
    expect(bytes.length).toBeLessThan(80_000);
    expect(await readArchive(bytes).getHeader()).toMatchObject({
      specVersion: 3,
      tileType: 1,
      tileCompression: 2,
      minZoom: 9,
      maxZoom: 14,
    });
  });

  test('shows streets, water, park, houses and names around the home', async () => {
    const { x, y } = toWorld(getSpot('home'));
    const archive = readArchive(bytes);
    const found = new Set<string>();
    for (const column of [-1, 0, 1]) {
      for (const row of [-1, 0, 1]) {
        const tile = await readTileBytes(archive, 14, Math.floor(x * 2 ** 14) + column, Math.floor(y * 2 ** 14) + row);
        for (const { layer, properties } of listFeatures(tile ?? new Uint8Array())) {
          const { kind = '', name = '' } = properties as { kind?: string; name?: string };
          found.add(`${layer} ${kind}`).add(name);
        }
      }
    }
    expect([...found]).toEqual(
      expect.arrayContaining([
        ...['earth earth', 'landuse park', 'landuse wood', 'water river', 'buildings building', 'places park', 'roads rail', 'roads path'],
        ...['roads major_road', 'roads minor_road', 'Harbor Street', 'Bellflower Street', 'Lantern Park', 'Alder River'],
      ]),
    );
  });

  test('has the same tile around the home in every run', async () => {
    // A changed town needs a new hash. If the hash differs although the town did not change, the map depends on the machine.
    const { x, y } = toWorld(getSpot('home'));
    const tile = await readTileBytes(readArchive(bytes), 14, Math.floor(x * 2 ** 14), Math.floor(y * 2 ** 14));
    expect(
      createHash('sha256')
        .update(tile ?? '')
        .digest('hex')
        .slice(0, 16),
    ).toBe('43ec34c3260dcd5d');
  });
});
