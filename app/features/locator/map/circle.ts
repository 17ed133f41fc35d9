import { type Coordinates, EARTH_RADIUS_M } from '#app/domain/position.ts';

/** Longitude and latitude, as GeoJSON has them. */
export type LonLat = [number, number];

const STEPS = 72;
const RADIANS = Math.PI / 180;

/**
 * Returns a closed ring of 72 points at a distance in meters from a center, and more near a pole. Longitudes continue beyond ±180 where the ring crosses the
 * date line, so that no edge runs around the Earth. A ring around a pole is closed along the pole.
 */
export function circleAround(center: Coordinates, meters: number): Array<LonLat> {
  const ring: Array<LonLat> = [];
  for (let step = 0; step <= STEPS; step += 1) {
    const [lon, lat] = pointAt(center, meters, (step / STEPS) * 2 * Math.PI);
    const before = ring.at(-1)?.[0] ?? center.lon;
    ring.push([before + shortest(lon - before), lat]);
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (Math.abs(last[0] - first[0]) < 180) return [...ring.slice(0, -1), first];
  const pole = center.lat > 0 ? 90 : -90;
  return [...ring, [last[0], pole], [first[0], pole], first];
}

/** Returns the point at a distance and a bearing (radians, clockwise from north) on a sphere. */
function pointAt({ lat, lon }: Coordinates, meters: number, bearing: number): LonLat {
  const [phi, angle] = [lat * RADIANS, meters / EARTH_RADIUS_M];
  const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing);
  const east = Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(phi), Math.cos(angle) - Math.sin(phi) * sine);
  return [lon + east / RADIANS, Math.asin(Math.max(-1, Math.min(1, sine))) / RADIANS];
}

/** Returns the same turn in degrees, -180 to 180. */
function shortest(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}
