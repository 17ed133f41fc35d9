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

/** A place is named in the present tense only for a good position younger than this, or during an unbroken stay of a device in contact. */
export const PRESENT_MS = 20 * MINUTE_MS;

/** A position with a larger accuracy radius, in meters, says nothing. */
export const ACCURACY_MAX_M = 100_000;
/** A larger speed, in m/s, is a mistake of the device. Airliners stay below it. */
export const SPEED_MAX = 400;

/** Rules for wrong positions (A158, A184). Speeds in m/s, distances in meters. */
const STRAYS_MAX = 3;
/** A longer run of strays, up to this many, must lie within this time. No trip reaches and leaves it that fast. */
const MANY_STRAYS_MAX = 40;
const MANY_STRAYS_MS = 10 * MINUTE_MS;
const STRAY_M = 300;
const SAME_SPOT_M = 150;
/** If the device has not moved, a position is a stray when reaching it or returning needs a higher speed than this. */
const STRAY_SPEED = 15;
/**
 * On a trip, a position is a stray when reaching it and returning both need a higher speed than this. `NEAR_M`: the positions before and
 * after strays are at most this far apart.
 */
const STRAY_SPEED_ON_TRIP = 25;
const NEAR_M = 1000;
/** A position that reports at least this speed was measured while moving. It is a stray only if the device cannot be that fast. */
const MOVING_SPEED = 2;
const IMPOSSIBLE_SPEED = 300 / 3.6;

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

