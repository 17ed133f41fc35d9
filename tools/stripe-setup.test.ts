import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StripeServer, startStripe } from '#tests/fakes/stripe/server.ts';
import { API_VERSION } from '#tests/fakes/stripe/version.ts';
import { setUpStripe } from './stripe-catalog.ts';
import { readDefaultPlans } from './stripe-plans.ts';

let server: StripeServer;
let keys = 0;

beforeAll(async () => {
  server = await startStripe();
});
afterAll(() => server.close());

function newAccount(): Stripe {
  keys += 1;
  return new Stripe(`sk_test_setup${keys}`, {
    apiVersion: API_VERSION,
    protocol: 'http',
    host: '127.0.0.1',
    port: server.port,
    maxNetworkRetries: 0,
  });
}

const PLANS = readDefaultPlans();
const SETUP = { plans: PLANS, webhookUrl: 'https://api.porchlight.example/stripe/webhook', apiVersion: API_VERSION };

describe('readDefaultPlans', () => {
  test('lists every plan with a price', () => {
    expect(PLANS.map(({ sku, price }) => `${sku} ${price}`)).toEqual([
      'plus_monthly 199',
      'plus_annual 1999',
      'premium_monthly 699',
      'premium_annual 6999',
      'premium_plus_monthly 999',
      'premium_plus_annual 9999',
    ]);
  });
});

describe('setUpStripe', () => {
  test('creates prices by SKU, a portal with receipts only and the webhook, whose secret it returns', async () => {
    const stripe = newAccount();
    const { webhookSecret } = await setUpStripe(stripe, SETUP);
    const { data } = await stripe.prices.list({ limit: 100, active: true });
    expect(
      Object.fromEntries(data.map((price) => [price.lookup_key, `${price.unit_amount} ${price.recurring?.interval} ${price.product}`])),
    ).toEqual({
      plus_monthly: '199 month porchlight_plus',
      plus_annual: '1999 year porchlight_plus',
      premium_monthly: '699 month porchlight_premium',
      premium_annual: '6999 year porchlight_premium',
      premium_plus_monthly: '999 month porchlight_premium_plus',
      premium_plus_annual: '9999 year porchlight_premium_plus',
    });
    const [portal] = (await stripe.billingPortal.configurations.list()).data;
    const on = Object.entries(portal?.features ?? {}).filter(([, feature]) => feature.enabled);
    expect(on.map(([name]) => name)).toEqual(['invoice_history']);
    const [endpoint] = (await stripe.webhookEndpoints.list()).data;
    expect(endpoint).toMatchObject({ url: SETUP.webhookUrl, api_version: API_VERSION, status: 'enabled' });
    expect(webhookSecret).toBe(`whsec_${endpoint?.id}`);
  });

  test('changes nothing when it runs again, and returns no secret', async () => {
    const stripe = newAccount();
    await setUpStripe(stripe, SETUP);
    const { done, webhookSecret } = await setUpStripe(stripe, SETUP);
    expect(done.filter((sentence) => !sentence.endsWith('exists.'))).toEqual([]);
    expect(webhookSecret).toBeNull();
    expect((await stripe.prices.list({ limit: 100 })).data).toHaveLength(6);
    expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
  });

  test('a changed price takes over the SKU, and the earlier price is no longer sold', async () => {
    const stripe = newAccount();
    await setUpStripe(stripe, SETUP);
    const { done } = await setUpStripe(stripe, { ...SETUP, plans: PLANS.map((plan) => ({ ...plan, price: plan.price + 100 })) });
    expect(done).toContain('Price premium_monthly: changed to $7.99 monthly for new subscriptions.');
    const [price] = (await stripe.prices.list({ lookup_keys: ['premium_monthly'] })).data;
    expect(price?.unit_amount).toBe(799);
    expect((await stripe.prices.list({ limit: 100, active: false })).data.map(({ metadata }) => metadata.sku)).toContain('premium_monthly');
  });

  test('enables and completes an endpoint that was changed by hand', async () => {
    const stripe = newAccount();
    await setUpStripe(stripe, SETUP);
    const [endpoint] = (await stripe.webhookEndpoints.list()).data;
    await stripe.webhookEndpoints.update(endpoint?.id ?? '', { disabled: true, enabled_events: ['invoice.paid'] });
    const { done } = await setUpStripe(stripe, SETUP);
    expect(done.at(-1)).toBe(`Webhook ${SETUP.webhookUrl}: updated.`);
    const [after] = (await stripe.webhookEndpoints.list()).data;
    expect(after?.status).toBe('enabled');
    expect(after?.enabled_events).toContain('customer.subscription.deleted');
  });

  test('creates no endpoint for an address that Stripe cannot reach', async () => {
    const stripe = newAccount();
    const { done } = await setUpStripe(stripe, { ...SETUP, webhookUrl: null });
    expect(done.at(-1)).toBe('Webhook: skipped, because Stripe cannot reach API_URL.');
    expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
  });
});
