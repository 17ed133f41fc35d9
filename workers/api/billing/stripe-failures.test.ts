import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import {
  cancelSubscription,
  changePlan,
  createCheckout,
  finishCheckout,
  getPurchaseInfo,
  listPaymentSources,
  previewPlanChange,
  putPaymentSource,
} from '#app/wire/billing';
import { newStripeFamily, type StripeFamily, sendTo, webhookRequest } from '#tests/clients/stripe-family';
import { sign } from '#tests/fakes/stripe/events';

const DAY = 24 * 60 * 60_000;
const MINUTE = 60_000;
const START = Math.floor(Date.now() / 1000) * 1000;

let logged: Array<MockInstance>;
beforeEach(() => {
  logged = [vi.spyOn(console, 'warn').mockImplementation(() => undefined), vi.spyOn(console, 'error').mockImplementation(() => undefined)];
});
afterEach(() => {
  for (const spy of logged) spy.mockRestore();
});

const planOf = async (family: StripeFamily) => (await family.info()).sku_id;
const termOf = async (family: StripeFamily) => (await family.info()).summary?.term.kind;
const charges = async ({ control }: StripeFamily) => (await control.state()).charges.map(({ amount }) => amount);
const subscriptionOf = async ({ control }: StripeFamily) => {
  const [found] = (await control.state()).subscriptions;
  if (found === undefined) throw new Error('No subscription');
  return found;
};
const endOf = async (family: StripeFamily) => ((await subscriptionOf(family)).items.data[0]?.current_period_end ?? 0) * 1000;
const subscribed = async (about: Parameters<StripeFamily['buy']>[0] = {}) => {
  const family = await newStripeFamily(START);
  expect(await family.buy(about)).toMatchObject({ status: 200 });
  await family.deliver();
  return family;
};
/** Reads the plan after ten minutes, when the next read asks Stripe. */
const refetch = (family: StripeFamily) => family.moveTo(START + 11 * MINUTE).then(() => planOf(family));

