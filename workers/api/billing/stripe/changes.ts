import type Stripe from 'stripe';
import type { ChangeInput, ChangePreview, DowngradeInput, PreviewInput } from '../provider';
import { toParts } from './change-parts';
import { READ } from './client';
import { discountedPrice, expanded, findDecline, idOf, itemOf, percentOf, toInstant } from './convert';
import { conflict, declined } from './errors';
import { forgetHeldChange } from './held-change';
import { findDiscounts, findPrice } from './prices';
import { findPayment } from './read-subscriptions';

const MS = 1000;
const WITH_DISCOUNTS = { expand: ['discounts.source.coupon'] };

/** Returns what an upgrade costs at a date, by default now. Pass the returned date to `change`. */
export async function previewChange(stripe: Stripe, input: PreviewInput): Promise<ChangePreview> {
  const { subscriptionId: id, sku, percentOff, prorationDate } = input;
  const subscription = await stripe.subscriptions.retrieve(id, WITH_DISCOUNTS, READ);
  const [item, price] = [itemOf(subscription), await findPrice(stripe, sku)];
  const invoice = await stripe.invoices.createPreview({
    subscription: id,
    ...(await changeOfDiscounts(stripe, subscription, percentOff)),
    subscription_details: {
      items: [{ id: item.id, price: price.id }],
      proration_behavior: 'always_invoice',
      ...(prorationDate !== null && { proration_date: Math.floor(prorationDate / MS) }),
    },
  });
  const date = invoice.parent?.subscription_details?.subscription_proration_date ?? invoice.created;
  const ends = invoice.lines.data.map(({ period }) => period.end);
  const nextAt = subscription.status === 'trialing' ? item.current_period_end : Math.max(item.current_period_end, ...ends);
  const isTrial = subscription.status === 'trialing';
  return {
    prorationDate: toInstant(date),
    amountDue: isTrial ? 0 : invoice.amount_due,
    parts: toParts(isTrial ? null : invoice, { item, price, percentOff }),
    nextAmount: discountedPrice(price.unit_amount ?? 0, percentOff),
    nextAt: toInstant(isSameInterval(item.price, price) ? item.current_period_end : nextAt),
  };
}

/**
 * Returns the parameter that gives a subscription another discount; none if it has this one. Since API version 2026-05-27, a change that
 * waits for its payment can contain it. An empty text removes the discount, an empty list would keep it.
 */
async function changeOfDiscounts(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  percentOff: number,
): Promise<{ discounts?: '' | Array<{ coupon: string }> }> {
  if (percentOf(subscription) === percentOff) return {};
  return { discounts: percentOff === 0 ? '' : await findDiscounts(stripe, percentOff) };
}

/**
 * Upgrades now, price and discount in one call, so that no interruption separates them. Both apply only once the invoice is paid. A decline
 * changes nothing and blocks no later upgrade.
 * @throws Stopped `declined`
 */
export async function change(stripe: Stripe, input: ChangeInput): Promise<null> {
  const { subscriptionId: id, sku, percentOff, prorationDate, idempotencyKey: key } = input;
  const date = Math.floor(prorationDate / MS);
  const expand = [...WITH_DISCOUNTS.expand, 'latest_invoice'];
  const [before, price] = [await stripe.subscriptions.retrieve(id, { expand }, READ), await findPrice(stripe, sku)];
  if (itemOf(before).price.id === price.id) return null;
  if (before.pending_update !== null && dateOf(before) === date && (await isWaiting(stripe, before))) return finish(stripe, before);
  await giveUpUpdate(stripe, before, key);
  await forgetHeldChange(stripe, before, key);
  await releaseSchedule(stripe, before, key);
  const after = await stripe.subscriptions.update(
    id,
    {
      items: [{ id: itemOf(before).id, price: price.id }],
      ...(await changeOfDiscounts(stripe, before, percentOff)),
      proration_behavior: 'always_invoice',
      proration_date: date,
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    },
    { idempotencyKey: key },
  );
  return finish(stripe, after);
}

/**
 * Returns if the change is paid. Voids a declined change. A change that needs 3-D Secure keeps waiting for the parent.
 * @throws Stopped `declined` for both
 */
