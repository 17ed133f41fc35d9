import { type DistanceUnits, fromRadiusField, toRadiusField } from '#app/domain/distance-units';
import { RADIUS_MAX_M } from '#app/domain/place';
import { type Coordinates, isZero } from '#app/domain/position';

/** Where a place is and how large, as typed. The form and the map share it. `radius`: in the form’s units. */
export type PlaceSpot = { lat: string; lon: string; radius: string };

/** Smallest radius that the slider sets, in meters. The field takes any. */
const SLIDER_MIN_M = 50;
/** Digits of a position that the map sets: about 0.1 m. */
const DIGITS = 6;

const DECIMAL = /^-?\d{1,3}(?:\.\d{1,20})?$/;

/** Returns the spot in a form’s fields. */
export function toSpot(fields: Readonly<Record<string, unknown>>): PlaceSpot {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  return { lat: text('lat'), lon: text('lon'), radius: text('radius') };
}

/** True for a number of degrees from -`limit` to `limit`, written with a point. */
export function isDegrees(text: string, limit: number): boolean {
  return DECIMAL.test(text) && Math.abs(Number(text)) <= limit;
}

/** Returns a typed number of degrees with a point instead of a comma. Returns other texts as typed. */
export function withPoint(text: string): string {
  const changed = text.trim().replace(',', '.');
  return DECIMAL.test(changed) ? changed : text;
}

/** Returns the typed position, null if it is none. (0,0) is none. */
export function readPosition(spot: Pick<PlaceSpot, 'lat' | 'lon'>): Coordinates | null {
  const [lat, lon] = [withPoint(spot.lat), withPoint(spot.lon)];
  if (!isDegrees(lat, 90) || !isDegrees(lon, 180)) return null;
  const position = { lat: Number(lat), lon: Number(lon) };
  return isZero(position) ? null : position;
}

/** Returns a typed radius in meters, null if it is no positive number. */
export function toMeters(radius: string, unit: DistanceUnits): number | null {
  const value = Number(radius.trim().replace(',', '.'));
  return radius.trim() !== '' && Number.isFinite(value) && value > 0 ? fromRadiusField(value, unit) : null;
}

/** Returns the spot after the map set its position. */
export function atPoint({ lat, lon }: { lat: number; lon: number }): Pick<PlaceSpot, 'lat' | 'lon'> {
  return { lat: lat.toFixed(DIGITS), lon: lon.toFixed(DIGITS) };
}

/** Returns the spot after the map set its radius: whole meters or tens of feet, at most 300 m. */
export function withRadius(meters: number, unit: DistanceUnits): Pick<PlaceSpot, 'radius'> {
  return { radius: String(toRadiusField(Math.min(RADIUS_MAX_M, Math.max(1, meters)), unit)) };
}

/** Returns the scale of the radius slider in the form’s units. */
export function sliderScale(unit: DistanceUnits): { min: number; max: number; step: number } {
  return unit === 'metric'
    ? { min: SLIDER_MIN_M, max: RADIUS_MAX_M, step: 5 }
    : { min: 160, max: toRadiusField(RADIUS_MAX_M, unit), step: 10 };
}
