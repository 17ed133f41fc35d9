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

/** The read that `readGranularity` makes. */
export function toGranularityRead(childId: ChildId): Read {
  return toRead(getGranularity, { user_id: childId });
}

/** Returns the app rules of a child (S46). */
export async function readGranularity(api: Api, childId: ChildId): Promise<Stored> {
  const [wire] = await api.call(getGranularity, { query: { user_id: childId }, body: undefined });
  if (wire === undefined) throw new Error('The API returned no granularity for a child of the account');
  return { granularity: fromWireGranularity(wire), updatedAt: wire.updated_ts };
}

type StoredComparison = 'read' | 'done' | 'changed';

/** `compareStored`: whether the stored value is still as the form read it, already as wanted, or changed by somebody else. */
export type GranularityChange = {
  patch: GranularityPatch;
  compareStored: (stored: Granularity) => StoredComparison | Promise<StoredComparison>;
};

/** Compares a stored value with the one that was read and the one that is wanted. */
export function compareWithStored<Value>(now: Value, read: Value, wanted: Value): StoredComparison {
  if (now === wanted) return 'done';
  return now === read ? 'read' : 'changed';
}

/**
 * Changes some app rules. One row holds the rules of all apps, so concurrent changes of other apps are merged; only the values of this form
 * conflict (4.8.1). Returns the previous values, or null if the wanted ones were already stored, so that no undo reverts another parent's change.
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
    // The same tap may follow another one on the same page; it is not a replay of the first.
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
