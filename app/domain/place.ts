import { type Coordinates, distanceBetween } from './position.ts';

/** Largest radius of a place in meters (9.2.12). */
export const RADIUS_MAX_M = 300;
/** Within this distance in meters a position always matches a place, even if its radius is smaller (9.2.12). */
export const RADIUS_MATCH_MIN_M = 200;
/** Largest number of places of a family (S41). */
export const PLACES_MAX = 20;
/** Largest number of characters of a place's name. */
export const PLACE_NAME_MAX = 64;

export type PlaceTrigger = 'enter' | 'exit';

export const PLACE_ICONS = ['home', 'school', 'sports', 'music', 'friends', 'family', 'shop', 'park', 'pin'] as const;
export type PlaceIcon = (typeof PLACE_ICONS)[number];

/** Returns the stored radius in meters: a whole number from 1 to 300 (LOC-040). */
export function clampRadius(radius: number): number {
  return Math.min(RADIUS_MAX_M, Math.max(1, Math.round(radius)));
}

/** Returns the radius in meters that decides whether a position matches (A57). */
export function matchRadius(radius: number): number {
  return Math.max(Math.min(radius, RADIUS_MAX_M), RADIUS_MATCH_MIN_M);
}

/** Returns the nearest active place that matches the position, or null (A57). Of two at the same distance, the first one. */
export function findPlaceAt<Place extends Coordinates & { radius: number; isActive: boolean }>(
  places: ReadonlyArray<Place>,
  point: Coordinates,
): Place | null {
  let nearest: { place: Place; distance: number } | null = null;
  for (const place of places) {
    if (!place.isActive) continue;
    const distance = distanceBetween(place, point);
    if (distance <= matchRadius(place.radius) && (nearest === null || distance < nearest.distance)) nearest = { place, distance };
  }
  return nearest?.place ?? null;
}
