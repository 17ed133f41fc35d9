import { Compression } from 'pmtiles';
import { joinBytes } from '#app/domain/image-bytes';

/** A tile or directory that unpacks to more than this is refused. Otherwise, a small file could fill the memory. */
const UNPACKED_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Returns the bytes of a part of an archive, unpacked if it is compressed with gzip.
 * @throws Error for another compression, for damaged data and for more than 8 MB
 */
export async function unpack(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None) return data;
  if (compression !== Compression.Gzip) throw new Error(`Unsupported compression: ${compression}`);
  return (await gunzip(new Uint8Array(data))).buffer;
}

/**
 * Unpacks gzip.
 * @throws Error for damaged data and for more than 8 MB
 */
export async function gunzip(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .getReader();
  const parts: Array<Uint8Array> = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joinBytes(parts);
    size += value.byteLength;
    parts.push(value);
    if (size <= UNPACKED_MAX_BYTES) continue;
    await reader.cancel();
    throw new Error('The unpacked data is too large');
  }
}
