import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { createPairing, createUser, listDevices, listUsers, updateDevice, updateUser } from '#app/wire/family';
import { createRule } from '#app/wire/rule';
import { Parent } from '#tests/clients/parent';
import { newChild, newDevice, newFamily, readRows, send } from '#tests/clients/worker';

const MISSING = 'Missing require param for user creation';

function create(parent: Parent, user_obj: Record<string, unknown>) {
  return parent.raw('POST', '/user', { user_obj });
}

describe('children', () => {
  test('refuses a child without name or time zone, with the documented message', async () => {
    const parent = await Parent.signUp(send);
    const wrong = [
      {},
      { user_name: 'Mia' },
      { time_zone: 'UTC' },
      { user_name: ' ', time_zone: 'UTC' },
      { user_name: 'Mia', time_zone: 'Nowhere/X' },
    ];
    for (const user_obj of [...wrong, { user_name: 'Mia', time_zone: '+02:00' }]) {
      const answer = await create(parent, user_obj);
      expect(answer, JSON.stringify(user_obj)).toMatchObject({ status: 400, body: { errors: { code: 500, message: MISSING } } });
    }
    expect((await parent.raw('POST', '/user', {})).status).toBe(400);
    expect(await parent.call(listUsers)).toHaveLength(1);
  });

  test('accepts any text of 1 to 64 characters as a name (FAM-046)', async () => {
    const parent = await Parent.signUp(send);
    const names = [
      '👩‍👧'.repeat(21),
      '🦊'.repeat(64),
      '<script>alert(1)</script>',
      "Robert'); DROP TABLE child;--",
      '{{name}}',
      'ﷺ',
      '  Zoë  ',
    ];
    for (const user_name of names) {
      expect(await create(parent, { user_name, time_zone: 'UTC' }), user_name).toMatchObject({
        status: 200,
        body: { user_name: user_name.trim() },
      });
    }
    expect((await create(parent, { user_name: '🦊'.repeat(65), time_zone: 'UTC' })).status).toBe(400);
    const listed = await parent.call(listUsers);
    expect(Array.isArray(listed) ? listed.map(({ user_name }) => user_name).slice(1) : []).toEqual(names.map((name) => name.trim()));
  });

  test('ignores a submitted type and ids, and picks the lowest free color (AUTH-062, CONST-086, FAM-027, 036, 037)', async () => {
    const parent = await Parent.signUp(send);
    const first = await parent.call(createUser, {
      body: { user_obj: { user_name: 'A', time_zone: 'utc', type: 1, user_id: 'x', account_id: 'y' } },
    });
    expect(first).toMatchObject({
      type: 10,
      account_id: parent.accountId,
      email: null,
      settings: { slot: 0, avatar_idx: null },
      retired: false,
    });
    expect(first.user_id).not.toBe('x');
    const second = await newChild(parent, 'B');
    expect(second.settings.slot).toBe(1);
    await parent.raw('DELETE', `/user?user_id=${first.user_id}`);
    expect((await newChild(parent, 'C')).settings.slot).toBe(0);
    const chosen = {
      user_name: 'D',
      time_zone: 'UTC',
      settings: { slot: 19, avatar_idx: 11 },
      birthday: '2015-02-28',
      gender: 'x',
      locale: 'de',
    };
    expect((await create(parent, chosen)).body).toMatchObject({
      settings: chosen.settings,
      birthday: '2015-02-28',
      gender: 'x',
      locale: 'de',
    });
    for (const wrong of [
      { settings: { slot: 20 } },
      { settings: { slot: -1 } },
      { settings: { avatar_idx: 12 } },
      { birthday: '2015-02-29' },
    ]) {
      expect((await create(parent, { ...chosen, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    }
  });

  test('changes only the editable fields, and returns the current record to the later of two concurrent changes', async () => {
    const { parent, child } = await newFamily();
    const { user_id, updated_ts } = child;
    const body = { user_id, updated_ts, user_name: ' Maya ', time_zone: 'asia/tokyo', type: 1, account_id: 'x', retired: true, created: 1 };
    const changed = await parent.call(updateUser, { body });
    expect(changed).toEqual({
      ...child,
      user_name: 'Maya',
      time_zone: 'Asia/Tokyo',
      updated_ts: changed.updated_ts,
      schedule_ts: changed.schedule_ts,
    });
    expect(changed.updated_ts).toBeGreaterThan(updated_ts);
    const late = await parent.raw('PUT', '/user', { user_id, updated_ts, user_name: 'Late' });
    expect(late).toMatchObject({ status: 400, body: { errors: { code: 500, reason: 'stale', current: changed } } });
    for (const wrong of [
      { user_name: '' },
      { user_name: 'x'.repeat(65) },
      { time_zone: 'Nowhere' },
      { updated_ts: undefined },
      { settings: { slot: 20 } },
    ]) {
      const answer = await parent.raw('PUT', '/user', { user_id, updated_ts: changed.updated_ts, ...wrong });
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
    }
    expect(await parent.call(listUsers, { query: { user_id } })).toEqual(changed);
    // Another spelling of the same zone does not count as a change of zone.
    await parent.call(updateUser, { body: { user_id, updated_ts: changed.updated_ts, time_zone: 'ASIA/Tokyo' } });
    const [row] = await readRows<{ left_zones_json: string }>(
      parent.accountId,
      `SELECT left_zones_json FROM child WHERE id = '${user_id}'`,
    );
    expect(JSON.parse(row?.left_zones_json ?? '')).toMatchObject([{ zone: 'Europe/Berlin' }]);
  });

  test('accepts an allowance of seven numbers, each at most a day, only if the plan includes it (ALLOW-023)', async () => {
    const { parent, child } = await newFamily();
    const paid = await newFamily('premium_monthly');
    const allowance = [0, 86_400, 1, 2, 3, 4, 5];
    const answer = await parent.raw('PUT', '/user', { user_id: child.user_id, updated_ts: child.updated_ts, allowance });
    expect(answer).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    const change = { user_id: paid.child.user_id, updated_ts: paid.child.updated_ts };
    for (const wrong of [
      allowance.slice(1),
      [...allowance, 1],
      [86_401, 0, 0, 0, 0, 0, 0],
      [-1, 0, 0, 0, 0, 0, 0],
      [0.5, 0, 0, 0, 0, 0, 0],
    ]) {
      expect((await paid.parent.raw('PUT', '/user', { ...change, allowance: wrong })).status, JSON.stringify(wrong)).toBe(400);
    }
    const changed = await paid.parent.call(updateUser, { body: { ...change, allowance, allowance_enabled: true } });
    expect(changed).toMatchObject({ allowance, allowance_enabled: true });
  });

  test('sends devices a new policy after a new zone or name, but not after a new color', async () => {
    const { parent, child } = await newFamily();
    const agent = await newDevice(parent, child.user_id);
    const before = (await agent.policy()).schedule_ts;
    const coloured = await parent.call(updateUser, {
      body: { user_id: child.user_id, updated_ts: child.updated_ts, settings: { slot: 7 } },
    });
    expect((await agent.policy()).schedule_ts).toBe(before);
    await parent.call(updateUser, { body: { user_id: child.user_id, updated_ts: coloured.updated_ts, time_zone: 'Asia/Tokyo' } });
    const { schedule_ts, policy } = await agent.policy();
    expect(schedule_ts).toBeGreaterThan(before);
    expect(policy.users[0]?.time_zone).toBe('Asia/Tokyo');
  });

  test('removes a child’s own device and rules, and leaves a shared device to the other child', async () => {
    const { parent, child } = await newFamily('premium_monthly');
    const sibling = await newChild(parent, 'Ben');
    const [own, shared] = [await newDevice(parent, child.user_id), await newDevice(parent, child.user_id)];
    await parent.call(updateDevice, { body: { device_id: shared.deviceId, users: [child.user_id, sibling.user_id] } });
    await parent.call(createRule, { query: { user_id: child.user_id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    const path = `/user?user_id=${child.user_id}`;
    expect(await parent.raw('DELETE', path)).toMatchObject({ status: 200, body: { objects_deleted: 1 } });
    expect(await parent.raw('DELETE', path)).toEqual({ status: 200, body: { objects_deleted: 0 } });
    expect((await own.raw('GET', '/device/commands')).status).toBe(410);
    expect((await shared.policy()).policy.users.map(({ user_id }) => user_id)).toEqual([sibling.user_id]);
    expect((await parent.call(listDevices)).map(({ device_id, users }) => [device_id, users])).toEqual([
      [shared.deviceId, [sibling.user_id]],
    ]);
    expect(await readRows(parent.accountId, `SELECT id FROM rule WHERE child_id = '${child.user_id}'`)).toEqual([]);
    expect((await parent.call(getAccount)).users.map(({ user_name }) => user_name)).not.toContain('Mia');
    expect((await parent.raw('GET', path)).status).toBe(403);
    expect(await parent.raw('GET', `${path}&include=retired`)).toMatchObject({ status: 200, body: { retired: true, user_name: 'Mia' } });
    expect((await parent.raw('GET', '/user?include=all')).status).toBe(400);
  });

  test('lists the parent’s own record, but does not accept it as a child', async () => {
    const { parent } = await newFamily();
    const own = parent.userId;
    expect(await parent.call(listUsers, { query: { user_id: own } })).toMatchObject({ type: 1, email: parent.email });
    expect(await parent.raw('DELETE', `/user?user_id=${own}`)).toEqual({ status: 200, body: { objects_deleted: 0 } });
    const refused = { status: 403, body: { errors: { code: 410 } } };
    const block = { type: 'override', ruledef_name: 'block', expiry: null };
    expect(await parent.raw('POST', `/rule?user_id=${own}`, block)).toMatchObject(refused);
    expect(await parent.raw('GET', `/block_status?user_id=${own}`)).toMatchObject(refused);
    expect(await parent.raw('POST', '/device', { user_id: own, os: 'iOS' })).toMatchObject(refused);
  });

  test('accepts only birthdays that the form accepts', async () => {
    const { parent, child } = await newFamily();
    const put = (birthday: string | null) => parent.raw('PUT', '/user', { user_id: child.user_id, updated_ts: child.updated_ts, birthday });
    for (const [birthday, fault] of [
      ['0001-01-01', 'birthday_too_early'],
      ['2999-01-01', 'birthday_in_future'],
    ] as const) {
      const refused = { status: 400, body: { errors: { fields: { birthday: fault } } } };
      expect(await put(birthday)).toMatchObject(refused);
      expect(await create(parent, { user_name: 'Ben', time_zone: 'UTC', birthday })).toMatchObject(refused);
    }
    expect(await parent.call(listUsers)).toHaveLength(2);
    const ahead = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
    const HOUR_MS = 3_600_000;
    expect(await put(ahead(38 * HOUR_MS))).toMatchObject({ status: 400, body: { errors: { fields: { birthday: 'birthday_in_future' } } } });
    const today = ahead(14 * HOUR_MS);
    expect(await create(parent, { user_name: 'Eva', time_zone: 'Pacific/Pago_Pago', birthday: today })).toMatchObject({ status: 200 });
    expect(await put('2016-02-29')).toMatchObject({ status: 200, body: { birthday: '2016-02-29' } });
  });

  test('refuses a child beyond 200, and removes the oldest of more than 20 open pairings', async () => {
    const { parent, child } = await newFamily();
    const { pair_id } = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    for (let index = 1; index < 20; index += 1) await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    const renew = () => parent.raw('POST', '/device', { pair_id });
    expect((await renew()).status).toBe(200);
    await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    expect((await renew()).status).toBe(403);
    expect(await readRows(parent.accountId, 'SELECT count(*) AS n FROM pairing')).toEqual([{ n: 20 }]);
    for (let index = 1; index < 200; index += 1) await newChild(parent, `Child ${index}`);
    const full = { status: 403, body: { errors: { code: 410, reason: 'full', limit: 200 } } };
    expect(await create(parent, { user_name: 'Ben', time_zone: 'UTC' })).toMatchObject(full);
    expect(await parent.raw('POST', '/device', { child_name: 'Ben', os: 'android' })).toMatchObject(full);
    expect(await parent.call(listUsers)).toHaveLength(201);
  });

  test('accepts an unchanged allowance state in PUT /user and refuses any other', async () => {
    const { parent, child } = await newFamily();
    const put = (allowance_state: unknown) =>
      parent.raw('PUT', '/user', { user_id: child.user_id, updated_ts: child.updated_ts, user_name: 'Mia', allowance_state });
    for (const state of ['pause', 'stopped', '', null, 1]) {
      const refused = { status: 400, body: { errors: { fields: { allowance_state: expect.any(String) } } } };
      expect(await put(state), String(state)).toMatchObject(refused);
    }
    expect(await put('play')).toMatchObject({ status: 200, body: { allowance_state: 'play' } });
  });
});
