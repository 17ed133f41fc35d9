import type { CallContext, FamilyObject } from '../core/call-context';
import { findLiveIds, listUnchecked, markGone, sampleFilesOf } from '../store/sample.queries';

/** Maximum number of samples whose objects are removed at once. */
const BATCH_SIZE = 50;
/** Time until the next batch, and until a failed one is tried again. */
const NEXT_BATCH_MS = 1_000;
const RETRY_MS = 5 * 60_000;

/** What the family does by itself, not at anybody's request. */
const CLOCK = { kind: 'clock', id: '' } as const;

/**
 * Removes the objects of deleted samples from the bucket. A sample counts as gone only after the bucket lists no object of it any more.
 * Never throws: after a failure, the alarm tries again.
 */
export async function removeDeletedObjects(family: FamilyObject): Promise<void> {
  const ids = family.transaction(CLOCK, (call) => listUnchecked(call.sql, BATCH_SIZE));
  const gone = (await Promise.all(ids.map((id) => removeObjectsOf(family, id)))).flatMap((id) => id ?? []);
  family.transaction(CLOCK, (call) => {
    for (const id of gone) {
      markGone(call.sql, id, call.now);
      call.recordChange('sample', id);
    }
    planNext(call, gone.length === ids.length);
  });
}

/** Returns the id if the bucket has no object of the sample any more, else null. */
async function removeObjectsOf({ bindings: { FILES }, accountId }: FamilyObject, id: string): Promise<string | null> {
  const prefix = `${sampleFilesOf(accountId)}${id}/`;
  try {
    const { objects } = await FILES.list({ prefix });
    if (objects.length === 0) return id;
    await FILES.delete(objects.map(({ key }) => key));
    return (await FILES.list({ prefix, limit: 1 })).objects.length === 0 ? id : null;
  } catch (error) {
    console.error(JSON.stringify({ level: 'error', doing: 'sample objects', message: error instanceof Error ? error.name : 'unknown' }));
    return null;
  }
}

function planNext(call: CallContext, isDone: boolean): void {
  if (listUnchecked(call.sql, 1).length === 0) call.cancelDue('samples', 'gone');
  else call.setDue('samples', 'gone', call.now + (isDone ? NEXT_BATCH_MS : RETRY_MS));
}

/** Returns those keys of the bucket whose sample is deleted or was never announced. */
export function findOrphans(call: CallContext, keys: ReadonlyArray<{ key: string; sampleId: string }>): Array<string> {
  const live = findLiveIds(call.sql, [...new Set(keys.map(({ sampleId }) => sampleId))]);
  return keys.filter(({ sampleId }) => !live.has(sampleId)).map(({ key }) => key);
}
