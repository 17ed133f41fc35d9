import { describeMapSource, type MapBounds } from '#app/domain/map-source';
import { ARCHIVE_KEYS, type ArchiveId, describeStoredArchive } from './stored-archive';

/** The facts about a stored archive that the operator sees. */
export type StoredMap = { size: number; etag: string; minZoom: number; maxZoom: number; bounds: MapBounds; credit: string | null };

/**
 * Stores an archive of `size` bytes. The earlier one is served until the new one is complete.
 * @throws Error if the stream has another length, or the archive cannot be read
 */
export async function storeArchive(
  bucket: R2Bucket,
  id: ArchiveId,
  stream: ReadableStream<Uint8Array>,
  size: number,
): Promise<StoredMap | null> {
  await bucket.put(ARCHIVE_KEYS[id], stream.pipeThrough(new FixedLengthStream(size)), {
    httpMetadata: { contentType: 'application/vnd.pmtiles' },
  });
  return findArchive(bucket, id);
}

/** Returns the facts about a stored archive, or null if there is none. */
export async function findArchive(bucket: R2Bucket, id: ArchiveId): Promise<StoredMap | null> {
  const found = await describeStoredArchive(bucket, id);
  if (found === null) return null;
  const { size, version, minZoom, maxZoom, bounds, attribution } = found;
  return { size, etag: version, minZoom, maxZoom, bounds, credit: describeMapSource({ id, attribution }).credit };
}

/** Removes an archive. Returns whether there was one. */
export async function removeArchive(bucket: R2Bucket, id: ArchiveId): Promise<boolean> {
  const isThere = (await bucket.head(ARCHIVE_KEYS[id])) !== null;
  await bucket.delete(ARCHIVE_KEYS[id]);
  return isThere;
}
