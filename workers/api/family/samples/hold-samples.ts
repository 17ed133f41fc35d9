import { UNDO_MS } from '#app/domain/undo';
import type { CallContext } from '../core/call-context';
import { findSample, listLeaving, markDeleted, markLeaving, unmarkLeaving } from '../store/sample.queries';

/** How long a deletion can be undone: as long as the message offers it, and some seconds for the way (A201). */
export const HOLD_MS = UNDO_MS + 5_000;

/** Hides samples, and deletes them later unless `restoreSamples` is called before. Returns how many there were. */
export function holdSamples(call: CallContext, ids: ReadonlyArray<string>): number {
  const count = changeEach(call, ids, markLeaving);
  planDeletion(call);
  return count;
}

/** Undoes `holdSamples`. Returns how many samples are back. */
export function restoreSamples(call: CallContext, ids: ReadonlyArray<string>): number {
  const count = changeEach(call, ids, unmarkLeaving);
  planDeletion(call);
  return count;
}

/** Deletes the hidden samples whose time to undo is over. */
export function deleteHeldSamples(call: CallContext): void {
  const over = listLeaving(call.sql).filter(({ updated_at }) => updated_at + HOLD_MS <= call.now);
  for (const { id, child_id, device_id } of over) {
    if (markDeleted(call.sql, id, call.now)) call.recordChange('sample', id, { childId: child_id, deviceId: device_id });
  }
  if (over.length > 0) call.setDue('samples', 'gone', call.now);
  planDeletion(call);
}

function changeEach(call: CallContext, ids: ReadonlyArray<string>, change: typeof markLeaving): number {
  let count = 0;
  for (const id of new Set(ids)) {
    const sample = findSample(call.sql, id);
    if (sample === null || !change(call.sql, id, call.now)) continue;
    call.recordChange('sample', id, { childId: sample.child_id, deviceId: sample.device_id });
    count += 1;
  }
  return count;
}

function planDeletion(call: CallContext): void {
  const [next] = listLeaving(call.sql);
  if (next === undefined) call.cancelDue('samples', 'held');
  else call.setDue('samples', 'held', next.updated_at + HOLD_MS);
}
