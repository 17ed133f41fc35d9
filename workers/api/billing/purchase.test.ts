import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { createAccount } from '#app/wire/account';
import { endTrialEligibility, getPurchaseInfo, listPaymentSources, purchase } from '#app/wire/billing';
import { getSkus } from '#app/wire/subscription';
import { buy, changeSandbox, failNext, listPayments, newestCheckout, readSandbox, readSummary, tryToBuy } from '#tests/clients/billing';

import { Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { bindings, familyOf, internal, newFamily, readEverything, readRows, send, stopClock, toApiEnv } from '#tests/clients/worker';
import { syncBilling } from './sync-billing';

const DAY = 86_400_000;
const NOON = Date.parse('2026-11-16T12:00:00Z');

function refused(reason: string, fields?: object) {
  return { status: 400, body: { errors: { reason, ...(fields === undefined ? {} : { fields }) } } };
}

async function subscriptionCount(parent: Parent): Promise<number> {
  return (await readSandbox(parent)).subscriptions.length;
}

describe('POST /purchase', () => {
  test('starts the trial of a plan and says so in GET /skus, /purchase_info and /payment_sources (SUBS-038 to SUBS-045, SUBS-095)', async () => {
    const { parent } = await newFamily();
    expect(await parent.call(getPurchaseInfo)).toEqual({ sku_id: 'free', status: 'account_inactive', is_trial_eligible: true });
    const body = [{ email: parent.email, sku: 'premium_monthly', token: 'tok_visa' }];
    const bought = await parent.call(purchase, { body });
    expect(bought).toMatchObject({
      sku_id: 'premium_monthly',
      status: 'account_active',
      is_trial_eligible: false,
      summary: { tier: 'premium', source: 'stripe', term: { kind: 'trial' }, price_uscent: 699, can_cancel: true },
    });
    expect(await parent.call(getSkus, { query: { merged: 'true' } })).toMatchObject([
      {
        ...{ sku: 'premium_monthly', source: 'stripe', cancelled: false, expiration: null, limits: { allowance: 'on' } },
        details: { limit_skus: [], stripe_on_change: 'keep_downgrade' },
      },
      { sku: 'free', limits: { allowance: 'on' }, own_limits: { allowance: 'off' } },
    ]);
    expect(await readSummary(parent)).toEqual(bought);
    const name = expect.any(String);
    expect(await parent.call(listPaymentSources)).toEqual([
      { id: expect.any(String), brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, name, is_default: true },
    ]);
  });

  test('unlocks the features of the plan for the next request (SUBS-093)', async () => {
    const { parent, child } = await newFamily();
    const allowance = { user_id: child.user_id, updated_ts: child.updated_ts, allowance: Array(7).fill(3600), allowance_enabled: true };
    expect((await parent.raw('PUT', '/user', allowance)).status).toBe(403);
    await buy(parent);
    expect((await parent.raw('PUT', '/user', allowance)).status).toBe(200);
  });

  test('charges the price once without a trial, and defaults source to WEB_PARENT (SUBS-090, SUBS-091, CONST-104)', async () => {
    const { parent } = await newFamily();
    const [parsed] = purchase.body.parse([{ email: parent.email, sku: 'premium_annual', token: 'tok_visa' }]);
    expect(parsed?.source).toBe('WEB_PARENT');
    const info = await buy(parent, { sku: 'premium_annual' });
    expect(info.summary).toMatchObject({ billing_cycle: 'annual', term: { kind: 'paid' }, price_uscent: 6999 });
    expect(await listPayments(parent)).toEqual([6999]);
    expect(info.summary?.receipts).toMatchObject([{ amount_uscent: 6999, status: 'paid' }]);
  });

  test.each([
    ['tok_declined', 'generic'],
    ['tok_insufficient_funds', 'insufficient_funds'],
    ['tok_expired_card', 'expired_card'],
    ['tok_processing_error', 'processing_error'],
    ['tok_charge_fails', 'generic'],
  ])('refuses the card %s as %s and changes no plan (SUBS-094)', async (token, code) => {
    const { parent } = await newFamily();
    expect(await tryToBuy(parent, { token })).toMatchObject(refused('declined', { token: code }));
    expect(await parent.call(getPurchaseInfo)).toMatchObject({ sku_id: 'free', is_trial_eligible: true });
    expect([await listPayments(parent), await subscriptionCount(parent)]).toEqual([[], 0]);
    expect(await buy(parent)).toMatchObject({ sku_id: 'premium_monthly' });
  });

  test.each([
    ['a card number', '4242424242424242'],
    ['a card number with spaces', '4111 1111 1111 1111'],
    ['a card number in a token', 'tok:4111-1111-1111-1111'],
    ['a full-width card number', 'tok_visa:1230:x:４１１１１１１１１１１１１１１１'],
    ['an encoded full-width card number', `tok_visa:1230:x:${encodeURIComponent('４１１１１１１１１１１１１１１１')}`],
  ])('refuses %s, and neither stores nor logs it', async (_name, token) => {
    const { parent } = await newFamily();
    const logged = [vi.spyOn(console, 'log'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
    expect((await tryToBuy(parent, { token })).status).toBe(400);
    expect(JSON.stringify(await readEverything(parent.accountId))).not.toMatch(/4242424242424242|4111.?1111/);
    expect(JSON.stringify(logged.flatMap((spy) => spy.mock.calls))).not.toMatch(/4242424242424242|4111.?1111/);
    for (const spy of logged) spy.mockRestore();
  });

  test('refuses an unknown token, a plan that is not sold, a foreign address and two plans', async () => {
    const { parent } = await newFamily();
    expect(await tryToBuy(parent, { token: 'tok_nothing' })).toMatchObject({
      status: 400,
      body: { errors: { fields: { token: 'invalid' } } },
    });
    for (const sku of ['plus_monthly', 'free', 'nothing'])
      expect(await tryToBuy(parent, { sku }), sku).toMatchObject({ status: 400, body: { errors: { fields: { sku: 'not_sold' } } } });
    expect(await tryToBuy(parent, { email: 'other@example.com' })).toMatchObject({ status: 403 });
    const two = ['premium_monthly', 'premium_annual'].map((sku) => ({ email: parent.email, sku, token: 'tok_visa' }));
    expect(await parent.raw('POST', '/purchase', two)).toMatchObject({ status: 400, body: { errors: { fields: { sku: 'too_many' } } } });
    expect(await subscriptionCount(parent)).toBe(0);
  });

  test('replaces a lower plan and charges the difference only', async () => {
    const { parent } = await newFamily();
    await stopClock(NOON, parent);
    await buy(parent);
    await stopClock(NOON + 15 * DAY, parent);
    expect(await buy(parent, { sku: 'premium_plus_monthly' })).toMatchObject({ sku_id: 'premium_plus_monthly' });
    expect(await listPayments(parent)).toEqual([150, 699]);
    expect(await tryToBuy(parent, { token: 'tok_amex' })).toMatchObject(refused('subscribed'));
    expect(await subscriptionCount(parent)).toBe(1);
  });

  test('keeps a plan from the operator next to the bought plan, even if they have the same name (A123)', async () => {
    const { parent } = await newFamily('premium_monthly');
    await buy(parent);
    const skus = await parent.call(getSkus, { query: { merged: 'true' } });
    expect(skus.map(({ sku, ...rest }) => [sku, 'source' in rest ? rest.source : undefined])).toEqual(
      expect.arrayContaining([
        ['premium_monthly', 'operator'],
        ['premium_monthly', 'stripe'],
      ]),
    );
    await changeSandbox(parent, (state) => {
      for (const subscription of state.subscriptions) subscription.status = 'canceled';
    });
    await internalSync(parent);
    expect(await parent.call(getSkus, { query: { merged: 'true' } })).toMatchObject([{ sku: 'premium_monthly', source: 'operator' }, {}]);
  });

  test('refuses a purchase if an app store charges for the account (SUBS-102)', async () => {
    const { parent } = await newFamily();
    const [{ skus }] = [await internal.catalogue()];
    const sku = skus.find((one) => one.sku === 'premium_monthly');
    if (sku === undefined) throw new Error('No such plan');
    const owned = {
      ...sku,
      tier_def: sku.tier,
      price_next_uscent: 699,
      cancelled: false,
      expiration: null,
      source: 'apple' as const,
      granted_ts: 1,
    };
    await familyOf(parent.accountId).grant(owned);
    expect(await tryToBuy(parent)).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    expect(await parent.raw('DELETE', '/subscription?sku=premium_monthly')).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    expect((await readSummary(parent)).summary).toMatchObject({ source: 'apple', can_cancel: false });
  });
});

describe('a repeated purchase', () => {
  test('is charged once with the same key, in two tabs and in two browsers', async () => {
    const { parent } = await newFamily();
    const key = crypto.randomUUID();
    const first = await buy(parent, {}, { key });
    expect(await buy(parent, {}, { key })).toMatchObject({ sku_id: first.sku_id });
    expect(await buy(parent)).toMatchObject({ sku_id: first.sku_id });
    const other = await Parent.signIn(send, parent.email);
    expect(await tryToBuy(other, { token: 'tok_mastercard' })).toMatchObject(refused('subscribed'));
    expect([await listPayments(parent), await subscriptionCount(parent)]).toEqual([[699], 1]);
  });

  test('is charged once if two browsers send it at the same time', async () => {
    const { parent } = await newFamily();
    const other = await Parent.signIn(send, parent.email);
    const answers = await Promise.all([
      tryToBuy(parent),
      tryToBuy(other, { token: 'tok_mastercard' }),
      tryToBuy(parent, { sku: 'premium_plus_monthly' }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([(await listPayments(parent)).length, await subscriptionCount(parent)]).toEqual([1, 1]);
  });

  test('refuses a used single-use token for another plan', async () => {
    const { parent } = await newFamily();
    const token = 'tok_visa:1230:abcdefgh:Jo%20Miller';
    await buy(parent, { token });
    expect(await parent.call(listPaymentSources)).toMatchObject([{ name: 'Jo Miller', exp_month: 12, exp_year: 2030 }]);
    expect(await tryToBuy(parent, { token, sku: 'premium_plus_monthly' })).toMatchObject({
      status: 400,
      body: { errors: { fields: { token: 'used' } } },
    });
    expect(await tryToBuy(parent, { token })).toMatchObject({ status: 200 });
    expect(await listPayments(parent)).toEqual([699]);
  });
});

describe('a provider that fails', () => {
  test.each(['setPrices', 'saveCard', 'subscribe', 'listSubscriptions', 'listCards', 'listInvoices'])(
    'before %s causes 503, and the same call succeeds later with one charge',
    async (call) => {
      const { parent } = await newFamily();
      await failNext(parent, call, 'before');
      const key = crypto.randomUUID();
      expect(await tryToBuy(parent, {}, { key })).toMatchObject({ status: 503, body: { errors: { reason: 'provider' } } });
      expect(await tryToBuy(parent, {}, { key })).toMatchObject({ status: 200 });
      expect([await listPayments(parent), await subscriptionCount(parent)]).toEqual([[699], 1]);
    },
  );

  test.each(['saveCard', 'subscribe'])(
    'after %s causes no second charge, and the plan follows from the alarm or a repeated purchase',
    async (call) => {
      const { parent } = await newFamily();
      await stopClock(NOON, parent);
      await failNext(parent, call, 'after');
      expect(await tryToBuy(parent)).toMatchObject({ status: 503 });
      expect(await tryToBuy(parent, { token: 'tok_mastercard' })).toMatchObject(refused('pending'));
      await stopClock(NOON + 10 * 60_000, parent);
      if (call === 'saveCard') await buy(parent);
      expect(await readSummary(parent)).toMatchObject({ sku_id: 'premium_monthly' });
      expect([await listPayments(parent), await subscriptionCount(parent)]).toEqual([[699], 1]);
      expect((await newestCheckout(parent)).state).toBe('done');
    },
  );

  test('keeps the plan that was known', async () => {
    const { parent } = await newFamily();
    await stopClock(NOON, parent);
    await buy(parent);
    await stopClock(NOON + 11 * 60_000, parent);
    await failNext(parent, 'listSubscriptions', 'before');
    expect(await readSummary(parent)).toMatchObject({ sku_id: 'premium_monthly', summary: { synced_ts: NOON } });
  });

  test('after the charge and during the sync loses no plan: the alarm finds the plan', async () => {
    const { parent } = await newFamily();
    await stopClock(NOON, parent);
    // Nothing happens after the charge, as if the Worker had been killed.
    const family = familyOf(parent.accountId);
    await failNext(parent, 'subscribe', 'after');
    await failNext(parent, 'listSubscriptions', 'before');
    await tryToBuy(parent);
    expect(await family.findCustomer()).not.toBeNull();
    expect(await parent.call(getSkus, { query: { merged: 'true' } })).toHaveLength(1);
    await stopClock(NOON + 60 * 60_000, parent);
    expect(await parent.call(getSkus, { query: { merged: 'true' } })).toMatchObject([{ sku: 'premium_monthly' }, {}]);
    expect(await listPayments(parent)).toEqual([699]);
  });
});

describe('offers', () => {
  test('refuse a price that has changed since it was shown', async () => {
    const { parent } = await newFamily();
    expect(await tryToBuy(parent, { price_uscent: 599 })).toMatchObject(refused('price'));
    expect(await listPayments(parent)).toEqual([]);
    expect(await buy(parent, { price_uscent: 699 })).toMatchObject({ sku_id: 'premium_monthly' });
  });

  test('apply a coupon to the plans it is for, once, and mark it as used (SUBS-088)', async () => {
    const parent = await withCoupon('ANNUAL25');
    expect((await readSummary(parent)).summary?.discount).toMatchObject({ coupon: 'ANNUAL25', percent_off: 25 });
    expect(await buy(parent, { sku: 'premium_annual', coupon: 'ANNUAL25' })).toMatchObject({
      summary: { percent_off: 25, price_uscent: 5249 },
    });
    expect(await listPayments(parent)).toEqual([5249]);
    expect((await readSummary(parent)).summary?.discount).toBeNull();
    expect(await readRows(parent.accountId, 'SELECT redeemed_at IS NOT NULL AS used FROM coupon')).toEqual([{ used: 1 }]);
    expect(await tryToBuy(parent, { sku: 'premium_plus_annual', coupon: 'ANNUAL25' })).toMatchObject({
      status: 400,
      body: { errors: { code: 433 } },
    });
  });

  test('charge the full price for a plan that the coupon is not for', async () => {
    const parent = await withCoupon('ANNUAL25');
    await buy(parent, { sku: 'premium_monthly' });
    expect(await listPayments(parent)).toEqual([699]);
  });

  test('refuse a coupon that has expired, that is unknown, or that is for another group, and take the purchase without it', async () => {
    const parent = await withCoupon('ANNUAL25');
    const answer = { status: 400, body: { errors: { code: 433 } } };
    expect(await tryToBuy(parent, { sku: 'premium_annual', coupon: 'NOPE' })).toMatchObject(answer);
    await changeAccount(parent, "UPDATE account SET group_id = 'newsletter'");
    expect(await tryToBuy(parent, { sku: 'premium_annual', coupon: 'ANNUAL25' })).toMatchObject(answer);
    await changeAccount(parent, "UPDATE account SET group_id = 'family-friends'");
    await changeAccount(parent, "UPDATE coupon SET coupon_json = json_set(coupon_json, '$.applied_ts', 1)");
    expect(await tryToBuy(parent, { sku: 'premium_annual', coupon: 'ANNUAL25' })).toMatchObject(answer);
    await buy(parent, { sku: 'premium_annual' });
    expect(await listPayments(parent)).toEqual([6999]);
  });

  test('give the trial of the account’s group, and in addition the percentage of the account’s coupon (A177)', async () => {
    const parent = await signUpWith({ group_id: 'family-friends' });
    expect((await readSummary(parent)).summary).toMatchObject({ discount: null, group_offer: { trial_secs: 30 * 86_400, limit_skus: [] } });
    const { summary } = await buy(parent, { trial: true });
    expect(Math.round(((summary?.term.at ?? 0) - Date.now()) / DAY)).toBe(30);
    const both = await withCoupon('ANNUAL25');
    const bought = await buy(both, { sku: 'premium_annual', trial: true, coupon: 'ANNUAL25' });
    expect(bought.summary).toMatchObject({ percent_off: 25, price_uscent: 5249 });
    expect(Math.round(((bought.summary?.term.at ?? 0) - Date.now()) / DAY)).toBe(30);
  });

  test('keep what the group promised at sign-up after the group has changed, and give nothing for a closed group', async () => {
    const parent = await signUpWith({ group_id: 'family-friends' });
    await changeCatalogue("UPDATE benefit_group SET trial_secs = 0 WHERE group_id = 'family-friends'");
    const { summary } = await buy(parent, { trial: true });
    await changeCatalogue("UPDATE benefit_group SET trial_secs = 2592000 WHERE group_id = 'family-friends'");
    expect(Math.round(((summary?.term.at ?? 0) - Date.now()) / DAY)).toBe(30);
    expect((await readSummary(await signUpWith({ group_id: 'school-2025' }))).summary?.group_offer).toBeNull();
  });

  test('apply a group’s percentage to annual plans only if its header says so, and keep a coupon with a lower percentage', async () => {
    await changeCatalogue(
      `INSERT INTO benefit_group (group_id, workflow, allow_signup, scopes_json, percent_off, trial_secs, header)
       VALUES ('annual-30', NULL, 1, '["stripe_coupon"]', 30, 0, 'annual_percent')`,
    );
    const parent = await withCoupon('ANNUAL25');
    const { skus } = await internal.catalogue();
    const limit_skus = skus.filter(({ billing_cycle }) => billing_cycle === 'annual').map(({ sku }) => sku);
    const own = await signUpWith({ group_id: 'annual-30' });
    const group_offer = { percent_off: 30, trial_secs: 0, limit_skus };
    expect((await readSummary(own)).summary?.group_offer).toEqual(group_offer);
    expect((await buy(own)).summary).toMatchObject({ percent_off: 0 });
    await changeAccount(parent, `UPDATE account SET group_offer_json = '${JSON.stringify(group_offer)}'`);
    expect((await buy(parent, { sku: 'premium_annual' })).summary).toMatchObject({ percent_off: 30, discount: { coupon: 'ANNUAL25' } });
  });

  test('extend the trial by a coupon', async () => {
    const parent = await withCoupon('LONGTRIAL');
    const { summary } = await buy(parent, { trial: true });
    expect(Math.round(((summary?.term.at ?? 0) - Date.now()) / DAY)).toBe(60);
  });
});

describe('a trial', () => {
  test('is given once per family, also after the plan has ended (SUBS-096)', async () => {
    const { parent } = await newFamily();
    await stopClock(NOON, parent);
    await buy(parent, { trial: true });
    await parent.raw('DELETE', '/subscription?sku=premium_monthly');
    await stopClock(NOON + 20 * DAY, parent);
    expect(await parent.call(getPurchaseInfo)).toEqual({ sku_id: 'free', status: 'account_inactive', is_trial_eligible: false });
    expect((await buy(parent, { trial: true })).summary).toMatchObject({ term: { kind: 'paid' } });
    expect(await listPayments(parent)).toEqual([699]);
  });

  test('is refused to a card that had one in another family', async () => {
    const [{ parent: first }, { parent: second }] = [await newFamily(), await newFamily()];
    await buy(first, { token: 'tok_amex', trial: true });
    expect(await tryToBuy(second, { token: 'tok_amex', trial: true })).toMatchObject(refused('declined', { token: 'trial_used' }));
    expect(await buy(second, { token: 'tok_amex' })).toMatchObject({ summary: { term: { kind: 'paid' } } });
  });

  test('is not given after PUT /purchase_info has ended the eligibility (A49)', async () => {
    const { parent } = await newFamily();
    expect(await parent.call(endTrialEligibility, { body: { is_trial_eligible: false } })).toMatchObject({ is_trial_eligible: false });
    const back = await parent.raw('PUT', '/purchase_info', { is_trial_eligible: true });
    expect(back).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    expect((await buy(parent, { trial: true })).summary).toMatchObject({ term: { kind: 'paid' } });
  });
});

function withCoupon(coupon: string): Promise<Parent> {
  return signUpWith({ coupon });
}

async function signUpWith(offer: { coupon?: string; group_id?: string }): Promise<Parent> {
  const answer = await read(await send(post('/account', { ...signUpBody(uniqueEmail()), ...offer })));
  return new Parent(send, createAccount.output.parse(answer.body));
}

async function changeCatalogue(query: string): Promise<void> {
  await bindings.CATALOGUE.prepare(query).run();
}

async function changeAccount(parent: Parent, query: string): Promise<void> {
  await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
    sql.exec(query);
  });
}

async function internalSync(parent: Parent): Promise<void> {
  expect(await syncBilling(toApiEnv(), parent.accountId)).toBe('synced');
}
