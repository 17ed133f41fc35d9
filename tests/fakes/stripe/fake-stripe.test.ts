import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlStripe } from './control.ts';
import { type StripeServer, startStripe } from './server.ts';
import { API_VERSION } from './version.ts';

const DAY = 24 * 60 * 60;
let server: StripeServer;
let keys = 0;

beforeAll(async () => {
  server = await startStripe();
});
afterAll(() => server.close());

async function open(at = Date.UTC(2027, 0, 10) / 1000) {
  keys += 1;
  const key = `sk_test_fake${keys}`;
  const stripe = new Stripe(key, { apiVersion: API_VERSION, protocol: 'http', host: '127.0.0.1', port: server.port, maxNetworkRetries: 0 });
  const control = controlStripe(server.origin, key);
  await control.startAt(at);
  const { id: product } = await stripe.products.create({ name: 'Premium' });
  const price = await stripe.prices.create({ product, currency: 'usd', unit_amount: 699, recurring: { interval: 'month' } });
  const customer = await stripe.customers.create({ email: 'parent@porchlight.example' });
  const session = (mode: 'subscription' | 'setup', trialDays = 0) =>
    stripe.checkout.sessions.create({
      mode,
      ui_mode: 'hosted_page',
      customer: customer.id,
      success_url: 'https://porchlight.example/back?id={CHECKOUT_SESSION_ID}',
      ...(mode === 'setup' ? { currency: 'usd' } : { line_items: [{ price: price.id, quantity: 1 }] }),
      ...(trialDays > 0 && { subscription_data: { trial_period_days: trialDays } }),
    });
  return { stripe, control, price, customer, session, key };
}

const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
const card = (number: string) => ({ number, expiry: '12/34', cvc: '123', name: 'Jane Doe' });

describe('the fake Stripe', () => {
  test('refuses an unknown parameter, another version and a wrong key', async () => {
    const { stripe, key } = await open();
    const unknown = { email: 'a@b.example', nickname: 'x' } as Stripe.CustomerCreateParams;
    await expect(stripe.customers.create(unknown)).rejects.toMatchObject({ code: 'parameter_unknown', param: 'nickname' });
    await expect(stripe.customers.list({}, { apiVersion: '2020-08-27' })).rejects.toThrow('Invalid API version');
    await expect(stripe.customers.list({}, { apiKey: `${key.replace('fake', 'wrong')}` })).rejects.toMatchObject({ statusCode: 401 });
  });

  test('replays the stored answer of an idempotency key, here a 500, and refuses other parameters', async () => {
    const { stripe, control } = await open();
    await control.plan({ call: 'POST /v1/customers', kind: 'error_after', times: 1 });
    const options = { idempotencyKey: 'key-1' };
    const create = () => stripe.customers.create({ email: 'new@porchlight.example' }, options);
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    expect((await control.state()).customers.filter(({ email }) => email === 'new@porchlight.example')).toHaveLength(1);
    await expect(stripe.customers.create({ email: 'x@y.example' }, options)).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  test('does nothing in an outage and on a cut connection', async () => {
    const { stripe, control } = await open();
    for (const kind of ['outage', 'cut'] as const) {
      // In Node, the library repeats a call once if its connection was closed.
      await control.plan({ call: 'POST /v1/customers', kind, times: 2 });
      await expect(stripe.customers.create({ email: `${kind}@porchlight.example` })).rejects.toThrow();
    }
    expect((await control.state()).customers).toHaveLength(1);
  });

  test('sells on a hosted page without JavaScript, and shows a decline there', async () => {
    const { stripe, session } = await open();
    const { id, url } = await session('subscription');
    const page = await (await fetch(url ?? '')).text();
    expect(page).toContain('name="number"');
    expect(page).not.toContain('<script');
    const declined = await submit(url ?? '', card('4000000000009995'));
    expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining('insufficient_funds')]);
    const paid = await submit(url ?? '', card('4242 4242 4242 4242'));
    expect([paid.status, paid.headers.get('Location')]).toEqual([303, `https://porchlight.example/back?id=${id}`]);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
  });

  test('asks for 3-D Secure on the hosted page; a failed challenge leaves the checkout open', async () => {
    const { stripe, session } = await open();
    const { id, url } = await session('subscription');
    const challenge = await (await submit(url ?? '', card('4000002760003184'))).text();
    const method = /name="method" value="([^"]+)"/.exec(challenge)?.[1] ?? '';
    expect((await submit(url ?? '', { method, challenge: 'fail' })).status).toBe(402);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
    expect((await submit(url ?? '', { method, challenge: 'pass' })).status).toBe(303);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('complete');
  });

  test('refuses a number that is not a published test card, and an expired date', async () => {
    const { session, control } = await open();
    const { url } = await session('setup');
    expect((await submit(url ?? '', card('4111111111111111'))).status).toBe(402);
    expect((await submit(url ?? '', { ...card('4242424242424242'), expiry: '12/26' })).status).toBe(402);
    expect((await control.state()).subscriptions).toEqual([]);
  });

  test('warns three days before a trial ends, then charges an hour after its end', async () => {
    const { stripe, control, session } = await open();
    await stripe.webhookEndpoints.create({ url: 'https://api.porchlight.example/hook', enabled_events: ['*'] });
    const { url } = await session('subscription', 14);
    await submit(url ?? '', card('4242424242424242'));
    const start = (await control.state()).now;
    const types = async () => (await control.webhooks()).map(({ event }) => event.type);
    await control.advanceTo(start + 11 * DAY - 1);
    expect(await types()).not.toContain('customer.subscription.trial_will_end');
    await control.advanceTo(start + 11 * DAY);
    expect(await types()).toContain('customer.subscription.trial_will_end');
    await control.advanceTo(start + 14 * DAY);
    expect((await control.state()).charges).toEqual([]);
    await control.advanceTo(start + 14 * DAY + 3_600);
    expect((await control.state()).charges.map(({ amount }) => amount)).toEqual([699]);
  });

  test('signs webhooks as the library verifies them, and keeps those without a 2xx answer', async () => {
    const { stripe, control } = await open();
    const endpoint = await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:1/hook', enabled_events: ['customer.created'] });
    await stripe.customers.create({ email: 'second@porchlight.example' });
    const [webhook] = await control.webhooks();
    const event = await stripe.webhooks.constructEventAsync(webhook?.body ?? '', webhook?.signature ?? '', endpoint.secret ?? '');
    expect(event).toMatchObject({ type: 'customer.created', api_version: API_VERSION });
    expect((await control.flush()).statuses).toEqual([0]);
    expect(await control.webhooks()).toHaveLength(1);
  });

  test('a subscription becomes unpaid after the last retry, if the account’s setting says so', async () => {
    const { stripe, control, session, customer } = await open();
    await control.set({ afterRetries: 'unpaid' });
    await submit((await session('subscription')).url ?? '', card('4242424242424242'));
    await control.actLike(customer.id, '4000000000000341');
    await control.advanceTo((await control.state()).now + 50 * DAY);
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data[0]?.status).toBe('unpaid');
  });
});
