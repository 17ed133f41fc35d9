import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { getBlockStatus } from '#app/wire/block-status';
import { listUsers, updateUser } from '#app/wire/family';
import { getGranularity, putGranularity } from '#app/wire/granularity';
import { ownedSkuSchema } from '#app/wire/subscription';
import { types } from '#tests/clients/announced-family';
import { newFamilyAt } from '#tests/clients/clock';
import { familyOf, internal, readRows, stopClock } from '#tests/clients/worker';

const HOUR = 60 * 60_000;

describe('applyPlan', () => {
  test('sends no policies after a repeated grant, and some after one with other limits', async () => {
    const { parent, id, agents } = await newFamilyAt('2026-11-16T12:00:00Z', { devices: 2 });
    const [child] = [await parent.call(listUsers, { query: { user_id: id } })].flat();
    const body = { user_id: id, updated_ts: child?.updated_ts, allowance: Array(7).fill(3600), allowance_enabled: true };
    await parent.call(updateUser, { body });
    for (const agent of agents) await agent.ack(await agent.commands(), 'allowed');
    const policies = () => Promise.all(agents.map((agent) => agent.commands()));
    expect(await policies()).toEqual([[], []]);
    await internal.grant(parent.email, 'premium_monthly');
    expect(await policies()).toEqual([[], []]);
    expect(await readRows(parent.accountId, "SELECT kind FROM audit WHERE kind = 'subscription'")).toHaveLength(2);
    await internal.grant(parent.email, 'premium_plus_annual');
    expect((await policies()).map((commands) => commands.map(({ kind }) => kind))).toEqual([['policy'], ['policy']]);
  });

  test('turns off the features of an ended plan, keeps their settings, and applies them again with the next plan', async () => {
    const { parent, id, now, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    const patch = { app_directives: { 'com.example.game': 'N' }, omnibus_directives: { allowAppRemoval: 'N' } };
    const { replaced: _, ...set } = await parent.call(putGranularity, { body: { user_id: id, patch } });
    const [child] = [await parent.call(listUsers, { query: { user_id: id } })].flat();
    await parent.call(updateUser, {
      body: { user_id: id, updated_ts: child?.updated_ts, allowance: Array(7).fill(0), allowance_enabled: true },
    });
    const [row] = await readRows<{ owned_json: string }>(parent.accountId, "SELECT owned_json FROM sku WHERE sku = 'premium_monthly'");
    const sku = { ...ownedSkuSchema.parse(JSON.parse(row?.owned_json ?? '')), expiration: now + HOUR };
    await runInDurableObject(familyOf(parent.accountId), (family) => family.grant(sku));
    await agent.ack(await agent.commands(), 'blocked');
    await agent.report('blocked', { versions: { os_version: '14', app_version: '6.0' } });
    const policy = async () => (await agent.policy()).policy.users[0];
    const state = async () => (await parent.call(getBlockStatus, { query: { user_id: id } }))[0]?.state;
    expect(await policy()).toMatchObject({ allowance_enabled: true, granularity: patch });
    await stopClock(now + HOUR - 1, parent, agent);
    expect([await state(), await agent.commands()]).toEqual(['blocked', []]);
    expect(await types(parent)).toEqual(['android_update_required']);
    await stopClock(now + HOUR, parent, agent);
    expect(await agent.commands()).toMatchObject([{ kind: 'policy' }]);
    expect(await policy()).toMatchObject({ allowance_enabled: false, granularity: null });
    expect(await state()).toBe('allowed');
    // No active setting needs a newer version of the child app.
    expect(await types(parent)).toEqual([]);
    const refused = await parent.raw('PUT', '/granularity_by_user', { user_id: id, patch: { app_limits: { 'com.example.game': 600 } } });
    expect(refused).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    expect(await parent.call(getGranularity)).toEqual([set]);
    await internal.grant(parent.email, 'premium_monthly');
    expect(await policy()).toMatchObject({ allowance_enabled: true, granularity: patch });
    expect(await state()).toBe('blocked');
  });
});
