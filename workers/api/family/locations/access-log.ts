import type { CallContext } from '../core/call-context';
import { recordLocationAccess } from '../store/location.queries';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Records in the access log that the caller reads positions of these children. `what`: their last positions, or their history on the day
 * `date`.
 */
export function logAccess(call: CallContext, childIds: ReadonlyArray<string>, what: 'last' | 'history', date = ''): void {
  const actorId = `${call.actor.kind}:${call.actor.id}`;
  for (const childId of new Set(childIds)) {
    if (recordLocationAccess(call.sql, { childId, actorId, what, date }, call.now)) call.setDueBy('housekeeping', '', call.now + DAY_MS);
  }
}
