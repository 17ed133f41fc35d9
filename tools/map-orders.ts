import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { OperatorService, StoredMap } from './miniflare.ts';

/** Orders about the operator’s map archive. The process that has the data open reads the file itself. `file`: an absolute path. */
export type MapOrder = { do: 'store-map'; file: string } | { do: 'remove-map' } | { do: 'show-map' };

/**
 * Carries out an order about the map archive. Returns null for any other order.
 * @throws Error with a message for the operator
 */
export async function runMapOrder(order: object, operator: () => Promise<OperatorService>): Promise<{ ok: true; said: string } | null> {
  const wanted: Partial<Record<string, unknown>> = { ...order };
  if (wanted.do === 'store-map' && typeof wanted.file === 'string') return { ok: true, said: await store(await operator(), wanted.file) };
  if (wanted.do === 'remove-map') {
    const isRemoved = await (await operator()).removeMap('archive');
    return { ok: true, said: isRemoved ? 'Removed the map archive.' : 'No map archive is stored.' };
  }
  if (wanted.do === 'show-map') {
    const stored = await (await operator()).findMap('archive');
    return {
      ok: true,
      said: stored === null ? 'No map archive is stored. Store one with: npm run map -- <file.pmtiles>' : formatMapFacts(stored),
    };
  }
  return null;
}

async function store(operator: OperatorService, file: string): Promise<string> {
  // Loaded only here, so that every command that reads the data folder starts without it.
  const { checkArchive } = await import('./map-archive/check-archive.ts');
  const { size } = await checkArchive(file);
  const stored = await operator.storeMap('archive', Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>, size);
  if (stored === null) throw new Error('The archive was not stored. Run the command again.');
  return `Stored the map archive.\n${formatMapFacts(stored)}`;
}

/** Returns a size in MiB, or in KiB for a small archive. */
function formatSize(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

/** Returns the facts about an archive, one per line. */
export function formatMapFacts({ size, etag, minZoom, maxZoom, bounds, credit }: Omit<StoredMap, 'etag'> & { etag?: string }): string {
  const [west, south, east, north] = bounds.map((degrees) => degrees.toFixed(3));
  return [
    `  Size    ${formatSize(size)}`,
    `  Zoom    ${minZoom} to ${maxZoom}`,
    `  Area    west ${west}, south ${south}, east ${east}, north ${north}`,
    `  Credit  ${credit ?? 'none'}`,
    ...(etag === undefined ? [] : [`  ETag    ${etag}`]),
  ].join('\n');
}
