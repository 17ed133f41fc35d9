import type { BillingCycle } from './billing.ts';
import { addPeriods } from './billing-period.ts';
import type { Instant } from './time.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Days before the end of a trial on which an email reminds of the first payment. */
const REMINDER_DAYS = 3;

/** What happens after a purchase: the start, the reminder, the first payment and the first renewal. `amount` in US cents; null for the email. */
export type PaymentStep = { kind: 'start' | 'mail' | 'first' | 'renewal'; at: Instant; amount: number | null };

/** Returns what a plan that is bought at `now` costs, and when. `netPrice`: after the discount, which applies to every period (A171). */
export function toPaymentSteps(
  { netPrice, cycle, trialDays }: { netPrice: number; cycle: BillingCycle; trialDays: number },
  now: Instant,
): Array<PaymentStep> {
  const firstAt = now + trialDays * DAY_MS;
  const renewal: PaymentStep = { kind: 'renewal', at: addPeriods(firstAt, 1, cycle), amount: netPrice };
  if (trialDays === 0) return [{ kind: 'start', at: now, amount: netPrice }, renewal];
  const mail: Array<PaymentStep> = trialDays > REMINDER_DAYS ? [{ kind: 'mail', at: firstAt - REMINDER_DAYS * DAY_MS, amount: null }] : [];
  return [{ kind: 'start', at: now, amount: 0 }, ...mail, { kind: 'first', at: firstAt, amount: netPrice }, renewal];
}
