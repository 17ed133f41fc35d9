import type { AppLoadContext } from '@remix-run/cloudflare';
import type { ChildId } from '#app/domain/ids';
import { type Bytes, fromBase64, sha256, toHex } from '#app/keys/bytes';
import type { Parent } from '#app/server/guards.server';
import { passOnObject, readAddresses, readDetails } from '../pictures/sample-access.server';
import { loadViewer } from './viewer.server';

/** Number of stored bytes that the page shows. */
const FIRST_BYTES = 64;

/** A stored object. `first`: its first bytes in hex, in groups of four bytes; `bytes` and `sha256` of what was read. Null: not readable. */
export type StoredObject = { kind: string; content: { bytes: number; sha256: string; first: string } | null };

/**
 * Loads what the server stores of a screenshot: each object as it is in the bucket, read just now.
 * @throws a redirect to the gallery, with a message there, for an unknown child or screenshot
 */
export async function loadStored(
  request: Request,
  context: AppLoadContext,
  parent: Parent,
  childId: ChildId | undefined,
  sampleId: string | undefined,
) {
  const viewer = await loadViewer(request, context, parent, childId, sampleId);
  const { sample } = viewer;
  const ids = [sample.id];
  const [thumbs, screens, details] = await Promise.all([
    readAddresses(parent.api, ids, false),
    readAddresses(parent.api, ids, true),
    readDetails(parent.api, ids),
  ]);
  const pictures = [...(thumbs.samples[0]?.pictures ?? []), ...(screens.samples[0]?.pictures ?? [])];
  const objects = await Promise.all([
    ...pictures.map(async ({ kind, path }) => ({ kind, content: await toContent(path === null ? null : await read(path)) })),
    toContent(fromBase64(details.samples[0]?.details ?? '')).then((content) => ({ kind: 'meta', content })),
  ]);
  return { ...viewer, objects };

  async function read(path: string): Promise<Bytes | null> {
    const answer = await passOnObject(request, context, path.split('/').at(-1) ?? '');
    return answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : null;
  }
}

async function toContent(bytes: Bytes | null): Promise<StoredObject['content']> {
  if (bytes === null || bytes.length === 0) return null;
  const first = toHex(bytes.subarray(0, FIRST_BYTES)).replace(/.{8}(?=.)/g, '$& ');
  return { bytes: bytes.length, sha256: toHex(await sha256(bytes)), first };
}