async function finish(stripe: Stripe, subscription: Stripe.Subscription): Promise<null> {
  if (subscription.pending_update === null) return null;
  const payment = await findPayment(stripe, expanded(subscription.latest_invoice));
  if (payment === null || payment.status === 'succeeded') return null;
  if (payment.status === 'requires_action') throw declined('authentication_required');
  await giveUpUpdate(stripe, subscription, payment.id);
  throw declined(findDecline(payment) ?? 'generic');
}

/** Returns true if the parent can still confirm the payment of a change. */
async function isWaiting(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  return (await findPayment(stripe, expanded(subscription.latest_invoice)))?.status === 'requires_action';
}

/** Voids the unpaid invoice of a change, which ends the change. */
async function giveUpUpdate(stripe: Stripe, subscription: Stripe.Subscription, key: string): Promise<void> {
  const invoiceId = idOf(subscription.latest_invoice);
  if (subscription.pending_update === null || invoiceId === null) return;
  await stripe.invoices.voidInvoice(invoiceId, {}, { idempotencyKey: `${key}:void:${invoiceId}` });
}

/** Returns the proration date of the invoice that a change waits for. */
function dateOf(subscription: Stripe.Subscription): number | undefined {
  return expanded(subscription.latest_invoice)?.parent?.subscription_details?.subscription_proration_date;
}

/** Changes to a lower plan when the period ends, by a schedule of two phases. The discount of the first one stays as it is. */
export async function scheduleDowngrade(stripe: Stripe, input: DowngradeInput): Promise<null> {
  const { subscriptionId: id, sku, price: shown, percentOff, idempotencyKey: key } = input;
  const expand = [...WITH_DISCOUNTS.expand, 'schedule'];
  const [subscription, price] = [await stripe.subscriptions.retrieve(id, { expand }, READ), await findPrice(stripe, sku, shown)];
  if (subscription.ended_at !== null) throw conflict('subscription_ended');
  if (subscription.cancel_at_period_end) throw conflict('subscription_canceling');
  const item = itemOf(subscription);
  const scheduleId =
    idOf(subscription.schedule) ??
    (await stripe.subscriptionSchedules.create({ from_subscription: id }, { idempotencyKey: `${key}:schedule` })).id;
  // A phase that does not name the discounts would end them.
  const discounts = subscription.discounts.map((discount) => ({ discount: idOf(discount) ?? '' }));
  await stripe.subscriptionSchedules.update(
    scheduleId,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: expanded(subscription.schedule)?.phases[0]?.start_date ?? item.current_period_start,
          end_date: item.current_period_end,
          discounts,
          ...(subscription.status === 'trialing' && { trial_end: item.current_period_end }),
        },
        {
          items: [{ price: price.id, quantity: 1 }],
          duration: { interval: price.recurring?.interval ?? 'month', interval_count: price.recurring?.interval_count ?? 1 },
          discounts,
          ...(await changeOfDiscounts(stripe, subscription, percentOff)),
        },
      ],
    },
    { idempotencyKey: key },
  );
  await forgetHeldChange(stripe, subscription, key);
  return null;
}

/** Withdraws a scheduled downgrade. First forgets the note about it, or the sync would schedule it again. */
export async function withdrawChange(stripe: Stripe, id: string, key: string): Promise<null> {
  const subscription = await stripe.subscriptions.retrieve(id, {}, READ);
  await forgetHeldChange(stripe, subscription, key);
  await releaseSchedule(stripe, subscription, key);
  return null;
}

/** Withdraws a schedule; the plan and its discount stay. Does nothing without a schedule. */
export async function releaseSchedule(stripe: Stripe, subscription: Stripe.Subscription, key: string): Promise<void> {
  const scheduleId = idOf(subscription.schedule);
  if (scheduleId !== null) await stripe.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: `${key}:release:${scheduleId}` });
}

function isSameInterval(a: Stripe.Price, b: Stripe.Price): boolean {
  return a.recurring?.interval === b.recurring?.interval && a.recurring?.interval_count === b.recurring?.interval_count;
}
