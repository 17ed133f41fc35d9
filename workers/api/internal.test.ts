import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { getSkus } from '#app/wire/subscription';
import { Parent, uniqueEmail } from '#tests/clients/parent';
import { internal, readRows, send, stopClock } from '#tests/clients/worker';

describe('Internal', () => {
  test('grants a plan for the operator, raises limits immediately, records the source and writes an audit row', async () => {
    const parent = await Parent.signUp(send);
    const before = await parent.call(getSkus, { query: { merged: 'true' } });
    expect(before).toMatchObject([{ sku: 'free', tier: 'free', limits: { devices_per_account: 1, blocks_per_month: 5 } }]);
    expect(await internal.grant(` ${parent.email.toUpperCase()} `, 'premium_annual')).toEqual({ granted: true });
    const after = await parent.call(getSkus, { query: { merged: 'true' } });
    const combined = { devices_per_account: 20, blocks_per_month: 'unlimited', allowance: 'on' };
    expect(after).toMatchObject([
      { sku: 'premium_annual', tier: 'premium', limits: combined, own_limits: combined },
      { sku: 'free', tier: 'free', limits: combined, own_limits: { devices_per_account: 1 } },
    ]);
    const { skus } = await parent.call(getAccount);
    expect(skus.map((sku) => [sku.sku, sku.source, sku.price_next_uscent])).toContainEqual(['premium_annual', 'operator', 0]);
    const audit = await readRows(parent.accountId, "SELECT actor_id, kind, subject_id, refused FROM audit WHERE kind = 'subscription'");
    expect(audit).toEqual([{ actor_id: 'operator:', kind: 'subscription', subject_id: 'premium_annual', refused: null }]);
    expect(await internal.grant(parent.email, 'premium_annual')).toEqual({ granted: true });
    expect((await parent.call(getAccount)).skus).toHaveLength(2);
  });

  test('returns a reason and grants nothing for an unknown plan or address', async () => {
    const parent = await Parent.signUp(send);
    expect(await internal.grant(parent.email, 'platinum')).toEqual({ granted: false, reason: 'Unknown plan “platinum”' });
    const nobody = uniqueEmail();
    expect(await internal.grant(nobody, 'premium_annual')).toMatchObject({ granted: false, reason: expect.stringContaining(nobody) });
    expect(await internal.grant('no address', 'premium_annual')).toMatchObject({ granted: false });
    expect((await parent.call(getAccount)).skus).toHaveLength(1);
  });

  test('refuses GET /skus unless merged or defs is true', async () => {
    const parent = await Parent.signUp(send);
    for (const query of ['', '?merged=false', '?defs=0', '?merged=false&defs=false']) {
      expect(await parent.raw('GET', `/skus${query}`), query).toMatchObject({ status: 400, body: { errors: { code: 500 } } });
    }
    expect((await parent.raw('GET', '/skus?defs=true')).body).toHaveLength(8);
    await stopClock(Date.now() + 1_000, parent);
    expect((await parent.raw('GET', '/skus?merged=true')).status).toBe(200);
  });
});
