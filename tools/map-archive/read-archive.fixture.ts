import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';

let opened = 0;

/** Opens an archive in memory with the reader that the API uses. */
export function readArchive(bytes: Uint8Array): PMTiles {
  opened += 1;
  const key = `archive ${opened}`;
  return new PMTiles({
    getKey: () => key,
    getBytes: async (offset, length) => ({ data: bytes.slice(offset, offset + length).buffer as ArrayBuffer }),
  });
}

/** Returns the bytes of a tile, or null if the archive has none. */
export async function readTileBytes(archive: PMTiles, z: number, x: number, y: number): Promise<Uint8Array | null> {
  const tile = await archive.getZxy(z, x, y);
  return tile === undefined ? null : new Uint8Array(tile.data);
}

/** Returns the features of a tile as plain data, with the layer of each. */
export function listFeatures(
  bytes: Uint8Array,
): Array<{ layer: string; type: number; properties: object; geometry: Array<Array<[number, number]>> }> {
  return Object.entries(new VectorTile(new PbfReader(bytes)).layers).flatMap(([layer, found]) =>
    Array.from({ length: found.length }, (_, index) => {
      const feature = found.feature(index);
      const geometry = feature.loadGeometry().map((part) => part.map(({ x, y }): [number, number] => [x, y]));
      return { layer, type: feature.type, properties: feature.properties, geometry };
    }),
  );
}