describe('failures that other Stripe integrations report', () => {
  test('1: an update that arrives before the creation gives the same plan', async () => {
    const family = await newStripeFamily(START);
    const { url } = await family.parent.call(createCheckout, { body: { sku: 'premium_monthly', ui: 'hosted', trial: false } });
    await family.control.pay({ session: (url ?? '').split('/').at(-1) ?? '', number: '4242424242424242' });
    const reversed = (await family.control.webhooks()).reverse();
    expect(reversed.map(({ event }) => event.type)).toContain('customer.subscription.created');
    for (const webhook of reversed) {
      expect(await family.deliver([webhook])).toEqual([200]);
      expect(await planOf(family)).toBe('premium_monthly');
    }
  });

  test('2: handlers of one event at the same time leave one subscription and one plan', async () => {
    const family = await newStripeFamily(START);
    await family.buy();
    const [webhook] = await family.control.webhooks();
    if (webhook === undefined) throw new Error('No webhook');
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await family.send(webhookRequest(webhook))).status));
    expect(statuses).toEqual(Array(10).fill(200));
    const skus = await family.parent.raw('GET', '/skus?merged=true');
    expect(skus).toMatchObject({ body: [{ sku: 'premium_monthly' }, { sku: 'free' }] });
    expect(await charges(family)).toEqual([699]);
  });

  test('3: a slow handler does not overwrite what a later one has read', async () => {
    const family = await subscribed();
    const end = await endOf(family);
    await family.parent.call(cancelSubscription, { query: { sku: 'premium_monthly' } });
    const [webhook] = await family.control.webhooks();
    if (webhook === undefined) throw new Error('No webhook');
    // The first reading of the slow handler is answered after the change below.
    await family.control.plan({ call: 'GET /v1/payment_methods', kind: 'delay', ms: 1_500, times: 1 });
    const slow = family.send(webhookRequest(webhook));
    await vi.waitFor(async () => expect((await family.control.state()).calls.at(-1)).toMatch(/^GET/));
    expect(await family.parent.raw('PUT', '/subscription?sku=premium_monthly')).toMatchObject({ status: 200 });
    expect((await slow).status).toBe(200);
    expect((await family.info()).summary?.term).toEqual({ kind: 'paid', at: end, is_canceled: false });
  });

  test('4: a paying parent gets the plan without any webhook', async () => {
    const family = await newStripeFamily(START);
    const { checkout_id, url } = await family.parent.call(createCheckout, { body: { sku: 'premium_monthly', ui: 'hosted', trial: false } });
    await family.control.pay({ session: (url ?? '').split('/').at(-1) ?? '', number: '4242424242424242' });
    const finished = await family.parent.call(finishCheckout, { body: { checkout_id } });
    expect(finished).toMatchObject({ status: 'complete', info: { sku_id: 'premium_monthly' } });
  });

  test('4: a parent who never returned gets what was paid at the next refetch', async () => {
    const family = await newStripeFamily(START);
    const { url } = await family.parent.call(createCheckout, { body: { sku: 'premium_monthly', ui: 'hosted', trial: false } });
    await family.control.pay({ session: (url ?? '').split('/').at(-1) ?? '', number: '4242424242424242' });
    expect(await refetch(family)).toBe('premium_monthly');
  });

  test('5: of two live subscriptions, the higher one stays and the other one ends', async () => {
    const family = await subscribed();
    const { customer } = await subscriptionOf(family);
    await family.control.order({ customer: String(customer), sku: 'premium_plus_monthly' });
    expect(new Set(await family.deliver())).toEqual(new Set([200]));
    expect(await planOf(family)).toBe('premium_plus_monthly');
    const left = (await family.control.state()).subscriptions.map(({ status, items }) => [items.data[0]?.price.lookup_key, status]);
    expect(left).toEqual([
      ['premium_monthly', 'canceled'],
      ['premium_plus_monthly', 'active'],
    ]);
    expect(JSON.stringify(logged[1]?.mock.calls)).toContain('billing_two_live');
  });

  test('6: a canceled plan ends at Stripe, not only here', async () => {
    const family = await subscribed();
    const end = await endOf(family);
    await family.parent.call(cancelSubscription, { query: { sku: 'premium_monthly' } });
    expect(await subscriptionOf(family)).toMatchObject({ cancel_at_period_end: true, status: 'active' });
    await family.moveTo(end - DAY);
    expect(await planOf(family)).toBe('premium_monthly');
    await family.moveTo(end + 40 * DAY);
    await family.deliver();
    expect(await planOf(family)).toBe('free');
    expect(await charges(family)).toEqual([699]);
  });

  test('7: a second trial is not possible by canceling and subscribing again', async () => {
    const family = await newStripeFamily(START);
    await family.buy({ trial: true });
    expect(await termOf(family)).toBe('trial');
    await family.parent.call(cancelSubscription, { query: { sku: 'premium_monthly' } });
    await family.moveTo(START + 15 * DAY);
    await family.deliver();
    expect(await family.info()).toMatchObject({ sku_id: 'free', is_trial_eligible: false });
    expect(await family.buy({ trial: true })).toMatchObject({ status: 200 });
    expect(await termOf(family)).toBe('paid');
    expect(await charges(family)).toEqual([699]);
  });

  test('7: a card that had a trial in another family gets none by a checkout, whether the webhook or the parent comes first (A179)', async () => {
    const first = await newStripeFamily(START);
    const number = '5200828282828210';
    const open = (family: StripeFamily, trial: boolean) =>
      family.parent.call(createCheckout, { body: { sku: 'premium_monthly', ui: 'hosted', trial } });
    const pay = async (family: StripeFamily, trial: boolean) => {
      const { checkout_id, url } = await open(family, trial);
      expect(await family.control.pay({ session: (url ?? '').split('/').at(-1) ?? '', number })).toEqual({ kind: 'complete' });
      return checkout_id;
    };
    const checkout_id = await pay(first, true);
    expect(await first.parent.call(finishCheckout, { body: { checkout_id } })).toMatchObject({ status: 'complete' });
    expect(await termOf(first)).toBe('trial');
    for (const isWebhookFirst of [true, false]) {
      const second = await newStripeFamily(START, first);
      const used = await pay(second, true);
      if (isWebhookFirst) expect(new Set(await second.deliver())).toEqual(new Set([200]));
      expect(await second.parent.call(finishCheckout, { body: { checkout_id: used } })).toMatchObject({
        status: 'expired',
        declined: 'trial_used',
        info: { sku_id: 'free', is_trial_eligible: false },
      });
      expect(await charges(second), 'nothing was paid').toEqual(isWebhookFirst ? [] : [699]);
      const paid = await pay(second, false);
      expect(await second.parent.call(finishCheckout, { body: { checkout_id: paid } })).toMatchObject({ status: 'complete' });
      expect(await termOf(second)).toBe('paid');
    }
    await first.deliver();
    expect(await termOf(first), 'the trial of the first family stays').toBe('trial');
  });

  test('8: the first decline of a renewal keeps the plan, and reports the next attempt', async () => {
    const family = await subscribed();
    const end = await endOf(family);
    await family.control.actLike(String((await subscriptionOf(family)).customer), '4000000000000341');
    await family.moveTo(end + DAY);
    await family.deliver();
    const info = await family.info();
    expect(info).toMatchObject({ sku_id: 'premium_monthly', status: 'account_active', summary: { term: { kind: 'past_due' } } });
    expect(info.summary?.next_attempt_ts).toBeGreaterThan(end + 2 * DAY);
    await family.moveTo(end + 15 * DAY);
    await family.deliver();
    expect(await planOf(family)).toBe('free');
  });

  test('9: a past-due parent gets a card page and no second subscription', async () => {
    const family = await subscribed();
    const end = await endOf(family);
    await family.control.actLike(String((await subscriptionOf(family)).customer), '4000000000000341');
    await family.moveTo(end + DAY);
    await family.deliver();
    expect((await family.buy({ token: 'tok_mastercard' })).status).toBe(400);
    const checkout = await family.parent.call(createCheckout, { body: { sku: null, ui: 'hosted' } });
    await family.control.pay({ session: (checkout.url ?? '').split('/').at(-1) ?? '', number: '5555555555554444' });
    // The parent closes the page before it redirects; the webhook is enough.
    expect(new Set(await family.deliver())).toEqual(new Set([200]));
    expect(await termOf(family)).toBe('paid');
    expect(await charges(family)).toEqual([699, 699]);
    expect((await family.parent.call(listPaymentSources)).map(({ brand, is_default }) => [brand, is_default])).toContainEqual([
      'mastercard',
      true,
    ]);
    expect((await family.control.state()).subscriptions).toHaveLength(1);
  });

  test('9: a new card counts as soon as the parent returns, without a webhook', async () => {
    const family = await subscribed();
    const { checkout_id, url } = await family.parent.call(createCheckout, { body: { sku: null, ui: 'hosted' } });
    await family.control.pay({ session: (url ?? '').split('/').at(-1) ?? '', number: '5555555555554444' });
    expect(await family.parent.call(finishCheckout, { body: { checkout_id } })).toMatchObject({ status: 'complete' });
    const cards = await family.parent.call(listPaymentSources);
    expect(cards.find(({ is_default }) => is_default)).toMatchObject({ brand: 'mastercard', last4: '4444' });
  });

  test('9: a new card whose charge has no answer leaves the outcome unknown, and the next sync finds it', async () => {
    const family = await subscribed();
    await family.parent.call(putPaymentSource, { body: { token: 'tok_chargeCustomerFail' } });
    await family.moveTo(START + 32 * DAY);
    const { summary } = await family.info();
    expect(summary?.due).toMatchObject({ amount_uscent: 699, declined: 'generic' });
    await family.control.plan({ call: 'POST /v1/invoices/{id}/pay', kind: 'cut_after', times: 1 });
    expect(await family.parent.raw('POST', '/payment_sources', { token: 'tok_visa' })).toMatchObject({ status: 503 });
    await family.moveTo(START + 32 * DAY + MINUTE);
    const found = await family.parent.call(getPurchaseInfo, { query: { query: 'summary', fresh: 'true' } });
    expect(found.summary).toMatchObject({ due: null, term: { kind: 'paid' } });
    expect(found.summary?.receipts.find(({ id }) => id === summary?.due?.invoice_id)?.status).toBe('paid');
  });

  test('10: a failed 3-D Secure changes nothing and blocks no later upgrade', async () => {
    const family = await subscribed();
    await family.control.actLike(String((await subscriptionOf(family)).customer), '4000002760003184');
    const preview = await family.parent.call(previewPlanChange, { query: { sku: 'premium_plus_monthly' } });
    const body = { sku: 'premium_plus_monthly', proration_ts: preview.proration_ts, amount_due_uscent: preview.amount_due_uscent };
    expect(await family.parent.raw('PUT', '/plan_change', body)).toMatchObject({ status: 400 });
    const info = await family.info();
    expect(info).toMatchObject({ sku_id: 'premium_monthly', status: 'account_active' });
    expect(info.summary?.confirm?.url).toMatch(/^http/);
    const invoice = String((await subscriptionOf(family)).latest_invoice);
    expect((await family.control.confirm(invoice, 'fail')).status).toBe('open');
    await family.deliver();
    expect(await planOf(family)).toBe('premium_monthly');
    await family.parent.call(putPaymentSource, { body: { token: 'tok_visa' } });
    expect(await family.parent.raw('PUT', '/plan_change', body)).toMatchObject({ status: 200, body: { sku_id: 'premium_plus_monthly' } });
    expect(await charges(family)).toEqual([699, preview.amount_due_uscent]);
  });

  test('10: a confirmed 3-D Secure completes the upgrade that waited for it', async () => {
    const family = await subscribed();
    await family.control.actLike(String((await subscriptionOf(family)).customer), '4000002760003184');
    const preview = await family.parent.call(previewPlanChange, { query: { sku: 'premium_plus_monthly' } });
    await family.parent.raw('PUT', '/plan_change', {
      ...{ sku: 'premium_plus_monthly', proration_ts: preview.proration_ts, amount_due_uscent: preview.amount_due_uscent },
    });
    const { summary } = await family.info();
    expect(summary?.confirm).toMatchObject({ client_secret: expect.stringContaining('_secret_'), url: expect.stringMatching(/^http/) });
    expect((await family.control.confirm(String((await subscriptionOf(family)).latest_invoice))).status).toBe('paid');
    // The parent returns at once, before any webhook.
    const returned = await family.parent.call(getPurchaseInfo, { query: { query: 'summary', fresh: 'true' } });
    expect(returned).toMatchObject({ sku_id: 'premium_plus_monthly', summary: { confirm: null } });
    await family.deliver();
    expect(await planOf(family)).toBe('premium_plus_monthly');
    expect(await charges(family)).toEqual([699, preview.amount_due_uscent]);
  });

  test('11: an upgrade charges what its page showed, even minutes later', async () => {
    const family = await subscribed();
    await family.moveTo(START + 7 * DAY);
    const preview = await family.parent.call(previewPlanChange, { query: { sku: 'premium_plus_annual' } });
    await family.moveTo(START + 7 * DAY + 25 * MINUTE);
    await family.parent.call(changePlan, {
      body: { sku: 'premium_plus_annual', proration_ts: preview.proration_ts, amount_due_uscent: preview.amount_due_uscent },
    });
    expect(await charges(family)).toEqual([699, preview.amount_due_uscent]);
    expect((await family.info()).summary).toMatchObject({ renewal_ts: preview.next_ts, price_uscent: preview.next_amount_uscent });
  });

  test('11: a price that differs from the price at Stripe is not charged', async () => {
    const family = await newStripeFamily(START);
    await family.control.reprice('premium_monthly', 799);
    expect(await family.buy()).toMatchObject({ status: 400, body: { errors: { reason: 'price' } } });
    const opened = await family.parent.raw('POST', '/checkout', { sku: 'premium_monthly', ui: 'hosted', trial: false });
    expect(opened).toMatchObject({ status: 400, body: { errors: { reason: 'price' } } });
    expect(await charges(family)).toEqual([]);
  });

  test('12: an empty webhook secret accepts no webhook', async () => {
    const { STRIPE_WEBHOOK_SECRET: _, ...keys } = {
      STRIPE_SECRET_KEY: 'sk_test_empty',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_empty',
      STRIPE_WEBHOOK_SECRET: '',
    };
    const body = '{"id":"evt_1"}';
    for (const secret of ['', undefined]) {
      const send = sendTo({ ...keys, STRIPE_WEBHOOK_SECRET: secret });
      expect((await send(webhookRequest({ body, signature: sign(body, '', Math.floor(Date.now() / 1000)) }))).status).toBe(503);
    }
  });
});

