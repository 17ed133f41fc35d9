/** A recurring period as Stripe counts it. */
export type Interval = { interval: 'day' | 'month' | 'week' | 'year'; count: number };

export const HOUR = 3_600;
export const DAY = 24 * HOUR;

/** Returns `anchor` plus `times` periods. A month without the anchor's day ends with its last day. Epoch seconds, UTC. */
export function addIntervals(anchor: number, { interval, count }: Interval, times: number): number {
  const total = count * times;
  if (interval === 'day' || interval === 'week') return anchor + total * DAY * (interval === 'week' ? 7 : 1);
  const from = new Date(anchor * 1000);
  const months = interval === 'year' ? total * 12 : total;
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const month = new Date(first);
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), days);
  const midnight = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return (first + (day - 1) * DAY * 1000 + (from.getTime() - midnight)) / 1000;
}

/** Returns the first boundary after `instant`, counted from `anchor`, so that the anchor's day comes back after a short month. */
export function nextBoundary(anchor: number, interval: Interval, instant: number): number {
  let times = 0;
  while (addIntervals(anchor, interval, times) <= instant) times += 1;
  return addIntervals(anchor, interval, times);
}
