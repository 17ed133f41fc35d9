import { SAMPLE_LIFE_MS } from '#app/domain/sample-config';
import type { CallContext, FamilyObject } from '../core/call-context';
import {
  hasSamples,
  listLiveSamples,
  listOldSamples,
  listUnfinished,
  markDeleted,
  nextUpdate,
  objectKey,
  oldestSampleAt,
  removeDeletedBefore,
  type StoredSample,
  sampleFilesOf,
  setObjects,
} from '../store/sample.queries';
import { findOrphans, removeDeletedObjects } from './remove-objects';

const CLOCK = { kind: 'clock', id: '' } as const;
const DAY_MS = 24 * 60 * 60_000;
/** Maximum number of samples that one transaction handles. */
const BATCH_SIZE = 500;
/** Maximum number of keys that one call of the bucket deletes. */
const KEYS_PER_DELETE = 1000;
/** A sample whose objects did not arrive within this time is deleted. The device gives up after it as well. */
const UNFINISHED_MS = 3 * DAY_MS;
/** Rows of deleted samples stay this long, so that every client hears of them. After two weeks, clients read everything again. */
const DELETED_KEPT_MS = SAMPLE_LIFE_MS + DAY_MS;

/** The kinds of due work on samples. */
export type SampleWork = 'gone' | 'sweep';

/** Schedules the deletion of the oldest sample and the daily sweep. Call it after a sample was added. */
export function planUpkeep(call: CallContext): void {
  const oldest = oldestSampleAt(call.sql);
  if (oldest !== null) call.setDueBy('samples', 'expiry', oldest + SAMPLE_LIFE_MS);
  call.setDueBy('samples', 'sweep', call.now + DAY_MS);
}

/** Deletes samples captured more than two weeks ago, a batch at a time (GAL-033). */
export function deleteExpiredSamples(call: CallContext): void {
  const old = listOldSamples(call.sql, call.now - SAMPLE_LIFE_MS + 1, BATCH_SIZE);
  for (const { id, child_id, device_id } of old) {
    if (markDeleted(call.sql, id, call.now)) call.recordChange('sample', id, { childId: child_id, deviceId: device_id });
  }
  if (old.length > 0) call.setDue('samples', 'gone', call.now);
  const oldest = oldestSampleAt(call.sql);
  if (oldest !== null) call.setDue('samples', 'expiry', Math.max(call.now, oldest + SAMPLE_LIFE_MS));
}

/** Does the due work that needs the bucket. */
export async function runSampleWork(family: FamilyObject, work: ReadonlySet<SampleWork>): Promise<void> {
  if (work.has('sweep')) await sweep(family);
  if (work.has('gone')) await removeDeletedObjects(family);
}

/**
 * Compares rows and bucket both ways: removes objects without a sample, and marks objects that the bucket has lost. Also forgets samples
 * that never arrived completely, and rows of deleted samples that every client has heard of.
 */
async function sweep(family: FamilyObject): Promise<void> {
  const begun = family.now();
  const sizes = await listObjects(family);
  const keys = [...sizes.keys()].map((key) => ({ key, sampleId: sampleIdOf(family, key) }));
  const orphans = family.transaction(CLOCK, (call) => findOrphans(call, keys));
  for (let from = 0; from < orphans.length; from += KEYS_PER_DELETE) {
    await family.bindings.FILES.delete(orphans.slice(from, from + KEYS_PER_DELETE));
  }
  let last: string | null = '';
  while (last !== null) {
    const after: string = last;
    last = family.transaction(CLOCK, (call) => reconcile(call, sizes, after, begun));
  }
  family.transaction(CLOCK, (call) => {
    for (const { id, child_id, device_id } of listUnfinished(call.sql, call.now - UNFINISHED_MS)) {
      markDeleted(call.sql, id, call.now);
      call.recordChange('sample', id, { childId: child_id, deviceId: device_id });
      call.setDue('samples', 'gone', call.now);
    }
    removeDeletedBefore(call.sql, call.now - DELETED_KEPT_MS);
    if (hasSamples(call.sql)) call.setDue('samples', 'sweep', call.now + DAY_MS);
    else call.cancelDue('samples', 'sweep');
  });
}

/** Returns the size of each object of the family’s samples by its key. */
async function listObjects({ bindings, accountId }: FamilyObject): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  let cursor: string | undefined;
  do {
    const page = await bindings.FILES.list({ prefix: sampleFilesOf(accountId), ...(cursor === undefined ? {} : { cursor }) });
    for (const { key, size } of page.objects) sizes.set(key, size);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return sizes;
}

function sampleIdOf({ accountId }: FamilyObject, key: string): string {
  return key.slice(sampleFilesOf(accountId).length).split('/')[0] ?? '';
}

/** Compares a batch of samples with the bucket. Returns the last id of the batch, or null after the last batch. */
function reconcile(call: CallContext, sizes: ReadonlyMap<string, number>, afterId: string, begun: number): string | null {
  const batch = listLiveSamples(call.sql, afterId, BATCH_SIZE);
  for (const sample of batch) {
    const objects = sample.objects.map((object) => {
      const isThere = sizes.get(objectKey(call.accountId, sample.id, object.kind)) === object.bytes;
      // An object that arrived after the bucket was listed is not in the list.
      if (isThere || object.storedAt === null || object.storedAt >= begun) return object;
      return { ...object, isMissing: true };
    });
    if (objects.some(({ isMissing }, index) => isMissing !== sample.objects[index]?.isMissing)) noteMissing(call, sample, objects);
  }
  return batch.length < BATCH_SIZE ? null : (batch.at(-1)?.id ?? null);
}

function noteMissing(call: CallContext, { id, state, child_id, device_id }: StoredSample, objects: StoredSample['objects']): void {
  if (objects.every(({ isMissing }) => isMissing)) {
    markDeleted(call.sql, id, call.now);
    call.setDue('samples', 'gone', call.now);
  } else if (state !== 'deleted') setObjects(call.sql, id, { objects, state, updatedAt: nextUpdate(call.sql, call.now) });
  call.recordChange('sample', id, { childId: child_id, deviceId: device_id });
}
