/** The units in which a parent reads distances. */
export type DistanceUnits = 'metric' | 'imperial';

/** A distance as written: a number without its unit. */
export type WrittenDistance = { unit: 'meters' | 'kilometers' | 'feet' | 'miles'; value: number };

const IMPERIAL_REGIONS = ['US', 'GB', 'LR', 'MM'];
const FOOT_M = 0.3048;
const MILE_M = 1609.344;
/** From this distance on, large units are used. */
const KILOMETERS_FROM_M = 1000;
const MILES_FROM_M = 304.8;

/** Returns the units of the region in a BCP 47 tag such as «en-GB». Without a region, metric. */
export function unitsOf(locale: string): DistanceUnits {
  const region = /-([A-Z]{2})(?:-|$)/.exec(locale)?.[1];
  return region !== undefined && IMPERIAL_REGIONS.includes(region) ? 'imperial' : 'metric';
}

/** Returns a distance in meters as it is written: 450 ft, 1.1 mi, 120 m, 1.4 km. Small distances are rounded to 10, never to 0. */
export function toWrittenDistance(meters: number, units: DistanceUnits): WrittenDistance {
  if (units === 'metric')
    return meters < KILOMETERS_FROM_M - 5
      ? { unit: 'meters', value: toTens(meters) }
      : { unit: 'kilometers', value: toShort(meters / 1000) };
  return meters < MILES_FROM_M ? { unit: 'feet', value: toTens(meters / FOOT_M) } : { unit: 'miles', value: toShort(meters / MILE_M) };
}

/** Returns a radius in meters as the number in its field: whole meters, or feet rounded to 10. */
export function toRadiusField(meters: number, units: DistanceUnits): number {
  return units === 'metric' ? Math.round(meters) : toTens(meters / FOOT_M);
}

/** Returns the meters of a radius typed in these units. */
export function fromRadiusField(value: number, units: DistanceUnits): number {
  return units === 'metric' ? value : value * FOOT_M;
}

function toTens(value: number): number {
  return Math.max(10, Math.round(value / 10) * 10);
}

/** One decimal below 10, else none. */
function toShort(value: number): number {
  return value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value);
}
