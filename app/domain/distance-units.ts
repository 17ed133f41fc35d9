/** The units in which a parent reads distances. */
export type DistanceUnits = 'metric' | 'imperial';

/** A distance as written: a number without its unit. */
export type WrittenDistance = { unit: 'meters' | 'kilometers' | 'feet' | 'miles'; value: number };

/** The regions for which CLDR uses feet and miles on roads and for short distances (A172). */
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
  return write(meters, units, Math.round);
}

/** Returns an accuracy radius as it is written. Rounded up, because a smaller circle might not contain the device. */
export function toWrittenAccuracy(meters: number, units: DistanceUnits): WrittenDistance {
  return write(meters, units, roundUp);
}

function write(meters: number, units: DistanceUnits, round: Rounding): WrittenDistance {
  if (units === 'metric')
    return meters < KILOMETERS_FROM_M - 5
      ? { unit: 'meters', value: toTens(meters, round) }
      : { unit: 'kilometers', value: toShort(meters / 1000, round) };
  return meters < MILES_FROM_M
    ? { unit: 'feet', value: toTens(meters / FOOT_M, round) }
    : { unit: 'miles', value: toShort(meters / MILE_M, round) };
}

/** Returns a radius in meters as the number in its field: whole meters, or feet rounded to 10. */
export function toRadiusField(meters: number, units: DistanceUnits): number {
  return units === 'metric' ? Math.round(meters) : toTens(meters / FOOT_M);
}

/** Returns the meters of a radius typed in these units. */
export function fromRadiusField(value: number, units: DistanceUnits): number {
  return units === 'metric' ? value : value * FOOT_M;
}

type Rounding = (value: number) => number;

/** Rounds up, but ignores the floating-point error of a division: 3.048 m are 10 ft. */
function roundUp(value: number): number {
  return Math.ceil(value - 1e-9);
}

function toTens(value: number, round: Rounding = Math.round): number {
  return Math.max(10, round(value / 10) * 10);
}

/** Rounds to one decimal below 10, otherwise to a whole number. */
function toShort(value: number, round: Rounding): number {
  return value < 9.95 ? round(value * 10) / 10 : round(value);
}
