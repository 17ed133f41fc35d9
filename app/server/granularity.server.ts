import type { Granularity } from '~/domain/app-rules';
import type { ChildId } from '~/domain/ids';
import { sha256Hex } from '~/keys/sign';
import { ERROR_CODES, Refusal } from '~/wire/errors';
import { fromWireGranularity, type GranularityPatch, getGranularity, putGranularity } from '~/wire/granularity';
import { type Api, type Read, toRead } from './api.server';

/** `updatedAt`: when it was changed last, 0 for what nobody ever set. */
type Stored = { granularity: Granularity; updatedAt: number };

/** Whoever is overtaken reads again and tries once more, so often at most. */
const TRIES = 4;

/** What `readGranularity` reads. */
export function toGranularityRead(childId: ChildId): Read {
  return toRead(getGranularity, { user_id: childId });
}

/** What is set for a child's apps (S46). */
export async function readGranularity(api: Api, childId: ChildId): Promise<Stored> {
  const [wire] = await api.call(getGranularity, { query: { user_id: childId }, body: undefined });
  if (wire === undefined) throw new Error('The API gave no granularity for a child of the account');
  return { granularity: fromWireGranularity(wire), updatedAt: wire.updated_ts };
}

type Standing = 'read' | 'done' | 'changed';

/** `stands`: how what is changed stands before the change: as the form was read, as it shall be, or otherwise. */
export type GranularityChange = { patch: GranularityPatch; stands: (stored: Granularity) => Standing | Promise<Standing> };

/** How one value stands against the one that was read and the one that is wanted. */
export function compareWithStored<Value>(now: Value, read: Value, wanted: Value): Standing {
  if (now === wanted) return 'done';
  return now === read ? 'read' : 'changed';
}

/**
 * Changes some of it. One row holds what was set for all apps, so somebody else's change of another app is no obstacle, not even at the same
 * moment: only what this form is about counts (4.8.1). Gives what stood before; null where it stood as it shall be already, so that nobody
 * takes back what was another one's doing. @throws Refusal with reason `stale` where that was changed since it was read
 */
export async function changeGranularity(
  api: Api,
  childId: ChildId,
  change: GranularityChange,
  idempotencyKey: string,
  tries = TRIES,
): Promise<Granularity | null> {
  const { granularity, updatedAt } = await readGranularity(api, childId);
  const stands = await change.stands(granularity);
  if (stands === 'done') return null;
  if (stands === 'changed') throw new Refusal(ERROR_CODES.unknown, 400, 'Changed since it was read', { reason: 'stale' });
  const body = { user_id: childId, updated_ts: updatedAt, patch: change.patch };
  try {
    // Of one page the same tap may follow another one: it is no echo of the first.
    await api.call(putGranularity, { query: {}, body }, { idempotencyKey: await sha256Hex(`${idempotencyKey} ${updatedAt}`) });
    return granularity;
  } catch (error) {
    if (tries <= 1 || !isStale(error)) throw error;
    return changeGranularity(api, childId, change, idempotencyKey, tries - 1);
  }
}

/** Was it changed since it was read? */
export function isStale(error: unknown): boolean {
  return error instanceof Refusal && error.details.reason === 'stale';
}