/** True for (0,0), which devices and other programs report instead of an error. It is in the open sea. */
export function isZero({ lat, lon }: Coordinates): boolean {
  return lat === 0 && lon === 0;
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

/** True if the position says only that the device is somewhere in its circle. */
export function isRough({ accuracy }: Pick<Position, 'accuracy'>): boolean {
  return ['rough', 'coarse'].includes(accuracyClassOf(accuracy));
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
 * Returns the positions with times that have come. If the newest is up to 5 minutes ahead, the device's clock is, and all move back by the
 * same time. Positions further ahead stay as they are.
 */
export function withPastTimes<Point extends Position>(points: ReadonlyArray<Point>, now: Instant): Array<Point> {
  const ahead = Math.max(0, ...points.filter((point) => !isFromFuture(point, now)).map(({ at }) => at - now));
  return points.map((point) => (isFromFuture(point, now) ? point : { ...point, at: point.at - ahead }));
}

/**
 * Returns the positions to store, by time. Removes (0,0). Of several positions with the same
 * time, keeps the first.
 */
export function cleanPositions<Point extends Position>(points: ReadonlyArray<Point>): Array<Point> {
  const sorted = points.filter((point) => !isZero(point)).sort((a, b) => a.at - b.at);
  return sorted.filter(({ at }, index) => index === 0 || at !== sorted[index - 1]?.at);
}

/**
 * Removes strays: positions in a row that the device cannot have visited, because it could not have come back so fast. Up to three (A158), or
 * more within ten minutes (A184).
 * Keeps the first and the last position. Expects positions by time.
 */
export function removeOutliers<Point extends Position>(points: ReadonlyArray<Point>): Array<Point> {
  const kept: Array<Point> = [];
  for (let index = 0; index < points.length; ) {
    const point = points[index];
    const before = kept.at(-1);
    const strays = before === undefined ? 0 : countStrays(before, points, index);
    index += Math.max(1, strays);
    if (strays === 0 && point !== undefined) kept.push(point);
  }
  return kept;
}

/** True if the position reports that the device moved. */
export function isMoving({ speed }: Position): boolean {
  return speed !== null && speed >= MOVING_SPEED;
}

/**
 * Returns how many positions from `start` on are strays. `before` is the last true position. More than three must report no movement, lie
 * within ten minutes, and have been reached and left faster than any trip.
 */
function countStrays(before: Position, points: ReadonlyArray<Position>, start: number): number {
  const first = points[start];
  if (first === undefined) return 0;
  for (let count = 0; count < MANY_STRAYS_MAX; count++) {
    const stray = points[start + count];
    const after = points[start + count + 1];
    if (stray === undefined || after === undefined || distanceBetween(before, stray) <= STRAY_M) return 0;
    const strays = () => points.slice(start, start + count + 1);
    if (count < STRAYS_MAX) {
      if (areStrays(before, strays(), after)) return count + 1;
      continue;
    }
    if (isMoving(stray) || stray.at - first.at > MANY_STRAYS_MS || speedBetween(before, first) <= STRAY_SPEED_ON_TRIP) return 0;
    const isBack = distanceBetween(before, after) <= SAME_SPOT_M && speedBetween(stray, after) > STRAY_SPEED_ON_TRIP;
    if (isBack && areStrays(before, strays(), after)) return count + 1;
  }
  return 0;
}

/** True if `points` are far from `before` and `after`, and the device cannot have gone there and back in the time between. */
function areStrays(before: Position, points: ReadonlyArray<Position>, after: Position): boolean {
  const [first, last] = [points[0], points.at(-1)];
  const gap = distanceBetween(before, after);
  if (first === undefined || last === undefined || gap > NEAR_M) return false;
  const [there, back] = [speedBetween(before, first), speedBetween(last, after)];
  const isImpossible = Math.min(there, back) > IMPOSSIBLE_SPEED;
  if (!isImpossible && points.some(isMoving)) return false;
  const away = Math.max(STRAY_M, gap);
  if (points.some((point) => distanceBetween(before, point) <= away || distanceBetween(point, after) <= away)) return false;
  const covered = metersBetween(before, first, before.speed) + metersBetween(last, after, after.speed);
  return gap <= SAME_SPOT_M + covered ? Math.max(there, back) > STRAY_SPEED : Math.min(there, back) > STRAY_SPEED_ON_TRIP;
}

/** Returns the meters that a device covers between two positions at a reported speed. */
function metersBetween(a: Position, b: Position, speed: number | null): number {
  return ((b.at - a.at) / 1000) * Math.max(0, speed ?? 0);
}

/** After a silence of this length, a device may have flown. */
const FLIGHT_SILENCE_MS = 60 * MINUTE_MS;

/** The newest position of a device. `plausible`: the one before, while the newest is an impossible jump that nothing confirms; else null. */
export type NewestPosition<Point extends Position> = { last: Point; plausible: Point | null };

/**
 * Adds a newer position to the newest one (A205). An impossible jump stays unconfirmed until another position is near it, or near enough to
 * the plausible one to return there.
 */
export function addPosition<Point extends Position>(before: NewestPosition<Point> | null, point: Point): NewestPosition<Point> {
  if (before === null) return { last: point, plausible: null };
  const base = before.plausible ?? before.last;
  if (!isImpossibleJump(base, point)) return { last: point, plausible: null };
  const isConfirmed = before.plausible !== null && metersApart(before.last, point) <= metersWithin(before.last, point, IMPOSSIBLE_SPEED);
  return { last: point, plausible: isConfirmed ? null : base };
}

/**
 * True if the device cannot have gone from one position to the next, by the speeds of strays (A158). After an hour of silence it may have
 * flown.
 */
function isImpossibleJump(from: Position, to: Position): boolean {
  const elapsed = to.at - from.at;
  const speed = elapsed >= FLIGHT_SILENCE_MS ? SPEED_MAX : isMoving(from) || isMoving(to) ? IMPOSSIBLE_SPEED : STRAY_SPEED_ON_TRIP;
  return metersApart(from, to) > metersWithin(from, to, speed);
}

/** Returns how far two positions are apart at least, because each is only somewhere in its circle. */
function metersApart(a: Position, b: Position): number {
  return distanceBetween(a, b) - (a.accuracy ?? 0) - (b.accuracy ?? 0);
}

function metersWithin(a: Position, b: Position, speed: number): number {
  return Math.max(STRAY_M, (Math.abs(b.at - a.at) / 1000) * speed);
}

function speedBetween(a: Position, b: Position): number {
  const seconds = Math.abs(b.at - a.at) / 1000;
  const distance = distanceBetween(a, b);
  if (distance === 0) return 0;
  return seconds === 0 ? Number.POSITIVE_INFINITY : distance / seconds;
}
