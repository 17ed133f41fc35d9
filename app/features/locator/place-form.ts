import { cleanName } from '#app/domain/child';
import { type DistanceUnits, fromRadiusField, toRadiusField } from '#app/domain/distance-units';
import type { ChildId } from '#app/domain/ids';
import { clampRadius, PLACE_ICONS, PLACE_NAME_MAX, type PlaceIcon, type PlaceTrigger } from '#app/domain/place';
import type { Place } from './locator.server';
import { ADDRESS_MAX, fromFound, isTypedAfter, readFoundValue } from './place-search';
import { isDegrees, readPosition, withPoint } from './place-spot';

/** A row of «not there by» as typed. `key` is part of its field names. */
export type NotByRow = { key: string; childId: string; weekdays: Array<number>; time: string };

/**
 * The values of a place's form as typed.
 * - `id`: '' for a new place
 * - `updatedAt`, `opened`: the version that the form shows, and its content
 * - `addressShown`: the address field's first value, so that a changed address is searched for before it is saved
 * - `spotShown`: the position of that address as «lat,lon», so that a changed position loses it. '' if unknown
 * - `radiusShown`, `meters`: the radius field's first value and its exact meters, so that saving an unchanged radius does not round it
 */
export type PlaceValues = {
  id: string;
  updatedAt: string;
  opened: string;
  name: string;
  icon: PlaceIcon;
  address: string;
  addressShown: string;
  spotShown: string;
  lat: string;
  lon: string;
  radius: string;
  radiusShown: string;
  meters: string;
  unit: DistanceUnits;
  childIds: Array<ChildId>;
  isActive: boolean;
  enter: boolean;
  exit: boolean;
  notBy: Array<NotByRow>;
};

/** A place as it is saved. */
export type PlaceDraft = Omit<Place, 'id' | 'updatedAt'>;

/** Errors by field, as text keys. */
export type PlaceFaults = Partial<Record<string, string>>;

const ROWS_MAX = 40;
const DEFAULT_RADIUS_M = 150;
const SCHOOL_DAYS = [1, 2, 3, 4, 5];
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const ROW_FIELD = /^nb-(\w{1,12})-child$/;

/** Returns the name of a field of a «not there by» row. */
export function notByField(key: string, part: 'child' | 'time' | 'day'): string {
  return `nb-${key}-${part}`;
}

/** Returns a text that is equal for equal content of a place. */
export function toContent(place: PlaceDraft): string {
  const { lat, lon, radius, address, name, icon, isActive, triggers, childIds, notBy } = place;
  const rows = notBy.map(({ childId, weekdays, time }) => [childId, weekdays.toSorted(), time]);
  return JSON.stringify([lat, lon, radius, address, name, icon, isActive, triggers.toSorted(), childIds.toSorted(), rows]);
}

/** Returns the form's values of a stored place. */
export function toPlaceValues(place: Place, unit: DistanceUnits): PlaceValues {
  const radius = String(toRadiusField(place.radius, unit));
  return {
    id: place.id,
    updatedAt: String(place.updatedAt),
    opened: toContent(place),
    name: place.name,
    icon: place.icon,
    address: place.address,
    addressShown: place.address,
    spotShown: `${place.lat},${place.lon}`,
    lat: String(place.lat),
    lon: String(place.lon),
    radius,
    radiusShown: radius,
    meters: String(place.radius),
    unit,
    childIds: place.childIds,
    isActive: place.isActive,
    enter: place.triggers.includes('enter'),
    exit: place.triggers.includes('exit'),
    notBy: place.notBy.map((row, index) => ({ key: String(index + 1), ...row })),
  };
}

/** Returns the values of an empty form, with a position if one is known. */
export function toNewPlaceValues(
  { lat = '', lon = '', address = '' }: Partial<Record<'lat' | 'lon' | 'address', string>>,
  childIds: Array<ChildId>,
  unit: DistanceUnits,
): PlaceValues {
  const isKnown = isDegrees(lat, 90) && isDegrees(lon, 180);
  const radius = String(toRadiusField(DEFAULT_RADIUS_M, unit));
  return {
    id: '',
    updatedAt: '',
    opened: '',
    name: '',
    icon: 'pin',
    address: address.slice(0, ADDRESS_MAX),
    addressShown: address.slice(0, ADDRESS_MAX),
    spotShown: isKnown ? `${lat},${lon}` : ',',
    lat: isKnown ? lat : '',
    lon: isKnown ? lon : '',
    radius,
    radiusShown: radius,
    meters: String(DEFAULT_RADIUS_M),
    unit,
    childIds,
    isActive: true,
    enter: true,
    exit: true,
    notBy: [],
  };
}

