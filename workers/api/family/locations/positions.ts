import { Hono } from 'hono';
import { thinPath } from '#app/domain/location-day';
import { oldestHistoryDate } from '#app/domain/locator';
import { findPlaceAt } from '#app/domain/place';
import { isUnbrokenStay } from '#app/domain/place-presence';
import { accuracyClassOf, cleanPositions, isInactive, type Position } from '#app/domain/position';
import { addDays, localDate, startOfDay } from '#app/domain/time';
import { ERROR_CODES, outsideAccount, Refusal } from '#app/wire/errors';
import {
  BURST_SHOWN_MS,
  getLocationHistory,
  getLocationInfo,
  type LocationHistoryWire,
  listUserLocations,
  type UserLocationWire,
} from '#app/wire/location';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { lastSeenOf } from '../status/presence';
import { type ChildRow, findChild, listChildren } from '../store/child.queries';
import { findLastCommand, toWireCommand } from '../store/command.queries';
import { listDevices, listDevicesOfChild, type StoredDevice } from '../store/device.queries';
import { findLocation, type LastFix, listFixes } from '../store/location.queries';
import { listPlaces, type StoredPlace, toWatchedPlace, toWireGeofence } from '../store/place.queries';
import { listSilenceEvents } from '../store/silence-event.queries';
import { planOf, requireGeolocation } from '../subscription/plan-of';
import { logAccess } from './access-log';

/** Time before and after a day. Positions from this time complete the first and the last stay of the day. */
const MARGIN_MS = 12 * 60 * 60_000;

/** The last position of each device (S42). */
export const userLocations = new Hono<FamilyApp>().get(
  '/',
  handleEndpoint(listUserLocations, (call, { query }) => {
    requireGeolocation(call);
    const children = query.user_id === undefined ? listChildren(call.sql) : [requireChild(call, query.user_id)];
    return readLast(call, children);
  }),
);

/** The positions of a child on one day (S43). */
export const locationHistory = new Hono<FamilyApp>().get(
  '/',
  handleEndpoint(getLocationHistory, (call, { query: { date, user_id } }) => {
    requireGeolocation(call);
    const child = requireChild(call, user_id);
    requireDate(call, child, date);
    logAccess(call, [child.id], 'history', date);
    return readDay(call, child, date);
  }),
);

/** Whether and by which devices a child can be located (S45). */
export const locationInfo = new Hono<FamilyApp>().get(
  '/',
  handleEndpoint(getLocationInfo, (call, { query }) => {
    requireGeolocation(call);
    const child = requireChild(call, query.user_id);
    const extras = new Set((query.extras ?? '').split(',').map((extra) => extra.trim()));
    const devices = listDevicesOfChild(call.sql, child.id);
    return {
      user_location_active: devices.some(({ report }) => report.locationActive),
      devices: devices.map(({ id }) => id),
      ...(extras.has('last') ? { last: readLast(call, [child]) } : {}),
      ...(extras.has('places') ? { places: placesOf(call, child).map(toWireGeofence) } : {}),
      bursts: devices.flatMap(({ id }) => {
        const burst = findLastCommand(call.sql, id, 'location_burst');
        if (burst === null || call.now - burst.saved_at > BURST_SHOWN_MS) return [];
        const stop = findLastCommand(call.sql, id, 'location_stop');
        return [{ ...toWireCommand(burst), stop: stop === null || stop.seq < burst.seq ? null : toWireCommand(stop) }];
      }),
    };
  }),
);

function placesOf(call: CallContext, { id }: ChildRow): Array<StoredPlace> {
  return listPlaces(call.sql).filter(({ isActive, childIds }) => isActive && childIds.includes(id));
}

/** Returns the last positions of the children's devices and records the read in the access log. */
function readLast(call: CallContext, children: ReadonlyArray<ChildRow>): Array<UserLocationWire> {
  const places = listPlaces(call.sql);
  const devices = listDevices(call.sql);
  const found = children.flatMap(({ id }) =>
    devices.filter(({ childIds }) => childIds.includes(id)).flatMap((device) => toUserLocation(call, id, device, places) ?? []),
  );
  logAccess(
    call,
    found.map(({ user_id }) => user_id),
    'last',
  );
  return found;
}

function toUserLocation(
  call: CallContext,
  childId: string,
  device: StoredDevice,
  places: ReadonlyArray<StoredPlace>,
): UserLocationWire | null {
  const { last, plausible, places: known } = findLocation(call.sql, device.id);
  if (last === null) return null;
  const toFix = (fix: LastFix) => {
    const { at, lat, lon, accuracy, speed } = fix;
    // An imprecise position does not show whether the device is at a place.
    const place = accuracyClassOf(accuracy) === 'good' ? findPlaceAt(places, fix) : null;
    const state = place === null ? undefined : known.places[toWatchedPlace(place).id];
    return {
      location_ts: at,
      location_data: { lat, lng: lon, accuracy, speed },
      isInactive: isInactive(at, call.now),
      place: place?.id ?? null,
      staying: state !== undefined && isUnbrokenStay(state, lastSeenOf(call, device), call.now),
      received_ts: fix.receivedAt,
    };
  };
  return { user_id: childId, device_id: device.id, ...toFix(last), plausible: plausible === null ? null : toFix(plausible) };
}

function readDay(call: CallContext, child: ChildRow, date: string): LocationHistoryWire {
  const from = startOfDay(date, child.time_zone);
  const until = startOfDay(addDays(date, 1), child.time_zone);
  const span = { from: from - MARGIN_MS, until: until + MARGIN_MS, childId: child.id };
  const byDevice = listDevices(call.sql).map(({ id }) => ({ id, fixes: cleanPositions(listFixes(call.sql, id, span)) }));
  const paths = byDevice.flatMap(({ id, fixes }) => {
    const precise = fixes.filter(({ at, accuracy }) => at >= from && at < until && ['good', 'unknown'].includes(accuracyClassOf(accuracy)));
    return thinPath(precise).map((line) => line.map((fix) => toPoint(id, fix)));
  });
  return {
    user_id: child.id,
    date,
    path: paths.sort((a, b) => (a[0]?.location_ts ?? 0) - (b[0]?.location_ts ?? 0)),
    points: byDevice.flatMap(({ id, fixes }) => fixes.map((fix) => toPoint(id, fix))).sort((a, b) => a.location_ts - b.location_ts),
    events: listDevicesOfChild(call.sql, child.id)
      .flatMap(({ id }) => listSilenceEvents(call.sql, id, span).map((event) => ({ device_id: id, ...event })))
      .sort((a, b) => a.at - b.at),
  };
}

function toPoint(deviceId: string, { at, lat, lon, accuracy, speed }: Position): LocationHistoryWire['points'][number] {
  return { device_id: deviceId, location_ts: at, lat, lng: lon, accuracy, speed };
}

function requireChild(call: CallContext, id: string): ChildRow {
  const child = findChild(call.sql, id);
  if (child === null) throw outsideAccount();
  return child;
}

/** @throws Refusal 410 for a date in the future or before the days of the plan (A10) */
function requireDate(call: CallContext, { time_zone }: ChildRow, date: string): void {
  const { geolocationDays } = planOf(call).limits;
  const today = localDate(call.now, time_zone);
  if (date <= today && date >= oldestHistoryDate(today, geolocationDays)) return;
  const details = { fields: { date: 'outside' }, limit: geolocationDays };
  throw new Refusal(ERROR_CODES.unknown, 410, 'This date is outside the history', details);
}
