import { type Account, get, idOf } from './account.ts';
import { DAY, HOUR } from './calendar.ts';
import { composeSubscription, type Order } from './compose-subscription.ts';
import { emit } from './events.ts';
import { attempt, createInvoice, finalize, type Line, voidInvoice } from './invoices.ts';
import { refuseCard } from './payment-methods.ts';
import type { Payment } from './payments.ts';
import type { Invoice, Subscription } from './plain.ts';
import { StripeRefusal } from './refusal.ts';

/** Times between the attempts to charge a renewal, in seconds: two weeks in all. */
const RETRY_GAPS = [3 * DAY, 4 * DAY, 7 * DAY];
const ENDED = ['canceled', 'incomplete_expired'];

export type Behavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';

export const isEnded = ({ status }: Subscription): boolean => ENDED.includes(status);

export function itemOf(subscription: Subscription): Subscription['items']['data'][number] {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error('A subscription has one item');
  return item;
}

export function customerOf(account: Account, subscription: Subscription) {
  return get(account.customers, 'customer', idOf(subscription.customer));
}

/** Returns the card that pays a subscription, or an empty text. */
export function methodOf(account: Account, subscription: Subscription): string {
  return idOf(subscription.default_payment_method) || idOf(customerOf(account, subscription).invoice_settings.default_payment_method);
}

/**
 * Starts a subscription and charges its first period, or starts its trial.
 * @throws StripeRefusal 402 with `error_if_incomplete`; nothing then remains
 */
export function createSubscription(
  account: Account,
  order: Order,
  { behavior, isConfirmed = false }: { behavior: Behavior; isConfirmed?: boolean },
): Subscription {
  const events = account.events.length;
  const deliveries = account.deliveries.length;
  const subscription = composeSubscription(account, order);
  account.subscriptions.set(subscription.id, subscription);
  emit(account, 'customer.subscription.created', subscription);
  const item = itemOf(subscription);
  const line: Line = {
    amount: subscription.trial_end === null ? (order.price.unit_amount ?? 0) : 0,
    price: order.price.id,
    start: item.current_period_start,
    end: item.current_period_end,
    isProration: false,
  };
  const invoice = createInvoice(account, subscription, { reason: 'subscription_create', lines: [line] });
  finalize(account, invoice);
  if (subscription.trial_end !== null || invoice.status === 'paid') {
    settle(account, invoice);
    return subscription;
  }
  if (behavior === 'default_incomplete') return subscription;
  const payment = attemptInvoice(account, invoice, methodOf(account, subscription), { onSession: true, isConfirmed });
  if (behavior === 'error_if_incomplete' && payment.kind !== 'paid') {
    account.subscriptions.delete(subscription.id);
    account.invoices.delete(invoice.id);
    account.events.splice(events);
    account.deliveries.splice(deliveries);
    throw refusePayment(payment);
  }
  return subscription;
}

export function refusePayment(payment: Payment): StripeRefusal {
  if (payment.kind === 'declined') return refuseCard(payment.decline);
  return new StripeRefusal(402, { type: 'card_error', code: 'subscription_payment_intent_requires_action', message: 'Needs 3-D Secure.' });
}

/** Charges an invoice and updates its subscription (`settle`). */
export function attemptInvoice(
  account: Account,
  invoice: Invoice,
  method: string,
  options: { onSession: boolean; isConfirmed?: boolean },
): Payment {
  const payment = attempt(account, invoice, method, options);
  settle(account, invoice);
  return payment;
}

/** Brings the subscription of an invoice up to date with the state of the invoice. */
export function settle(account: Account, invoice: Invoice): void {
  const subscription = account.subscriptions.get(idOf(invoice.parent?.subscription_details?.subscription));
  if (subscription === undefined) return;
  const waiting = account.waiting.get(subscription.id);
  if (waiting?.invoice === invoice.id) {
    if (invoice.status === 'open') return;
    account.waiting.delete(subscription.id);
    subscription.pending_update = null;
    if (invoice.status === 'paid') {
      waiting.apply();
      emit(account, 'customer.subscription.pending_update_applied', subscription);
    }
    emit(account, 'customer.subscription.updated', subscription);
    return;
  }
  if (invoice.status !== 'paid' || idOf(subscription.latest_invoice) !== invoice.id) return;
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  const previous = { status: subscription.status };
  subscription.status = 'active';
  emit(account, 'customer.subscription.updated', subscription, previous);
}

/**
 * Charges a renewal without the customer. A failure starts the retries. The last failure ends the subscription or makes it unpaid
 * (`afterRetries`).
 */
export function collect(account: Account, invoice: Invoice): void {
  const subscription = get(account.subscriptions, 'subscription', idOf(invoice.parent?.subscription_details?.subscription));
  const payment = attemptInvoice(account, invoice, methodOf(account, subscription), { onSession: false });
  if (payment.kind === 'paid' || isEnded(subscription)) return;
  const gap = RETRY_GAPS[invoice.attempt_count - 1];
  invoice.next_payment_attempt = gap === undefined ? null : account.now + gap;
  if (gap === undefined && account.afterRetries === 'canceled') {
    invoice.auto_advance = false;
    end(account, subscription, 'payment_failed');
    return;
  }
  const previous = { status: subscription.status };
  subscription.status = gap === undefined ? 'unpaid' : 'past_due';
  if (previous.status !== subscription.status) emit(account, 'customer.subscription.updated', subscription, previous);
}

/** Ends a subscription now, without a refund. */
export function end(
  account: Account,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | null,
  status: 'canceled' | 'incomplete_expired' = 'canceled',
): void {
  subscription.status = status;
  subscription.ended_at = account.now;
  subscription.canceled_at ??= account.now;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
  const invoice = account.invoices.get(idOf(subscription.latest_invoice));
  if (invoice?.status === 'draft' || (status === 'incomplete_expired' && invoice?.status === 'open')) voidInvoice(account, invoice);
  subscription.pending_update = null;
  account.waiting.delete(subscription.id);
  const schedule = account.schedules.get(idOf(subscription.schedule));
  if (schedule?.status === 'active') {
    schedule.status = 'canceled';
    schedule.canceled_at = account.now;
  }
  subscription.schedule = null;
  emit(account, 'customer.subscription.deleted', subscription);
}

/** Time in seconds after which an incomplete subscription expires, and a change that waits for its payment. */
export const INCOMPLETE_LIFE = 23 * HOUR;
