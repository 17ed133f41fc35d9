import type { EndpointId } from '#app/wire/endpoints';
import type { GeofenceWire, UserLocationWire } from '#app/wire/location';
import { CHILD_ID, DEVICE_ID, NOON } from './examples';
import type { Operation } from './operations';

const PLACE_ID = '01kb0wf3x6n2v9q5r8t1z4m7kc';
const CHILD = { description: 'The child.', example: CHILD_ID };
const LOGGED = 'The answer is written to the family’s access log.';

const PLACE: GeofenceWire = {
  id: PLACE_ID,
  lat: 40.2108,
  lon: -89.5824,
  radius: 120,
  address: '12 Elm Street, Springfield',
  name: 'School',
  icon: 'school',
  active: true,
  triggers: ['enter', 'exit'],
  users: [CHILD_ID],
  not_by: [{ user_id: CHILD_ID, weekdays: [1, 2, 3, 4, 5], time: '08:30' }],
  type: 'geofence',
  ts: NOON,
};
const POINT = { lat: 40.2109, lng: -89.5822, accuracy: 12, speed: 0 };
const LAST: UserLocationWire = {
  user_id: CHILD_ID,
  device_id: DEVICE_ID,
  location_ts: NOON - 60_000,
  location_data: POINT,
  isInactive: false,
  place: PLACE_ID,
  staying: true,
  received_ts: NOON - 59_000,
  plausible: null,
};
const SILENCE_EVENT = { device_id: DEVICE_ID, at: NOON - 60_000, type: 'location_on' };
const HISTORY_POINT = { device_id: DEVICE_ID, location_ts: NOON - 60_000, ...POINT };

type LocationCall = Extract<
  EndpointId,
  'listGeofences' | 'putGeofence' | 'removeGeofences' | 'listUserLocations' | 'getLocationHistory' | 'getLocationInfo'
>;

/** Texts and examples of the calls about places and positions. */
export const LOCATION_OPERATIONS: Record<LocationCall, Operation> = {
  listGeofences: {
    description: 'By name, including those that are turned off.',
    refusals: ['notInPlan'],
    query: { include: { description: '`all`, the only value.', example: 'all' } },
    answer: [PLACE],
  },
  putGeofence: {
    description:
      'Without `id`, creates a place. With the `ts` that was read, a change based on an older row is refused as `stale`. `radius` is stored as a whole number from 1 to 300. A change of position, radius or `active` clears what is known about devices there: their next position sets it without a notification. At most 20 places.',
    refusals: ['notFloat', 'notYours', 'notInPlan', 'stale', 'tooManyPlaces'],
    body: { lat: 40.2108, lon: -89.5824, radius: 120, name: 'School', icon: 'school', users: [CHILD_ID] },
    answer: PLACE,
  },
  removeGeofences: { refusals: [], body: { ids: [PLACE_ID] }, answer: { objects_deleted: 1 } },
  listUserLocations: {
    description: `Positions with a time in the future are left out. A shared device has a record for each of its children. ${LOGGED}`,
    refusals: ['notYours', 'notInPlan'],
    query: {
      last: { description: '`1`, the only value.', example: '1' },
      user_id: { description: 'One child; without it, all.', example: CHILD_ID },
    },
    answer: [LAST],
  },
  getLocationHistory: {
    description: `A day in the child’s time zone. ${LOGGED}`,
    refusals: ['notYours', 'notInPlan', 'outsideHistory'],
    query: { date: { description: 'From `geolocation_days` before today until today.', example: '2026-11-21' }, user_id: CHILD },
    answer: { user_id: CHILD_ID, date: '2026-11-21', path: [[HISTORY_POINT]], points: [HISTORY_POINT], events: [SILENCE_EVENT] },
  },
  getLocationInfo: {
    description: 'With `last`, the answer is written to the family’s access log.',
    refusals: ['notYours', 'notInPlan'],
    query: { user_id: CHILD, extras: { description: '`last`, `places`, `devices`, separated by commas.', example: 'last,places' } },
    answer: { user_location_active: true, devices: [DEVICE_ID], last: [LAST], places: [PLACE], bursts: [] },
  },
};
