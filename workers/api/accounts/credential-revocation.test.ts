import { describe, expect, test } from 'vitest';
import { createPairing } from '#app/wire/family';
import { changeEmail, changePassword } from '#app/wire/identity';
import { Agent } from '#tests/clients/agent';
import { mailsLeadingTo } from '#tests/clients/mailbox';
import { authKey, Parent, post, uniqueEmail } from '#tests/clients/parent';
import { familyOf, internal, newChild, newDevice, prove, readRows, send } from '#tests/clients/worker';

const NEW = authKey('a new password');

function moveTo(parent: Parent, to: string) {
  const login_obj = { email: parent.email, password: authKey(parent.email), new_email: to, upd_password: NEW };
  return parent.call(changeEmail, { body: { login_obj } });
}

/** Ways for a parent to shut out a thief. Each returns a function that completes it, called after the thief has prepared. */
const WAYS: Record<string, (parent: Parent) => Promise<() => Promise<unknown>>> = {
  'a change of the password (S05)': async (parent) => () =>
    parent.call(changePassword, { body: { login_obj: { email: parent.email, password: authKey(parent.email), new_password: NEW } } }),
  'a change of the address (S06)': async (parent) => () => moveTo(parent, uniqueEmail()),
  'a reset (S08)':
    async ({ email }) =>
    async () => {
      await send(post('/resetpw', { email }));
      const token = (await mailsLeadingTo('/reset', email))[0]?.link.searchParams.get('token') ?? '';
      expect((await send(post('/resetpw', { email, token, password: NEW }))).status).toBe(200);
    },
  'an undone change of the address': async (parent) => {
    await moveTo(parent, uniqueEmail());
    const token = (await mailsLeadingTo('/undo-email', parent.email))[0]?.link.searchParams.get('token') ?? '';
    return async () => expect((await send(post('/credentials_undo', { account_id: parent.accountId, token }))).status).toBe(200);
  },
};

describe('credential revocation', () => {
  test.each(Object.entries(WAYS))('%s voids the account token and open pairings, but keeps paired devices', async (_, prepare) => {
    const parent = await Parent.signUp(send);
    await prove(parent.accountId);
    await internal.grant(parent.email, 'premium_monthly');
    const { user_id } = await newChild(parent, 'Mia');
    const shutOut = await prepare(parent);
    const agent = await newDevice(parent, user_id);
    const pairing = await parent.call(createPairing, { body: { user_id, os: 'android' } });
    await shutOut();
    expect(await familyOf(parent.accountId).isToken(parent.token)).toBe(false);
    for (const invitation of [{ code: pairing.code }, { pair_id: pairing.pair_id, token: parent.token }]) {
      expect((await Agent.postEnrolment(send, invitation)).status).toBe(400);
    }
    expect(
      await familyOf(parent.accountId)
        .renewCode(pairing.pair_id)
        .catch(() => 'closed'),
    ).toBe('closed');
    expect(await readRows(parent.accountId, 'SELECT device_id FROM pairing')).toEqual([{ device_id: agent.deviceId }]);
    expect((await agent.raw('GET', '/device/policy')).status).toBe(200);
  });
});
