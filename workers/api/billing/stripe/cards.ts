import type Stripe from 'stripe';
import type { Card } from '../provider';
import { READ } from './client';
import { idOf, toCard } from './convert';
import { attempt, conflict, Stopped } from './errors';

const CARDS_MAX = 24;
const LIVE: ReadonlyArray<string> = ['trialing', 'active', 'past_due', 'unpaid'];

/** Returns the cards of a customer, the default card first. Without a default, the newest card takes its place. */
export async function listCards(stripe: Stripe, customerId: string): Promise<Array<Card>> {
  const [customer, { data }] = await Promise.all([
    stripe.customers.retrieve(customerId, {}, READ),
    stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: CARDS_MAX }, READ),
  ]);
  if (customer.deleted) throw conflict('customer_deleted');
  const defaultId = idOf(customer.invoice_settings.default_payment_method) ?? data[0]?.id;
  const cards = data.map((method) => toCard(method, method.id === defaultId));
  return cards.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** Stores the card of a token (`tok_…` or `pm_…`) and makes it the default. */
export async function saveCard(stripe: Stripe, customerId: string, token: string, key: string): Promise<Card> {
  if (!/^(?:tok|pm)_\w+$/.test(token)) throw conflict('token');
  const id = token.startsWith('pm_')
    ? token
    : (await stripe.paymentMethods.create({ type: 'card', card: { token } }, { idempotencyKey: `${key}:card` })).id;
  const method = await stripe.paymentMethods.attach(id, { customer: customerId }, { idempotencyKey: `${key}:attach` });
  await makeDefault(stripe, customerId, method.id, key);
  return toCard(method, true);
}

/**
 * Makes a stored card the default of the customer and of each live subscription, and charges what is past due to it. A decline of that
 * charge is no error here: `listSubscriptions` reports it.
 * @throws Stopped `unavailable` if it is unknown whether the charge succeeded
 */
export async function makeDefault(stripe: Stripe, customerId: string, methodId: string, key: string): Promise<void> {
  await stripe.customers.update(
    customerId,
    { invoice_settings: { default_payment_method: methodId } },
    { idempotencyKey: `${key}:default:${methodId}` },
  );
  const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', expand: ['data.latest_invoice'] }, READ);
  for (const { id, status, latest_invoice: invoice, default_payment_method: current } of data.filter((one) => LIVE.includes(one.status))) {
    if (idOf(current) !== methodId) {
      await stripe.subscriptions.update(id, { default_payment_method: methodId }, { idempotencyKey: `${key}:${id}:${methodId}` });
    }
    const isOpen = typeof invoice === 'object' && invoice?.status === 'open';
    if (!isOpen || (status !== 'past_due' && status !== 'unpaid')) continue;
    const paid = await attempt(() => stripe.invoices.pay(invoice.id, {}, { idempotencyKey: `${key}:${invoice.id}:${methodId}` }));
    if (!paid.ok && paid.error.kind === 'unavailable') throw new Stopped(paid.error);
  }
}
