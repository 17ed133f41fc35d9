import type { CallContext } from '../core/call-context';
import { removeLocationsOfChild } from '../store/location.queries';
import { listPlaces, putPlace } from '../store/place.queries';
import { armNotBy } from './not-by';

/** Deletes a removed child's positions and takes the child out of all places. The places stay with the family. */
export function forgetLocationsOfChild(call: CallContext, childId: string): void {
  removeLocationsOfChild(call.sql, childId);
  for (const place of listPlaces(call.sql)) {
    const kept = {
      ...place,
      childIds: place.childIds.filter((id) => id !== childId),
      notBy: place.notBy.filter(({ user_id }) => user_id !== childId),
    };
    if (kept.childIds.length === place.childIds.length && kept.notBy.length === place.notBy.length) continue;
    const changed = { ...kept, updatedAt: Math.max(call.now, place.updatedAt + 1) };
    putPlace(call.sql, changed);
    armNotBy(call, changed);
    call.recordChange('geofence', place.id);
  }
}
