import { describe, expect, test } from 'vitest';
import { getPolicy, type PolicyAnswer } from '#app/wire/device';
import { createPairing } from '#app/wire/family';
import { accountKey, envelope } from '#tests/clients/account-key';
import { Agent } from '#tests/clients/agent';
import { authKey, type Parent } from '#tests/clients/parent';
import { newDevice, newFamily, send } from '#tests/clients/worker';

/** Creates a family with an account key and an open pairing. */
async function withKey() {
  const { parent, child } = await newFamily();
  const acctkey = accountKey();
  await exchange(parent, 'register', { ...acctkey, secret: authKey(parent.email) });
  const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
  return { parent, child, pairing, acctkey, told: { key: acctkey.key, key_id: acctkey.key_id } };
}

/** Returns the policy that is newer than `since`. */
async function policyOf(agent: Agent, since = 0): Promise<PolicyAnswer> {
  const { status, body } = await agent.raw('GET', `/device/policy?since=${since}`);
  expect(status).toBe(200);
  return getPolicy.output.parse(body);
}

async function exchange(parent: Parent, type: string, args: object): Promise<void> {
  const body = { request_type: `acctkey.${type}`, request_args: { requested_by: parent.userId, ...args } };
  expect(await parent.raw('POST', '/key_exchange', body)).toMatchObject({ status: 200, body: { acctkey: {} } });
}

describe('account key of devices', () => {
  test('gives a device the public key at enrollment and in its policy, but not the private key (A128, KEYS-016)', async () => {
    const { pairing, told, acctkey } = await withKey();
    const answer = await Agent.postEnrolment(send, { code: pairing.code });
    expect(answer).toMatchObject({ status: 200, body: { account_key: told, policy: { account_key: told } } });
    expect(JSON.stringify(answer)).not.toContain(JSON.stringify(acctkey.enc_priv).slice(1, -1));
  });

  test('gives devices no key before the account has one, and then sends it with a newer policy', async () => {
    const { parent, child } = await newFamily();
    const device = await newDevice(parent, child.user_id);
    const before = await policyOf(device);
    expect(before.policy.account_key).toBeNull();
    const acctkey = accountKey();
    await exchange(parent, 'register', { ...acctkey, secret: authKey(parent.email) });
    const after = await policyOf(device, before.schedule_ts);
    expect(after.policy.account_key).toEqual({ key: acctkey.key, key_id: acctkey.key_id });
    expect(after.schedule_ts).toBeGreaterThan(before.schedule_ts);
  });

  test('sends a reset key to the device', async () => {
    const { parent, pairing } = await withKey();
    const agent = await Agent.enrol(send, { code: pairing.code });
    const { schedule_ts } = await policyOf(agent);
    const other = accountKey('second', envelope('b'));
    const secret = authKey(parent.email);
    await exchange(parent, 'reset', { ...other, secret, new_secret: secret });
    const { policy } = await policyOf(agent, schedule_ts);
    expect(policy.account_key).toEqual({ key: other.key, key_id: other.key_id });
  });
});
