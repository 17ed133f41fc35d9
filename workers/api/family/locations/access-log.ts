import type { CallContext } from '../core/call-context';
import { recordLocationAccess } from '../store/location.queries';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Records in the access log that the caller reads the last positions of these children. With `date`, records a read of that day of their
 * history.
 */
export function logAccess(call: CallContext, childIds: ReadonlyArray<string>, what: 'last' | 'history', date = ''): void {
  const actorId = `${call.actor.kind}:${call.actor.id}`;
  for (const childId of new Set(childIds)) {
    if (recordLocationAccess(call.sql, { childId, actorId, what, date }, call.now)) call.setDueBy('housekeeping', '', call.now + DAY_MS);
  }
}
