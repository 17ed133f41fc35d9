import type Stripe from 'stripe';
import type { ProviderSubscription } from '../provider';
import { READ } from './client';
import { type Extras, expanded, idOf, itemOf, percentOf, toSubscription } from './convert';

const ENDED_KEPT_SECS = 90 * 24 * 60 * 60;
const MS = 1000;
const PAGE = 100;

/** Returns the subscriptions of a customer, newest first: all live ones, and those that ended in the last 90 days. */
export async function readSubscriptions(stripe: Stripe, customerId: string): Promise<Array<ProviderSubscription>> {
  const oldest = Date.now() / MS - ENDED_KEPT_SECS;
  const { data } = await stripe.subscriptions.list(
    {
      customer: customerId,
      status: 'all',
      limit: PAGE,
      expand: ['data.latest_invoice.confirmation_secret', 'data.schedule', 'data.discounts.source.coupon'],
    },
    READ,
  );
  const kept = data.filter(({ ended_at }) => ended_at === null || ended_at >= oldest);
  return Promise.all(
    kept.map(async (subscription) =>
      toSubscription(subscription, {
        next: await findNextPhase(stripe, subscription),
        payment: await findPayment(stripe, expanded(subscription.latest_invoice)),
      }),
    ),
  );
}

/** Returns the price, discount and start of the next phase of a schedule; null if the price stays. Needs expanded discounts. */
export async function findNextPhase(stripe: Stripe, subscription: Stripe.Subscription): Promise<Extras['next']> {
  const schedule = expanded(subscription.schedule);
  const current = schedule?.current_phase;
  if (schedule?.status !== 'active' || !current) return null;
  const next = schedule.phases.find(({ start_date }) => start_date >= current.end_date);
  const priceId = idOf(next?.items[0]?.price);
  if (next === undefined || priceId === null || priceId === itemOf(subscription).price.id) return null;
  const [price, percentOff] = await Promise.all([stripe.prices.retrieve(priceId, {}, READ), percentOfPhase(stripe, subscription, next)]);
  return { price, at: next.start_date, percentOff };
}

/** Returns the percentage off of a phase: that of its coupon, or of the subscription whose discount it keeps. */
async function percentOfPhase(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { discounts: [discount] }: Stripe.SubscriptionSchedule.Phase,
): Promise<number> {
  if (discount === undefined) return 0;
  const couponId = idOf(discount.coupon);
  return couponId === null ? percentOf(subscription) : ((await stripe.coupons.retrieve(couponId, {}, READ)).percent_off ?? 0);
}

/** Returns the payment of an open invoice; null for any other invoice, whose payment needs nothing. */
export async function findPayment(stripe: Stripe, invoice: Stripe.Invoice | null): Promise<Stripe.PaymentIntent | null> {
  if (invoice?.status !== 'open') return null;
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id, expand: ['data.payment.payment_intent'] }, READ);
  return expanded((data.find(({ is_default }) => is_default) ?? data[0])?.payment.payment_intent);
}
