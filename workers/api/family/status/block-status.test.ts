import { expect, test } from 'vitest';
import { getBlockStatus } from '../../../../app/wire/block-status';
import { createRule } from '../../../../app/wire/rule';
import { newFamilyAt } from '../../../../tests/clients/clock';
import type { Parent } from '../../../../tests/clients/parent';
import { newChild } from '../../../../tests/clients/worker';

async function deviceOf(parent: Parent, id: string) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', user_id: id } });
  return status?.devices?.[0];
}

test('a device of two children tells who uses it, and for whom it was asked', async () => {
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
