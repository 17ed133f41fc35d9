import type { BillingCycle } from './billing.ts';
import type { Instant } from './time.ts';

/** Returns the instant `count` months or years after `at`, in UTC. A day that the month does not have becomes its last day. */
export function addPeriods(at: Instant, count: number, cycle: BillingCycle): Instant {
  const from = new Date(at);
  const months = from.getUTCMonth() + count * (cycle === 'annual' ? 12 : 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const day = Date.UTC(from.getUTCFullYear(), months, Math.min(from.getUTCDate(), lastDay));
  return day + (at - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()));
}
