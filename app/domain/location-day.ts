import { findPlaceAt } from './place.ts';
import type { WatchedPlace } from './place-events.ts';
import { accuracyClassOf, type Coordinates, cleanPositions, distanceBetween, isMoving, type Position, removeOutliers } from './position.ts';
import { thinLine } from './thin-line.ts';
import type { Instant } from './time.ts';

/**
 * A part of a day.
 * - `stay`: the device stayed within about 100 m of `center`. `placeId` is the matching place, null for none
 * - `trip`: the device moved; `distance` in meters along the path
 * - `gap`: the device reported nothing for more than 30 minutes, and was not at the same place afterwards
 */
export type DayPart =
  | { kind: 'stay'; from: Instant; until: Instant; center: Coordinates; placeId: string | null }
  | { kind: 'trip'; from: Instant; until: Instant; distance: number; isWalk: boolean }
  | { kind: 'gap'; from: Instant; until: Instant };

const STAY_RADIUS_M = 100;
const DRIFT_MAX_M = 1.5 * STAY_RADIUS_M;
/** Positions farther from the center at the start or end of a stay belong to the trip. In meters. */
const ARRIVED_M = 50;
const DWELL_MS = 5 * 60_000;
/** A longer silence between two positions is a gap, unless both are at the same place. */
export const GAP_MS = 30 * 60_000;
/** Positions nearer than this, in meters, may belong to a walk. */
const FAR_M = 300;
/** Trips up to this average speed are called walks. In m/s. */
const WALK_SPEED = 2.2;

/** Maximum deviation of a simplified path, in meters. A larger one would be misleading. */
const PATH_TOLERANCE_MAX_M = 200;

/** A device that leaves a stay is at least this fast, in m/s. */
const LEAVING_SPEED = 0.5;
/** A device at rest reports at this interval. No position counts for a longer time. */
const REST_MS = 15 * 60_000;

type Stay = Extract<DayPart, { kind: 'stay' }>;

/**
 * Returns the stays, trips and gaps between two instants, cut at both. Earlier and later positions only complete a stay that continues
 * across midnight. Ignores imprecise positions.
 */
export function listDayParts(
  positions: ReadonlyArray<Position>,
  places: ReadonlyArray<WatchedPlace>,
  { from, until }: { from: Instant; until: Instant },
): Array<DayPart> {
  const points = usable(positions);
  const parts: Array<DayPart> = [];
  let moving: Array<Position> = [];
  let index = 0;
  while (index < points.length) {
    const found = findStay(points, index);
    if (found === null) {
      const point = points[index];
      if (point !== undefined) moving.push(point);
      index += 1;
      continue;
    }
    const { next, ...stay } = found;
    const before = parts.length === 0 && isUnconfirmed(moving, stay) ? [] : moving;
    parts.push(...listTrips(before, lastStay(parts), stay), { ...stay, placeId: findPlaceAt(places, stay.center)?.id ?? null });
    moving = [];
    index = next;
  }
  parts.push(...listTrips(isUnconfirmed(moving, lastStay(parts)) ? [] : moving, lastStay(parts), null));
  return mergeStays(parts).flatMap((part) => cut(part, from, until));
}

/** Maximum number of points in a drawn day. More would draw slowly and look the same. */
export const PATH_POINTS_MAX = 4000;

/**
 * Returns the path as lines without the positions that deviate less than 10 m, for drawing. Beyond 4,000 points, the deviation doubles until
 * fewer are left. A silence of more than 30 minutes starts a new line.
 */
export function thinPath<Point extends Position>(positions: ReadonlyArray<Point>, toleranceM = 10): Array<Array<Point>> {
  const lines: Array<Array<Point>> = [];
  for (const point of removeOutliers(cleanPositions(positions))) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line === undefined || last === undefined || point.at - last.at > GAP_MS) lines.push([point]);
    else line.push(point);
  }
  let thinned = lines.map((line) => thinLine(line, toleranceM));
  for (let tolerance = 2 * toleranceM; countPoints(thinned) > PATH_POINTS_MAX && tolerance < PATH_TOLERANCE_MAX_M; tolerance *= 2)
    thinned = thinned.map((line) => thinLine(line, tolerance));
  return thinned;
}

function countPoints(lines: ReadonlyArray<ReadonlyArray<Position>>): number {
  return lines.reduce((sum, { length }) => sum + length, 0);
}

function usable(positions: ReadonlyArray<Position>): Array<Position> {
  const precise = positions.filter(({ accuracy }) => ['good', 'unknown'].includes(accuracyClassOf(accuracy)));
  return removeOutliers(cleanPositions(precise));
}

/** True for one or two far positions at an end of the day that report no movement. They may be wrong; a third one would confirm them. */
function isUnconfirmed(points: ReadonlyArray<Position>, stay: Pick<Stay, 'from' | 'until' | 'center'> | null): boolean {
  if (stay === null || points.length > 2) return false;
  return points.every(
    (point) =>
      !isMoving(point) && distanceBetween(point, stay.center) > FAR_M && Math.max(stay.from - point.at, point.at - stay.until) <= GAP_MS,
  );
}