describe('Stripe fails during a cancellation with a scheduled downgrade (A196)', () => {
  const path = '/subscription?sku=premium_plus_monthly';
  const withDowngrade = async () => {
    const family = await newStripeFamily(START);
    await family.buy({ sku: 'premium_plus_monthly' });
    await family.parent.call(changePlan, { body: { sku: 'premium_monthly' } });
    return family;
  };

  test.each([
    ['POST /v1/subscriptions/{id}', 'outage'],
    ['POST /v1/subscription_schedules/{id}/release', 'outage'],
    ['POST /v1/subscription_schedules/{id}/release', 'cut_after'],
  ] as const)('before it takes effect, at %s (%s): the downgrade stays scheduled', async (call, kind) => {
    const family = await withDowngrade();
    await family.control.plan({ call, kind, times: 1 });
    expect(await family.parent.raw('DELETE', path)).toMatchObject({ status: 503 });
    await family.moveTo(START + 11 * MINUTE);
    expect((await family.info()).summary).toMatchObject({
      term: { kind: 'paid' },
      pending_change: { sku: 'premium_monthly' },
      held_change: null,
    });
    expect(await family.parent.raw('DELETE', path)).toMatchObject({
      body: { summary: { term: { kind: 'canceled' }, held_change: { sku: 'premium_monthly' } } },
    });
  });

  test.each([
    ['POST /v1/subscriptions/{id}', 'cut_after'],
    ['POST /v1/subscription_schedules', 'error_after'],
    ['POST /v1/subscription_schedules/{id}', 'error_after'],
  ] as const)('or during the undo, at %s (%s): the downgrade is scheduled again', async (call, kind) => {
    const family = await withDowngrade();
    await family.parent.raw('DELETE', path);
    await family.control.plan({ call, kind, times: 1 });
    await family.parent.raw('PUT', path);
    await family.moveTo(START + 11 * MINUTE);
    expect((await family.info()).summary).toMatchObject({ term: { kind: 'paid' }, pending_change: { sku: 'premium_monthly' } });
    await family.moveTo(START + 32 * DAY);
    expect(await family.info()).toMatchObject({ sku_id: 'premium_monthly' });
    expect(await charges(family)).toEqual([999, 699]);
  });
});

