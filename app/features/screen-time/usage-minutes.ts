import type { Usage } from '#app/features/children/status/child-status';

const MINUTE_SECONDS = 60;

/** Today's screen time in whole minutes. `byDevice` is in the order of the usage's devices. */
type UsageMinutes = { limit: number; used: number; left: number; byDevice: Array<number> };

/**
 * Converts screen time to whole minutes that add up. Used plus left equals the limit, unless more was used. The devices add up to used.
 * Time left is rounded up, so it is 0 only when no second is left.
 */
export function toUsageMinutes({ limitSeconds, usedSeconds, remainingSeconds, byDevice }: Usage): UsageMinutes {
  const limit = Math.ceil(limitSeconds / MINUTE_SECONDS);
  const left = Math.min(limit, Math.ceil(remainingSeconds / MINUTE_SECONDS));
  // Used time includes time beyond the limit.
  const used = Math.max(limit - left, Math.floor(usedSeconds / MINUTE_SECONDS));
  return { limit, used, left, byDevice: share(used, byDevice) };
}

/**
 * Splits whole minutes among devices. Each device gets its full minutes. The remaining minutes are given to the devices closest to their
 * next minute.
 */
function share(used: number, byDevice: Usage['byDevice']): Array<number> {
  const minutes = byDevice.map(({ seconds }) => Math.floor(seconds / MINUTE_SECONDS));
  const missing = used - minutes.reduce((sum, value) => sum + value, 0);
  const nearest = byDevice.map(({ seconds }, index) => ({ index, rest: seconds % MINUTE_SECONDS })).sort((a, b) => b.rest - a.rest);
  const topped = new Set(nearest.slice(0, Math.max(0, missing)).map(({ index }) => index));
  return minutes.map((value, index) => (topped.has(index) ? value + 1 : value));
}
