import { describe, expect, test } from 'vitest';
import { getBlockStatus } from '#app/wire/block-status';
import { listDevices, removeDevice } from '#app/wire/family';
import { createRule, listRules, removeRules } from '#app/wire/rule';
import { buy, changeSandbox } from '#tests/clients/billing';
import { newFamilyAt } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { newDevice, stopClock, toApiEnv } from '#tests/clients/worker';
import { syncBilling } from '#workers/api/billing/sync-billing';

const HOUR = 60 * 60_000;
const DAILY = { type: 'temporal', days: [1, 1, 1, 1, 1, 1, 1], recurring: true };

async function setStatus(parent: Parent, status: 'paused' | 'active'): Promise<void> {
  await changeSandbox(parent, (state) => {
    for (const subscription of state.subscriptions) subscription.status = status;
  });
  expect(await syncBilling(toApiEnv(), parent.accountId)).toBe('synced');
}

describe('plan end', () => {
  test('turns off the newer schedules, says why, and turns them on again with the next plan (A167)', async () => {
    const { parent, id, now, agent } = await newFamilyAt('2026-11-16T12:00:00Z', { plan: '' });
    await buy(parent);
    const query = { user_id: id };
    const create = (rule_name: string, time_duration: string) =>
      parent.call(createRule, { query, body: { ...DAILY, rule_name, time_duration } });
    await create('First', '20:00PT60M');
    await stopClock(now + 1, parent, agent);
    await create('Second', '14:00PT60M');
    const shown = async () => (await parent.call(listRules, { query })).filter(({ type }) => type === 'temporal');
    const sent = async () =>
      (await agent.policy()).policy.users[0]?.rules.filter(({ type }) => type === 'temporal').map(({ suspended }) => suspended);
    expect([(await shown()).map(({ over_limit }) => over_limit), await sent()]).toEqual([
      [undefined, undefined],
      [false, false],
    ]);
    await setStatus(parent, 'paused');
    expect(await agent.commands()).toMatchObject([{ kind: 'policy' }]);
    expect((await shown()).map(({ rule_name, over_limit, suspended }) => [rule_name, over_limit, suspended])).toEqual([
      ['First', undefined, false],
      ['Second', true, false],
    ]);
    expect(await sent()).toEqual([false, true]);
    // 14:30 in Berlin, when the second schedule would block.
    await stopClock(now + 1.5 * HOUR, parent, agent);
    expect(await parent.call(getBlockStatus, { query })).toMatchObject([{ state: 'allowed' }]);
    await setStatus(parent, 'active');
    expect(await parent.call(getBlockStatus, { query })).toMatchObject([{ state: 'blocked' }]);
    expect(await sent()).toEqual([false, false]);
    await setStatus(parent, 'paused');
    const [first] = await shown();
    await parent.call(removeRules, { query: { ...query, rule_ids: first?.rule_id ?? '' } });
    expect(await parent.call(getBlockStatus, { query })).toMatchObject([{ state: 'blocked' }]);
  });

  test('keeps the rules only on the oldest device, and sends them to the other when the oldest is removed (A167)', async () => {
    const { parent, id, now, agent } = await newFamilyAt('2026-11-16T12:00:00Z', { plan: '' });
    await buy(parent);
    await stopClock(now + 1, parent, agent);
    const second = await newDevice(parent, id);
    await parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    await setStatus(parent, 'paused');
    const rulesOf = async (device: typeof agent) => (await device.policy()).policy.users[0]?.rules.length;
    expect(await rulesOf(second)).toBe(0);
    expect(await rulesOf(agent)).toBeGreaterThan(0);
    await second.ack(await second.commands(), 'allowed');
    const devices = async () => (await parent.call(listDevices)).map(({ over_limit, command_state }) => [over_limit, command_state]);
    expect(await devices()).toEqual([
      [undefined, expect.any(String)],
      [true, 'confirmed'],
    ]);
    const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', user_id: id } });
    expect(status?.devices?.map(({ requested, over_limit }) => [requested, over_limit])).toEqual([
      ['blocked', undefined],
      ['allowed', true],
    ]);
    await parent.call(removeDevice, { body: { device_id: agent.deviceId } });
    expect(await second.commands()).toMatchObject([{ kind: 'policy' }]);
    expect(await rulesOf(second)).toBeGreaterThan(0);
    expect((await parent.call(listDevices)).map(({ over_limit }) => over_limit)).toEqual([undefined]);
  });
});
