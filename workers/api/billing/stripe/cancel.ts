import type Stripe from 'stripe';
import { releaseSchedule } from './changes';
import { READ } from './client';
import { skuOf } from './convert';
import { holdChange } from './held-change';
import { findNextPhase } from './read-subscriptions';

const WITH_SCHEDULE = { expand: ['discounts.source.coupon', 'schedule'] };
const OPEN_MAX = 100;

/**
 * Cancels the subscription at the end of the period, or undoes that. One that is past due ends now (A206). Stripe refuses to cancel a
 * subscription with a schedule, so a scheduled downgrade is noted and withdrawn first. If we stop in between, the next sync schedules it
 * again.
 */
export async function setCancelAtPeriodEnd(stripe: Stripe, id: string, flag: boolean, key: string): Promise<null> {
  const subscription = await stripe.subscriptions.retrieve(id, WITH_SCHEDULE, READ);
  if (flag && subscription.status === 'past_due') return cancelNow(stripe, id, key);
  if (subscription.cancel_at_period_end === flag && subscription.ended_at === null) return null;
  const next = flag ? await findNextPhase(stripe, subscription) : null;
  if (next !== null) await holdChange(stripe, id, { sku: skuOf(next.price), at: next.at, percentOff: next.percentOff }, key);
  await releaseSchedule(stripe, subscription, key);
  await stripe.subscriptions.update(id, { cancel_at_period_end: flag }, { idempotencyKey: key });
  return null;
}

/**
 * Ends a subscription now, then voids what it has not paid. In the other order, an interruption would leave a plan that renews. Stripe
 * collects no invoice of an ended subscription, so nothing is charged in between.
 */
export async function cancelNow(stripe: Stripe, id: string, key: string): Promise<null> {
  const { ended_at: endedAt } = await stripe.subscriptions.retrieve(id, {}, READ);
  if (endedAt === null) await stripe.subscriptions.cancel(id, {}, { idempotencyKey: `${key}:end` });
  const { data } = await stripe.invoices.list({ subscription: id, status: 'open', limit: OPEN_MAX }, READ);
  for (const invoice of data) await stripe.invoices.voidInvoice(invoice.id, {}, { idempotencyKey: `${key}:void:${invoice.id}` });
  return null;
}
