import { SELF } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { getBlockStatus } from '#app/wire/block-status';
import { createPairing, createUser, listDevices } from '#app/wire/family';
import { createRule, listRules, removeRules } from '#app/wire/rule';
import { Agent } from '#tests/clients/agent';
import { Parent } from '#tests/clients/parent';

const send = (request: Request) => SELF.fetch(request);

async function familyWithDevice() {
  const parent = await Parent.signUp(send);
  const child = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
  const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
  const agent = await Agent.enrol(send, { code: pairing.code });
  return { parent, child, pairing, agent };
}

async function statusOf(parent: Parent, childId: string) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', rule_info: '', usage: '', user_id: childId } });
  if (status?.devices === undefined) throw new Error('no status');
  return { ...status, device: status.devices[0] };
}

describe('Family', () => {
  test('sends a block to the device and shows its confirmation (MAN-006, MAN-011, MAN-012)', async () => {
    const { parent, child, agent } = await familyWithDevice();
    await agent.report('allowed');
    expect((await statusOf(parent, child.user_id)).viewState).toBe('allowed');

    const rule = await parent.call(createRule, {
      query: { user_id: child.user_id },
      body: { type: 'override', ruledef_name: 'block', expiry: null },
    });
    expect(rule.undo_until).toBeGreaterThan(rule.created_ts);
    const saved = await statusOf(parent, child.user_id);
    expect([saved.state, saved.viewState, saved.device?.command?.state, saved.device?.desired]).toEqual([
      'blocked',
      'pending',
      'saved',
      'block',
    ]);

    const commands = await agent.commands();
    expect(commands.map((command) => command.kind)).toEqual(['policy']);
    expect((await statusOf(parent, child.user_id)).device?.command?.state).toBe('sent');

    await agent.ack(commands, 'blocked');
    const confirmed = await statusOf(parent, child.user_id);
    expect([confirmed.viewState, confirmed.device?.status, confirmed.device?.command?.state]).toEqual(['blocked', 'blocked', 'confirmed']);
    expect(confirmed.device?.command?.confirmed_ts).toBeGreaterThanOrEqual(rule.created_ts);
    expect(confirmed.why?.rule_id).toBe(rule.rule_id);

    await parent.call(removeRules, { query: { user_id: child.user_id, rule_ids: rule.rule_id } });
    expect((await statusOf(parent, child.user_id)).viewState).toBe('pending');
  });

  test('refuses the sixth block of the month, even among simultaneous ones, and keeps the state', async () => {
    const { parent, child } = await familyWithDevice();
    const body = { type: 'override', ruledef_name: 'block', expiry: null };
    const answers = await Promise.all(Array.from({ length: 100 }, () => parent.raw('POST', `/rule?user_id=${child.user_id}`, body)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 403)).toHaveLength(95);
    const refused = answers.find((answer) => answer.status === 403);
    expect(refused?.body).toMatchObject({ errors: { code: 410, reason: 'limit', limit: 5 } });
    expect((await parent.call(getAccount)).block_count).toBe(5);
  });

  test('applies an idempotency key once and refuses it with a different body', async () => {
    const { parent, child } = await familyWithDevice();
    const body = { type: 'override', ruledef_name: 'block', expiry: null };
    const path = `/rule?user_id=${child.user_id}`;
    const [first, second] = await Promise.all([
      parent.raw('POST', path, body, { key: 'k1' }),
      parent.raw('POST', path, body, { key: 'k1' }),
    ]);
    expect(first).toEqual(second);
    const other = await parent.raw('POST', path, { ...body, ruledef_name: 'grant' }, { key: 'k1' });
    expect(other).toMatchObject({ status: 400, body: { errors: { reason: 'replayed_key' } } });
    expect((await parent.call(getAccount)).block_count).toBe(1);
  });

  test('accepts one device per pairing, returns the same secret for the same nonce, and refuses another nonce', async () => {
    const { parent, pairing, agent } = await familyWithDevice();
    const again = await Agent.enrol(send, { pair_id: pairing.pair_id, token: parent.token }, agent.nonce);
    expect(again.secret).toBe(agent.secret);
    const other = await Agent.postEnrolment(send, { pair_id: pairing.pair_id, token: parent.token }, 'another-nonce-of-16');
    expect(other).toMatchObject({ status: 400, body: { errors: { reason: 'already_paired' } } });
    expect(await parent.call(listDevices)).toHaveLength(1);
  });

  test('returns all statuses with the rules of one child, and without rules for a child of another family', async () => {
    const { parent, child } = await familyWithDevice();
    const other = await familyWithDevice();
    const sibling = await parent.call(createUser, { body: { user_obj: { user_name: 'Ben', time_zone: 'UTC' } } });
    const rulesOf = async (id: string) => {
      const statuses = await parent.call(getBlockStatus, { query: { rules_of: id } });
      return Object.fromEntries(statuses.map((status) => [status.user_id, status.rules]));
    };
    const asked = await parent.call(listRules, { query: { user_id: child.user_id } });
    expect(asked).toHaveLength(1);
    expect(await rulesOf(child.user_id)).toEqual({ [child.user_id]: asked, [sibling.user_id]: undefined });
    expect(await rulesOf(other.child.user_id)).toEqual({ [child.user_id]: undefined, [sibling.user_id]: undefined });
  });
});