/** Returns the stay that begins at a position, with the index of the first position after it. Null if the device moves on within 5 minutes. */
function findStay(points: ReadonlyArray<Position>, start: number): (Omit<Stay, 'placeId'> & { next: number }) | null {
  const first = points[start];
  if (first === undefined) return null;
  let mean: Coordinates = first;
  // The mean after five minutes. Before that, the device may still be arriving.
  let anchor: Coordinates | null = null;
  let count = 1;
  let lastAt = first.at;
  let next = start + 1;
  let outside = 0;
  for (let index = next; index < points.length; index++) {
    const point = points[index];
    if (point === undefined) break;
    const isNear = distanceBetween(mean, point) <= STAY_RADIUS_M;
    if (!isNear) {
      outside += 1;
      // One position outside may be wrong. Two, or one after a long silence, end the stay.
      if (outside === 2 || point.at - lastAt > GAP_MS) break;
      continue;
    }
    const moved = { lat: mean.lat + (point.lat - mean.lat) / (count + 1), lon: mean.lon + (point.lon - mean.lon) / (count + 1) };
    if (anchor !== null && distanceBetween(anchor, moved) > DRIFT_MAX_M) break;
    mean = moved;
    if (point.at - first.at >= DWELL_MS) anchor ??= moved;
    count += 1;
    outside = 0;
    lastAt = point.at;
    next = index + 1;
  }
  const near = points.slice(start, next);
  const middle = centerOf(near);
  const isThere = (point: Position) => distanceBetween(middle, point) <= ARRIVED_M;
  const arrived = near.find(isThere);
  const left = near.findLast(isThere);
  if (arrived === undefined || left === undefined || left.at - arrived.at < DWELL_MS) return null;
  const after = start + near.lastIndexOf(left) + 1;
  const center = centerOf(near.slice(near.indexOf(arrived), near.lastIndexOf(left) + 1));
  return { kind: 'stay', from: arrived.at, until: leftAt(center, left, points[after]), center, next: after };
}

/**
 * Returns when a device left a stay. A device at rest reports every 15 minutes, so it may have left long after its last position there. The
 * speed of the first position on the way shows when.
 */
function leftAt(center: Coordinates, { at }: Position, onTheWay: Position | undefined): Instant {
  const speed = onTheWay?.speed ?? 0;
  if (onTheWay === undefined || speed < LEAVING_SPEED || onTheWay.at - at > GAP_MS) return at;
  return Math.max(at, onTheWay.at - (distanceBetween(center, onTheWay) / speed) * 1000);
}

/** Returns the mean of positions by the time spent at each, because a device on its way reports more often than one at rest. */
function centerOf(points: ReadonlyArray<Position>): Coordinates {
  const [first] = points;
  if (first === undefined) throw new RangeError('No positions');
  let [lat, lon, total] = [0, 0, 0];
  for (let index = 0; index < points.length; index++) {
    const point = points[index] ?? first;
    const weight = Math.min(REST_MS, Math.max(1, (points[index + 1]?.at ?? point.at) - point.at));
    lat += weight * (point.lat - first.lat);
    lon += weight * (point.lon - first.lon);
    total += weight;
  }
  return { lat: first.lat + lat / total, lon: first.lon + lon / total };
}

function lastStay(parts: ReadonlyArray<DayPart>): Stay | null {
  const last = parts.at(-1);
  return last?.kind === 'stay' ? last : null;
}

/** Returns the trips and gaps between two stays. Either stay may be missing at the start or end of the positions. */
function listTrips(moving: ReadonlyArray<Position>, before: Stay | null, after: Pick<Stay, 'from' | 'center'> | null): Array<DayPart> {
  const points = [
    ...(before === null ? [] : [{ at: before.until, ...before.center }]),
    ...moving,
    ...(after === null ? [] : [{ at: after.from, ...after.center }]),
  ];
  const parts: Array<DayPart> = [];
  let trip: { from: Instant; until: Instant; distance: number } | null = null;
  for (const [index, point] of points.entries()) {
    const previous = points[index - 1];
    if (previous === undefined || point.at <= previous.at) continue;
    if (point.at - previous.at > GAP_MS) {
      parts.push(...toTrip(trip));
      trip = null;
      parts.push({ kind: 'gap', from: previous.at, until: point.at });
      continue;
    }
    trip ??= { from: previous.at, until: previous.at, distance: 0 };
    trip = { ...trip, until: point.at, distance: trip.distance + distanceBetween(previous, point) };
  }
  parts.push(...toTrip(trip));
  return parts;
}

function toTrip(moved: { from: Instant; until: Instant; distance: number } | null): Array<DayPart> {
  if (moved === null) return [];
  return [{ kind: 'trip', ...moved, isWalk: moved.distance / ((moved.until - moved.from) / 1000) <= WALK_SPEED }];
}

/** Joins neighboring stays at one place, which only drift had separated. */
function mergeStays(parts: ReadonlyArray<DayPart>): Array<DayPart> {
  const merged: Array<DayPart> = [];
  for (const part of parts) {
    const earlier = merged.findLast(({ kind }) => kind === 'stay');
    const between = earlier === undefined ? [] : merged.slice(merged.indexOf(earlier) + 1);
    const isSame =
      part.kind === 'stay' &&
      earlier?.kind === 'stay' &&
      earlier.placeId === part.placeId &&
      distanceBetween(earlier.center, part.center) <= (part.placeId === null ? STAY_RADIUS_M : Number.POSITIVE_INFINITY) &&
      between.every(({ kind, from, until }) => kind === 'trip' && until - from < DWELL_MS);
    if (!isSame) merged.push(part);
    else merged.splice(merged.indexOf(earlier), between.length + 1, { ...earlier, until: part.until });
  }
  return merged;
}

function cut(part: DayPart, from: Instant, until: Instant): Array<DayPart> {
  const inside = { ...part, from: Math.max(part.from, from), until: Math.min(part.until, until) };
  return inside.from < inside.until ? [inside] : [];
}
