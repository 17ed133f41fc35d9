import type { WatchedPlace } from './place-events.ts';
import type { Coordinates, Position } from './position.ts';
import type { Instant } from './time.ts';

const METERS_PER_DEGREE = 111_195;
const MINUTE = 60_000;

/** Returns pseudorandom numbers from 0 to below 1; the same seed gives the same numbers (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the coordinates `east` and `north` meters from an origin. */
export function offset({ lat, lon }: Coordinates, east: number, north: number): Coordinates {
  return { lat: lat + north / METERS_PER_DEGREE, lon: lon + east / METERS_PER_DEGREE / Math.cos((lat * Math.PI) / 180) };
}

export const HOME: WatchedPlace = { id: 'home', lat: 40.2, lon: -89.6, radius: 150, isActive: true };
export const SCHOOL: WatchedPlace = { id: 'school', ...offset(HOME, 1500, 1200), radius: 120, isActive: true };
export const PLACES: ReadonlyArray<WatchedPlace> = [HOME, SCHOOL];

/** Options of simulated measurements: share of wrong positions, and scatter of true ones in meters. */
export type Noise = { wrong: number; scatter: number; random: () => number };

/** Returns a measured position: usually near the truth, sometimes wrong by 0.5 to 6 km with a good accuracy. */
export function measure(truth: Coordinates, at: Instant, speed: number | null, { wrong, scatter, random }: Noise): Position {
  const isWrong = random() < wrong;
  const distance = isWrong ? 500 + random() * 5500 : scatter * Math.sqrt(-2 * Math.log(1 - random()));
  const angle = random() * 2 * Math.PI;
  const accuracy = isWrong ? 15 + random() * 60 : 5 + random() * 40;
  // A device that computes a wrong position by Wi-Fi does not measure a speed.
  return { at, ...offset(truth, distance * Math.cos(angle), distance * Math.sin(angle)), accuracy, speed: isWrong ? null : speed };
}

/** Returns the positions of a device at rest, one every `everyMs` ms. */
export function rest(place: Coordinates, from: Instant, until: Instant, everyMs: number, noise: Noise): Array<Position> {
  const count = Math.floor((until - from) / everyMs);
  return Array.from({ length: count }, (_, index) => measure(place, from + index * everyMs, 0, noise));
}

/** Returns the positions of a trip in a straight line at `speed` m/s, one every 30 s, without both ends. */
export function travel(
  a: Coordinates,
  b: Coordinates,
  from: Instant,
  speed: number,
  noise: Noise,
): { positions: Array<Position>; until: Instant } {
  const east = (b.lon - a.lon) * METERS_PER_DEGREE * Math.cos((a.lat * Math.PI) / 180);
  const north = (b.lat - a.lat) * METERS_PER_DEGREE;
  const duration = (Math.hypot(east, north) / speed) * 1000;
  const positions: Array<Position> = [];
  for (let at = MINUTE / 2; at < duration; at += MINUTE / 2) {
    const share = at / duration;
    positions.push(measure(offset(a, east * share, north * share), from + at, speed, noise));
  }
  return { positions, until: from + duration };
}
