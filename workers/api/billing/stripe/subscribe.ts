import type Stripe from 'stripe';
import type { StripeKeys } from '#workers/stripe-settings';
import type { Subscribed, SubscribeInput } from '../provider';
import { expanded, findDecline } from './convert';
import { declined } from './errors';
import { findDiscounts, findPrice } from './prices';
import { findPayment } from './read-subscriptions';

/**
 * Starts a subscription with the default card. A first payment that was declined leaves no live subscription; one that needs 3-D Secure
 * waits for the parent.
 * @throws Stopped `declined`
 */
export async function subscribe(stripe: Stripe, { hasTax }: StripeKeys, input: SubscribeInput): Promise<Subscribed> {
  const price = await findPrice(stripe, input.sku, input.price);
  const subscription = await stripe.subscriptions.create(
    {
      customer: input.customerId,
      items: [{ price: price.id, quantity: 1 }],
      discounts: await findDiscounts(stripe, input.percentOff),
      metadata: { account: input.accountId, sku: input.sku, ...(input.couponId !== null && { coupon: input.couponId }) },
      payment_behavior: 'allow_incomplete',
      ...(input.trialDays > 0 && { trial_period_days: input.trialDays }),
      ...(hasTax && { automatic_tax: { enabled: true } }),
      expand: ['latest_invoice.confirmation_secret'],
    },
    { idempotencyKey: input.idempotencyKey },
  );
  const done: Subscribed = { subscriptionId: subscription.id, confirm: null };
  if (subscription.status !== 'incomplete') return done;
  const invoice = expanded(subscription.latest_invoice);
  const payment = await findPayment(stripe, invoice);
  if (payment?.status === 'requires_action') {
    const clientSecret = invoice?.confirmation_secret?.client_secret ?? null;
    return { ...done, confirm: { clientSecret, url: invoice?.hosted_invoice_url ?? null } };
  }
  // A response that Stripe replays for the key still says incomplete. The payment was read just now.
  if (payment === null || payment.status === 'succeeded') return done;
  await stripe.subscriptions.cancel(subscription.id, {}, { idempotencyKey: `${input.idempotencyKey}:cancel` });
  throw declined(findDecline(payment) ?? 'generic');
}
