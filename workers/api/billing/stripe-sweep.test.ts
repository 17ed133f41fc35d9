import { describe, expect, test } from 'vitest';
import { newStripeFamily, type StripeFamily } from '#tests/clients/stripe-family';
import { internal, toApiEnv } from '#tests/clients/worker';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { sweepBilling } from './sync-billing';

const DAY = 24 * 60 * 60_000;
const START = Math.floor(Date.now() / 1000) * 1000;

const envOf = ({ settings }: StripeFamily): ApiEnv => ({ ...toApiEnv(), ...settings });
const sweep = (family: StripeFamily) => sweepBilling(envOf(family), family.parent.accountId);

/** Runs a sweep. Returns how many differences it counted. */
async function countDifferences(family: StripeFamily): Promise<number> {
  const before = await internal.billingHealth();
  await sweep(family);
  const after = await internal.billingHealth();
  return after.day === before.day ? after.differences - before.differences : after.differences;
}

/** Discards every webhook that is not delivered yet. */
async function loseWebhooks({ control }: StripeFamily): Promise<void> {
  await control.forget(...(await control.webhooks()).map(({ id }) => id));
}

describe('a sweep at Stripe', () => {
  test('finds a failed renewal and the end of a plan whose webhooks were lost, and counts each one once', async () => {
    const family = await newStripeFamily(START);
    expect((await family.buy()).status).toBe(200);
    await family.deliver();
    expect(await countDifferences(family)).toBe(0);
    const [bought] = (await family.control.state()).subscriptions;
    const end = (bought?.items.data[0]?.current_period_end ?? 0) * 1000;
    await family.control.actLike(String(bought?.customer), '4000000000000341');
    await family.moveTo(end + DAY);
    await loseWebhooks(family);
    expect(await countDifferences(family)).toBe(1);
    expect(await family.info()).toMatchObject({ sku_id: 'premium_monthly', summary: { term: { kind: 'past_due' } } });
    expect(await countDifferences(family)).toBe(0);
    await family.moveTo(end + 30 * DAY);
    await loseWebhooks(family);
    expect(await countDifferences(family)).toBe(1);
    expect((await family.info()).sku_id).toBe('free');
  });

  test('keeps the plan while Stripe does not respond, and fails so that the queue tries again', async () => {
    const family = await newStripeFamily(START);
    await family.buy();
    await family.control.plan({ call: '*', kind: 'outage', times: 50 });
    await expect(sweep(family)).rejects.toThrow('did not respond to a sweep');
    await family.control.plan();
    expect((await family.info()).sku_id).toBe('premium_monthly');
    await sweep(family);
    expect((await family.info()).sku_id).toBe('premium_monthly');
  });

  test('restores a family’s missing directory entry, by which webhooks reach the family', async () => {
    const family = await newStripeFamily(START);
    await family.buy();
    const customer = String((await family.control.state()).subscriptions[0]?.customer);
    await directoryFor(envOf(family), 'customer', customer).release(family.parent.accountId);
    await sweep(family);
    expect(await directoryFor(envOf(family), 'customer', customer).getState()).toMatchObject({ owner: family.parent.accountId });
  });
});
