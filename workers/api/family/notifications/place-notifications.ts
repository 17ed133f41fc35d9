import type { PlaceEvent } from '#app/domain/place-events';
import type { CallContext } from '../core/call-context';
import { listNotificationsAbout } from '../store/notification.queries';
import type { StoredPlace } from '../store/place.queries';
import { raiseNotification } from './notification-state';

/** Crossings by two devices of a child within this time create one notification. */
const SAME_CROSSING_MS = 10 * 60_000;

/** The device that reported the position. */
type Source = { deviceId: string };

/** Notifies the parent that a child entered or left a place, once per crossing (A57). */
export function raisePlaceEvent(
  call: CallContext,
  place: StoredPlace,
  childId: string,
  { at, trigger, accuracy }: Pick<PlaceEvent, 'at' | 'trigger' | 'accuracy'>,
  { deviceId }: Source,
): void {
  const type = trigger === 'enter' ? 'geofence_entry' : 'geofence_exit';
  const subjectId = toSubject(place, childId);
  if (listNotificationsAbout(call.sql, type, subjectId, at - SAME_CROSSING_MS).some(({ occurrence }) => occurrence < at + SAME_CROSSING_MS))
    return;
  const facts = { type, placeId: place.id, placeName: place.name, reportedBy: deviceId, accuracy, reportedAt: call.now } as const;
  raiseNotification(call, { subject_id: subjectId, occurrence: at, child_id: childId, facts });
}

/** Notifies the parent that a child is not at a place at the agreed time `at`. `seenAt`: time of the device's last position. */
export function raiseNotAtPlace(
  call: CallContext,
  place: StoredPlace,
  childId: string,
  at: number,
  { deviceId, seenAt }: Source & { seenAt: number },
): void {
  const facts = { type: 'not_at_place', placeId: place.id, placeName: place.name, reportedBy: deviceId, seenAt } as const;
  raiseNotification(call, { subject_id: toSubject(place, childId), occurrence: at, child_id: childId, facts });
}

function toSubject(place: StoredPlace, childId: string): string {
  return `${place.id}:${childId}`;
}
