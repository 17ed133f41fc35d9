import type { DistanceUnits } from '#app/domain/distance-units.ts';

const FOOT_M = 0.3048;
const MILE_M = 1609.344;
/** From this length on, the bar is in miles. */
const MILES_FROM_M = 0.2 * MILE_M;
const FEET_MAX = 999;
const WIDTH_MAX_PX = 96;

/** Returns the longest round length of at most 96 px, in meters. Round: 1, 2 or 5 times a power of ten, in the units that it is written in. */
export function scaleBarMeters(pxPerMeter: number, units: DistanceUnits): number {
  const longest = WIDTH_MAX_PX / pxPerMeter;
  if (units === 'metric') return roundDown(longest);
  return longest < MILES_FROM_M ? roundDown(Math.min(FEET_MAX, longest / FOOT_M)) * FOOT_M : roundDown(longest / MILE_M) * MILE_M;
}

function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const [first = 1] = [5, 2, 1].filter((step) => step * power <= value);
  return first * power;
}
