import { listGeofences, type PutGeofenceBody, putGeofence } from '#app/wire/location.ts';
import type { SpotKey } from './demo-town/spot-keys.ts';
import { getSpot } from './demo-town/spots.ts';
import type { Parent } from './parent.ts';

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];
const HOME_BY = '19:30';

const PLACES: ReadonlyArray<{ key: SpotKey; name: string; icon: 'home' | 'school' | 'sports'; radius: number }> = [
  { key: 'home', name: 'Home', icon: 'home', radius: 150 },
  { key: 'school', name: 'School', icon: 'school', radius: 200 },
  { key: 'sportsGround', name: 'Sports', icon: 'sports', radius: 200 },
];

/** Creates the places of the demo family for these children, except those whose name exists. Every child is to be home in the evening. */
export async function addPlaces(parent: Parent, childIds: Array<string>): Promise<void> {
  if (childIds.length === 0) return;
  const known = await parent.call(listGeofences, { query: { include: 'all' } });
  const missing = PLACES.filter(({ name }) => !known.some((place) => place.name === name));
  await Promise.all(missing.map((place) => parent.call(putGeofence, { body: toBody(place, childIds) })));
}

function toBody({ key, name, icon, radius }: (typeof PLACES)[number], users: Array<string>): PutGeofenceBody {
  const { lat, lon, address } = getSpot(key);
  const homeBy = users.map((user_id) => ({ user_id, weekdays: MONDAY_TO_FRIDAY, time: HOME_BY }));
  return { lat, lon, radius, address, name, icon, users, active: true, triggers: ['enter', 'exit'], not_by: key === 'home' ? homeBy : [] };
}
