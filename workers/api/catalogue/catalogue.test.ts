import { describe, expect, test } from 'vitest';
import { TIER_LIMITS, TIER_RANK, type Tier } from '#app/domain/plan';
import { fromWireLimits } from '#app/wire/subscription';
import { API, read } from '#tests/clients/parent';
import { bindings, internal, send } from '#tests/clients/worker';

describe('catalog', () => {
  test('has the same limits for each tier as the rules', async () => {
    const { skus } = await internal.catalogue();
    const tiers = new Set(skus.map((sku) => sku.tier));
    expect([...tiers].sort()).toEqual(Object.keys(TIER_LIMITS).sort());
    for (const sku of skus) expect(fromWireLimits(sku.limits), sku.sku).toEqual(TIER_LIMITS[sku.tier]);
  });

  test('lists prices in cents, trials and which plans are for sale', async () => {
    const { skus } = await internal.catalogue();
    expect(
      skus.map((sku) => [sku.sku, sku.tier, sku.billing_cycle, sku.price_usd, sku.trial_days, sku.purchasable_with.length > 0]),
    ).toEqual([
      ['free', 'free', null, 0, 0, false],
      ['grandfathered', 'grandfathered', null, 0, 0, false],
      ['plus_monthly', 'plus', 'monthly', 199, 0, false],
      ['plus_annual', 'plus', 'annual', 1999, 0, false],
      ['premium_monthly', 'premium', 'monthly', 699, 14, true],
      ['premium_annual', 'premium', 'annual', 6999, 14, true],
      ['premium_plus_monthly', 'premium_plus', 'monthly', 999, 14, true],
      ['premium_plus_annual', 'premium_plus', 'annual', 9999, 14, true],
    ]);
    const ranks = skus.map((sku): Tier => sku.tier).map((tier) => TIER_RANK[tier]);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  });

  test('GET /system returns the version, with flags and choices on request, and ignores unknown extras', async () => {
    const ask = async (query: string) => (await read(await send(new Request(`${API}/system${query}`)))).body;
    expect(await ask('')).toEqual({ version: '8.21.0-beta.2' });
    expect(await ask('?extras=unknown,,%00')).toEqual({ version: '8.21.0-beta.2' });
    expect(await ask('?extras=feature_flags,unknown')).toEqual({ version: '8.21.0-beta.2', feature_flags: {} });
    const choices = { concerns: expect.arrayContaining(['sleep']), users: expect.arrayContaining(['teenager']) };
    expect(await ask('?extras=feature_flags,onboarding_choices')).toMatchObject({ feature_flags: {}, onboarding_choices: choices });
  });

  test('rejects invalid rows by table constraints', async () => {
    const odd = "INSERT INTO sku VALUES ('x', 'free', 'weekly', 0, 0, 0, 0, 0, '[]', 'keep')";
    await expect(bindings.CATALOGUE.prepare(odd).run()).rejects.toThrow(/CHECK/);
  });
});
