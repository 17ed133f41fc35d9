import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { type Coordinates, distanceBetween } from '#app/domain/position';
import { type CityTable, toPopulation, toSize } from '#workers/city-format';

/** A position farther than this from every city has no nearest city. */
const NEAR_MAX_KM = 100;
/** Larger than the reach of the largest city. */
const REACH_MAX_KM = 40;
const CANDIDATES = 16;
/** Cities from this size have a reach of more than 4 km. */
const LARGE = toSize(100_000);

/**
 * Where a position is. `city`: its index. `isInside`: false if the position is outside of the built-up area that the population suggests.
 * `around`: the city that a district belongs to, or null.
 */
export type NearestCity = { city: number; isInside: boolean; around: number | null };

const indexes = new WeakMap<CityTable, KDBush>();

/**
 * Returns the city of a position, or null if none is within 100 km. Of the cities whose reach covers the position, chooses the nearest in
 * relation to its reach. So suburbs keep their own name, and villages do not replace a large city at its edge.
 */
export function findNearestCity(cities: CityTable, point: Coordinates): NearestCity | null {
  const index = indexes.get(cities) ?? indexCities(cities);
  const nearest = around(index, point.lon, point.lat, CANDIDATES, NEAR_MAX_KM);
  if (nearest.length === 0) return null;
  const large = around(index, point.lon, point.lat, CANDIDATES, REACH_MAX_KM, (city) => (cities.sizes[city] ?? 0) >= LARGE);
  const known = [...new Set([...nearest, ...large])].map((city) => ({
    city,
    distance: distanceBetween(point, positionOf(cities, city)) / 1000,
    reach: reachOf(cities.sizes[city] ?? 0),
  }));
  const inside = known.filter(({ distance, reach }) => distance <= reach);
  const relative = (a: Known, b: Known) => a.distance / a.reach - b.distance / b.reach || a.city - b.city;
  const [best] = inside.toSorted(relative);
  if (best === undefined) {
    const [next] = known.toSorted((a, b) => a.distance - a.reach - (b.distance - b.reach) || a.city - b.city);
    return next === undefined ? null : { city: next.city, isInside: false, around: null };
  }
  const [whole] = cities.isSection(best.city) ? inside.filter(({ city }) => !cities.isSection(city)).sort(relative) : [];
  return { city: best.city, isInside: true, around: whole?.city ?? null };
}

type Known = { city: number; distance: number; reach: number };

export function positionOf({ lats, lons }: CityTable, city: number): Coordinates {
  return { lat: (lats[city] ?? 0) / 1000, lon: (lons[city] ?? 0) / 1000 };
}

/** Returns the usual radius in km of a place of this size: 0.7 km for 1,000 people, 4 km for 100,000, 10 km for a million. */
function reachOf(size: number): number {
  return 0.65 * (toPopulation(size) / 1000) ** 0.4;
}

function indexCities(cities: CityTable): KDBush {
  const index = new KDBush(cities.lats.length, 64, Float32Array);
  for (const [city, lat] of cities.lats.entries()) index.add((cities.lons[city] ?? 0) / 1000, lat / 1000);
  index.finish();
  indexes.set(cities, index);
  return index;
}
