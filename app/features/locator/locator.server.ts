import type { DeviceOs } from '#app/domain/device';
import { supportOf } from '#app/domain/feature-versions';
import type { SilenceEvent } from '#app/domain/gap-reason';
import type { ChildId, CommandId, DeviceId } from '#app/domain/ids';
import type { Instant, LocalDate } from '#app/domain/time';
import { type Api, type Read, toRead } from '#app/server/api.server';
import { type CommandWire, createCommand } from '#app/wire/command';
import { type DeviceWire, listDevices } from '#app/wire/family';
import {
  fromWireGeofence,
  fromWireLocation,
  fromWirePoint,
  getLocationHistory,
  getLocationInfo,
  type HistoryPoint,
  type LastPosition,
  listGeofences,
  listUserLocations,
  type Place,
  type PutGeofenceBody,
  putGeofence,
  removeGeofences,
} from '#app/wire/location';
import type { DeviceFacts } from './located-device';

/** The domain types of the contract, for components and forms. */
export type { LastPosition, Place } from '#app/wire/location';

const ALL_PLACES = { include: 'all' } as const;
const LAST = { last: '1' } as const;

/** Returns the reads of a page that shows where children are. */
export function toLocatorReads(): Array<Read> {
  return [toRead(listDevices, {}), toPositionsRead(), toPlacesRead()];
}

/** Returns the read that `listPositions` makes. */
export function toPositionsRead(): Read {
  return toRead(listUserLocations, LAST);
}

/** Returns the read that `listPlaces` makes. */
export function toPlacesRead(): Read {
  return toRead(listGeofences, ALL_PLACES);
}

/** Returns the facts of all devices that the locator needs. */
export async function listDeviceFacts(api: Api): Promise<Array<DeviceFacts>> {
  return (await api.call(listDevices, { query: {}, body: undefined })).map(fromWireFacts);
}

function fromWireFacts(wire: DeviceWire): DeviceFacts {
  const os: DeviceOs = wire.os;
  return {
    id: wire.device_id,
    name: wire.display_name,
    childIds: wire.users,
    batteryLevel: wire.attributes.battery_level ?? null,
    lastSeenAt: wire.last_seen,
    lastActivityAt: wire.last_activity,
    isConnected: !wire.retired,
    isManaged: !wire.management_removed,
    isLocationOn: wire.device_location_active,
    support: supportOf('geolocation', { os, osVersion: wire.os_version, appVersion: wire.app_version }),
  };
}

/** Returns the last position of each child’s devices (S42). A shared device has one for each of its children. */
export async function listPositions(api: Api): Promise<Array<LastPosition>> {
  return (await api.call(listUserLocations, { query: LAST, body: undefined })).map(fromWireLocation);
}

/** Returns the places of the family, by name (S41). */
export async function listPlaces(api: Api): Promise<Array<Place>> {
  return (await api.call(listGeofences, { query: ALL_PLACES, body: undefined })).map(fromWireGeofence);
}

/**
 * Creates or changes a place (S41) and returns it.
 * @throws Refusal with reason `stale` and the stored place, or `full` with the limit
 */
export async function savePlace(api: Api, body: PutGeofenceBody, idempotencyKey: string): Promise<Place> {
  return fromWireGeofence(await api.call(putGeofence, { query: {}, body }, { idempotencyKey }));
}

/** Removes a place. Returns false if there was none. */
export async function removePlace(api: Api, id: string, idempotencyKey: string): Promise<boolean> {
  return (await api.call(removeGeofences, { query: {}, body: { ids: [id] } }, { idempotencyKey })).objects_deleted > 0;
}

/**
 * The positions of one day, by time, with 12 hours before and after it, the thinned lines of the path, and when devices or their location
 * were turned off and on.
 */
export type HistoryDay = {
  points: Array<HistoryPoint>;
  path: Array<Array<HistoryPoint>>;
  events: Array<SilenceEvent & { deviceId: DeviceId }>;
};

/** Returns one day of a child (S43). */
export async function getHistoryDay(api: Api, childId: ChildId, date: LocalDate): Promise<HistoryDay> {
  const day = await api.call(getLocationHistory, { query: { date, user_id: childId }, body: undefined });
  return {
    points: day.points.map(fromWirePoint),
    path: day.path.map((line) => line.map(fromWirePoint)),
    events: day.events.map(({ device_id: deviceId, at, type }) => ({ deviceId, at, type })),
  };
}

/** A request for a fresh position: when it was made, reached the device, got its first position, and ended without one. */
export type Burst = {
  id: CommandId;
  deviceId: DeviceId;
  state: CommandWire['state'];
  requestedAt: Instant;
  deliveredAt: Instant | null;
  locatedAt: Instant | null;
  endedAt: Instant | null;
  /** What a parent did to end it: null for nothing. `isConfirmed`: the device has ended it. */
  stop: { at: Instant; isConfirmed: boolean } | null;
};

/** Returns the last request for a fresh position of each of the child’s devices (S45). */
export async function listBursts(api: Api, childId: ChildId): Promise<Array<Burst>> {
  const { bursts } = await api.call(getLocationInfo, { query: { user_id: childId }, body: undefined });
  return bursts.map((wire) => ({
    id: wire.id,
    deviceId: wire.device_id,
    state: wire.state,
    requestedAt: wire.saved_ts,
    deliveredAt: wire.sent_ts,
    locatedAt: wire.confirmed_ts,
    endedAt: wire.ended_ts,
    stop: toStop(wire),
  }));
}

/** A request that was canceled never reached the device. A device that refuses to stop keeps reporting, so that stop is ignored. */
function toStop({ state, ended_ts, stop }: CommandWire & { stop: CommandWire | null }): Burst['stop'] {
  if (stop === null) return state === 'cancelled' && ended_ts !== null ? { at: ended_ts, isConfirmed: true } : null;
  return stop.state === 'failed' || stop.state === 'expired' ? null : { at: stop.saved_ts, isConfirmed: stop.state === 'confirmed' };
}

/** Returns the read that `listBursts` makes. */
export function toBurstsRead(childId: ChildId): Read {
  return toRead(getLocationInfo, { user_id: childId });
}

/** Asks a device for fresh positions (S53). Repeated requests are merged while one is pending. */
export async function locateNow(api: Api, childId: ChildId, deviceId: DeviceId, idempotencyKey: string): Promise<void> {
  const body = { command: 'location_burst' as const, user_id: childId, device_id: deviceId };
  await api.call(createCommand, { query: {}, body }, { idempotencyKey });
}

/** Ends a running request for fresh positions (A183). Does nothing without one. */
export async function stopLocating(api: Api, deviceId: DeviceId, idempotencyKey: string): Promise<void> {
  await api.call(createCommand, { query: {}, body: { command: 'location_stop', device_id: deviceId } }, { idempotencyKey });
}
