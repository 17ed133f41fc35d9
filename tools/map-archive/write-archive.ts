import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import type { MapBounds } from '#app/domain/map-source.ts';
import type { TileAddress } from '#app/domain/map-tile.ts';

/** An uncompressed vector tile with its address. */
export type ArchivedTile = TileAddress & { data: Uint8Array };

export type ArchiveFacts = {
  name: string;
  attribution: string;
  minZoom: number;
  maxZoom: number;
  bounds: MapBounds;
  /** Names of the layers, for programs that show an archive. */
  layers: ReadonlyArray<string>;
};

const HEADER_BYTES = 127;
/** The root directory must be within the first 16 KB, together with the header. We write no leaf directories. */
const ROOT_MAX_BYTES = 16_384 - HEADER_BYTES;
const DEGREES = 10_000_000;
const [GZIP, MVT] = [2, 1];

type Entry = { id: number; offset: number; length: number; run: number };

/**
 * Returns a PMTiles v3 archive of gzip-compressed vector tiles, clustered and with one directory. Omits empty tiles and stores equal tiles
 * once. The same input gives the same bytes.
 * @throws Error if there are too many tiles for one directory
 */
export function writeArchive(tiles: ReadonlyArray<ArchivedTile>, facts: ArchiveFacts): Uint8Array {
  const sorted = tiles
    .filter(({ data }) => data.length > 0)
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data }))
    .sort((a, b) => a.id - b.id);
  const known = new Map<string, { offset: number; length: number }>();
  const contents: Array<Uint8Array> = [];
  const entries: Array<Entry> = [];
  let size = 0;
  for (const { id, data } of sorted) {
    const hash = createHash('sha256').update(data).digest('base64');
    let place = known.get(hash);
    if (place === undefined) {
      const packed = compress(data);
      place = { offset: size, length: packed.length };
      known.set(hash, place);
      contents.push(packed);
      size += packed.length;
    }
    const before = entries.at(-1);
    if (before !== undefined && before.offset === place.offset && before.id + before.run === id) before.run += 1;
    else entries.push({ id, ...place, run: 1 });
  }
  const root = compress(writeDirectory(entries));
  if (root.length > ROOT_MAX_BYTES) throw new Error(`Too many tiles for one directory: ${entries.length}`);
  const metadata = compress(new TextEncoder().encode(JSON.stringify(toMetadata(facts))));
  const header = writeHeader({
    facts,
    root: root.length,
    metadata: metadata.length,
    size,
    sorted: sorted.length,
    entries: entries.length,
    contents: contents.length,
  });
  return new Uint8Array(Buffer.concat([header, root, metadata, ...contents]));
}

function toMetadata({ name, attribution, minZoom, maxZoom, layers }: ArchiveFacts) {
  return {
    name,
    attribution,
    type: 'baselayer',
    format: 'pbf',
    vector_layers: layers.map((id) => ({ id, fields: {}, minzoom: minZoom, maxzoom: maxZoom })),
  };
}

/** Compresses with gzip. Clears the byte that names the operating system, so that the result is the same on every system. */
function compress(bytes: Uint8Array): Uint8Array {
  const packed = gzipSync(bytes, { level: 9 });
  packed[9] = 255;
  return packed;
}

/**
 * Returns a directory: the number of entries, then the differences of ids, the runs, the lengths, and the offsets (0 = right after the one
 * before).
 */
function writeDirectory(entries: ReadonlyArray<Entry>): Uint8Array {
  const bytes: Array<number> = [];
  const write = (value: number) => {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  };
  write(entries.length);
  for (const [index, { id }] of entries.entries()) write(id - (entries[index - 1]?.id ?? 0));
  for (const { run } of entries) write(run);
  for (const { length } of entries) write(length);
  for (const [index, { offset }] of entries.entries()) {
    const before = entries[index - 1];
    write(before !== undefined && before.offset + before.length === offset ? 0 : offset + 1);
  }
  return Uint8Array.from(bytes);
}

type Sizes = { facts: ArchiveFacts; root: number; metadata: number; size: number; sorted: number; entries: number; contents: number };

function writeHeader({ facts, root, metadata, size, sorted, entries, contents }: Sizes): Uint8Array {
  const { minZoom, maxZoom, bounds } = facts;
  const [west, south, east, north] = bounds;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  const tileData = HEADER_BYTES + root + metadata;
  const numbers = [HEADER_BYTES, root, HEADER_BYTES + root, metadata, tileData, 0, tileData, size, sorted, entries, contents];
  for (const [index, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + index * 8);
  header.set([1, GZIP, GZIP, MVT, minZoom, maxZoom], 96);
  const degrees = [west, south, east, north];
  for (const [index, degree] of degrees.entries()) header.writeInt32LE(Math.round(degree * DEGREES), 102 + index * 4);
  header.writeUInt8(maxZoom, 118);
  header.writeInt32LE(Math.round(((west + east) / 2) * DEGREES), 119);
  header.writeInt32LE(Math.round(((south + north) / 2) * DEGREES), 123);
  return header;
}
