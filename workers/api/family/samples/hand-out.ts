import { outsideAccount } from '#app/wire/errors';
import { type AnalysisWire, DOWNLOAD_LIFE_MS, type SampleUrlsWire } from '#app/wire/samples';
import type { CallContext, FamilyObject } from '../core/call-context';
import { listStoredSamples, objectKey, type StoredObject, type StoredSample } from '../store/sample.queries';
import { recordSampleAccess } from '../store/sample-facts.queries';
import { addressOf } from './address';
import { isScreen } from './read-samples';

const DAY_MS = 24 * 60 * 60_000;

type What = Parameters<typeof recordSampleAccess>[1]['what'];
type Url = NonNullable<SampleUrlsWire['thumbnails']>;

/**
 * Returns addresses of sealed images and records in the access log who got them (GAL-049). Samples that were deleted in the meantime are
 * left out.
 * @throws Refusal 403 if none of the ids is a sample of the family
 */
export function handOutUrls(
  call: CallContext,
  ids: ReadonlyArray<string>,
  kinds: ReadonlyArray<'thumbnails' | 'screens' | 'revealed'>,
): Array<SampleUrlsWire> {
  const samples = requireSome(listStoredSamples(call.sql, ids));
  const expires = call.now + DOWNLOAD_LIFE_MS;
  for (const what of new Set(kinds)) logAccess(call, samples, what);
  const toUrl = (sampleId: string, { kind, iv, bytes, sha256, isMissing }: StoredObject): Url => ({
    iv,
    bytes,
    sha256,
    url: isMissing ? null : addressOf(call, { action: 'get', sampleId, kind, expires, actorId: call.actor.id }),
  });
  return samples.map(({ id, objects, keys }) => {
    const thumb = kinds.includes('thumbnails') ? objects.find(({ kind }) => kind === 'thumb') : undefined;
    const screens = kinds.includes('screens') ? objects.filter(isScreen) : [];
    return {
      sample_id: id,
      dlExpiry: expires,
      thumbnails: thumb === undefined ? null : toUrl(id, thumb),
      screens: screens.map((screen) => ({ kind: screen.kind, ...toUrl(id, screen) })),
      keys,
    };
  });
}

/** Returns the samples whose details are to be read. */
export function findAnalyzed(call: CallContext, ids: ReadonlyArray<string>): Array<StoredSample> {
  return requireSome(listStoredSamples(call.sql, ids));
}

/** Reads the sealed details of samples. A missing object is null. */
export async function readDetails(
  { bindings, accountId }: FamilyObject,
  samples: ReadonlyArray<StoredSample>,
): Promise<Map<string, string>> {
  const read = samples.map(async ({ id }): Promise<[string, string | null]> => {
    const file = await bindings.FILES.get(objectKey(accountId, id, 'meta'));
    return [id, file === null ? null : Buffer.from(await file.arrayBuffer()).toString('base64')];
  });
  return new Map((await Promise.all(read)).flatMap(([id, text]) => (text === null ? [] : [[id, text]])));
}

/** Returns the sealed details with the wrapped keys, and records in the access log who got them (GAL-051). */
export function handOutDetails(call: CallContext, ids: ReadonlyArray<string>, details: ReadonlyMap<string, string>): Array<AnalysisWire> {
  // Reads the samples again, because one may have been deleted while the objects were read.
  const samples = requireSome(listStoredSamples(call.sql, ids));
  logAccess(call, samples, 'details');
  return samples.map(({ id, child_id, device_id, hits, keys }) => ({
    sample_id: id,
    user_id: child_id,
    device_id,
    ocr_summary: hits,
    keys,
    meta: details.get(id) ?? null,
  }));
}

function logAccess(call: CallContext, samples: ReadonlyArray<StoredSample>, what: What): void {
  const actorId = `${call.actor.kind}:${call.actor.id}`;
  for (const [childId, some] of Map.groupBy(samples, ({ child_id }) => child_id)) {
    recordSampleAccess(call.sql, { actorId, childId, what, sampleIds: some.map(({ id }) => id) }, call.now);
  }
  call.setDueBy('housekeeping', '', call.now + DAY_MS);
}

function requireSome(samples: Array<StoredSample>): Array<StoredSample> {
  if (samples.length === 0) throw outsideAccount();
  return samples;
}
