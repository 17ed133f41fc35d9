import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkArchive } from './check-archive.ts';
import { createTileCutter } from './cut-tile.ts';
import { writeArchive } from './write-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-map-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FACTS = {
  name: 'Town',
  attribution: '© <b>Mappers</b>',
  minZoom: 13,
  maxZoom: 14,
  bounds: [12, 52, 13, 53] as [number, number, number, number],
  layers: ['roads'],
};
const AT = { z: 14, x: 8760, y: 5338 };
const cut = createTileCutter([
  {
    layer: 'roads',
    kind: 'line',
    parts: [
      [
        { x: 0.5, y: 0.3 },
        { x: 0.6, y: 0.4 },
      ],
    ],
    properties: {},
    minZoom: 0,
  },
]);

function archive(facts: Partial<typeof FACTS> = {}): Buffer {
  return Buffer.from(
    writeArchive(
      [
        { ...AT, data: cut({ z: 14, x: 8760, y: 5330 }) },
        { ...AT, x: 8761, data: cut({ z: 0, x: 0, y: 0 }) },
      ],
      { ...FACTS, ...facts },
    ),
  );
}

function file(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Returns a good archive with other bytes at an offset. */
function changed(offset: number, ...bytes: Array<number>): Buffer {
  const good = archive();
  good.set(bytes, offset);
  return good;
}

describe('checkArchive', () => {
  test('describes a good archive', async () => {
    expect(await checkArchive(file('good.pmtiles', archive()))).toEqual({
      size: archive().length,
      name: 'Town',
      credit: '© Mappers',
      minZoom: 13,
      maxZoom: 14,
      bounds: [12, 52, 13, 53],
    });
  });

  test.each<[string, () => Uint8Array, RegExp]>([
    ['empty', () => new Uint8Array(), /is empty\. Download or create it again\.$/],
    ['of another type', () => Buffer.from('<!doctype html>'), /is not a PMTiles archive\. Give a file/],
    ['MBTiles', () => Buffer.from('SQLite format 3\0'), /is not a PMTiles archive\. Convert it: pmtiles convert/],
    ['of version 1', () => Buffer.from([0x50, 0x4d, 1, 0, 0, 0, 0, 0]), /is PMTiles version 1\. Convert it to version 3/],
    ['of version 2', () => Buffer.from([0x50, 0x4d, 2, 0, 0, 0, 0, 0]), /is PMTiles version 2\. Convert it to version 3/],
    ['of a later version', () => changed(7, 4), /is PMTiles version 4; only version 3 is supported/],
    ['raster', () => changed(99, 2), /has PNG tiles; only vector tiles/],
    ['MapLibre tiles', () => changed(99, 6), /has MapLibre tiles; only vector tiles/],
    ['brotli', () => changed(98, 3), /has brotli compression; only gzip or none/],
    ['with a zstd directory', () => changed(97, 4), /has zstd compression; only gzip or none/],
    ['without near zooms', () => archive({ maxZoom: 12, minZoom: 0 }), /ends at zoom 12; streets need zoom 13 or more/],
    ['without bounds', () => archive({ bounds: [0, 0, 0, 0] }), /does not say which area it covers/],
    ['with bounds beyond Earth', () => archive({ bounds: [-200, 0, 10, 10] }), /does not say which area it covers/],
    ['without a credit', () => archive({ attribution: '' }), /names no source .* maps must credit theirs/],
    ['cut off in its header', () => archive().subarray(0, 60), /is incomplete: it ends before/],
    ['cut off by a byte', () => archive().subarray(0, -1), /is incomplete: it ends before/],
    ['damaged in its directory', () => changed(130, 1, 2, 3, 4, 5, 6, 7, 8, 9), /is damaged/],
  ])('refuses an archive that is %s, with cause and remedy', async (name, bytes, message) => {
    await expect(checkArchive(file(`${name}.pmtiles`, bytes()))).rejects.toThrow(message);
  });

  test('refuses a missing file and a folder', async () => {
    await expect(checkArchive(join(folder, 'none.pmtiles'))).rejects.toThrow(/^File not found: .*none\.pmtiles\. Check the path\.$/);
    mkdirSync(join(folder, 'inside'));
    await expect(checkArchive(join(folder, 'inside'))).rejects.toThrow(/is not a file|EISDIR/);
  });

  test('refuses a file of 2 GB before reading it', async () => {
    const path = file('large.pmtiles', archive());
    truncateSync(path, 2 * 1024 ** 3);
    await expect(checkArchive(path)).rejects.toThrow(/has 2048 MiB; the limit is 1024 MiB\. Cut out a smaller area/);
  });
});
