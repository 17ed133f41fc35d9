import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import {
  changePlan,
  createCheckout,
  finishCheckout,
  getPurchaseInfo,
  listPaymentSources,
  previewPlanChange,
  putPaymentSource,
  withdrawPlanChange,
} from '#app/wire/billing';
import { getSkus, type OwnedSkuWire, ownedSkuSchema } from '#app/wire/subscription';
import { buy, changeSandbox, failNext, listPayments, newestCheckout, readSandbox, readSummary, tryToBuy } from '#tests/clients/billing';
import { mailsLeadingTo } from '#tests/clients/mailbox';
import { API, type Parent } from '#tests/clients/parent';
import { familyOf, internal, newFamily, readRows, send, stopClock, toApiEnv } from '#tests/clients/worker';
import { directoryFor } from '../directory/names';
import { endBilling, syncBilling, syncFromWebhook } from './sync-billing';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOON = Date.parse('2026-11-16T12:00:00Z');

/** Creates a family that bought a plan at noon on its stopped clock. */
async function newSubscriber(order: Parameters<typeof buy>[1] = {}): Promise<Parent> {
  const { parent } = await newFamily();
  await stopClock(NOON, parent);
  await buy(parent, order);
  return parent;
}

async function ownedSkus(parent: Parent): Promise<Array<OwnedSkuWire>> {
  const rows = await readRows<{ owned_json: string }>(parent.accountId, "SELECT owned_json FROM sku WHERE sku != 'free'");
  return rows.map((row) => ownedSkuSchema.parse(JSON.parse(row.owned_json)));
}

async function tierOf(parent: Parent): Promise<string | undefined> {
  const [best] = await parent.call(getSkus, { query: { merged: 'true' } });
  return best?.tier;
}

const sync = (parent: Parent) => syncBilling(toApiEnv(), parent.accountId);

