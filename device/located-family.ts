import type { PlaceIcon } from '#app/domain/place.ts';
import { localDate, startOfDay, type TimeZone } from '#app/domain/time.ts';
import type { ReportBody } from '#app/wire/device.ts';
import { putGeofence } from '#app/wire/location.ts';
import type { Device } from './call.ts';
import type { SpotKey } from './demo-town/spot-keys.ts';
import { getSpot } from './demo-town/spots.ts';
import { findShortestWalk, streetGraph } from './demo-town/street-graph.ts';
import { step as deviceStep } from './device.ts';
import { findChild, newCode } from './filled-panels.ts';
import type { Parent } from './parent.ts';
import { queueReport } from './reports.ts';
import type { About } from './state.ts';
import { setManagement } from './transitions.ts';

type Fix = NonNullable<ReportBody['locations']>[number];
type LatLon = { lat: number; lon: number };

const MINUTE_MS = 60_000;
const TABLET = { make: 'Samsung', model: 'SM-X200', modelName: 'Galaxy Tab A8' };
const IPAD = { make: 'Apple', model: 'iPad15,7', modelName: 'iPad', os: 'iOS', osVersion: '26.1', managementLevel: 'ios-supervised' };

/** Mia’s day before the present: where she is until which minute of the day. Without `at` and `to`, nothing is known until then. */
const DAY: ReadonlyArray<{ until: number; at?: SpotKey; to?: SpotKey }> = [
  { until: 458, at: 'home' },
  { until: 474, to: 'school' },
  { until: 761, at: 'school' },
  { until: 778, to: 'library' },
  { until: 805, at: 'library' },
  { until: 846 },
  { until: 878, at: 'grandma' },
  { until: 891, to: 'home' },
  { until: 1440, at: 'home' },
];

/** The IDs of the children and of the place «School». */
export type LocatedFamily = { mia: string; ben: string; leo: string; school: string };

/** Reports positions, also past ones, in one report of a simulated device. `isOn`: whether location is on. */
export async function reportPositions(device: Device, locations: ReadonlyArray<Fix>, isOn = true): Promise<void> {
  const first = locations[0]?.at ?? Date.now();
  device.store.update((state) => {
    const queued = queueReport(state, Date.now(), [{ type: isOn ? 'location_on' : 'location_off', at: first - 1 }]);
    return {
      ...queued,
      unsentReports: queued.unsentReports.map((report) =>
        report.seq === queued.reportSeq ? { ...report, locations: [...locations] } : report,
      ),
    };
  });
  await deviceStep(device, false);
}

/**
 * Adds places, pairs more devices of three children, and reports where all were. `pair` enrolls a device of a model with a code. The last
 * argument: the first devices of Mia, Ben and Leo.
 */
export async function fillLocator(
  parent: Parent,
  pair: (code: string, model: Partial<About>) => Promise<Device>,
  zone: TimeZone,
  [mias, bens, leos]: readonly [Device, Device, Device],
): Promise<LocatedFamily> {
  const [mia = '', ben = '', leo = ''] = await Promise.all(['Mia', 'Ben', 'Leo'].map((name) => findChild(parent, name)));
  await addPlace(parent, 'home', 'Home', 'home', { users: [mia, ben, leo], radius: 120 });
  const schoolDays = [1, 2, 3, 4, 5];
  const notBy = { not_by: [{ user_id: mia, weekdays: schoolDays, time: '08:30' }] };
  const school = await addPlace(parent, 'school', 'School', 'school', { users: [mia, leo], radius: 137, ...notBy });
  await addPlace(parent, 'grandma', 'Grandma', 'family', { users: [mia, ben, leo], radius: 120 });
  const now = Date.now();
  setBattery(mias, 0.64);
  await reportPositions(mias, listDay(zone, now));
  const pad = await pair(await newCode(parent, mia, 'iOS'), IPAD);
  setBattery(pad, 0.31);
  await reportPositions(pad, [fixAt(getSpot('home'), now - 12 * MINUTE_MS)]);
  setBattery(bens, 0.12);
  await reportPositions(bens, [fixAt(getSpot('bakery'), now - 4 * MINUTE_MS, 244)]);
  const tablet = await pair(await newCode(parent, ben, 'android'), TABLET);
  setBattery(tablet, 0.88);
  await reportPositions(tablet, [], false);
  await reportPositions(leos, [fixAt(getSpot('school'), now - 182 * MINUTE_MS)]);
  const old = await pair(await newCode(parent, leo, 'android'), TABLET);
  await reportPositions(old, [fixAt(getSpot('home'), now - 30 * 60 * MINUTE_MS)]);
  old.store.update((state) => setManagement(state, true, Date.now()));
  await deviceStep(old, true);
  return { mia, ben, leo, school };
}

function setBattery(device: Device, batteryLevel: number): void {
  device.store.update((state) => ({ ...state, batteryLevel }));
}

async function addPlace(parent: Parent, key: SpotKey, name: string, icon: PlaceIcon, more: { users: Array<string>; radius: number }) {
  const { lat, lon, address } = getSpot(key);
  return (
    await parent.call(putGeofence, { body: { lat, lon, address, name, icon, active: true, triggers: ['enter'], not_by: [], ...more } })
  ).id;
}

function fixAt({ lat, lon }: LatLon, at: number, accuracy = 12): Fix {
  return { at, lat, lng: lon, accuracy };
}

/** Returns Mia’s positions from yesterday evening until now. */
function listDay(zone: TimeZone, now: number): Array<Fix> {
  const midnight = startOfDay(localDate(now, zone), zone);
  const fixes = everyMs(midnight - 410 * MINUTE_MS, midnight, 10).map((at) => fixAt(getSpot('home'), at));
  let from = midnight;
  let where: SpotKey = 'home';
  for (const { until, at, to } of DAY) {
    const end = Math.min(midnight + until * MINUTE_MS, now);
    if (at !== undefined) fixes.push(...everyMs(from, end, 5).map((time) => fixAt(getSpot(at), time)));
    if (to !== undefined) fixes.push(...walk(where, to, from, end));
    where = to ?? at ?? where;
    from = end;
  }
  return [...fixes, fixAt(getSpot('home'), now - 20_000)];
}

function everyMs(from: number, until: number, minutes: number): Array<number> {
  const count = Math.max(0, Math.floor((until - from) / (minutes * MINUTE_MS)));
  return Array.from({ length: count }, (_, index) => from + index * minutes * MINUTE_MS);
}

function walk(from: SpotKey, to: SpotKey, start: number, end: number): Array<Fix> {
  const line = findShortestWalk(streetGraph(), getSpot(from).node, getSpot(to).node)?.line ?? [];
  return line.map((point, index) => fixAt(point, Math.round(start + ((end - start) * (index + 0.5)) / line.length)));
}
