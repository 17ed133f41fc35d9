import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { changePlan, previewPlanChange, withdrawPlanChange } from '#app/wire/billing';
import { buy, listPayments, readSummary, tryToBuy } from '#tests/clients/billing';
import { Parent } from '#tests/clients/parent';
import { newStripeFamily, type StripeFamily } from '#tests/clients/stripe-family';
import { familyOf, readRows, send, stopClock } from '#tests/clients/worker';

const DAY = 24 * 60 * 60_000;
const MINUTE = 60_000;
const NOON = Date.parse('2026-11-16T12:00:00Z');
const START = Math.floor(Date.now() / 1000) * 1000;

// ANNUAL25 takes 25% off annual plans. Its group brings 30 days of trial and no percentage.
describe('a discount for annual plans (A192)', () => {
  test('ends when a trial changes to the monthly plan, which is quoted and charged in full', async () => {
    const parent = await withCoupon();
    const { summary } = await buy(parent, { sku: 'premium_annual', trial: true });
    expect(summary).toMatchObject({ price_uscent: 5249, own_price: { full_uscent: 6999, percent_off: 25 } });
    expect(summary?.own_price?.limit_skus).toEqual(['premium_annual', 'premium_plus_annual']);
    const quote = await parent.call(previewPlanChange, { query: { sku: 'premium_monthly' } });
    expect(quote).toMatchObject({ direction: 'downgrade', next_amount_uscent: 699, percent_off: 0, ended_percent_off: 25 });
    await parent.call(changePlan, { body: { sku: 'premium_monthly', next_amount_uscent: 699 } });
    expect((await readSummary(parent)).summary).toMatchObject({ price_uscent: 699, percent_off: 25 });
    await stopClock(NOON + 31 * DAY, parent);
    expect(await listPayments(parent)).toEqual([699]);
    expect((await readSummary(parent)).summary).toMatchObject({ price_uscent: 699, own_price: { percent_off: 0, limit_skus: [] } });
  });

  test('stays if the change is withdrawn, and does not come back once it has ended', async () => {
    const parent = await withCoupon();
    await buy(parent, { sku: 'premium_annual', trial: true });
    await parent.call(changePlan, { body: { sku: 'premium_monthly' } });
    expect((await parent.call(withdrawPlanChange)).summary).toMatchObject({ price_uscent: 5249, percent_off: 25 });
    await parent.call(changePlan, { body: { sku: 'premium_monthly' } });
    await stopClock(NOON + 31 * DAY, parent);
    expect(await parent.call(previewPlanChange, { query: { sku: 'premium_annual' } })).toMatchObject({
      ...{ next_amount_uscent: 6999, next_full_uscent: 6999, percent_off: 0, ended_percent_off: 0 },
      parts: { charge_uscent: 6999, discount_uscent: 0 },
    });
  });

  test('stays for a higher annual plan, and the parts of the quote say so', async () => {
    const parent = await withCoupon();
    await buy(parent, { sku: 'premium_annual' });
    const quote = await parent.call(previewPlanChange, { query: { sku: 'premium_plus_annual' } });
    const parts = { charge_uscent: 9999, discount_uscent: 2500, credit_uscent: 5249, balance_uscent: 0 };
    expect(quote).toMatchObject({ amount_due_uscent: 2250, parts, next_amount_uscent: 7499, percent_off: 25, ended_percent_off: 0 });
    await change(parent, quote);
    expect(await listPayments(parent)).toEqual([2250, 5249]);
  });

  test('ends with an upgrade to a monthly plan, which refuses the price with the discount', async () => {
    const parent = await withCoupon();
    await buy(parent, { sku: 'premium_annual', trial: true });
    const quote = await parent.call(previewPlanChange, { query: { sku: 'premium_plus_monthly' } });
    expect(quote).toMatchObject({ direction: 'upgrade', amount_due_uscent: 0, next_amount_uscent: 999, ended_percent_off: 25 });
    const { sku, proration_ts, amount_due_uscent } = quote;
    for (const body of [{ sku, proration_ts, amount_due_uscent }, { sku: 'premium_monthly' }]) {
      const answer = await parent.raw('PUT', '/plan_change', { ...body, next_amount_uscent: 749 });
      expect(answer).toMatchObject({ status: 400, body: { errors: { reason: 'price' } } });
    }
    await change(parent, quote);
    expect((await readSummary(parent)).summary).toMatchObject({ price_uscent: 999, percent_off: 0 });
  });

  test('is that of the group for a plan that the coupon is not for (A177)', async () => {
    const parent = await withCoupon();
    await changeAccount(parent, '{"percent_off":10,"limit_skus":[],"trial_secs":0}');
    await buy(parent, { sku: 'premium_annual', trial: true });
    expect(await parent.call(previewPlanChange, { query: { sku: 'premium_monthly' } })).toMatchObject({
      ...{ next_amount_uscent: 629, percent_off: 10, ended_percent_off: 25 },
    });
    await parent.call(changePlan, { body: { sku: 'premium_monthly' } });
    await stopClock(NOON + 15 * DAY, parent);
    expect(await listPayments(parent)).toEqual([629]);
    expect((await readSummary(parent)).summary?.own_price).toEqual({ full_uscent: 699, percent_off: 10, limit_skus: [] });
  });

  test('stays on every plan if neither coupon nor group explains it', async () => {
    const parent = await withCoupon();
    await buy(parent, { sku: 'premium_annual' });
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('DELETE FROM coupon');
    });
    expect(await parent.call(previewPlanChange, { query: { sku: 'premium_monthly' } })).toMatchObject({ next_amount_uscent: 524 });
  });

  test('is known for a subscription from before the coupon was stored with it', async () => {
    const parent = await withCoupon();
    await buy(parent, { sku: 'premium_annual' });
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec("UPDATE subscription SET reported_json = json_remove(reported_json, '$.couponId')");
    });
    expect(await parent.call(previewPlanChange, { query: { sku: 'premium_monthly' } })).toMatchObject({ next_amount_uscent: 699 });
  });
});