/** Reads a posted form as typed. A chosen search result replaces the coordinates and the address, except those typed after the search. */
export function readPlaceValues(fields: FormData): PlaceValues {
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  const all = (name: string) => fields.getAll(name).map(String);
  const typed = {
    address: text('address').slice(0, ADDRESS_MAX),
    addressShown: text('address_shown').slice(0, ADDRESS_MAX),
    lat: withPoint(text('lat')),
    lon: withPoint(text('lon')),
    spotShown: text('spot_shown'),
  };
  const found = readFoundValue(text('found'));
  return {
    id: text('id'),
    updatedAt: text('updated_at'),
    opened: text('opened'),
    name: text('name'),
    icon: PLACE_ICONS.find((icon) => icon === text('icon')) ?? 'pin',
    ...(found === null || isTypedAfter(found, typed) ? typed : fromFound(found)),
    radius: text('radius').replace(',', '.'),
    radiusShown: text('radius_shown'),
    meters: text('meters'),
    unit: text('unit') === 'imperial' ? 'imperial' : 'metric',
    childIds: all('child'),
    isActive: fields.get('active') !== null,
    enter: fields.get('enter') !== null,
    exit: fields.get('exit') !== null,
    notBy: [...fields.keys()].flatMap((name) => {
      const key = ROW_FIELD.exec(name)?.[1];
      if (key === undefined) return [];
      const weekdays = all(notByField(key, 'day'))
        .map(Number)
        .filter((day) => Number.isInteger(day) && day >= 0 && day <= 6);
      return [{ key, childId: text(notByField(key, 'child')), weekdays, time: text(notByField(key, 'time')).slice(0, 5) }];
    }),
  };
}

/** Returns the rows plus a new one: the first child, school days, 08:30. */
export function addNotByRow(rows: ReadonlyArray<NotByRow>, childId: ChildId): Array<NotByRow> {
  if (rows.length >= ROWS_MAX) return [...rows];
  const key = Math.max(0, ...rows.map((row) => Number(row.key) || 0)) + 1;
  return [...rows, { key: String(key), childId, weekdays: SCHOOL_DAYS, time: '08:30' }];
}

/** Checks the values. `familyIds`: the children of the account; others are left out. */
export function checkPlace(values: PlaceValues, familyIds: ReadonlyArray<ChildId>): { draft: PlaceDraft } | { faults: PlaceFaults } {
  const name = cleanName(values.name);
  const childIds = familyIds.filter((id) => values.childIds.includes(id));
  const notBy = values.notBy.filter(({ childId }) => familyIds.includes(childId));
  const meters = toMeters(values);
  const faults: PlaceFaults = {
    ...(name === '' ? { name: 'error_strings.missing_name' } : {}),
    ...([...name].length > PLACE_NAME_MAX ? { name: 'error_strings.name_too_long' } : {}),
    ...checkPosition(values),
    ...(meters === null ? { radius: 'places.error_radius' } : {}),
    ...(childIds.length === 0 ? { child: 'error_strings.missing_child' } : {}),
    ...Object.fromEntries(
      notBy.flatMap(({ key, time, weekdays }) => [
        ...(CLOCK.test(time) ? [] : [[notByField(key, 'time'), 'error_strings.missing_time']]),
        ...(weekdays.length > 0 ? [] : [[notByField(key, 'day'), 'places.error_days']]),
      ]),
    ),
  };
  if (meters === null || Object.keys(faults).length > 0) return { faults };
  const triggers: Array<PlaceTrigger> = [...(values.enter ? (['enter'] as const) : []), ...(values.exit ? (['exit'] as const) : [])];
  return {
    draft: {
      name,
      icon: values.icon,
      address: values.address,
      lat: Number(values.lat),
      lon: Number(values.lon),
      radius: meters,
      isActive: values.isActive,
      triggers,
      childIds,
      notBy: notBy.map(({ childId, weekdays, time }) => ({ childId, weekdays, time })),
    },
  };
}

/** A form without coordinates needs an address or coordinates. Typed coordinates have errors of their own. */
function checkPosition({ lat, lon, opened }: PlaceValues): PlaceFaults {
  if (lat === '' && lon === '') return { address: 'places.error_position' };
  const faults = {
    ...(isDegrees(lat, 90) ? {} : { lat: 'places.error_latitude' }),
    ...(isDegrees(lon, 180) ? {} : { lon: 'places.error_longitude' }),
  };
  const isZeroTyped = Object.keys(faults).length === 0 && readPosition({ lat, lon }) === null;
  // A place that was stored at (0,0) keeps its position.
  return isZeroTyped && !isOpenedAtZero(opened) ? { lat: 'places.error_position', lon: 'places.error_position' } : faults;
}

/** True if the form opened with a place at (0,0). `opened`: the content of `toContent`. */
function isOpenedAtZero(opened: string): boolean {
  return /^\[-?0,-?0,/.test(opened);
}

/** Returns the radius in meters, at most 300. Null for a text that is no positive number. */
function toMeters({ radius, radiusShown, meters, unit }: PlaceValues): number | null {
  const value = Number(radius);
  if (radius === '' || !Number.isFinite(value) || value <= 0) return null;
  const exact = Number(meters);
  return clampRadius(radius === radiusShown && exact > 0 ? exact : fromRadiusField(value, unit));
}