describe('Stripe fails during a purchase', () => {
  test.each([
    'GET /v1/customers',
    'POST /v1/customers',
    'POST /v1/payment_methods',
    'POST /v1/payment_methods/{id}/attach',
    'POST /v1/customers/{id}',
    'GET /v1/prices',
    'POST /v1/subscriptions',
  ])('an outage of %s charges nothing, and a later purchase works', async (call) => {
    const family = await newStripeFamily(START);
    await family.control.plan({ call, kind: 'outage', times: 2 });
    const key = crypto.randomUUID();
    expect(await family.buy({}, key)).toMatchObject({ status: 503 });
    expect(await charges(family)).toEqual([]);
    await family.control.plan();
    await family.moveTo(START + 31 * MINUTE);
    expect(await family.buy()).toMatchObject({ status: 200, body: { sku_id: 'premium_monthly' } });
    expect(await charges(family)).toEqual([699]);
  });

  test.each(['error_after', 'cut_after'] as const)('%s: a charge whose answer is lost is found and not repeated', async (kind) => {
    const family = await newStripeFamily(START);
    await family.control.plan({ call: 'POST /v1/subscriptions', kind, times: 1 });
    const key = crypto.randomUUID();
    expect((await family.buy({}, key)).status).toBe(503);
    expect(await charges(family)).toEqual([699]);
    const again = await family.buy({}, key);
    expect([200, 503]).toContain(again.status);
    await family.deliver();
    expect(await planOf(family)).toBe('premium_monthly');
    await family.buy();
    expect(await charges(family)).toEqual([699]);
  });
});
