import { EtagMismatch, PMTiles, ResolvedValueCache, type Source } from 'pmtiles';
import * as z from 'zod';
import type { MapBounds } from '#app/domain/map-source';
import { unpack } from './unpack';

/** Keys of the archives in the bucket. */
export const ARCHIVE_KEYS = { town: 'map/town.pmtiles', archive: 'map/archive.pmtiles' } as const;
export type ArchiveId = keyof typeof ARCHIVE_KEYS;

/** Facts from the header and the metadata of an archive. */
export type ArchiveFacts = { minZoom: number; maxZoom: number; bounds: MapBounds; attribution: string | null };

/** Headers and directories of archives that this isolate keeps. A directory of an archive of 1 GB has up to 100 KB. */
const CACHED_PARTS = 32;
const parts = new ResolvedValueCache(CACHED_PARTS, undefined, unpack);
/** Facts by ETag. There are two archives at most, so old entries are few. */
const facts = new Map<string, ArchiveFacts>();
const FACTS_MAX = 8;

const metadataSchema = z.object({ attribution: z.string().max(2000).nullish().catch(null) }).catch({ attribution: null });

/** Returns a source that reads ranges of an object in the bucket. Later reads request the same version of the object as the first one. */
function bucketSource(bucket: R2Bucket, key: string): Source {
  return {
    getKey: () => key,
    getBytes: async (offset, length, _signal, etag) => {
      const condition = etag === undefined ? {} : { onlyIf: { etagMatches: etag } };
      const object = await bucket.get(key, { range: { offset, length }, ...condition });
      if (object === null) throw new Error(`No archive at ${key}`);
      if (!('body' in object)) throw new EtagMismatch();
      return { data: await object.arrayBuffer(), etag: object.etag };
    },
  };
}

/** Opens an archive from any source, such as bytes in memory. Its headers and directories are cached by the source's key. */
export function openArchive(source: Source): PMTiles {
  return new PMTiles(source, parts, unpack);
}

/**
 * Returns one tile of a stored archive, unpacked; empty if the archive has no such tile. `version` is the ETag of the archive.
 * @throws Error if there is no archive, or it is damaged
 */
export async function readStoredTile(
  bucket: R2Bucket,
  id: ArchiveId,
  { z, x, y }: { z: number; x: number; y: number },
): Promise<{ bytes: Uint8Array; version: string }> {
  const archive = openArchive(bucketSource(bucket, ARCHIVE_KEYS[id]));
  const tile = await archive.getZxy(z, x, y);
  const { etag = '' } = await archive.getHeader();
  return { bytes: new Uint8Array(tile?.data ?? new ArrayBuffer()), version: etag };
}

/** Returns the ETag and the facts of a stored archive, or null if there is none. Forgets cached parts of an earlier one. */
export async function describeStoredArchive(
  bucket: R2Bucket,
  id: ArchiveId,
): Promise<(ArchiveFacts & { version: string; size: number }) | null> {
  const stored = await bucket.head(ARCHIVE_KEYS[id]);
  if (stored === null) return null;
  const source = bucketSource(bucket, ARCHIVE_KEYS[id]);
  let known = facts.get(stored.etag);
  if (known === undefined) {
    await parts.invalidate(source);
    known = await readFacts(openArchive(source));
    if (facts.size >= FACTS_MAX) facts.clear();
    facts.set(stored.etag, known);
  }
  return { ...known, version: stored.etag, size: stored.size };
}

async function readFacts(archive: PMTiles): Promise<ArchiveFacts> {
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader();
  const { attribution } = metadataSchema.parse(await archive.getMetadata());
  return { minZoom, maxZoom, bounds: [minLon, minLat, maxLon, maxLat], attribution: attribution ?? null };
}
