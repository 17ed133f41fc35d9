import { describe, expect, test } from 'vitest';
import { getBlockStatus } from '#app/wire/block-status';
import { createRule } from '#app/wire/rule';
import { newFamilyAt } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { newChild, newDevice } from '#tests/clients/worker';

async function deviceOf(parent: Parent, id: string) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', user_id: id } });
  return status?.devices?.[0];
}

describe('blockStatus', () => {
  test('returns the active child of a shared device and the child of its last command', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    await agent.report('allowed', { active_user_id: id });
    expect(await deviceOf(parent, id), 'of one child').toMatchObject({ active_user_id: null });
    const sibling = await newChild(parent, 'Leo');
    await parent.raw('PUT', '/device', { device_id: agent.deviceId, users: [id, sibling.user_id] });
    await agent.report('allowed', { active_user_id: sibling.user_id });
    await parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    const told = { active_user_id: sibling.user_id, requested: 'allowed', command: { user_id: id } };
    expect([await deviceOf(parent, id), await deviceOf(parent, sibling.user_id)]).toMatchObject([told, told]);
    await parent.raw('PUT', '/device', { device_id: agent.deviceId, users: [id] });
    expect(await deviceOf(parent, id), 'no longer of the other').toMatchObject({ active_user_id: null, requested: 'blocked' });
  });

  test('ignores devices used by another child in `view_here`, unless the child has no others', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    await agent.report('allowed');
    const sibling = await newChild(parent, 'Leo');
    await parent.raw('PUT', '/device', { device_id: agent.deviceId, users: [id, sibling.user_id] });
    await agent.report('allowed', { active_user_id: sibling.user_id });
    const views = async () => {
      const statuses = await parent.call(getBlockStatus);
      return [id, sibling.user_id].map((child) => {
        const status = statuses.find(({ user_id }) => user_id === child);
        return [status?.viewState, status?.view_here];
      });
    };
    expect(await views(), 'its only one').toEqual([
      ['pending', 'pending'],
      ['pending', 'pending'],
    ]);
    const phone = await newDevice(parent, id);
    await phone.report('allowed');
    expect(await views()).toEqual([
      ['pending', 'allowed'],
      ['pending', 'pending'],
    ]);
  });

  test("shows a child as unmanaged in `view_here` only when all of its devices are; `viewState` doesn't change (DEV-053)", async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    await agent.report('allowed');
    const phone = await newDevice(parent, id);
    await phone.report('allowed');
    const views = async () => {
      const [status] = await parent.call(getBlockStatus, { query: { user_id: id } });
      return [status?.viewState, status?.view_here];
    };
    await phone.report('allowed', { events: [{ type: 'management_removed', at: phone.clock }] });
    expect(await views()).toEqual(['unmanaged', 'allowed']);
    await agent.report('allowed', { events: [{ type: 'management_removed', at: agent.clock }] });
    expect(await views()).toEqual(['unmanaged', 'unmanaged']);
  });

  test('names the child with stricter rules on a shared device until it reports the active child (D12)', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    const sibling = await newChild(parent, 'Leo');
    await parent.raw('PUT', '/device', { device_id: agent.deviceId, users: [id, sibling.user_id] });
    const block = { type: 'override', ruledef_name: 'block', expiry: null } as const;
    const heldBy = async () => [await deviceOf(parent, id), await deviceOf(parent, sibling.user_id)].map((device) => device?.held_by);
    expect(await heldBy(), 'nobody is stricter').toEqual([null, null]);
    await parent.call(createRule, { query: { user_id: sibling.user_id }, body: block });
    expect(await heldBy()).toEqual([sibling.user_id, null]);
    const viewHere = async () => (await parent.call(getBlockStatus, { query: { user_id: id } }))[0]?.view_here;
    expect(await viewHere(), 'its only one').toBe('pending');
    const phone = await newDevice(parent, id);
    await phone.report('allowed');
    expect(await viewHere()).toBe('allowed');
    await agent.report('blocked', { active_user_id: id });
    expect(await heldBy(), 'it says who uses it').toEqual([null, null]);
    await agent.report('blocked');
    await parent.call(createRule, { query: { user_id: id }, body: block });
    expect(await heldBy(), 'both are blocked').toEqual([null, null]);
  });

  test('returns full details only for the requested child', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    await newChild(parent, 'Leo');
    await agent.report('allowed', { unsupported: ['allowAirplaneMode'] });
    const query = { dev_info: '', rule_info: '', usage: '', rules_of: id, details_of: id };
    const statuses = await parent.call(getBlockStatus, { query });
    const [own, other] = [statuses.find(({ user_id }) => user_id === id), statuses.find(({ user_id }) => user_id !== id)];
    expect(own?.devices?.[0]?.facts).toMatchObject({ app_version: expect.any(String), unsupported: ['allowAirplaneMode'] });
    expect([own?.usage, own?.rule, own?.rules?.length]).toEqual([expect.anything(), null, 1]);
    expect(other).toMatchObject({ view_here: 'unmanaged', state: 'allowed' });
    expect(['devices', 'rule', 'rules', 'usage'].filter((part) => other !== undefined && part in other)).toEqual([]);
  });
});
