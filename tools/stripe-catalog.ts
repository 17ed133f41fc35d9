import type Stripe from 'stripe';
import { STRIPE_EVENTS } from '#workers/stripe-settings.ts';

/** A plan as Stripe sells it. `price` in US cents per cycle. */
export type SoldPlan = { sku: string; tier: string; cycle: 'monthly' | 'annual'; price: number };
/** `webhookUrl`: null if Stripe cannot reach the installation. */
export type StripeSetup = { plans: ReadonlyArray<SoldPlan>; webhookUrl: string | null; apiVersion: '2026-10-28.endive' };
/** `done`: one sentence per change or thing that was already right. `webhookSecret`: null unless the endpoint is new. */
export type SetupResult = { done: Array<string>; webhookSecret: string | null };

const CURRENCY = 'usd';
const OWN = 'porchlight';
const LIST_MAX = 100;
const INTERVALS = { monthly: 'month', annual: 'year' } as const;
const NAMES: Readonly<Record<string, string>> = { plus: 'Plus', premium: 'Premium', premium_plus: 'Premium+' };

/**
 * Creates what an account of Stripe needs: a product per tier, a price per plan with the SKU as its lookup key, a customer portal that shows
 * receipts only, and the webhook endpoint. Repeated runs change only what differs. A changed price becomes a new price that takes over the
 * lookup key; existing subscriptions keep theirs.
 */
export async function setUpStripe(stripe: Stripe, { plans, webhookUrl, apiVersion }: StripeSetup): Promise<SetupResult> {
  const done: Array<string> = [];
  for (const tier of new Set(plans.map((plan) => plan.tier))) done.push(await setUpProduct(stripe, tier));
  for (const plan of plans) done.push(await setUpPrice(stripe, plan));
  done.push(await setUpPortal(stripe));
  if (webhookUrl === null) return { done: [...done, 'Webhook: skipped, because Stripe cannot reach API_URL.'], webhookSecret: null };
  const endpoint = await setUpWebhook(stripe, webhookUrl, apiVersion);
  return { done: [...done, endpoint.done], webhookSecret: endpoint.secret };
}

const productId = (tier: string): string => `${OWN}_${tier}`;

async function setUpProduct(stripe: Stripe, tier: string): Promise<string> {
  const [id, name] = [productId(tier), `Porchlight ${NAMES[tier] ?? tier}`];
  const found = await orNull(stripe.products.retrieve(id));
  if (found === null) {
    await stripe.products.create({ id, name, metadata: { tier } });
    return `Product ${name}: created.`;
  }
  if (found.name === name && found.active) return `Product ${name}: exists.`;
  await stripe.products.update(id, { name, active: true });
  return `Product ${name}: updated.`;
}

async function setUpPrice(stripe: Stripe, { sku, tier, cycle, price }: SoldPlan): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [sku], limit: 1 });
  const [found] = data;
  const shown = `$${(price / 100).toFixed(2)} ${cycle}`;
  const isRight =
    found?.active && found.unit_amount === price && found.currency === CURRENCY && found.recurring?.interval === INTERVALS[cycle];
  if (isRight) return `Price ${sku}: ${shown} exists.`;
  await stripe.prices.create({
    product: productId(tier),
    currency: CURRENCY,
    unit_amount: price,
    recurring: { interval: INTERVALS[cycle] },
    lookup_key: sku,
    transfer_lookup_key: true,
    // The price that parents see is the price that they pay.
    tax_behavior: 'inclusive',
    metadata: { sku },
  });
  if (found === undefined) return `Price ${sku}: ${shown} created.`;
  await stripe.prices.update(found.id, { active: false });
  return `Price ${sku}: changed to ${shown} for new subscriptions.`;
}

async function setUpPortal(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: LIST_MAX });
  if (data.some(({ metadata }) => metadata?.[OWN] === 'receipts')) return 'Customer portal: exists.';
  await stripe.billingPortal.configurations.create({
    name: 'Porchlight receipts',
    metadata: { [OWN]: 'receipts' },
    features: {
      invoice_history: { enabled: true },
      customer_update: { enabled: false },
      payment_method_update: { enabled: false },
      subscription_cancel: { enabled: false },
      subscription_update: { enabled: false },
    },
  });
  return 'Customer portal: created, receipts only.';
}

async function setUpWebhook(
  stripe: Stripe,
  url: string,
  apiVersion: '2026-10-28.endive',
): Promise<{ done: string; secret: string | null }> {
  const { data } = await stripe.webhookEndpoints.list({ limit: LIST_MAX });
  const found = data.find((endpoint) => endpoint.url === url);
  const events = [...STRIPE_EVENTS];
  if (found === undefined) {
    const { secret } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: events,
      api_version: apiVersion,
      metadata: { [OWN]: 'webhook' },
    });
    return { done: `Webhook ${url}: created.`, secret: secret ?? null };
  }
  // Stripe never changes the version of an endpoint.
  if (found.api_version !== apiVersion) {
    return { done: `Webhook ${url}: uses API version ${found.api_version}. Delete it in Stripe and run this command again.`, secret: null };
  }
  const isRight = found.status === 'enabled' && [...found.enabled_events].sort().join() === [...events].sort().join();
  if (isRight) return { done: `Webhook ${url}: exists.`, secret: null };
  await stripe.webhookEndpoints.update(found.id, { enabled_events: events, disabled: false });
  return { done: `Webhook ${url}: updated.`, secret: null };
}

/** Returns null for an unknown id. */
async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return null;
    throw error;
  }
}
