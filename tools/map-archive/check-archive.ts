import { type FileHandle, open } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { bytesToHeader, Compression, type Header, PMTiles, TileType } from 'pmtiles';
import * as z from 'zod';
import { describeMapSource, type MapBounds } from '#app/domain/map-source.ts';
import { toWorld } from '#app/domain/map-tile.ts';
import { isVectorTile } from '#app/domain/vector-tile.ts';

/** Facts about a usable archive. `credit` is plain text. */
export type CheckedArchive = { size: number; name: string; credit: string; minZoom: number; maxZoom: number; bounds: MapBounds };

/** The largest archive that is stored: 1 GiB. Cloudflare’s command for uploads takes 300 MiB. */
export const ARCHIVE_MAX_BYTES = 1024 ** 3;
export const CLOUDFLARE_MAX_BYTES = 300 * 1024 ** 2;

const HEADER_BYTES = 127;
const MIN_MAX_ZOOM = 13;
/** A directory or metadata that unpacks to more than this is refused. */
const UNPACKED_MAX_BYTES = 16 * 1024 ** 2;
const COMPRESSIONS = ['unknown', 'no', 'gzip', 'brotli', 'zstd'];
const TILE_TYPES = ['unknown', 'vector', 'PNG', 'JPEG', 'WebP', 'AVIF', 'MapLibre'];

const metadataSchema = z.object({ name: z.string().catch(''), attribution: z.string().catch('') });

/** An archive that cannot be used. The message gives the operator the cause, then the remedy. */
export class UnusableArchive extends Error {}

/**
 * Checks a PMTiles archive before it is stored: version 3, vector tiles, gzip or no compression, zoom 13 or more, bounds, a credit, complete,
 * and at most `maxBytes`. Reads the directory and one tile.
 * @throws UnusableArchive with cause and remedy
 */
export async function checkArchive(file: string, maxBytes: number = ARCHIVE_MAX_BYTES): Promise<CheckedArchive> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT';
    return refuse(`${isMissing ? 'File not found' : `Can’t read the file (${error.code})`}: ${file}. Check the path.`);
  });
  try {
    return await checkOpen(handle, file, maxBytes);
  } finally {
    await handle.close();
  }
}

async function checkOpen(handle: FileHandle, file: string, maxBytes: number): Promise<CheckedArchive> {
  const stat = await handle.stat();
  if (!stat.isFile()) refuse(`${file} is not a file. Give the path of a .pmtiles file.`);
  if (stat.size === 0) refuse(`${file} is empty. Download or create it again.`);
  if (stat.size > maxBytes) {
    refuse(
      `${file} has ${toMegabytes(stat.size)}; the limit is ${toMegabytes(maxBytes)}. Cut out a smaller area: pmtiles extract <source> <file> --bbox=<west,south,east,north>.`,
    );
  }
  const read = async (offset: number, length: number) => {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  };
  const start = await read(0, HEADER_BYTES);
  checkStart(start, file);
  const header = bytesToHeader(start.slice().buffer);
  checkHeader(header, stat.size, file);
  const archive = new PMTiles(
    { getKey: () => file, getBytes: async (offset, length) => ({ data: (await read(offset, length)).slice().buffer }) },
    undefined,
    async (data, compression) => (compression === Compression.Gzip ? unpack(data) : data),
  );
  const damaged = () => refuse(`${file} is damaged: its directory, its metadata or a tile can’t be read. Download or create it again.`);
  const metadata = metadataSchema.parse(await archive.getMetadata().catch(damaged));
  const middle = toWorld({ lat: (header.minLat + header.maxLat) / 2, lon: (header.minLon + header.maxLon) / 2 });
  const scale = 2 ** header.maxZoom;
  const tile = await archive.getZxy(header.maxZoom, Math.floor(middle.x * scale), Math.floor(middle.y * scale)).catch(damaged);
  if (tile !== undefined && !isVectorTile(new Uint8Array(tile.data))) damaged();
  const { credit } = describeMapSource({ id: 'archive', attribution: metadata.attribution });
  if (credit === null) {
    refuse(
      `${file} names no source in its metadata (“attribution”), and maps must credit theirs. Set it with: pmtiles edit ${file} --metadata=<file>.`,
    );
  }
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = header;
  return { size: stat.size, name: metadata.name, credit, minZoom, maxZoom, bounds: [minLon, minLat, maxLon, maxLat] };
}

function checkStart(start: Uint8Array, file: string): void {
  const isVersionOne = start[0] === 0x50 && start[1] === 0x4d;
  const magic = new TextDecoder('latin1').decode(start.subarray(0, 7));
  if (magic !== 'PMTiles' && isVersionOne)
    refuse(`${file} is PMTiles version ${start[2]}. Convert it to version 3: pmtiles convert <old> <new>.`);
  if (magic !== 'PMTiles') {
    const isDatabase = magic.startsWith('SQLite');
    refuse(
      `${file} is not a PMTiles archive. ${isDatabase ? 'Convert it: pmtiles convert <file.mbtiles> <file.pmtiles>.' : 'Give a file that was made as PMTiles version 3.'}`,
    );
  }
  if (start[7] !== 3) refuse(`${file} is PMTiles version ${start[7]}; only version 3 is supported. Update the program that made it.`);
  if (start.length < HEADER_BYTES) refuse(truncated(file));
}

function checkHeader(header: Header, size: number, file: string): void {
  const { tileType, tileCompression, internalCompression, minZoom, maxZoom } = header;
  if (tileType !== TileType.Mvt) {
    refuse(
      `${file} has ${TILE_TYPES[tileType] ?? 'unknown'} tiles; only vector tiles (MVT) are supported. Get the vector version of this map.`,
    );
  }
  for (const compression of [tileCompression, internalCompression]) {
    if (compression === Compression.None || compression === Compression.Gzip) continue;
    refuse(`${file} has ${COMPRESSIONS[compression] ?? 'unknown'} compression; only gzip or none is supported. Create it again with gzip.`);
  }
  const ends = [
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  ];
  if (ends.some((end) => end > size)) refuse(truncated(file));
  if (maxZoom < MIN_MAX_ZOOM || minZoom > maxZoom) {
    refuse(`${file} ends at zoom ${maxZoom}; streets need zoom ${MIN_MAX_ZOOM} or more. Extract it again with --maxzoom=14 or 15.`);
  }
  const { minLon, minLat, maxLon, maxLat } = header;
  const areOnEarth = [minLon, maxLon].every((lon) => Math.abs(lon) <= 180) && [minLat, maxLat].every((lat) => Math.abs(lat) <= 90);
  if (!areOnEarth || minLon === maxLon || minLat >= maxLat) {
    refuse(`${file} does not say which area it covers. Create it again with bounds, for example with pmtiles extract --bbox.`);
  }
}

function unpack(data: ArrayBuffer): ArrayBuffer {
  return new Uint8Array(gunzipSync(new Uint8Array(data), { maxOutputLength: UNPACKED_MAX_BYTES })).buffer;
}

function truncated(file: string): string {
  return `${file} is incomplete: it ends before its own table says. Download or create it again.`;
}

function toMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2)} MiB`;
}

function refuse(sentence: string): never {
  throw new UnusableArchive(sentence);
}
