import type { Granularity } from '#app/domain/app-rules';
import type { ChildId } from '#app/domain/ids';
import { sha256Hex } from '#app/keys/sign';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { fromWireGranularity, type GranularityPatch, getGranularity, putGranularity } from '#app/wire/granularity';
import { type Api, type Read, toRead } from './api.server';

/** `updatedAt`: time of the last change, 0 if it was never set. */
type Stored = { granularity: Granularity; updatedAt: number };

/** Maximum number of attempts if another change is saved in between. */
const TRIES = 4;

/** Returns the read that `readGranularity` makes. */
export function toGranularityRead(childId: ChildId): Read {
  return toRead(getGranularity, { user_id: childId });
}

/** Returns a child's app rules and their version (S46). */
export async function readGranularity(api: Api, childId: ChildId): Promise<Stored> {
  const [wire] = await api.call(getGranularity, { query: { user_id: childId }, body: undefined });
  if (wire === undefined) throw new Error('The API returned no granularity for a child of the account');
  return { granularity: fromWireGranularity(wire), updatedAt: wire.updated_ts };
}

type StoredComparison = 'read' | 'done' | 'changed';

/** A change of app rules. `compareStored` compares the stored rules with what the form read and wants; see `compareWithStored`. */
export type GranularityChange = {
  patch: GranularityPatch;
  compareStored: (stored: Granularity) => StoredComparison | Promise<StoredComparison>;
};

/** Returns `done` if the stored value is the wanted one, `read` if it is unchanged, else `changed`. */
export function compareWithStored<Value>(now: Value, read: Value, wanted: Value): StoredComparison {
  if (now === wanted) return 'done';
  return now === read ? 'read' : 'changed';
}

/**
 * Changes some app rules. Merges with changes to other apps in the same row; only the values of this form conflict (4.8.1). Returns the
 * previous rules. Null if the wanted values were already stored, so that an undo cannot revert another parent's change.
 * @throws Refusal with reason `stale` if these values changed since they were read
 */
export async function changeGranularity(
  api: Api,
  childId: ChildId,
  change: GranularityChange,
  idempotencyKey: string,
  tries = TRIES,
): Promise<Granularity | null> {
  const { granularity, updatedAt } = await readGranularity(api, childId);
  const compareStored = await change.compareStored(granularity);
  if (compareStored === 'done') return null;
  if (compareStored === 'changed') throw new Refusal(ERROR_CODES.unknown, 400, 'Changed since it was read', { reason: 'stale' });
  const body = { user_id: childId, updated_ts: updatedAt, patch: change.patch };
  try {
    // The key includes the version, because the same tap after another change is not a replay.
    await api.call(putGranularity, { query: {}, body }, { idempotencyKey: await sha256Hex(`${idempotencyKey} ${updatedAt}`) });
    return granularity;
  } catch (error) {
    if (tries <= 1 || !isStale(error)) throw error;
    return changeGranularity(api, childId, change, idempotencyKey, tries - 1);
  }
}

/** True if the row changed since it was read. */
export function isStale(error: unknown): boolean {
  return error instanceof Refusal && error.details.reason === 'stale';
}
