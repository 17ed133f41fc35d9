import type { CallContext } from '../core/call-context';
import { deleteLocationsBefore, locationsKeptSince } from '../store/location.queries';
import { deleteSilenceEventsBefore, removeAllSilenceEvents } from '../store/silence-event.queries';
import { planOf } from '../subscription/plan-of';

/**
 * Deletes a batch of positions older than the plan's days and records the deletion per device. Without location in the plan, keeps
 * positions for about a day. Returns true if there may be more to delete now.
 */
export function deleteOldLocations(call: CallContext): boolean {
  const days = planOf(call).limits.geolocationDays;
  const keptSince = locationsKeptSince(days, call.now);
  const { deviceIds, isFull } = deleteLocationsBefore(call.sql, keptSince);
  if (days === 0) removeAllSilenceEvents(call.sql);
  else deleteSilenceEventsBefore(call.sql, keptSince);
  for (const deviceId of deviceIds) call.recordChange('location', deviceId, { deviceId });
  return isFull;
}
