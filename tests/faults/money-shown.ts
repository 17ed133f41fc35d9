import type { PurchaseInfoWire } from '#app/wire/billing.ts';
import type { Invoice } from '#tests/fakes/stripe/plain.ts';
import { readDefaultPlans } from '#tools/stripe-plans.ts';
import type { Coupon } from './coupons.ts';

const PLANS = readDefaultPlans();
const SECOND = 1000;

/**
 * `coupon`: what the family signed up with. `quotes`: what a change may charge, null if an upgrade was bought without a quote. `promised`: the
 * next renewal, as the page shows it. `downgrade`: the one that was scheduled and that only the end of its period may end; null if that is not
 * certain. `price`: what was shown for it.
 */
export type Shown = {
  coupon: Coupon | null;
  quotes: Set<number> | null;
  promised: { at: number; price: number } | null;
  downgrade: { sku: string; at: number; price: number } | null;
};

/** Returns which invoices of a family are not what it was shown, or have a discount that is not for their plan. */
export function findWrongAmounts({ coupon, quotes, promised }: Shown, invoices: ReadonlyArray<Invoice>, actedAt: number): Array<string> {
  const broken: Array<string> = [];
  for (const { status, billing_reason: reason, lines, total, amount_paid, total_discount_amounts } of invoices) {
    const [line] = lines.data;
    const begins = (line?.period.start ?? 0) * SECOND;
    if (reason === 'subscription_update' && status === 'paid' && quotes?.has(amount_paid) === false)
      broken.push(`was charged ${amount_paid} for a change, and was shown ${[...quotes].join()}`);
    if (reason !== 'subscription_update' && (total_discount_amounts ?? []).some(({ amount }) => amount > 0)) {
      const sku = PLANS.find(({ price }) => price === line?.amount)?.sku ?? '';
      if (coupon?.skus.includes(sku) !== true) broken.push(`got a discount of ${coupon?.code} on ${sku}`);
    }
    if (reason === 'subscription_cycle' && status !== 'void' && begins === promised?.at && begins < actedAt && total !== promised.price)
      broken.push(`was charged ${total} for a renewal, and was shown ${promised.price}`);
  }
  return broken;
}

/**
 * Returns whether a scheduled downgrade is gone or costs something else, although only cancellations and their undos followed. While a plan is
 * canceled, its downgrade is withdrawn.
 */
export function findLostDowngrade({ downgrade }: Shown, summary: PurchaseInfoWire['summary'], at: number): Array<string> {
  if (downgrade === null || downgrade.at <= at || summary?.source !== 'stripe') return [];
  const { pending_change: pending, held_change: held, term, price_uscent: price } = summary;
  const kept = term.is_canceled ? held : pending;
  if (kept?.sku !== downgrade.sku) return [`lost the change to ${downgrade.sku}: ${JSON.stringify({ term, pending, held })}`];
  if (price !== null && price !== downgrade.price)
    return [`was shown ${downgrade.price} for the change to ${kept.sku}, which now costs ${price}`];
  return [];
}
