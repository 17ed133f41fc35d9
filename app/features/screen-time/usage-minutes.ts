import type { Usage } from '~/features/children/child-status';

const MINUTE_SECONDS = 60;

/** Today's screen time in whole minutes; `byDevice` in the order of the usage. */
type UsageMinutes = { limit: number; used: number; left: number; byDevice: Array<number> };

/**
 * Screen time as it is said, in whole minutes that agree wherever they stand: used and left make the limit, the devices make what is used.
 * A minute that has begun is not used yet, so nothing is left only when nothing is.
 */
export function toUsageMinutes({ limitSeconds, usedSeconds, remainingSeconds, byDevice }: Usage): UsageMinutes {
  const limit = Math.ceil(limitSeconds / MINUTE_SECONDS);
  const left = Math.min(limit, Math.ceil(remainingSeconds / MINUTE_SECONDS));
  // What was used beyond the limit is said as well.
  const used = Math.max(limit - left, Math.floor(usedSeconds / MINUTE_SECONDS));
  return { limit, used, left, byDevice: share(used, byDevice) };
}

/** The whole minutes among the devices: each its own, and what their seconds make together to those that are nearest to the next one. */
function share(used: number, byDevice: Usage['byDevice']): Array<number> {
  const minutes = byDevice.map(({ seconds }) => Math.floor(seconds / MINUTE_SECONDS));
  const missing = used - minutes.reduce((sum, value) => sum + value, 0);
  const nearest = byDevice.map(({ seconds }, index) => ({ index, rest: seconds % MINUTE_SECONDS })).sort((a, b) => b.rest - a.rest);
  const topped = new Set(nearest.slice(0, Math.max(0, missing)).map(({ index }) => index));
  return minutes.map((value, index) => (topped.has(index) ? value + 1 : value));
}
