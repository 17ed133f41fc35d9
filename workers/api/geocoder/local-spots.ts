import { type Coordinates, distanceBetween } from '#app/domain/position';
import { toSearchKey } from '#workers/city-format';
import { type LocalSpot, readLocalSpots } from '#workers/geocoder-settings';
import { logWarning } from '../outside/log-warning';

/** A position up to this distance in meters gets the name of a spot or street. */
const SPOT_REACH_M = 300;
/** Up to this distance in meters, the position is at the spot. Beyond it, the position is near the spot. */
const AT_SPOT_M = 60;
/** Positions scatter, so a position this close to a spot in meters is at the spot, even if a street is nearer. */
const BUILDING_M = 30;

let known: { json: string; spots: ReadonlyArray<LocalSpot> } | null = null;

/** Returns the spots of GEOCODER_LOCAL. A wrong value is logged once and ignored; `serve` refuses to start with one. */
export function listLocalSpots(json: string | undefined): ReadonlyArray<LocalSpot> {
  if (!json) return [];
  if (known?.json !== json) known = { json, spots: readOrWarn(json) };
  return known.spots;
}

function readOrWarn(json: string): Array<LocalSpot> {
  try {
    return readLocalSpots(json);
  } catch (error) {
    logWarning('GEOCODER_LOCAL is ignored', error);
    return [];
  }
}

/** Returns the nearest spot or street within 300 m, or null. Within 30 m of a spot, no street is nearer. */
export function findLocalSpot(spots: ReadonlyArray<LocalSpot>, point: Coordinates): { name: string; isAt: boolean } | null {
  let nearest: { name: string; distance: number; rank: number } | null = null;
  for (const { name, line } of spots) {
    const distance = distanceToLine(point, line);
    // The negative rank orders spots within their reach before every street.
    const rank = line.length === 1 && distance <= BUILDING_M ? distance - BUILDING_M : distance;
    if (distance <= SPOT_REACH_M && rank < (nearest?.rank ?? Number.POSITIVE_INFINITY)) nearest = { name, distance, rank };
  }
  return nearest === null ? null : { name: nearest.name, isAt: nearest.distance <= AT_SPOT_M };
}

/** Returns the spots and streets with a word that begins with the text, each name once. The position of a street is its middle point. */
export function searchLocalSpots(spots: ReadonlyArray<LocalSpot>, typed: string, max: number): Array<Coordinates & { name: string }> {
  const key = toSearchKey(typed.replaceAll('\n', ' ')).trim();
  const found = new Map<string, Coordinates & { name: string }>();
  for (const { name, line } of spots) {
    const [lat, lon] = line[Math.floor(line.length / 2)] ?? [0, 0];
    if (key !== '' && ` ${toSearchKey(name).trim()}`.includes(` ${key}`) && !found.has(name)) found.set(name, { name, lat, lon });
  }
  return [...found.values()].slice(0, max);
}

/** Returns the distance in meters from a point to a line, on a plane around the point. Exact enough for a few km. */
function distanceToLine(point: Coordinates, line: LocalSpot['line']): number {
  const [first, ...others] = line.map(([lat, lon]) => toPlane(point, { lat, lon }));
  if (first === undefined) return Number.POSITIVE_INFINITY;
  let [from, least] = [first, Math.hypot(first.x, first.y)];
  for (const to of others) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(from.x * dx + from.y * dy) / length));
    least = Math.min(least, Math.hypot(from.x + share * dx, from.y + share * dy));
    from = to;
  }
  return least;
}

/** Returns meters east and north of the origin. */
function toPlane(origin: Coordinates, { lat, lon }: Coordinates): { x: number; y: number } {
  const east = ((lon - origin.lon + 540) % 360) - 180;
  const north = distanceBetween({ lat: origin.lat, lon: 0 }, { lat, lon: 0 });
  const width = distanceBetween({ lat: origin.lat, lon: 0 }, { lat: origin.lat, lon: Math.abs(east) });
  return { x: Math.sign(east) * width, y: Math.sign(lat - origin.lat) * north };
}
