import type Stripe from 'stripe';
import { SUBSCRIPTION_STATUSES } from '#app/domain/billing';
import type { Card, DeclineCode, Invoice, InvoiceState, ProviderSubscription } from '../provider';
import { toDeclineCode } from './errors';
import { readHeldChange } from './held-change';

const SECOND_MS = 1000;
const INVOICE_STATUSES = ['paid', 'open', 'void', 'uncollectible', 'draft'] as const;

/** Converts epoch seconds to epoch ms. */
export const toInstant = (seconds: number): number => seconds * SECOND_MS;
/** Converts epoch seconds to epoch ms; null stays null. */
export const toInstantOrNull = (seconds: number | null | undefined): number | null => (seconds ? toInstant(seconds) : null);

/** Returns the id of a field that may be expanded; null if it is empty. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null);
}

/** Returns the object of a field; null if it was not expanded. */
export function expanded<T extends object>(field: string | T | null | undefined): T | null {
  return typeof field === 'object' ? field : null;
}

/**
 * Returns the first item of a subscription; ours have only one.
 * @throws Error if there is none
 */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error('A subscription has no item');
  return item;
}

/** Returns the SKU of a price: its lookup key, or its metadata once a newer price has taken the key over. */
export function skuOf(price: Stripe.Price): string {
  return price.lookup_key ?? price.metadata.sku ?? price.id;
}

/** Returns the percentage off of a subscription whose discounts and coupons are expanded. */
export function percentOf(subscription: Stripe.Subscription): number {
  const [discount] = subscription.discounts;
  return expanded(expanded(discount)?.source.coupon)?.percent_off ?? 0;
}

/** Returns a price after a discount, in US cents, rounded half up (A96). */
export function discountedPrice(price: number, percentOff: number): number {
  return Math.round((price * (100 - percentOff)) / 100);
}

/** What Stripe’s subscription object lacks: the next phase of its schedule, and the payment of its newest invoice. */
export type Extras = { next: { price: Stripe.Price; at: number; percentOff: number } | null; payment: Stripe.PaymentIntent | null };

export function toSubscription(subscription: Stripe.Subscription, { next, payment }: Extras): ProviderSubscription {
  const item = itemOf(subscription);
  const invoice = expanded(subscription.latest_invoice);
  const price = item.price.unit_amount ?? 0;
  const discountPercent = percentOf(subscription);
  const status = SUBSCRIPTION_STATUSES.find((known) => known === subscription.status) ?? 'paused';
  const ends = subscription.cancel_at_period_end || subscription.ended_at !== null;
  return {
    id: subscription.id,
    sku: skuOf(item.price),
    status,
    createdAt: toInstant(subscription.created),
    periodStart: toInstant(item.current_period_start),
    periodEnd: toInstant(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    canceledAt: toInstantOrNull(subscription.canceled_at),
    trialEnd: toInstantOrNull(subscription.trial_end),
    pendingChange: next === null ? null : { sku: skuOf(next.price), at: toInstant(next.at) },
    heldChange: next === null ? readHeldChange(subscription) : null,
    nextAttemptAt: status === 'past_due' ? toInstantOrNull(invoice?.next_payment_attempt) : null,
    price,
    discountPercent,
    couponId: subscription.metadata.coupon ?? null,
    nextAmount: ends ? null : discountedPrice(next?.price.unit_amount ?? price, next?.percentOff ?? discountPercent),
    latestInvoice: invoice === null ? null : toInvoiceState(invoice, payment),
  };
}

function toInvoiceState(invoice: Stripe.Invoice, payment: Stripe.PaymentIntent | null): InvoiceState {
  const declined = findDecline(payment);
  const needsParent = invoice.status === 'open' && (payment?.status === 'requires_action' || declined === 'authentication_required');
  return {
    id: invoice.id,
    status: toInvoiceStatus(invoice),
    amountDue: invoice.amount_due,
    declined,
    clientSecret: needsParent ? (invoice.confirmation_secret?.client_secret ?? null) : null,
    hostedUrl: needsParent ? (invoice.hosted_invoice_url ?? null) : null,
  };
}

/** Returns why the last attempt to pay failed; null if it did not fail. */
export function findDecline(payment: Stripe.PaymentIntent | null): DeclineCode | null {
  return payment?.status === 'requires_payment_method' && payment.last_payment_error ? toDeclineCode(payment.last_payment_error) : null;
}

function toInvoiceStatus(invoice: Stripe.Invoice): Invoice['status'] {
  return INVOICE_STATUSES.find((known) => known === invoice.status) ?? 'draft';
}

/** Returns the line of an invoice with what was bought: of a change, the new plan and not the credit for the old one. */
export function lineOf(invoice: Stripe.Invoice): Stripe.InvoiceLineItem | null {
  return [...invoice.lines.data].sort((a, b) => b.amount - a.amount)[0] ?? null;
}

/** Returns the id of the price of an invoice's line; null if there is none. */
export function priceIdOf(line: Stripe.InvoiceLineItem | null): string | null {
  return idOf(line?.pricing?.price_details?.price);
}

/** `skus`: the SKU of each price. */
export function toInvoice(invoice: Stripe.Invoice, skus: ReadonlyMap<string, string>): Invoice {
  const line = lineOf(invoice);
  const isCredit = invoice.total < 0;
  // A discount makes an invoice of zero too, but its lines have a price.
  const isTrial = invoice.lines.data.length > 0 && invoice.lines.data.every(({ amount }) => amount === 0);
  return {
    id: invoice.id,
    at: toInstant(invoice.created),
    kind: isCredit ? 'credit' : isTrial ? 'trial' : 'charge',
    sku: skus.get(priceIdOf(line) ?? '') ?? null,
    periodStart: toInstantOrNull(line?.period.start),
    periodEnd: toInstantOrNull(line?.period.end),
    amount: isCredit ? -invoice.total : invoice.amount_due,
    refunded: invoice.post_payment_credit_notes_amount,
    status: toInvoiceStatus(invoice),
    url: invoice.hosted_invoice_url ?? null,
  };
}

/** @throws Error for a payment method that is not a card */
export function toCard(method: Stripe.PaymentMethod, isDefault: boolean): Card {
  const { card } = method;
  if (card === undefined) throw new Error('The payment method is no card');
  return {
    id: method.id,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    name: method.billing_details.name ?? '',
    fingerprint: card.fingerprint ?? null,
    isDefault,
  };
}
