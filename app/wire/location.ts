import * as z from 'zod';
import { SILENCE_EVENTS } from '../domain/gap-reason.ts';
import type { ChildId, DeviceId } from '../domain/ids.ts';
import { PLACE_ICONS, PLACE_NAME_MAX, PLACES_MAX, type PlaceIcon, type PlaceTrigger } from '../domain/place.ts';
import { type Coordinates, type Position, toCoordinates } from '../domain/position.ts';
import type { Instant } from '../domain/time.ts';
import { commandSchema } from './command.ts';
import type { Endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

const triggersSchema = z.array(z.enum(['enter', 'exit'])).max(2);
/** «Not there by»: alerts if the child is not at the place at this time on these weekdays (0 = Sunday). Not in the specification. */
const notBySchema = z.object({
  user_id: idSchema,
  weekdays: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
});

export const geofenceSchema = z.object({
  id: idSchema,
  lat: z.number(),
  lon: z.number(),
  /** Meters, 1 to 300. */
  radius: z.number(),
  address: z.string(),
  name: z.string(),
  /** Not in the specification. */
  icon: z.string(),
  active: z.boolean(),
  triggers: triggersSchema,
  users: z.array(idSchema),
  not_by: z.array(notBySchema),
  type: z.literal('geofence'),
  ts: instantSchema,
});
export type GeofenceWire = z.infer<typeof geofenceSchema>;

/** A place of the family. `updatedAt` is its version. */
export type Place = {
  id: string;
  lat: number;
  lon: number;
  radius: number;
  address: string;
  name: string;
  icon: PlaceIcon;
  isActive: boolean;
  triggers: Array<PlaceTrigger>;
  childIds: Array<ChildId>;
  notBy: Array<{ childId: ChildId; weekdays: Array<number>; time: string }>;
  updatedAt: Instant;
};

/** Converts a place from wire to domain. An unknown icon becomes the pin. */
export function fromWireGeofence(wire: GeofenceWire): Place {
  return {
    id: wire.id,
    lat: wire.lat,
    lon: wire.lon,
    radius: wire.radius,
    address: wire.address,
    name: wire.name,
    icon: PLACE_ICONS.find((icon) => icon === wire.icon) ?? 'pin',
    isActive: wire.active,
    triggers: wire.triggers,
    childIds: wire.users,
    notBy: wire.not_by.map(({ user_id, weekdays, time }) => ({ childId: user_id, weekdays, time })),
    updatedAt: wire.ts,
  };
}

/** GET /geofences?include=all: all places of the family, by name (S41). Needs geolocation. */
export const listGeofences: Endpoint<{ include?: 'all' | undefined }, undefined, Array<GeofenceWire>> = {
  method: 'GET',
  path: '/geofences',
  auth: 'session',
  query: z.object({ include: z.literal('all').optional() }),
  body: nothingSchema,
  output: z.array(geofenceSchema),
};

/** A value that is no finite number gets the text of 5.4.2 (LOC-043). */
const coordinateSchema = z.number({ error: 'expected float values' });
const LATITUDE_RANGE = 'outside of -90 to 90 degrees';
const LONGITUDE_RANGE = 'outside of -180 to 180 degrees';

const putGeofenceBody = z.object({
  /** Absent: creates a place. An unknown ID is refused with 403. */
  id: idSchema.optional(),
  /** Version that the client read; another stored version is refused with reason `stale`. Absent: no check. */
  ts: instantSchema.optional(),
  /** ID of a deleted place that this new one restores: it keeps a position that new places can't have, (0,0). */
  restores: idSchema.optional(),
  lat: coordinateSchema.min(-90, LATITUDE_RANGE).max(90, LATITUDE_RANGE),
  lon: coordinateSchema.min(-180, LONGITUDE_RANGE).max(180, LONGITUDE_RANGE),
  /** Meters. Stored as a whole number from 1 to 300. */
  radius: z.number().positive(),
  address: z.string().max(256).default(''),
  name: z.string().trim().min(1).max(PLACE_NAME_MAX),
  icon: z.enum(PLACE_ICONS).default('pin'),
  active: z.boolean().default(true),
  triggers: triggersSchema.default(['enter', 'exit']),
  users: z.array(idSchema).max(40),
  not_by: z.array(notBySchema).max(40).default([]),
});
export type PutGeofenceBody = z.infer<typeof putGeofenceBody>;

/**
 * PUT /geofences: creates or changes a place (S41).
 * @throws Refusal 400 «expected float values»; 400 for (0,0), unless the place had it; 400 `stale` with the row as `current`; 400 `full` with `limit` at 20 places
 * @throws Refusal 403 without geolocation, or for a place or child outside the account
 */
export const putGeofence: Endpoint<unknown, PutGeofenceBody, GeofenceWire> = {
  method: 'PUT',
  path: '/geofences',
  auth: 'session',
  query: z.unknown(),
  body: putGeofenceBody,
  output: geofenceSchema,
};

/** DELETE /geofences: removes places, in any plan. Unknown ones are ignored (S41). */
export const removeGeofences: Endpoint<unknown, { ids: Array<string> }, { objects_deleted: number }> = {
  method: 'DELETE',
  path: '/geofences',
  auth: 'session',
  query: z.unknown(),
  body: z.object({ ids: z.array(idSchema).max(PLACES_MAX) }),
  output: z.object({ objects_deleted: z.number().int().nonnegative() }),
};

const locationDataSchema = z.object({
  lat: z.number(),
  lng: z.number(),
  /** Meters, null if not reported. Not in the specification. */
  accuracy: z.number().nullable(),
  /** Meters per second, null if unknown. Not in the specification. */
  speed: z.number().nullable(),
});

const userFixSchema = z.object({
  location_ts: instantSchema,
  location_data: locationDataSchema,
  isInactive: z.boolean(),
  /** ID of the matching place. Null for none, or if the position is not precise enough. */
  place: idSchema.nullable(),
  /** True if a device in contact has stayed at `place` without a break, so that an older position still applies. Not in the specification. */
  staying: z.boolean(),
  /** When the family received the position. Not in the specification. */
  received_ts: instantSchema,
});

export const userLocationSchema = z.object({
  user_id: idSchema,
  device_id: idSchema,
  ...userFixSchema.shape,
  /** The position before, while the last one is an impossible jump that nothing confirms; else null (A205). Not in the specification. */
  plausible: userFixSchema.nullable(),
});
export type UserLocationWire = z.infer<typeof userLocationSchema>;

/**
 * The last plausible position of a device for one child. `unconfirmed`: the reported one, if it is an impossible jump that nothing confirms;
 * else null (A205).
 */
export type LastPosition = Position & {
  unconfirmed: Position | null;
  childId: ChildId;
  deviceId: DeviceId;
  placeId: string | null;
  isStaying: boolean;
  receivedAt: Instant;
};

/** Converts a last position from wire to domain. */
export function fromWireLocation(wire: UserLocationWire): LastPosition {
  const { user_id: childId, device_id: deviceId, plausible } = wire;
  const { place: placeId, staying: isStaying, received_ts: receivedAt } = plausible ?? wire;
  const unconfirmed = plausible === null ? null : toPosition(wire);
  return { childId, deviceId, ...toPosition(plausible ?? wire), placeId, isStaying, receivedAt, unconfirmed };
}

function toPosition({ location_ts: at, location_data: { lat, lng, accuracy, speed } }: z.infer<typeof userFixSchema>): Position {
  return { at, lat, lon: lng, accuracy, speed };
}

/**
 * GET /user_location?last=1: the last position of each child’s devices, or of one child (S42). A shared device has a record for each of its
 * children. Access is recorded in the access log; repeated reads within 10 minutes are recorded once. Needs geolocation.
 */
export const listUserLocations: Endpoint<{ last: '1'; user_id?: string | undefined }, undefined, Array<UserLocationWire>> = {
  method: 'GET',
  path: '/user_location',
  auth: 'session',
  query: z.object({ last: z.literal('1'), user_id: idSchema.optional() }),
  body: nothingSchema,
  output: z.array(userLocationSchema),
};

const historyPointSchema = z.object({ device_id: idSchema, location_ts: instantSchema, ...locationDataSchema.shape });
export const locationHistorySchema = z.object({
  user_id: idSchema,
  date: z.iso.date(),
  /** Lines without the points that deviate less than 10 m, by time. A silence of more than 30 minutes starts a new line. */
  path: z.array(z.array(historyPointSchema)),
  /**
   * All points of the day in the child’s time zone, by time. Includes 12 hours before and after it, to complete stays. Omits points from
   * the future (device clock ahead).
   */
  points: z.array(historyPointSchema),
  /**
   * When devices, or their location, were turned off and on, by time: those of the same span, with the last one of each device and kind
   * before it. Not in the specification.
   */
  events: z.array(z.object({ device_id: idSchema, at: instantSchema, type: z.enum(SILENCE_EVENTS) })),
});
export type LocationHistoryWire = z.infer<typeof locationHistorySchema>;
export type HistoryPoint = Position & { deviceId: DeviceId };

/** Converts a point of the history from wire to domain. */
export function fromWirePoint({ device_id, location_ts, lat, lng, accuracy, speed }: z.infer<typeof historyPointSchema>): HistoryPoint {
  return { deviceId: device_id, at: location_ts, lat, lon: lng, accuracy, speed };
}

/**
 * GET /location_history: one day of a child (S43). Access is recorded in the access log; repeated reads within 10 minutes are recorded once.
 * @throws Refusal 410 for a date in the future or before `oldestHistoryDate`; 403 without geolocation
 */
export const getLocationHistory: Endpoint<{ date: string; user_id: string }, undefined, LocationHistoryWire> = {
  method: 'GET',
  path: '/location_history',
  auth: 'session',
  query: z.object({ date: z.iso.date(), user_id: idSchema }),
  body: nothingSchema,
  output: locationHistorySchema,
};

export const locationInfoSchema = z.object({
  user_location_active: z.boolean(),
  devices: z.array(idSchema),
  last: z.array(userLocationSchema).optional(),
  places: z.array(geofenceSchema).optional(),
  /**
   * The last `location_burst` command of each of the child’s devices, if it is less than 30 minutes old. `sent_ts`: delivered.
   * `confirmed_ts`: the first position arrived. `stop`: the `location_stop` command that followed it, null for none. Not in the
   * specification.
   */
  bursts: z.array(commandSchema.extend({ stop: commandSchema.nullable() })),
});
/** Maximum age of a command in `bursts`, in ms. */
export const BURST_SHOWN_MS = 30 * 60_000;

/**
 * GET /location_info: location facts of a child. `extras`: comma-separated `last`, `places`, `devices` (S45, A58). `devices` is always
 * present. `places` are the active places of the child. Needs geolocation.
 */
export const getLocationInfo: Endpoint<{ user_id: string; extras?: string | undefined }, undefined, z.infer<typeof locationInfoSchema>> = {
  method: 'GET',
  path: '/location_info',
  auth: 'session',
  query: z.object({ user_id: idSchema, extras: z.string().max(64).optional() }),
  body: nothingSchema,
  output: locationInfoSchema,
};

/** Maximum number of positions in one lookup (A58), and maximum length of a searched text. */
export const LOOKUP_POINTS_MAX = 100;
export const LOOKUP_TEXT_MAX = 200;
/** A pair of coordinates has at most 51 characters, so this length fits each valid list. */
const LATLONS_MAX = LOOKUP_POINTS_MAX * 52;

const addressSchema = z.object({
  lat: z.number(),
  lon: z.number(),
  /** Text for people, in the requested language. Coordinates if no place is known within 100 km. */
  formatted_address: z.string(),
  /** The area, without spot, street and number, for a position that is not precise. '' if unknown, and for a search. Not in the specification. */
  area: z.string(),
  /** The credit that a page with this address must show; null if none is needed. Not in the specification. */
  attribution: z.string().nullable(),
});
export type AddressWire = z.infer<typeof addressSchema>;

const lookupQuery = z.object({
  lookup: z.enum(['reverse_geocode', 'geocode']),
  latlons: z.string().max(LATLONS_MAX).optional(),
  q: z.string().max(LOOKUP_TEXT_MAX).optional(),
  locale: z.string().min(2).max(35).optional(),
});
export type LookupQuery = z.infer<typeof lookupQuery>;

/**
 * GET /location_lookup?lookup=reverse_geocode&latlons=lat,lon;lat,lon: one address per position, in order (S44, A58).
 * GET /location_lookup?lookup=geocode&q=…: up to five places for a text, the best first. Not in the specification.
 */
export const lookUpLocation: Endpoint<LookupQuery, undefined, Array<AddressWire>> = {
  method: 'GET',
  path: '/location_lookup',
  auth: 'session',
  query: lookupQuery,
  body: nothingSchema,
  output: z.array(addressSchema),
};

/** A parsed lookup. */
export type LocationLookup = { kind: 'addresses'; points: Array<Coordinates> } | { kind: 'search'; text: string };

/**
 * Parses the query of a lookup.
 * @throws Refusal 400 for a missing or empty value, more than 100 positions, or anything but decimal degrees (LOC-043)
 */
export function toLocationLookup({ lookup, latlons = '', q = '' }: LookupQuery): LocationLookup {
  if (lookup === 'geocode') {
    const text = q.trim();
    if (text === '') throw invalid('q: must not be empty', { q: 'empty' });
    return { kind: 'search', text };
  }
  if (latlons === '') throw invalid('latlons: must not be empty', { latlons: 'empty' });
  const pairs = latlons.split(';');
  if (pairs.length > LOOKUP_POINTS_MAX) throw invalid(`latlons: at most ${LOOKUP_POINTS_MAX} positions`, { latlons: 'too_many' });
  return { kind: 'addresses', points: pairs.map(toPoint) };
}

// A sign, digits and a fraction. Number() would also accept «», « 1», «1e3» and «0x10».
const DECIMAL = /^-?\d{1,3}(?:\.\d{1,20})?$/;

function toPoint(pair: string): Coordinates {
  const [lat, lon] = pair.split(',', 3).map((text) => (DECIMAL.test(text) ? Number(text) : text));
  try {
    if (pair.split(',').length !== 2) throw new TypeError('expected float values');
    return toCoordinates({ lat, lon });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw invalid(`latlons: ${message}`, { latlons: error instanceof RangeError ? 'range' : 'float' });
  }
}
