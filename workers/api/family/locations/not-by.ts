import { toDeviceOs } from '#app/domain/device';
import { supportOf } from '#app/domain/feature-versions';
import { LATE_EVENT_MS } from '#app/domain/place-events';
import { childPresenceAt, nextNotBy } from '#app/domain/place-presence';
import { isInactive } from '#app/domain/position';
import type { CallContext } from '../core/call-context';
import { raiseNotAtPlace } from '../notifications/place-notifications';
import { lastSeenOf } from '../status/presence';
import { type ChildRow, findChild } from '../store/child.queries';
import { listDevicesOfChild, type StoredDevice } from '../store/device.queries';
import { findDue } from '../store/due.queries';
import { findLocation } from '../store/location.queries';
import { findPlace, listPlaces, type StoredPlace, toWatchedPlace } from '../store/place.queries';
import { hasGeolocation } from '../subscription/plan-of';

/** Sets the alarm to the next instant at which a child must be at the place («Not there by»). Without one, cancels the alarm. */
export function armNotBy(call: CallContext, place: StoredPlace, after = call.now): void {
  const times = place.isActive
    ? place.notBy.flatMap((entry) => {
        const child = findChild(call.sql, entry.user_id);
        return child === null ? [] : (nextNotBy(entry, child.time_zone, after) ?? []);
      })
    : [];
  if (times.length === 0) call.cancelDue('not-by', place.id);
  else if (findDue(call.sql, 'not-by', place.id) !== Math.min(...times)) call.setDue('not-by', place.id, Math.min(...times));
}

/** Like `armNotBy`, for all places that expect the child, after a change of its time zone. */
export function armNotByOfChild(call: CallContext, childId: string): void {
  for (const place of listPlaces(call.sql)) if (place.notBy.some(({ user_id }) => user_id === childId)) armNotBy(call, place);
}

/**
 * Checks the children who must be at the place by now. Alerts the parent about those who are certainly elsewhere. Checks nobody if the
 * alarm runs more than 20 minutes late, because earlier positions may be missing. Then sets the next alarm.
 */
export function runNotBy(call: CallContext, placeId: string, dueAt: number): void {
  const place = findPlace(call.sql, placeId);
  if (place === null) {
    call.cancelDue('not-by', placeId);
    return;
  }
  const since = Math.max(dueAt - 1, call.now - LATE_EVENT_MS);
  for (const entry of place.isActive && hasGeolocation(call) ? place.notBy : []) {
    const child = findChild(call.sql, entry.user_id);
    const at = child === null ? null : nextNotBy(entry, child.time_zone, since);
    if (child !== null && at !== null && at <= call.now) check(call, place, child, at);
  }
  armNotBy(call, place);
}

function check(call: CallContext, place: StoredPlace, child: ChildRow, at: number): void {
  const located = listDevicesOfChild(call.sql, child.id).flatMap((device) => {
    const { last: reported, plausible, places } = findLocation(call.sql, device.id);
    // An unconfirmed jump proves nothing (A205).
    const last = plausible ?? reported;
    // A position older than two days, such as that of an unused device, does not show where the child is.
    if (last === null || isInactive(last.at, call.now) || !tellsAbout(device, child)) return [];
    return [{ device, last, states: places.places, seenAt: lastSeenOf(call, device) }];
  });
  const [newest] = [...located].sort((a, b) => b.last.at - a.last.at);
  if (newest === undefined || childPresenceAt(toWatchedPlace(place), located, call.now) !== 'outside') return;
  raiseNotAtPlace(call, place, child.id, at, { deviceId: newest.device.id, seenAt: newest.last.at });
}

/** True if the device reports its location and may be with the child. */
function tellsAbout({ os, report }: StoredDevice, { id }: ChildRow): boolean {
  const { activeChildId, appVersion, locationActive, managementRemovedAt, osVersion } = report;
  const isSupported = supportOf('geolocation', { os: toDeviceOs(os), osVersion, appVersion }).kind === 'ok';
  return isSupported && locationActive && managementRemovedAt === null && (activeChildId === null || activeChildId === id);
}