describe('an upgrade by POST /purchase', () => {
  test('refuses a coupon, charges the price of the change, and keeps an unused coupon (A192)', async () => {
    const parent = await withCoupon();
    await buy(parent, { sku: 'premium_monthly' });
    expect(await tryToBuy(parent, { sku: 'premium_annual', coupon: 'ANNUAL25' })).toMatchObject({
      ...{ status: 400, body: { errors: { code: 433 } } },
    });
    await buy(parent, { sku: 'premium_annual' });
    expect(await listPayments(parent)).toEqual([6300, 699]);
    expect(await readRows(parent.accountId, 'SELECT redeemed_at FROM coupon')).toEqual([{ redeemed_at: null }]);
  });
});

describe('a discount for annual plans at Stripe', () => {
  test.each(['cut_after', 'error_after', 'outage'] as const)(
    'ends with the change in one step, also when Stripe fails during it (%s), so what was shown is charged',
    async (kind) => {
      const family = await newStripeFamily(START, undefined, { coupon: 'ANNUAL25' });
      expect(await family.buy({ sku: 'premium_annual', coupon: 'ANNUAL25' })).toMatchObject({ status: 200 });
      const quote = await family.parent.call(previewPlanChange, { query: { sku: 'premium_plus_monthly' } });
      expect(quote).toMatchObject({ amount_due_uscent: 0, next_amount_uscent: 999, ended_percent_off: 25 });
      expect(quote.parts).toMatchObject({ charge_uscent: 999, discount_uscent: 0, credit_uscent: 5249, credited_uscent: 4250 });
      const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      await family.control.plan({ call: 'POST /v1/subscriptions/{id}', kind, times: 1 });
      const body = { sku: quote.sku, proration_ts: quote.proration_ts, amount_due_uscent: 0, next_amount_uscent: 999 };
      expect(await family.parent.raw('PUT', '/plan_change', body)).toMatchObject({ status: 503 });
      logged.mockRestore();
      await family.moveTo(START + 11 * MINUTE);
      const [subscription] = (await family.control.state()).subscriptions;
      const sku = subscription?.items.data[0]?.price.lookup_key;
      expect([sku, subscription?.discounts.length]).toEqual(kind === 'outage' ? ['premium_annual', 1] : ['premium_plus_monthly', 0]);
      expect(await family.info()).toMatchObject({ sku_id: sku, summary: { price_uscent: kind === 'outage' ? 5249 : 999 } });
    },
  );

  test('ends with an upgrade that waits for 3-D Secure only once that is confirmed', async () => {
    const family = await newStripeFamily(START, undefined, { coupon: 'ANNUAL25' });
    await family.buy({ sku: 'premium_annual', coupon: 'ANNUAL25' });
    await changeAccount(family.parent, '{"percent_off":10,"limit_skus":[],"trial_secs":0}');
    await runInDurableObject(familyOf(family.parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec("UPDATE coupon SET coupon_json = json_set(coupon_json, '$.coupon_benefits.limit_skus', json('[\"premium_annual\"]'))");
    });
    await family.control.actLike(await customerOf(family), '4000002760003184');
    const quote = await family.parent.call(previewPlanChange, { query: { sku: 'premium_plus_annual' } });
    const parts = { charge_uscent: 9999, discount_uscent: 1000, credit_uscent: 5249 };
    expect(quote).toMatchObject({ amount_due_uscent: 3750, parts, percent_off: 10, ended_percent_off: 25 });
    const { sku, proration_ts, amount_due_uscent } = quote;
    expect(await family.parent.raw('PUT', '/plan_change', { sku, proration_ts, amount_due_uscent })).toMatchObject({ status: 400 });
    expect((await family.info()).summary).toMatchObject({ percent_off: 25, price_uscent: 5249 });
    const { subscriptions } = await family.control.state();
    await family.control.confirm(String(subscriptions[0]?.latest_invoice), 'pass');
    await family.deliver();
    expect(await family.info()).toMatchObject({ sku_id: 'premium_plus_annual', summary: { percent_off: 10, price_uscent: 8999 } });
    expect((await family.control.state()).charges.map(({ amount }) => amount)).toEqual([5249, 3750]);
  });
});

async function withCoupon(): Promise<Parent> {
  const parent = await Parent.signUp(send, undefined, undefined, { coupon: 'ANNUAL25' });
  await stopClock(NOON, parent);
  return parent;
}

async function change(parent: Parent, quote: { sku: string; proration_ts: number; amount_due_uscent: number; next_amount_uscent: number }) {
  const { sku, proration_ts, amount_due_uscent, next_amount_uscent } = quote;
  await parent.call(changePlan, { body: { sku, proration_ts, amount_due_uscent, next_amount_uscent } });
}

async function customerOf({ control }: StripeFamily): Promise<string> {
  return String((await control.state()).subscriptions[0]?.customer);
}

/** Gives the account what a group promised. */
async function changeAccount(parent: Parent, groupOffer: string): Promise<void> {
  await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
    sql.exec('UPDATE account SET group_offer_json = ?', groupOffer);
  });
}
