import { describe, expect, test } from 'vitest';
import { getAccount, login } from '#app/wire/account';
import { listUsers, type UserWire, updateUser } from '#app/wire/family';
import { authKey, Parent, post } from '#tests/clients/parent';
import { newDevice, newFamily, readRows, send, stopClock } from '#tests/clients/worker';

async function ownRecord(parent: Parent): Promise<UserWire> {
  const user = await parent.call(listUsers, { query: { user_id: parent.userId } });
  if (Array.isArray(user)) throw new Error('one user was asked for');
  return user;
}

async function moveTo(parent: Parent, time_zone: string): Promise<UserWire> {
  const { user_id, updated_ts } = await ownRecord(parent);
  return parent.call(updateUser, { body: { user_id, updated_ts, time_zone } });
}

describe('changeAccountZone', () => {
  test('changes the zone of the account and the parent’s own record, but not the children’s', async () => {
    const { parent, child } = await newFamily();
    const device = await newDevice(parent, child.user_id);
    const { server_time: _, ...policy } = await device.policy();
    expect(await moveTo(parent, 'asia/kolkata')).toMatchObject({ user_id: parent.userId, type: 1, time_zone: 'Asia/Calcutta' });
    const { time_zone, users } = await parent.call(getAccount);
    expect([time_zone, ...users.map((user) => user.time_zone)]).toEqual(['Asia/Calcutta', 'Asia/Calcutta', 'Europe/Berlin']);
    expect(await device.policy()).toMatchObject(policy);
    const audit = await readRows<{ kind: string }>(parent.accountId, 'SELECT kind FROM audit ORDER BY id DESC LIMIT 2');
    expect(audit.map(({ kind }) => kind)).toEqual(['account', 'user']);
  });

  test('refuses a change based on an older version and returns the current record', async () => {
    const { parent } = await newFamily();
    const { user_id, updated_ts } = await ownRecord(parent);
    const changed = await parent.call(updateUser, { body: { user_id, updated_ts, time_zone: 'Asia/Tokyo' } });
    const late = await parent.raw('PUT', '/user', { user_id, updated_ts, time_zone: 'Asia/Seoul' });
    expect(late).toMatchObject({ status: 400, body: { errors: { code: 500, reason: 'stale', current: changed } } });
    expect((await parent.call(getAccount)).time_zone).toBe('Asia/Tokyo');
  });

  test('applies a repeated request once', async () => {
    const { parent } = await newFamily();
    const { user_id, updated_ts } = await ownRecord(parent);
    const body = { user_id, updated_ts, time_zone: 'Asia/Tokyo' };
    const first = await parent.call(updateUser, { body }, { key: 'one-key-of-a-form' });
    expect(await parent.call(updateUser, { body }, { key: 'one-key-of-a-form' })).toEqual(first);
  });

  test('refuses changes to any other field of the parent’s record, but accepts the whole record sent back', async () => {
    const { parent } = await newFamily();
    const own = await ownRecord(parent);
    for (const wrong of [{ user_name: 'Eve' }, { birthday: '1990-01-01' }, { settings: { slot: 3 } }, { time_zone: 'Nowhere' }]) {
      const answer = await parent.raw('PUT', '/user', { user_id: own.user_id, updated_ts: own.updated_ts, ...wrong });
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
    }
    expect(await ownRecord(parent)).toEqual(own);
    expect(await parent.call(updateUser, { body: { ...own, time_zone: 'Asia/Tokyo' } })).toMatchObject({ time_zone: 'Asia/Tokyo' });
    const other = await newFamily();
    const foreign = { user_id: other.parent.userId, updated_ts: (await ownRecord(other.parent)).updated_ts, time_zone: 'Asia/Tokyo' };
    expect((await parent.raw('PUT', '/user', foreign)).status).toBe(403);
  });

  test('keeps UTC chosen by a parent after the next login', async () => {
    const parent = await Parent.signUp(send);
    await moveTo(parent, 'UTC');
    await send(
      post(login.path, {
        device: { os: 'test', time_zone: 'Asia/Tokyo' },
        login_obj: { email: parent.email, password: authKey(parent.email) },
      }),
    );
    expect((await parent.call(getAccount)).time_zone).toBe('Etc/UTC');
  });

  test('resets the monthly counts by the account’s zone, and keeps them when the zone changes back', async () => {
    const { parent, child } = await newFamily();
    const { counts_reset_ts } = await parent.call(getAccount);
    // In Auckland the next month has begun; in Berlin it has not.
    await stopClock(counts_reset_ts - 3_600_000, parent);
    const count = async () => (await parent.call(getAccount)).block_count;
    const block = { type: 'override', ruledef_name: 'block', expiry: null };
    await moveTo(parent, 'Pacific/Auckland');
    expect(await count()).toBe(0);
    expect((await parent.call(getAccount)).counts_reset_ts).toBeGreaterThan(counts_reset_ts + 20 * 86_400_000);
    expect((await parent.raw('POST', `/rule?user_id=${child.user_id}`, block)).status).toBe(200);
    expect(await count()).toBe(1);
    await moveTo(parent, 'Europe/Berlin');
    expect(await count()).toBe(1);
    expect((await parent.call(getAccount)).counts_reset_ts).toBeGreaterThan(counts_reset_ts + 20 * 86_400_000);
  });
});
