import type * as z from 'zod';
import { toDeviceOs } from '#app/domain/device';
import { supportOf } from '#app/domain/feature-versions';
import { type DevicePlaces, isLateEvent, judgePositions, nextSettling, type PlaceEvent, settlePlaces } from '#app/domain/place-events';
import { ACCURACY_MAX_M, addPosition, cleanPositions, isFromFuture, SPEED_MAX, withPastTimes } from '#app/domain/position';
import type { sendReport } from '#app/wire/device';
import type { CallContext } from '../core/call-context';
import { raisePlaceEvent } from '../notifications/place-notifications';
import { type DeviceReport, findDevice, type StoredDevice } from '../store/device.queries';
import { findDue } from '../store/due.queries';
import {
  type DeviceLocation,
  findLocation,
  insertFixes,
  listFixes,
  locationsKeptSince,
  type StoredFix,
  setLocation,
} from '../store/location.queries';
import { listPlaces, toWatchedPlace } from '../store/place.queries';
import { hasGeolocation, planOf } from '../subscription/plan-of';

type Report = z.infer<typeof sendReport.body>;

/**
 * The positions of one report.
 * - `fixes`: all that are stored
 * - `usable`: those not from the future, sorted by time
 * - `location`: the device's last position and its state at each place after these positions
 * - `events`: the crossings that the positions show
 */
export type TakenPositions = {
  fixes: Array<StoredFix>;
  usable: Array<StoredFix>;
  location: DeviceLocation;
  events: Array<PlaceEvent>;
};

/**
 * Reads the positions of a report, without writing. `report` is the device's report with the new one applied. Returns null if there is
 * nothing to store:
 * - the plan has no location
 * - the child app is too old
 * - location is off on the device
 * - all positions are known, too old or less accurate than 100 km
 */
export function readPositions(call: CallContext, device: StoredDevice, report: DeviceReport, body: Report): TakenPositions | null {
  const reported = body.locations ?? [];
  if (reported.length === 0 || !hasGeolocation(call)) return null;
  const { osVersion, appVersion } = report;
  if (supportOf('geolocation', { os: toDeviceOs(device.os), osVersion, appVersion }).kind !== 'ok') return null;
  const keptSince = locationsKeptSince(planOf(call).limits.geolocationDays, call.now);
  const isOn = whileOn(device.report.locationActive, body);
  const before = findLocation(call.sql, device.id);
  const precise = reported.filter(({ accuracy = 0 }) => accuracy <= ACCURACY_MAX_M);
  const measured = precise.map(toFix).filter(({ at }) => at >= keptSince && isOn(at));
  const clean = cleanPositions(withPastTimes(measured, call.now));
  const fixes = withoutKnown(call, device.id, before, clean);
  if (fixes.length === 0) return null;
  const usable = fixes.filter((fix) => !isFromFuture(fix, call.now));
  const places = listPlaces(call.sql).filter((place) => place.childIds.some((id) => device.childIds.includes(id)));
  const { states, events } = judgePositions(before.places, places.map(toWatchedPlace), usable, call.now);
  const known = before.last === null ? null : { last: before.last, plausible: before.plausible };
  const arrived = { receivedAt: call.now, childIds: childrenOf(device, report) };
  const newest = usable
    .filter(({ at }) => before.last === null || at > before.last.at)
    .reduce((found, { at, lat, lon, accuracy, speed }) => addPosition(found, { at, lat, lon, accuracy, speed, ...arrived }), known);
  return { fixes, usable, location: { last: newest?.last ?? null, plausible: newest?.plausible ?? null, places: states }, events };
}

/**
 * Stores the positions in one row, notifies the parent about crossings and sends hints to browsers. Call this after the report is stored.
 */
export function storePositions(call: CallContext, device: StoredDevice, seq: number, taken: TakenPositions): void {
  const childIds = childrenOf(device, device.report);
  const span = { from: taken.usable[0]?.at ?? call.now, to: taken.usable.at(-1)?.at ?? call.now };
  insertFixes(call.sql, { deviceId: device.id, seq, childIds, receivedAt: call.now, span }, taken.fixes);
  announce(call, device, taken.events);
  armSettling(call, device.id, taken.location.places);
  for (const childId of childIds) call.hint('location', { deviceId: device.id, childId });
}

/** Completes the crossings of a device for which no other position arrived in time. Called by the family's alarm. */
export function settleDevice(call: CallContext, deviceId: string): void {
  const device = findDevice(call.sql, deviceId);
  if (device === null) return;
  const before = findLocation(call.sql, deviceId);
  const { states, events } = settlePlaces(before.places, call.now);
  if (events.length > 0) setLocation(call.sql, deviceId, { ...before, places: states });
  announce(call, device, events);
  armSettling(call, deviceId, states);
}

function toFix({ at, lat, lng, accuracy, speed, reason }: NonNullable<Report['locations']>[number]): StoredFix {
  const knownSpeed = speed === undefined || speed < 0 || speed > SPEED_MAX ? null : speed;
  return { at, lat, lon: lng, accuracy: accuracy ?? null, speed: knownSpeed, reason: reason ?? null };
}

/** Returns a function that tells from the report's events whether location was on at an instant of the device's clock. */
function whileOn(wasOn: boolean, { events }: Report): (at: number) => boolean {
  const changes = events.filter(({ type }) => type === 'location_on' || type === 'location_off').sort((a, b) => a.at - b.at);
  return (at) => {
    const last = changes.findLast((change) => change.at <= at);
    return last === undefined ? wasOn : last.type === 'location_on';
  };
}

/** Removes positions that the device has already reported, for example after a lost answer. */
function withoutKnown(call: CallContext, deviceId: string, { last }: DeviceLocation, fixes: Array<StoredFix>): Array<StoredFix> {
  const from = fixes[0]?.at;
  const to = fixes.at(-1)?.at;
  if (from === undefined || to === undefined || last === null || from > last.at) return fixes;
  const known = new Set(listFixes(call.sql, deviceId, { from, until: to + 1 }).map(({ at }) => at));
  return fixes.filter(({ at }) => !known.has(at));
}

/** Notifies the parent about the types of crossings that the place reports. Sends nothing about crossings that are reported late. */
function announce(call: CallContext, device: StoredDevice, events: ReadonlyArray<PlaceEvent>): void {
  if (events.length === 0 || !hasGeolocation(call)) return;
  const places = new Map(listPlaces(call.sql).map((place) => [toWatchedPlace(place).id, place]));
  for (const event of events) {
    const place = places.get(event.placeId);
    if (place === undefined || !place.isActive || !place.triggers.includes(event.trigger) || isLateEvent(event, call.now)) continue;
    const children = childrenOf(device, device.report).filter((id) => place.childIds.includes(id));
    for (const childId of children) raisePlaceEvent(call, place, childId, event, { deviceId: device.id });
  }
}

function armSettling(call: CallContext, deviceId: string, places: DevicePlaces): void {
  const next = nextSettling(places);
  const armed = findDue(call.sql, 'place', deviceId);
  if (next === null && armed !== null) call.cancelDue('place', deviceId);
  else if (next !== null && next !== armed) call.setDue('place', deviceId, next);
}

/** Returns the children who have the device: the active child, or else all of the device's children. */
function childrenOf({ childIds }: StoredDevice, { activeChildId }: DeviceReport): Array<string> {
  return activeChildId === null ? childIds : [activeChildId];
}
