import type { Instant } from './time.ts';

/** A point on the Earth in degrees (WGS 84). */
export type Coordinates = { lat: number; lon: number };

/** Why a device reported a position. */
export type PositionReason = 'routine' | 'moved' | 'place' | 'burst';

/**
 * A position as a device reported it.
 * - `at`: time of the measurement by the device’s clock
 * - `accuracy`: accuracy radius in meters, null if not reported
 * - `speed`: meters per second, null if unknown
 */
export type Position = Coordinates & { at: Instant; accuracy: number | null; speed: number | null };

/** `good`: up to 100 m, `rough`: up to 1 km, `coarse`: above that, `unknown`: not reported. */
export type AccuracyClass = 'good' | 'rough' | 'coarse' | 'unknown';

/** `now`: up to 2 min, `recent`: up to 60 min, `old`: up to 2 days, `inactive`: older (9.1.3). */
export type AgeClass = 'now' | 'recent' | 'old' | 'inactive';

/** Mean radius of the Earth in meters (9.3.6). */
export const EARTH_RADIUS_M = 6_371_000;

/** Largest accuracy radius in meters of a good position. Only good positions create place events. */
export const GOOD_ACCURACY_M = 100;
const ROUGH_ACCURACY_M = 1000;

const MINUTE_MS = 60_000;
const NOW_MS = 2 * MINUTE_MS;
const RECENT_MS = 60 * MINUTE_MS;

/** A position is inactive when it is older than this (9.1.3). */
export const INACTIVE_AFTER_MS = 48 * 60 * MINUTE_MS;

/** A position whose time is further ahead of the server's is stored, but never used for a decision. */
export const FUTURE_TOLERANCE_MS = 5 * MINUTE_MS;

/** A place is named in the present tense only for a younger good position, or during an unbroken stay. */
export const PRESENT_MS = 20 * MINUTE_MS;

const IMPOSSIBLE_SPEED = 300 / 3.6;
const SAME_SPOT_M = 1000;

/**
 * Returns coordinates with checked ranges (LOC-043).
 * @throws TypeError «expected float values» if a value is no finite number
 * @throws RangeError if a value is outside of ±90 and ±180 degrees
 */
export function toCoordinates({ lat, lon }: { lat: unknown; lon: unknown }): Coordinates {
  if (typeof lat !== 'number' || typeof lon !== 'number' || !Number.isFinite(lat) || !Number.isFinite(lon))
    throw new TypeError('expected float values');
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) throw new RangeError('coordinates out of range');
  return { lat, lon };
}

/** Returns the great-circle distance in meters (9.3.6). */
export function distanceBetween(a: Coordinates, b: Coordinates): number {
  const phi = (b.lat - a.lat) * RADIANS;
  const lambda = (b.lon - a.lon) * RADIANS;
  const h = Math.sin(phi / 2) ** 2 + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(lambda / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}
const RADIANS = Math.PI / 180;

export function accuracyClassOf(accuracy: number | null): AccuracyClass {
  if (accuracy === null) return 'unknown';
  if (accuracy <= GOOD_ACCURACY_M) return 'good';
  return accuracy <= ROUGH_ACCURACY_M ? 'rough' : 'coarse';
}

export function ageClassOf(at: Instant, now: Instant): AgeClass {
  const age = now - at;
  if (age > INACTIVE_AFTER_MS) return 'inactive';
  if (age > RECENT_MS) return 'old';
  return age > NOW_MS ? 'recent' : 'now';
}

/** True if the position is older than two days (LOC-028). */
export function isInactive(at: Instant, now: Instant): boolean {
  return ageClassOf(at, now) === 'inactive';
}

/** True if the device's clock was too far ahead. Such a position is stored, but no page or event relies on it. */
export function isFromFuture({ at }: Pick<Position, 'at'>, now: Instant): boolean {
  return at > now + FUTURE_TOLERANCE_MS;
}

/**
 * Returns the positions to store, by time. Removes (0,0), which devices report instead of an error. Of several positions with the same
 * time, keeps the first.
 */
export function cleanPositions<Point extends Position>(points: ReadonlyArray<Point>): Array<Point> {
  const sorted = points.filter(({ lat, lon }) => lat !== 0 || lon !== 0).sort((a, b) => a.at - b.at);
  return sorted.filter(({ at }, index) => index === 0 || at !== sorted[index - 1]?.at);
}

/**
 * Removes positions that the device cannot have reached. The way there and the way back are both faster than 300 km/h. The positions before
 * and after are within 1 km of each other. Expects positions by time.
 */
export function removeOutliers<Point extends Position>(points: ReadonlyArray<Point>): Array<Point> {
  const kept: Array<Point> = [];
  points.forEach((point, index) => {
    const before = kept.at(-1);
    const after = points[index + 1];
    if (before !== undefined && after !== undefined && isOutlier(before, point, after)) return;
    kept.push(point);
  });
  return kept;
}

/** True if `point` is a jump away and back. */
export function isOutlier(before: Position, point: Position, after: Position): boolean {
  return (
    speedBetween(before, point) > IMPOSSIBLE_SPEED &&
    speedBetween(point, after) > IMPOSSIBLE_SPEED &&
    distanceBetween(before, after) <= SAME_SPOT_M
  );
}

function speedBetween(a: Position, b: Position): number {
  const seconds = Math.abs(b.at - a.at) / 1000;
  const distance = distanceBetween(a, b);
  if (distance === 0) return 0;
  return seconds === 0 ? Number.POSITIVE_INFINITY : distance / seconds;
}
