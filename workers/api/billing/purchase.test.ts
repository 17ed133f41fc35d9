import { describe, expect, test } from 'vitest';
import { getPurchaseInfo, listPaymentSources, purchase } from '#app/wire/billing';
import { getSkus } from '#app/wire/subscription';
import { newFamily } from '#tests/clients/worker';

describe('purchase', () => {
  test('starts the trial of a plan with a test token', async () => {
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
      { sku: 'premium_monthly', source: 'stripe', cancelled: false, expiration: null, limits: { allowance: 'on' } },
      { sku: 'free', limits: { allowance: 'on' } },
    ]);
    expect(await parent.call(getPurchaseInfo, { query: { query: 'summary' } })).toEqual(bought);
    expect(await parent.call(listPaymentSources)).toMatchObject([{ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, name: '' }]);
  });
});
