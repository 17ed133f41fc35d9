import { describe, expect, test } from 'vitest';
import { isVectorTile } from '#app/domain/vector-tile.ts';
import { createTileCutter, type MapFeature } from './cut-tile.ts';
import { encodeTile } from './encode-tile.ts';
import { listFeatures, readArchive, readTileBytes } from './read-archive.fixture.ts';
import { simplify } from './simplify.ts';
import { writeArchive } from './write-archive.ts';

const FACTS = {
  name: 'Test',
  attribution: '© Nobody',
  minZoom: 0,
  maxZoom: 2,
  bounds: [-10, -20, 30, 40] as [number, number, number, number],
  layers: ['roads'],
};
const tile = (name: string) =>
  encodeTile([
    {
      name: 'roads',
      features: [
        {
          kind: 'line',
          parts: [
            [
              [0, 0],
              [4096, 100],
            ],
          ],
          properties: { kind: 'path', name, lanes: 2 },
        },
      ],
    },
  ]);

describe('writeArchive', () => {
  test('writes tiles that the reader returns unchanged', async () => {
    const tiles = [
      { z: 2, x: 3, y: 1, data: tile('east') },
      { z: 0, x: 0, y: 0, data: tile('world') },
      { z: 1, x: 0, y: 1, data: tile('west') },
      { z: 1, x: 1, y: 1, data: tile('west') },
      { z: 1, x: 1, y: 0, data: new Uint8Array() },
    ];
    const archive = readArchive(writeArchive(tiles, FACTS));
    for (const { z, x, y, data } of tiles)
      expect(await readTileBytes(archive, z, x, y), `${z}/${x}/${y}`).toEqual(data.length === 0 ? null : data);
    expect(await readTileBytes(archive, 2, 0, 0)).toBeNull();
    expect(await archive.getHeader()).toMatchObject({
      specVersion: 3,
      tileType: 1,
      tileCompression: 2,
      internalCompression: 2,
      clustered: true,
      minZoom: 0,
      maxZoom: 2,
      minLon: -10,
      minLat: -20,
      maxLon: 30,
      maxLat: 40,
      numAddressedTiles: 4,
      numTileContents: 3,
    });
    expect(await archive.getMetadata()).toMatchObject({ name: 'Test', attribution: '© Nobody' });
  });

  test('gives the same bytes for the same tiles in another order', () => {
    const tiles = [
      { z: 1, x: 0, y: 0, data: tile('a') },
      { z: 1, x: 1, y: 0, data: tile('b') },
    ];
    expect(writeArchive(tiles, FACTS)).toEqual(writeArchive(tiles.toReversed(), FACTS));
  });
});

describe('encodeTile', () => {
  test('writes points, lines and polygons with their properties', () => {
    const bytes = encodeTile([
      { name: 'empty', features: [] },
      {
        name: 'mixed',
        features: [
          { kind: 'point', parts: [[[5, 7]]], properties: { name: 'Café' } },
          {
            kind: 'line',
            parts: [
              [
                [0, 0],
                [-64, 4160],
              ],
              [
                [9, 9],
                [1, 1],
              ],
            ],
            properties: {},
          },
          {
            kind: 'polygon',
            parts: [
              [
                [0, 0],
                [10, 0],
                [10, 10],
              ],
            ],
            properties: { level: 300 },
          },
        ],
      },
    ]);
    expect(isVectorTile(bytes)).toBe(true);
    expect(listFeatures(bytes)).toEqual([
      { layer: 'mixed', type: 1, properties: { name: 'Café' }, geometry: [[[5, 7]]] },
      {
        layer: 'mixed',
        type: 2,
        properties: {},
        geometry: [
          [
            [0, 0],
            [-64, 4160],
          ],
          [
            [9, 9],
            [1, 1],
          ],
        ],
      },
      {
        layer: 'mixed',
        type: 3,
        properties: { level: 300 },
        geometry: [
          [
            [0, 0],
            [10, 0],
            [10, 10],
            [0, 0],
          ],
        ],
      },
    ]);
  });
});

describe('isVectorTile', () => {
  test.each([
    ['HTML', '<!doctype html><html></html>'],
    ['JSON', '{"error":"no"}'],
    ['gzip', '\x1f\x8b\x08\x00'],
    ['a PNG', '\x89PNG\r\n\x1a\n'],
    ['a layer that ends too late', '\x1a\x7fabc'],
    ['an endless length', '\x1a\xff\xff\xff\xff\xff\xff\xff'],
  ])('refuses %s', (_what, text) => {
    expect(isVectorTile(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))).toBe(false);
  });

  test('refuses a truncated tile and accepts an empty one', () => {
    expect(isVectorTile(tile('a').slice(0, -1))).toBe(false);
    expect(isVectorTile(new Uint8Array())).toBe(true);
  });
});

describe('createTileCutter', () => {
  const feature = (kind: MapFeature['kind'], points: Array<[number, number]>, more: Partial<MapFeature> = {}): MapFeature => ({
    layer: kind,
    kind,
    parts: [points.map(([x, y]) => ({ x, y }))],
    properties: {},
    minZoom: 0,
    ...more,
  });

  test('cuts lines and areas a little beyond the tile, and gives each point to one tile', () => {
    const cut = createTileCutter([
      feature('line', [
        [0.1, 0.25],
        [0.9, 0.25],
      ]),
      feature('polygon', [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
      feature('point', [[0.5, 0.5]]),
    ]);
    const west = listFeatures(cut({ z: 1, x: 0, y: 0 }));
    expect(west.map(({ layer }) => layer)).toEqual(['line', 'polygon']);
    expect(west[0]?.geometry).toEqual([
      [
        [819, 2048],
        [4160, 2048],
      ],
    ]);
    for (const [x, y] of west[1]?.geometry.flat() ?? []) expect(Math.max(x, y)).toBeLessThanOrEqual(4160);
    expect(listFeatures(cut({ z: 1, x: 1, y: 1 })).map(({ layer }) => layer)).toEqual(['polygon', 'point']);
  });

  test('keeps the last point of a closed line', () => {
    const cut = createTileCutter([
      feature('line', [
        [0.1, 0.1],
        [0.2, 0.1],
        [0.2, 0.2],
        [0.1, 0.1],
      ]),
    ]);
    expect(listFeatures(cut({ z: 0, x: 0, y: 0 }))[0]?.geometry[0]).toHaveLength(4);
  });

  test('omits features of other zooms', () => {
    const cut = createTileCutter([feature('point', [[0.5, 0.5]], { minZoom: 1, maxZoom: 1 })]);
    expect([0, 1, 2].map((z) => cut({ z, x: 2 ** z / 2, y: 2 ** z / 2 }).length > 0)).toEqual([false, true, false]);
  });
});

test('simplify keeps corners and removes points that are within the tolerance', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 1, y: 0.01 },
    { x: 2, y: 0 },
    { x: 2, y: 2 },
  ];
  expect(simplify(line, 0.1)).toEqual([line[0], line[2], line[3]]);
  expect(simplify(line, 0.001)).toEqual(line);
});
