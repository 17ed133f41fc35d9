import type Stripe from 'stripe';
import type { StripeKeys } from '#workers/stripe-settings';
import type { BillingProvider } from '../provider';
import { cancelNow, setCancelAtPeriodEnd } from './cancel';
import { listCards, saveCard } from './cards';
import { change, previewChange, scheduleDowngrade, withdrawChange } from './changes';
import { createCheckout, expireCheckout, readCheckout } from './checkouts';
import { createClient, READ } from './client';
import { lineOf, priceIdOf, skuOf, toInvoice } from './convert';
import { attempt } from './errors';
import { readSubscriptions } from './read-subscriptions';
import { subscribe } from './subscribe';

const INVOICES_MAX = 24;
const SEARCHED_MAX = 100;

/** Returns the provider of card payments through Stripe. Callers see only the types of `BillingProvider`. */
export function createStripeProvider(keys: StripeKeys): BillingProvider {
  const stripe = createClient(keys);
  // A price never changes what it is for, so its SKU is read once.
  const skus = new Map<string, string>();
  const readSkus = async (priceIds: ReadonlyArray<string | null>) => {
    for (const id of new Set(priceIds)) if (id !== null && !skus.has(id)) skus.set(id, skuOf(await stripe.prices.retrieve(id, {}, READ)));
    return skus;
  };
  return {
    name: 'stripe',
    publishableKey: keys.publishableKey,
    ensureCustomer: (accountId, email) => attempt(() => ensureCustomer(stripe, accountId, email)),
    createCheckout: (input) => attempt(() => createCheckout(stripe, keys, input)),
    readCheckout: (id) => attempt(() => readCheckout(stripe, id)),
    expireCheckout: (id) => attempt(() => expireCheckout(stripe, id)),
    saveCard: (customerId, token, key) => attempt(() => saveCard(stripe, customerId, token, key)),
    subscribe: (input) => attempt(() => subscribe(stripe, keys, input)),
    listSubscriptions: (customerId) => attempt(() => readSubscriptions(stripe, customerId)),
    previewChange: (input) => attempt(() => previewChange(stripe, input)),
    change: (input) => attempt(() => change(stripe, input)),
    scheduleDowngrade: (input) => attempt(() => scheduleDowngrade(stripe, input)),
    releaseSchedule: (id, key) => attempt(() => withdrawChange(stripe, id, key)),
    setCancelAtPeriodEnd: (id, flag, key) => attempt(() => setCancelAtPeriodEnd(stripe, id, flag, key)),
    cancelNow: (id, key) => attempt(() => cancelNow(stripe, id, key)),
    listCards: (customerId) => attempt(() => listCards(stripe, customerId)),
    listInvoices: (customerId) =>
      attempt(async () => {
        const { data } = await stripe.invoices.list({ customer: customerId, limit: INVOICES_MAX }, READ);
        const sent = data.filter(({ status }) => status !== 'draft');
        const known = await readSkus(sent.map((invoice) => priceIdOf(lineOf(invoice))));
        return sent.map((invoice) => toInvoice(invoice, known));
      }),
  };
}

/** Returns the customer of an account. Looks for one first, because Stripe forgets idempotency keys after a day. */
async function ensureCustomer(stripe: Stripe, accountId: string, email: string): Promise<string> {
  const { data } = await stripe.customers.list({ email, limit: SEARCHED_MAX }, READ);
  const known = data.find(({ metadata }) => metadata.account === accountId);
  if (known !== undefined) return known.id;
  const created = await stripe.customers.create(
    { email, metadata: { account: accountId } },
    { idempotencyKey: `customer:${accountId}:${email}` },
  );
  return created.id;
}
