import { type Account, get, idOf } from './account.ts';
import { percentOff, reduce, round } from './amounts.ts';
import { addIntervals } from './calendar.ts';
import { intervalOf, toPlan } from './compose-subscription.ts';
import { emit } from './events.ts';
import { createInvoice, finalize, type Line, voidInvoice } from './invoices.ts';
import type { Price, Subscription } from './plain.ts';
import { invalid } from './refusal.ts';
import { attemptInvoice, INCOMPLETE_LIFE, isEnded, itemOf, methodOf, refusePayment } from './subscriptions.ts';

/** A change of the price with what it costs now. */
export type Proration = { lines: Array<Line>; start: number; end: number; anchor: number };

/** The price after a change, and the ids of the discounts. */
export type Target = { price: Price; discounts: Array<string> };

/**
 * Returns what a change costs at `date`. Another interval starts a new period; the same interval keeps the period. The credit is a part of
 * what was paid, so a discount that ends with the change reduces it. Prorations are after their discount.
 */
export function prorate(account: Account, subscription: Subscription, { price, discounts }: Target, date: number): Proration {
  const item = itemOf(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  if (subscription.status === 'trialing') return { lines: [], start, end, anchor: subscription.billing_cycle_anchor };
  if (date < start || date > end) throw invalid('The proration date is outside the current period.', 'proration_date');
  const left = (end - date) / (end - start);
  const credit: Line = {
    amount: -round(reduce(item.price.unit_amount ?? 0, percentOff(account, subscription.discounts.map(idOf))) * left),
    price: item.price.id,
    start: date,
    end,
    isProration: true,
  };
  const [before, after] = [intervalOf(item.price), intervalOf(price)];
  if (before.interval === after.interval && before.count === after.count) {
    const amount = round(reduce(price.unit_amount ?? 0, percentOff(account, discounts)) * left);
    return {
      lines: [credit, { amount, price: price.id, start: date, end, isProration: true }],
      start,
      end,
      anchor: subscription.billing_cycle_anchor,
    };
  }
  const newEnd = addIntervals(date, after, 1);
  const full: Line = { amount: price.unit_amount ?? 0, price: price.id, start: date, end: newEnd, isProration: false };
  return { lines: [credit, full], start: date, end: newEnd, anchor: date };
}

export function applyPrice(subscription: Subscription, price: Price, { start, end, anchor }: Omit<Proration, 'lines'>): void {
  const item = itemOf(subscription);
  item.price = price;
  item.plan = toPlan(price);
  item.current_period_start = start;
  item.current_period_end = end;
  subscription.billing_cycle_anchor = anchor;
}

export type ChangeOptions = {
  date: number;
  proration: 'always_invoice' | 'none';
  payment: 'allow_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete';
};

/**
 * Changes price and discounts now and charges the difference. With `pending_if_incomplete`, both wait until the invoice is paid.
 * @throws StripeRefusal 402 with `error_if_incomplete`; nothing is then changed
 */
export function changePrice(
  account: Account,
  subscription: Subscription,
  target: Target,
  { date, proration, payment }: ChangeOptions,
): void {
  if (subscription.pending_update !== null) throw invalid('The subscription has a pending update.', 'items', 'pending_update_exists');
  const { price, discounts } = target;
  const plan = prorate(account, subscription, target, date);
  const apply = () => {
    applyPrice(subscription, price, plan);
    subscription.discounts = discounts;
  };
  if (proration === 'none' || plan.lines.length === 0) {
    apply();
    return;
  }
  const before = subscription.latest_invoice;
  const marks = { events: account.events.length, deliveries: account.deliveries.length };
  const invoice = createInvoice(account, subscription, {
    reason: 'subscription_update',
    lines: plan.lines,
    discounts,
    prorationDate: date,
  });
  finalize(account, invoice);
  if (payment === 'allow_incomplete') apply();
  if (invoice.status !== 'paid') {
    if (payment === 'pending_if_incomplete') {
      account.waiting.set(subscription.id, { invoice: invoice.id, apply });
      subscription.pending_update = composeUpdate(account, subscription, target);
    }
    const result = attemptInvoice(account, invoice, methodOf(account, subscription), { onSession: true });
    if (payment === 'error_if_incomplete' && result.kind !== 'paid') {
      account.invoices.delete(invoice.id);
      account.events.splice(marks.events);
      account.deliveries.splice(marks.deliveries);
      subscription.latest_invoice = before;
      throw refusePayment(result);
    }
    if (payment === 'pending_if_incomplete') return;
  }
  if (payment !== 'allow_incomplete') apply();
}

function composeUpdate(
  account: Account,
  subscription: Subscription,
  { price, discounts }: Target,
): NonNullable<Subscription['pending_update']> {
  return {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts,
    expires_at: account.now + INCOMPLETE_LIFE,
    metadata: null,
    subscription_items: [{ ...itemOf(subscription), price, plan: toPlan(price) }],
    trial_end: null,
    trial_from_plan: null,
  };
}

/** Discards a change that waits for its payment, and voids its invoice. */
export function expireUpdate(account: Account, subscription: Subscription): void {
  const waiting = account.waiting.get(subscription.id);
  account.waiting.delete(subscription.id);
  subscription.pending_update = null;
  if (waiting !== undefined) voidInvoice(account, get(account.invoices, 'invoice', waiting.invoice));
  emit(account, 'customer.subscription.pending_update_expired', subscription);
}

/** Sets or removes the cancellation at the end of the period. */
export function setCancelAtPeriodEnd(account: Account, subscription: Subscription, flag: boolean): void {
  if (idOf(subscription.schedule) !== '') {
    throw invalid('The subscription is managed by a subscription schedule; update the schedule instead.', 'cancel_at_period_end');
  }
  subscription.cancel_at_period_end = flag;
  subscription.canceled_at = flag ? account.now : null;
  subscription.cancel_at = flag ? itemOf(subscription).current_period_end : null;
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: flag ? 'cancellation_requested' : null,
  };
}

/**
 * Checks that a subscription has not ended.
 * @throws StripeRefusal 400 if it has
 */
export function requireLive(subscription: Subscription): void {
  if (isEnded(subscription)) throw invalid('A canceled subscription can only update its cancellation_details.', 'id');
}