describe('DELETE /subscription', () => {
  test('keeps the plan until the end of the period, then the free plan applies (SUBS-111)', async () => {
    const parent = await newSubscriber();
    const answer = await parent.raw('DELETE', '/subscription?sku=premium_monthly');
    const end = Date.parse('2026-12-16T12:00:00Z');
    expect(answer).toMatchObject({
      status: 200,
      body: { summary: { term: { kind: 'canceled', at: end, is_canceled: true }, renewal_ts: null } },
    });
    expect(await ownedSkus(parent)).toMatchObject([{ cancelled: true, expiration: end }]);
    expect(await parent.raw('DELETE', '/subscription?sku=premium_monthly')).toMatchObject({ status: 400 });
    await stopClock(end - 1, parent);
    expect(await tierOf(parent)).toBe('premium');
    await stopClock(end + 5 * MINUTE, parent);
    expect([await tierOf(parent), await ownedSkus(parent)]).toEqual(['free', []]);
    expect(await listPayments(parent)).toEqual([699]);
  });

  describe('while a payment is past due (A206)', () => {
    const path = '/subscription?sku=premium_monthly';
    const renewal = Date.parse('2026-12-16T12:00:00Z');
    const pastDue = async () => {
      const parent = await newSubscriber();
      await changeSandbox(parent, (state) => {
        for (const card of state.cards) card.behavior = 'charge_fails';
      });
      await stopClock(renewal + 5 * MINUTE, parent);
      return parent;
    };

    test('ends the plan now, voids the payment and says so by email', async () => {
      const parent = await pastDue();
      expect(await parent.raw('DELETE', path)).toMatchObject({
        status: 200,
        body: {
          sku_id: 'free',
          summary: { term: { kind: 'none' }, can_undo_cancel: false, receipts: [{ status: 'void' }, { status: 'paid' }] },
        },
      });
      expect([await tierOf(parent), await ownedSkus(parent)]).toEqual(['free', []]);
      await stopClock(renewal + 10 * MINUTE, parent);
      expect(await mailSubjects(parent, 3)).toContain('Your Porchlight plan was canceled');
      await parent.call(putPaymentSource, { body: { token: 'tok_visa' } });
      await stopClock(renewal + 60 * DAY, parent);
      expect(await listPayments(parent)).toEqual([699]);
    });

    test('is completed by the alarm if it is interrupted', async () => {
      const parent = await pastDue();
      await failNext(parent, 'setCancelAtPeriodEnd', 'after');
      expect(await parent.raw('DELETE', path)).toMatchObject({ status: 503 });
      await changeSandbox(parent, ({ invoices: [invoice] }) => Object.assign(invoice ?? {}, { status: 'open' }));
      await stopClock(renewal + 8 * MINUTE, parent);
      expect(await tierOf(parent)).toBe('free');
      expect((await readSandbox(parent)).invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
    });

    test('ends a plan that was canceled before its payment was past due', async () => {
      const parent = await pastDue();
      await changeSandbox(parent, ({ subscriptions: [subscription] }) => Object.assign(subscription ?? {}, { cancelAtPeriodEnd: true }));
      await sync(parent);
      expect(await tierOf(parent)).toBe('free');
      expect((await readSandbox(parent)).invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
    });
  });

  test('can be undone with PUT /subscription, and canceled again', async () => {
    const parent = await newSubscriber();
    const path = '/subscription?sku=premium_monthly';
    expect(await parent.raw('PUT', path)).toMatchObject({ status: 400 });
    await parent.raw('DELETE', path);
    expect(await parent.raw('PUT', path)).toMatchObject({ status: 200, body: { summary: { term: { kind: 'paid' }, can_cancel: true } } });
    expect(await ownedSkus(parent)).toMatchObject([{ cancelled: false, expiration: null }]);
    expect(await parent.raw('DELETE', path)).toMatchObject({ status: 200, body: { summary: { term: { kind: 'canceled' } } } });
  });

  describe('with a scheduled downgrade (A196)', () => {
    const path = '/subscription?sku=premium_plus_monthly';
    const at = Date.parse('2026-12-16T12:00:00Z');
    const change = { sku: 'premium_monthly', ts: at };
    const canceled = async () => {
      const parent = await newSubscriber({ sku: 'premium_plus_monthly' });
      await parent.call(changePlan, { body: { sku: 'premium_monthly' } });
      expect(await parent.raw('DELETE', path)).toMatchObject({ body: { summary: { pending_change: null, held_change: change } } });
      return parent;
    };

    test('withdraws it, and an undo schedules it again', async () => {
      const parent = await canceled();
      expect(await parent.raw('PUT', path)).toMatchObject({
        body: { summary: { pending_change: change, held_change: null, price_uscent: 699 } },
      });
      await stopClock(at + 5 * MINUTE, parent);
      expect(await readSummary(parent)).toMatchObject({ sku_id: 'premium_monthly' });
      expect(await listPayments(parent)).toEqual([699, 999]);
    });

    test('schedules it again by the alarm if the undo is interrupted', async () => {
      const parent = await canceled();
      await failNext(parent, 'setCancelAtPeriodEnd', 'after');
      expect(await parent.raw('PUT', path)).toMatchObject({ status: 503 });
      await failNext(parent, 'scheduleDowngrade', 'before');
      await stopClock(NOON + 3 * MINUTE, parent);
      expect((await readSummary(parent)).summary).toMatchObject({ pending_change: null });
      await stopClock(NOON + 6 * MINUTE, parent);
      expect((await readSummary(parent)).summary).toMatchObject({ pending_change: change });
    });

    test.each([
      ['to a plan that is no longer sold', { sku: 'gone_monthly' }],
      ['to a plan that is not lower', { sku: 'premium_plus_annual' }],
      ['of an earlier period', { at: at - DAY }],
    ])('forgets a change %s', async (_name, held) => {
      const parent = await canceled();
      await changeSandbox(parent, ({ subscriptions: [subscription] }) => Object.assign(subscription?.heldChange ?? {}, held));
      expect(await parent.raw('PUT', path)).toMatchObject({ body: { summary: { pending_change: null, held_change: null } } });
      expect((await readSandbox(parent)).subscriptions[0]?.heldChange).toBeNull();
    });

    test('does not schedule it again once the parent has withdrawn it', async () => {
      const parent = await canceled();
      await parent.raw('PUT', path);
      await parent.call(withdrawPlanChange);
      expect(await parent.raw('DELETE', path)).toMatchObject({ body: { summary: { held_change: null } } });
      expect(await parent.raw('PUT', path)).toMatchObject({ body: { summary: { pending_change: null, price_uscent: 999 } } });
    });
  });

  test('shows, changes and cancels the paid plan beside a better one from the operator (A207)', async () => {
    const parent = await newSubscriber();
    await internal.grant(parent.email, 'premium_plus_annual');
    expect(await readSummary(parent)).toMatchObject({
      sku_id: 'premium_plus_annual',
      summary: {
        tier: 'premium',
        source: 'stripe',
        billing_cycle: 'monthly',
        price_uscent: 699,
        can_cancel: true,
        own_price: { full_uscent: 699 },
      },
    });
    expect(await parent.call(previewPlanChange, { query: { sku: 'premium_plus_annual' } })).toMatchObject({ direction: 'upgrade' });
    expect(await parent.raw('DELETE', '/subscription?sku=premium_monthly')).toMatchObject({
      body: { summary: { tier: 'premium', term: { kind: 'canceled', at: Date.parse('2026-12-16T12:00:00Z') }, can_undo_cancel: true } },
    });
  });

  test('is refused for a plan that the account does not have, or got from the operator (SUBS-110)', async () => {
    const { parent } = await newFamily('premium_annual');
    for (const sku of ['premium_monthly', 'premium_annual', 'free', 'nothing'])
      expect(await parent.raw('DELETE', `/subscription?sku=${sku}`), sku).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
  });
});

describe('a change of plan', () => {
  test('charges for an upgrade what the preview said, and refuses another amount', async () => {
    const parent = await newSubscriber();
    await stopClock(NOON + 15 * DAY, parent);
    const preview = await parent.call(previewPlanChange, { query: { sku: 'premium_plus_monthly' } });
    expect(preview).toMatchObject({ direction: 'upgrade', amount_due_uscent: 150, next_amount_uscent: 999 });
    await stopClock(NOON + 15 * DAY + 20 * MINUTE, parent);
    const body = { sku: preview.sku, proration_ts: preview.proration_ts, amount_due_uscent: preview.amount_due_uscent };
    expect(await parent.raw('PUT', '/plan_change', { ...body, amount_due_uscent: 149 })).toMatchObject({
      status: 400,
      body: { errors: { reason: 'price' } },
    });
    expect(await parent.raw('PUT', '/plan_change', { sku: preview.sku })).toMatchObject({ status: 400 });
    expect(await parent.raw('PUT', '/plan_change', { ...body, proration_ts: NOON })).toMatchObject({ status: 400 });
    expect(await parent.call(changePlan, { body })).toMatchObject({ sku_id: 'premium_plus_monthly' });
    expect([await listPayments(parent), await tierOf(parent)]).toEqual([[150, 699], 'premium_plus']);
  });

  test('schedules a downgrade for the end of the period, and can be withdrawn (SUBS-105)', async () => {
    const parent = await newSubscriber({ sku: 'premium_plus_monthly' });
    const at = Date.parse('2026-12-16T12:00:00Z');
    const body = { sku: 'premium_monthly' };
    expect(await parent.call(previewPlanChange, { query: body })).toMatchObject({
      direction: 'downgrade',
      amount_due_uscent: 0,
      next_ts: at,
      next_amount_uscent: 699,
    });
    expect((await parent.call(changePlan, { body })).summary).toMatchObject({
      tier: 'premium_plus',
      pending_change: { sku: 'premium_monthly', ts: at },
      price_uscent: 699,
    });
    expect((await parent.call(withdrawPlanChange)).summary).toMatchObject({ pending_change: null, price_uscent: 999 });
    expect(await parent.raw('DELETE', '/plan_change')).toMatchObject({ status: 400 });
    await parent.call(changePlan, { body });
    await stopClock(at - 1, parent);
    expect(await tierOf(parent)).toBe('premium_plus');
    await stopClock(at + 5 * MINUTE, parent);
    expect(await readSummary(parent)).toMatchObject({ sku_id: 'premium_monthly', summary: { pending_change: null } });
    expect([await listPayments(parent), (await ownedSkus(parent)).length]).toEqual([[699, 999], 1]);
  });

  test('is refused without a subscription, to the same plan, and while the plan is canceled', async () => {
    const { parent: free } = await newFamily();
    expect(await free.raw('GET', '/plan_change?sku=premium_monthly')).toMatchObject({ status: 403 });
    const parent = await newSubscriber();
    expect(await parent.raw('GET', '/plan_change?sku=premium_monthly')).toMatchObject({
      status: 400,
      body: { errors: { reason: 'subscribed' } },
    });
    await parent.raw('DELETE', '/subscription?sku=premium_monthly');
    expect(await parent.raw('GET', '/plan_change?sku=premium_annual')).toMatchObject({
      status: 400,
      body: { errors: { fields: { sku: 'cancelled' } } },
    });
  });
});

describe('a checkout', () => {
  test('is opened once for the same order, in two tabs, and superseded by another order', async () => {
    const { parent } = await newFamily();
    const body = { sku: 'premium_monthly', ui: 'hosted', price_uscent: 699 };
    const first = await parent.call(createCheckout, { body });
    expect(first).toMatchObject({ provider: 'sandbox', url: null, order: { sku: 'premium_monthly', price_uscent: 699, trial_days: 14 } });
    expect(await parent.call(createCheckout, { body })).toEqual(first);
    const other = await parent.call(createCheckout, { body: { sku: 'premium_plus_monthly', ui: 'hosted' } });
    expect(other.checkout_id).not.toBe(first.checkout_id);
    expect((await readSandbox(parent)).checkouts.map(({ status }) => status)).toEqual(['expired', 'open']);
    expect(await parent.call(finishCheckout, { body: { checkout_id: first.checkout_id } })).toMatchObject({ status: 'expired' });
  });

  test('stays open and gives no plan when the parent returns without a payment', async () => {
    const { parent } = await newFamily();
    const { checkout_id } = await parent.call(createCheckout, { body: { sku: 'premium_monthly', ui: 'elements' } });
    const finished = await parent.call(finishCheckout, { body: { checkout_id } });
    expect(finished).toMatchObject({ status: 'open', declined: null, info: { sku_id: 'free', is_trial_eligible: true } });
  });

  test('gives the same result when the parent returns twice after the payment', async () => {
    const { parent } = await newFamily();
    const { checkout_id } = await parent.call(createCheckout, { body: { sku: 'premium_monthly', ui: 'elements' } });
    await buy(parent);
    const finish = () => parent.call(finishCheckout, { body: { checkout_id } });
    const finished = await finish();
    expect(finished).toMatchObject({ status: 'complete', info: { sku_id: 'premium_monthly' } });
    expect(await finish()).toMatchObject({ status: 'complete', info: { sku_id: 'premium_monthly' } });
    expect(await listPayments(parent)).toEqual([699]);
  });

  test('of another family is refused', async () => {
    const [{ parent }, { parent: stranger }] = [await newFamily(), await newFamily()];
    const { checkout_id } = await parent.call(createCheckout, { body: { sku: 'premium_monthly', ui: 'elements' } });
    expect(await stranger.raw('PUT', '/checkout', { checkout_id })).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    expect(await stranger.raw('PUT', '/checkout', { checkout_id: (await readSandbox(parent)).checkouts[0]?.id })).toMatchObject({
      status: 403,
    });
  });

  test('cannot be opened while a subscription is live, nor with an old price', async () => {
    const parent = await newSubscriber();
    const open = (body: object) => parent.raw('POST', '/checkout', { ui: 'hosted', ...body });
    expect(await open({ sku: 'premium_plus_monthly' })).toMatchObject({ status: 400, body: { errors: { reason: 'subscribed' } } });
    expect((await open({ sku: null })).status).toBe(200);
    const { parent: free } = await newFamily();
    const old = { sku: 'premium_monthly', ui: 'hosted', price_uscent: 599 };
    expect(await free.raw('POST', '/checkout', old)).toMatchObject({ status: 400, body: { errors: { reason: 'price' } } });
  });

  test('is created once when the provider fails before and after creating it', async () => {
    const { parent } = await newFamily();
    const body = { sku: 'premium_monthly', ui: 'hosted' };
    for (const kind of ['before', 'after'] as const) {
      await failNext(parent, 'createCheckout', kind);
      expect(await parent.raw('POST', '/checkout', body)).toMatchObject({ status: 503 });
    }
    await parent.call(createCheckout, { body });
    expect((await readSandbox(parent)).checkouts).toHaveLength(1);
  });
});

describe('3-D Secure', () => {
  test.each([
    ['approve', 'premium_monthly', [699]],
    ['refuse', 'free', []],
  ] as const)('gives no plan until the bank page is answered: %s leads to %s', async (outcome, sku, paid) => {
    const { parent } = await newFamily();
    const info = await buy(parent, { token: 'tok_3ds' });
    expect(info).toMatchObject({ sku_id: 'free', status: 'account_inactive', summary: { confirm: { client_secret: null } } });
    const url = new URL(info.summary?.confirm?.url ?? '');
    const page = await send(new Request(`${API}${url.pathname}${url.search}`));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Confirm payment')]);
    const form = new URLSearchParams({ id: url.searchParams.get('id') ?? '', outcome });
    const answer = () => send(new Request(`${API}${url.pathname}`, { method: 'POST', body: form, redirect: 'manual' }));
    const answered = await answer();
    expect([answered.status, answered.headers.get('location')]).toEqual([
      303,
      `http://localhost:8787/subscription/return?checkout=${(await newestCheckout(parent)).id}`,
    ]);
    await answer();
    expect([await parent.call(getPurchaseInfo), await listPayments(parent)]).toMatchObject([{ sku_id: sku }, paid]);
    // A failed confirmation blocks no later purchase.
    if (outcome === 'refuse') expect(await buy(parent, { token: 'tok_mastercard' })).toMatchObject({ sku_id: 'premium_monthly' });
  });

  test('that is refused does not hide the outcome of the next purchase, even at once', async () => {
    const { parent } = await newFamily();
    const answer = async (outcome: string) => {
      const id = new URL((await buy(parent, { token: 'tok_3ds' })).summary?.confirm?.url ?? '').searchParams.get('id') ?? '';
      const form = new URLSearchParams({ id, outcome });
      await send(new Request(`${API}/sandbox/confirm`, { method: 'POST', body: form, redirect: 'manual' }));
      return parent.call(finishCheckout, { body: { checkout_id: (await newestCheckout(parent)).id } });
    };
    expect(await answer('refuse')).toMatchObject({ status: 'open', declined: null, info: { sku_id: 'free' } });
    expect(await answer('approve')).toMatchObject({ status: 'complete', info: { sku_id: 'premium_monthly' } });
  });

  test('that is passed with a card that is then declined tells the reason', async () => {
    const { parent } = await newFamily();
    const id = new URL((await buy(parent, { token: 'tok_3ds_insufficient' })).summary?.confirm?.url ?? '').searchParams.get('id') ?? '';
    const form = new URLSearchParams({ id, outcome: 'approve' });
    await send(new Request(`${API}/sandbox/confirm`, { method: 'POST', body: form, redirect: 'manual' }));
    const finished = await parent.call(finishCheckout, { body: { checkout_id: (await newestCheckout(parent)).id } });
    expect(finished).toMatchObject({ declined: 'insufficient_funds', info: { sku_id: 'free' } });
  });

  test('that is left open does not keep the parent from paying with another card, and can no longer be confirmed', async () => {
    const { parent } = await newFamily();
    const url = new URL((await buy(parent, { token: 'tok_3ds' })).summary?.confirm?.url ?? '');
    expect(await buy(parent, { token: 'tok_mastercard' })).toMatchObject({ sku_id: 'premium_monthly' });
    const form = new URLSearchParams({ id: url.searchParams.get('id') ?? '', outcome: 'approve' });
    await send(new Request(`${API}${url.pathname}`, { method: 'POST', body: form, redirect: 'manual' }));
    expect((await readSandbox(parent)).subscriptions.map(({ status }) => status)).toEqual(['active', 'incomplete_expired']);
    expect(await listPayments(parent)).toEqual([699]);
  });

  test('has no page for an unknown payment', async () => {
    for (const id of ['', 'nonsense', 'sbx_conf_1.00', `sbx_conf_1.${(await newFamily()).parent.accountId}`])
      expect((await send(new Request(`${API}/sandbox/confirm?id=${id}`))).status, id).toBe(404);
  });
});

describe('a failed renewal', () => {
  test('keeps the plan while the provider retries, mails the parent, and recovers with a new card', async () => {
    const parent = await newSubscriber();
    await changeSandbox(parent, (state) => {
      for (const card of state.cards) card.behavior = 'charge_fails';
    });
    const renewal = Date.parse('2026-12-16T12:00:00Z');
    await stopClock(renewal + 5 * MINUTE, parent);
    expect((await readSummary(parent)).summary).toMatchObject({
      tier: 'premium',
      term: { kind: 'past_due', at: renewal + 3 * DAY },
      next_attempt_ts: renewal + 3 * DAY,
    });
    expect(await tierOf(parent)).toBe('premium');
    expect((await parent.call(getAccount)).payment_due).toEqual({ next_attempt_ts: renewal + 3 * DAY });
    expect(await mailSubjects(parent, 2)).toEqual(['Your Porchlight payment failed', 'Your Porchlight receipt']);
    for (const { text } of await mailsLeadingTo('/subscription', parent.email, 2))
      expect(text).toContain('Plan: Premium, monthly\nAmount: $6.99\nWhen: ');
    expect(await tryToBuy(parent)).toMatchObject({ status: 200 });
    expect(await tryToBuy(parent, { token: 'tok_amex' })).toMatchObject({ status: 400, body: { errors: { reason: 'subscribed' } } });
    await parent.call(putPaymentSource, { body: { token: 'tok_mastercard' } });
    expect((await readSummary(parent)).summary).toMatchObject({ term: { kind: 'paid' }, next_attempt_ts: null });
    expect((await parent.call(getAccount)).payment_due).toBeNull();
    expect(await parent.call(listPaymentSources)).toMatchObject([{ brand: 'mastercard', last4: '4444' }]);
    expect(await listPayments(parent)).toEqual([699, 699]);
  });

  test('with a new card that needs 3-D Secure waits for the bank, and is paid when the parent confirms', async () => {
    const parent = await newSubscriber();
    await changeSandbox(parent, (state) => {
      for (const card of state.cards) card.behavior = 'charge_fails';
    });
    const renewal = Date.parse('2026-12-16T12:00:00Z');
    await stopClock(renewal + 5 * MINUTE, parent);
    await parent.call(putPaymentSource, { body: { token: 'tok_3ds' } });
    const { summary } = await readSummary(parent);
    expect(summary).toMatchObject({
      due: { amount_uscent: 699, declined: null },
      confirm: { invoice_id: summary?.due?.invoice_id },
      next_attempt_ts: renewal + 3 * DAY,
    });
    const id = new URL(summary?.confirm?.url ?? '').searchParams.get('id') ?? '';
    const answer = async (outcome: string) => {
      const form = new URLSearchParams({ id, outcome });
      const answered = await send(new Request(`${API}/sandbox/confirm`, { method: 'POST', body: form, redirect: 'manual' }));
      return answered.headers.get('location');
    };
    const back = `http://localhost:8787/subscription/return?invoice=${summary?.due?.invoice_id}`;
    expect(await answer('refuse')).toBe(back);
    expect((await readSummary(parent)).summary).toMatchObject({
      due: { declined: 'authentication_required' },
      next_attempt_ts: renewal + 3 * DAY,
    });
    expect(await answer('approve')).toBe(back);
    expect((await readSummary(parent)).summary).toMatchObject({ term: { kind: 'paid' }, due: null, confirm: null, next_attempt_ts: null });
    expect(await listPayments(parent)).toEqual([699, 699]);
  });

  test('ends the plan after two weeks of retries and mails that it ended', async () => {
    const parent = await newSubscriber();
    await changeSandbox(parent, (state) => {
      for (const card of state.cards) card.behavior = 'charge_fails';
    });
    const renewal = Date.parse('2026-12-16T12:00:00Z');
    await stopClock(renewal + 13 * DAY, parent);
    expect(await ownedSkus(parent)).toMatchObject([{ sku: 'premium_monthly' }]);
    await stopClock(renewal + 14 * DAY + 5 * MINUTE, parent);
    expect(await ownedSkus(parent)).toEqual([]);
    expect(await mailSubjects(parent, 3)).toEqual([
      'Your Porchlight payment failed',
      'Your Porchlight plan has ended',
      'Your Porchlight receipt',
    ]);
  });
});

describe('emails', () => {
  test('tell about a trial when it starts and three days before its end, each once', async () => {
    const parent = await newSubscriber({ trial: true });
    await stopClock(NOON + 10 * DAY, parent);
    const [started, ends, receipt] = ['Your Porchlight trial has started', 'Your Porchlight trial ends soon', 'Your Porchlight receipt'];
    expect(await mailSubjects(parent, 1)).toEqual([started]);
    await stopClock(NOON + 12 * DAY, parent);
    await sync(parent);
    expect(await mailSubjects(parent, 2)).toEqual([ends, started]);
    await stopClock(NOON + 15 * DAY, parent);
    expect(await mailSubjects(parent, 3)).toEqual([receipt, ends, started]);
  });

  test('confirm a cancellation', async () => {
    const parent = await newSubscriber();
    await parent.raw('DELETE', '/subscription?sku=premium_monthly');
    await stopClock(NOON + MINUTE, parent);
    expect(await mailSubjects(parent, 2)).toEqual(['Your Porchlight plan was canceled', 'Your Porchlight receipt']);
  });
});

describe('a sync', () => {
  test('sets the plan that follows from the state at the provider', async () => {
    const parent = await newSubscriber();
    const set = (status: 'unpaid' | 'paused' | 'active' | 'incomplete_expired') =>
      changeSandbox(parent, (state) => {
        for (const subscription of state.subscriptions) subscription.status = status;
      });
    for (const [status, tier] of [
      ['unpaid', 'free'],
      ['active', 'premium'],
      ['paused', 'free'],
      ['active', 'premium'],
      ['incomplete_expired', 'free'],
    ] as const) {
      await set(status);
      await sync(parent);
      expect(await tierOf(parent), status).toBe(tier);
    }
  });

  test('does not let a slow result overwrite a newer one', async () => {
    const parent = await newSubscriber();
    const family = familyOf(parent.accountId);
    const { skus } = await internal.catalogue();
    const [slow, fast] = [await family.beginSync('sandbox', true), await family.beginSync('sandbox', true)];
    if (slow.kind !== 'started' || fast.kind !== 'started') throw new Error('Both start');
    const empty = { subscriptions: [], cards: [], receipts: [] };
    await sync(parent);
    expect(await family.applySync(fast.ticket, empty, skus)).toMatchObject({ isStale: true });
    expect(await family.applySync(slow.ticket, empty, skus)).toMatchObject({ isStale: true });
    expect(await tierOf(parent)).toBe('premium');
  });

  test('runs once per family: another one joins, and the running one reads again', async () => {
    const parent = await newSubscriber();
    const family = familyOf(parent.accountId);
    const { skus } = await internal.catalogue();
    const start = await family.beginSync('sandbox', true);
    if (start.kind !== 'started') throw new Error('It starts');
    expect(await family.beginSync('sandbox', false)).toEqual({ kind: 'joined' });
    expect(await family.applySync(start.ticket, { subscriptions: [], cards: [], receipts: [] }, skus)).toMatchObject({ isAgain: true });
    expect(await syncBilling(toApiEnv(), parent.accountId, { isUrgent: false })).toBe('synced');
    expect(await tierOf(parent)).toBe('premium');
  });

  test('keeps the higher of two live subscriptions and ends the other', async () => {
    const parent = await newSubscriber();
    await changeSandbox(parent, (state) => {
      const [own] = state.subscriptions;
      if (own === undefined) throw new Error('There is one');
      state.subscriptions.unshift({
        ...own,
        id: own.id.replace('sub_', 'sub_9'),
        sku: 'premium_plus_monthly',
        price: 999,
        createdAt: own.createdAt + 1,
      });
    });
    await sync(parent);
    expect([await tierOf(parent), (await ownedSkus(parent)).map(({ sku }) => sku)]).toEqual(['premium_plus', ['premium_plus_monthly']]);
    expect((await readSandbox(parent)).subscriptions.map(({ sku, status }) => [sku, status])).toEqual([
      ['premium_plus_monthly', 'active'],
      ['premium_monthly', 'canceled'],
    ]);
  });

  test('happens on GET /purchase_info after ten minutes, not before (SUBS-112, CONST-018)', async () => {
    const parent = await newSubscriber();
    const synced = async () => (await readSummary(parent)).summary?.synced_ts;
    await stopClock(NOON + 10 * MINUTE - 1, parent);
    expect(await synced()).toBe(NOON);
    await stopClock(NOON + 10 * MINUTE, parent);
    expect(await synced()).toBe(NOON + 10 * MINUTE);
  });

  test('happens on GET /reads with the purchase info as well, and not for other reads (SUBS-112)', async () => {
    const parent = await newSubscriber();
    await stopClock(NOON + 10 * MINUTE, parent);
    const readPath = async (path: string) => JSON.stringify((await parent.raw('GET', `/reads?path=${encodeURIComponent(path)}`)).body);
    expect(await readPath('/payment_sources')).toContain('4242');
    expect(await readRows(parent.accountId, 'SELECT synced_at FROM billing')).toEqual([{ synced_at: NOON }]);
    expect(await readPath('/purchase_info?query=summary')).toContain(`"synced_ts":${NOON + 10 * MINUTE}`);
  });

  test('happens earlier if the newest state is asked for, at most every five seconds', async () => {
    const parent = await newSubscriber();
    const synced = async () => (await parent.call(getPurchaseInfo, { query: { query: 'summary', fresh: 'true' } })).summary?.synced_ts;
    await stopClock(NOON + 4_999, parent);
    expect(await synced()).toBe(NOON);
    await stopClock(NOON + 5_000, parent);
    expect(await synced()).toBe(NOON + 5_000);
  });

  test('follows a webhook for a known customer, and ignores an unknown customer', async () => {
    const parent = await newSubscriber();
    const { customerId } = await readSandbox(parent);
    await changeSandbox(parent, (state) => {
      for (const subscription of state.subscriptions) subscription.status = 'unpaid';
    });
    expect(await syncFromWebhook(toApiEnv(), customerId)).toBe('synced');
    expect(await tierOf(parent)).toBe('free');
    expect(await syncFromWebhook(toApiEnv(), 'sbx_cus_0.unknown')).toBeNull();
    expect((await internal.billingHealth()).webhookAt).toBeGreaterThan(Date.now() - DAY);
    await failNext(parent, 'listSubscriptions', 'before');
    await expect(syncFromWebhook(toApiEnv(), customerId)).rejects.toThrow('did not respond');
  });

  test('runs within a day and counts changes that no webhook has reported', async () => {
    const parent = await newSubscriber();
    const before = await internal.billingHealth();
    await changeSandbox(parent, (state) => {
      for (const subscription of state.subscriptions) subscription.status = 'paused';
    });
    await stopClock(NOON + DAY, parent);
    expect(await tierOf(parent)).toBe('free');
    const after = await internal.billingHealth();
    expect([after.sweeps > before.sweeps || after.day !== before.day, after.differences]).toEqual([true, expect.any(Number)]);
    expect(after.differences).toBeGreaterThan(0);
  });

  test('records a change for open pages only if something has changed', async () => {
    const parent = await newSubscriber();
    const kinds = await readRows<{ kind: string }>(parent.accountId, "SELECT kind FROM audit WHERE kind = 'subscription'");
    expect(kinds.length).toBeGreaterThan(0);
    const count = kinds.length;
    await sync(parent);
    expect(await readRows(parent.accountId, "SELECT kind FROM audit WHERE kind = 'subscription'")).toHaveLength(count);
  });
});

describe('endBilling', () => {
  test('ends its subscription and releases its customer', async () => {
    const parent = await newSubscriber();
    const { customerId } = await readSandbox(parent);
    await endBilling(toApiEnv(), parent.accountId, customerId);
    expect((await readSandbox(parent)).subscriptions).toMatchObject([{ status: 'canceled' }]);
    expect(await directoryFor(toApiEnv(), 'customer', customerId).getState()).toEqual({ state: 'free' });
  });
});

/** Returns the subjects of all emails about the plan, once `count` have arrived. */
async function mailSubjects(parent: Parent, count: number): Promise<Array<string>> {
  return (await mailsLeadingTo('/subscription', parent.email, count)).map(({ subject }) => subject).sort();
}
