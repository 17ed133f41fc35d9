import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { createPairing, listDevices, listUsers } from '#app/wire/family';
import { Agent } from '#tests/clients/agent';
import { API, Parent, read } from '#tests/clients/parent';
import { ageDirectory, familyOf, newDevice, newFamily, readEverything, readRows, send, sendFrom, stopClock } from '#tests/clients/worker';
import { MIGRATIONS } from '../family/core/schema';
import { hashCode, isCode } from '../family/devices/pairing-code';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WRONG_CODE = { status: 400, body: { errors: { code: 500, reason: 'code' } } };
const NONCE = 'nonce-of-a-device';

async function openPairing(plan?: string) {
  const { parent, child } = await newFamily(plan);
  const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
  return { parent, child, pairing };
}

describe('pairing', () => {
  test('creates an eight-character code for fifteen minutes and a pairing for a week', async () => {
    const { parent, child } = await newFamily();
    const now = Date.now() + 1_000;
    await stopClock(now, parent);
    const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'iOS' } });
    expect(pairing.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(pairing.pair_id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect([pairing.code_expires_ts, pairing.expires_ts]).toEqual([now + 15 * MINUTE, now + 7 * DAY]);
    expect(pairing).toMatchObject({ user_id: child.user_id, child_name: 'Mia', os: 'iOS', device_id: null });
  });

  test('accepts a code with dash, spaces, lowercase letters, and O, I or L for 0 and 1', async () => {
    const spellings: Array<(code: string) => string> = [
      (code) => `${code.slice(0, 4)}-${code.slice(4)}`,
      (code) => ` ${code.slice(0, 4)} ${code.slice(4)}\n`,
      (code) => code.toLowerCase(),
      (code) => code.replaceAll('0', 'O').replaceAll('1', 'I'),
      (code) => code.replaceAll('0', 'o').replaceAll('1', 'l'),
    ];
    for (const spell of spellings) {
      const { pairing } = await openPairing();
      expect(await Agent.postEnrolment(send, { code: spell(pairing.code) }), String(spell)).toMatchObject({ status: 200 });
    }
  });

  test('accepts a code only until it expires', async () => {
    const { parent, pairing } = await openPairing();
    await stopClock(pairing.code_expires_ts, parent);
    expect(await Agent.postEnrolment(send, { code: pairing.code })).toMatchObject(WRONG_CODE);
    await ageDirectory('pair', pairing.code, 15 * MINUTE);
    expect(await Agent.postEnrolment(send, { code: pairing.code })).toMatchObject(WRONG_CODE);
    expect(await Agent.postEnrolment(send, { pair_id: pairing.pair_id, token: parent.token })).toMatchObject({ status: 200 });
  });

  test('accepts a renewed code but not the earlier code, and keeps the device of a used pairing', async () => {
    const { parent, pairing } = await openPairing();
    const renewed = await parent.call(createPairing, { body: { pair_id: pairing.pair_id } });
    expect(renewed.pair_id).toBe(pairing.pair_id);
    expect(renewed.code).not.toBe(pairing.code);
    expect(renewed.expires_ts).toBe(pairing.expires_ts);
    expect(await Agent.postEnrolment(send, { code: pairing.code })).toMatchObject(WRONG_CODE);
    const agent = await Agent.enrol(send, { code: renewed.code });
    expect((await parent.call(createPairing, { body: { pair_id: pairing.pair_id } })).device_id).toBe(agent.deviceId);
  });

  test('stores no code in plain text, but returns the code again for a repeated request', async () => {
    const { parent, child } = await newFamily();
    const open = () => parent.raw('POST', '/device', { user_id: child.user_id, os: 'android' }, { key: 'open' });
    const first = await open();
    const pairing = createPairing.output.parse(first.body);
    const renew = () => parent.raw('POST', '/device', { pair_id: pairing.pair_id }, { key: 'renew' });
    const renewed = createPairing.output.parse((await renew()).body);
    const kept = JSON.stringify(await readEverything(parent.accountId));
    for (const code of [pairing.code, renewed.code]) expect(kept).not.toContain(code);
    expect(await readRows(parent.accountId, 'SELECT length(code) AS length FROM pairing')).toEqual([{ length: 64 }]);
    expect(await open()).toEqual(first);
    expect(await renew()).toEqual({ status: 200, body: renewed });
    expect(await Agent.postEnrolment(send, { code: renewed.code })).toMatchObject({ status: 200 });
  });

  test('accepts a code that was stored in plain text before an update, and hashes it', async () => {
    const { parent, pairing } = await openPairing();
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE pairing SET code = ?', pairing.code);
      sql.exec("UPDATE answer SET body = ? WHERE body NOT LIKE '{%'", JSON.stringify(pairing));
      // Undoes the migrations from that update on, so that they run again.
      sql.exec('DROP TABLE refused_entry; DROP TABLE place; DROP TABLE location_access; DROP TABLE location_report');
      sql.exec('DROP TABLE billing; DROP TABLE subscription; DROP TABLE checkout; DROP TABLE sandbox; DROP TABLE silence_event');
      sql.exec('DROP TABLE sample; DROP TABLE sample_config; DROP TABLE sample_access');
      sql.exec('ALTER TABLE account DROP COLUMN group_offer_json');
      sql.exec('ALTER TABLE device DROP COLUMN location_json');
      sql.exec('CREATE TABLE location_report (device_id TEXT, seq INTEGER, from_at INTEGER, to_at INTEGER, fixes_json TEXT)');
      sql.exec(
        'DELETE FROM migration WHERE version > ?',
        MIGRATIONS.findIndex((text) => text.includes('pairing.code')),
      );
    });
    expect(JSON.stringify(await readEverything(parent.accountId)).split(pairing.code)).toHaveLength(3);
    await evictDurableObject(familyOf(parent.accountId));
    expect(JSON.stringify(await readEverything(parent.accountId))).not.toContain(pairing.code);
    expect(await Agent.postEnrolment(send, { code: 'ZZZZ0000' })).toMatchObject(WRONG_CODE);
    expect(await Agent.postEnrolment(send, { code: pairing.code })).toMatchObject({ status: 200 });
  });

  test('hashes a code with the pepper and its own pairing id', () => {
    const [pepper, other] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
    const hash = hashCode('ABCD2345', 'pairing', pepper);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(isCode('ABCD2345', hash, 'pairing', pepper)).toBe(true);
    const wrong: Array<[string | null, string, string]> = [
      ['ABCD2346', 'pairing', pepper],
      [null, 'pairing', pepper],
      ['ABCD2345', 'another', pepper],
      ['ABCD2345', 'pairing', other],
    ];
    for (const [code, pairId, key] of wrong) expect(isCode(code, hash, pairId, key)).toBe(false);
    // A plain-text code in an old row must not be accepted as its own hash.
    expect(isCode('ABCD2345', 'ABCD2345', 'pairing', pepper)).toBe(false);
  });

  test('deletes an unused pairing after a week', async () => {
    const { parent, child, pairing } = await openPairing();
    await stopClock(pairing.expires_ts, parent);
    expect(await parent.raw('POST', '/device', { pair_id: pairing.pair_id })).toMatchObject({
      status: 403,
      body: { errors: { code: 410 } },
    });
    expect(await Agent.postEnrolment(send, { pair_id: pairing.pair_id, token: parent.token })).toMatchObject({ status: 400 });
    expect(await readRows(parent.accountId, 'SELECT id FROM pairing')).toEqual([]);
    expect((await parent.raw('GET', `/user?user_id=${child.user_id}`)).status).toBe(200);
  });

  test('refuses all codes from an address after twenty wrong codes, while other addresses can enroll', async () => {
    const { pairing } = await openPairing();
    const from = sendFrom('203.0.113.50');
    const wrong = ['', 'U', 'ABCD-234', 'ABCD-23456', '........'];
    for (let tries = 0; tries < 20; tries++) {
      const code = wrong[tries] ?? `ZZZZ${String(tries).padStart(4, '0')}`;
      expect(await Agent.postEnrolment(from, { code }), code).toMatchObject(WRONG_CODE);
    }
    const tooMany = { status: 403, body: { errors: { code: 413 } } };
    expect(await Agent.postEnrolment(from, { code: pairing.code })).toMatchObject(tooMany);
    expect(await Agent.postEnrolment(send, { code: pairing.code })).toMatchObject({ status: 200 });
    await ageDirectory('ip', '203.0.113.50', 15 * MINUTE);
    const { pairing: next } = await openPairing();
    expect(await Agent.postEnrolment(from, { code: next.code })).toMatchObject({ status: 200 });
  });

  test('does not count correct codes as wrong', async () => {
    const { parent, child } = await newFamily('premium_monthly');
    const from = sendFrom('203.0.113.51');
    for (let index = 0; index < 6; index++) {
      for (let wrong = 0; wrong < 3; wrong++) await Agent.postEnrolment(from, { code: 'ZZZZ0000' });
      const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
      expect(await Agent.postEnrolment(from, { code: pairing.code })).toMatchObject({ status: 200 });
    }
  });

  test('enrolls one device per pairing: repeats the response for its nonce, and gives other devices no secret, even in parallel', async () => {
    const { parent, pairing } = await openPairing();
    const invitation = { pair_id: pairing.pair_id, token: parent.token };
    const answers = await Promise.all(
      ['one', 'two', 'one', 'two'].map((name) => Agent.postEnrolment(send, invitation, `${NONCE}-${name}`)),
    );
    const [good, bad] = [answers.filter(({ status }) => status === 200), answers.filter(({ status }) => status !== 200)];
    expect([good.length, bad.length]).toEqual([2, 2]);
    expect(good[0]).toEqual(good[1]);
    for (const answer of bad) {
      expect(answer).toMatchObject({ status: 400, body: { errors: { code: 500, reason: 'already_paired' } } });
      expect(JSON.stringify(answer)).not.toContain('device_secret');
    }
    expect(await Agent.postEnrolment(send, { code: pairing.code }, `${NONCE}-three`)).toMatchObject({
      body: { errors: { reason: 'already_paired' } },
    });
    expect(await parent.call(listDevices)).toHaveLength(1);
  });

  test('refuses a second device on the free plan, both when pairing and when two open pairings enroll', async () => {
    const { parent, child } = await newFamily();
    const body = { user_id: child.user_id, os: 'android' };
    const [first, second] = [await parent.call(createPairing, { body }), await parent.call(createPairing, { body })];
    await Agent.enrol(send, { code: first.code });
    const limit = { status: 403, body: { errors: { code: 410, reason: 'limit', limit: 1, message: 'max_devices' } } };
    expect(await Agent.postEnrolment(send, { code: second.code })).toMatchObject(limit);
    expect(await Agent.postEnrolment(send, { pair_id: second.pair_id, token: parent.token })).toMatchObject(limit);
    expect(await parent.raw('POST', '/device', body)).toMatchObject(limit);
    const newChild = { child_name: 'Zoe', time_zone: 'Europe/Berlin', os: 'iOS' };
    expect(await parent.raw('POST', '/device', newChild)).toMatchObject(limit);
    expect((await parent.raw('GET', '/user')).body).toHaveLength(2);
    const [device] = await parent.call(listDevices);
    await parent.raw('DELETE', '/device', { device_id: device?.device_id });
    expect(await Agent.postEnrolment(send, { code: second.code })).toMatchObject({ status: 200 });
  });

  test('enrolls only as many parallel devices as the plan allows', async () => {
    const { parent, child } = await newFamily('grandfathered');
    const open = () => parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    const pairings = await Promise.all(Array.from({ length: 8 }, open));
    const answers = await Promise.all(pairings.map(({ code }) => Agent.postEnrolment(send, { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await parent.call(listDevices)).toHaveLength(5);
  });

  test('creates the child with the pairing, or uses the existing child of that name', async () => {
    const parent = await Parent.signUp(send);
    const body = { child_name: ' Zoë ', time_zone: 'America/New_York', os: 'iOS' };
    const first = await parent.call(createPairing, { body });
    const second = await parent.call(createPairing, { body: { ...body, time_zone: 'Asia/Tokyo' } });
    expect([first.child_name, second.user_id]).toEqual(['Zoë', first.user_id]);
    const child = await parent.call(listUsers, { query: { user_id: first.user_id } });
    expect(child).toMatchObject({ user_name: 'Zoë', time_zone: 'America/New_York' });
    for (const wrong of [
      { os: 'iOS' },
      { ...body, child_name: ' ' },
      { ...body, time_zone: 'Mars/Olympus' },
      { ...body, os: 'windows' },
      {},
    ]) {
      expect((await parent.raw('POST', '/device', wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
  });

  test('refuses a new child with an existing name, and repeats the response for a repeated form', async () => {
    const parent = await Parent.signUp(send);
    const body = { child_name: 'Zoë', time_zone: 'America/New_York', is_new: true, os: 'iOS' };
    const key = crypto.randomUUID();
    const first = await parent.raw('POST', '/device', body, { key });
    expect(first.status).toBe(200);
    expect(await parent.raw('POST', '/device', body, { key })).toEqual(first);
    const taken = { status: 400, body: { errors: { code: 500, reason: 'name_taken' } } };
    expect(await parent.raw('POST', '/device', { ...body, child_name: ' Zoë\u202e' })).toMatchObject(taken);
    expect((await parent.raw('POST', '/device', { ...body, child_name: 'Ben' })).status).toBe(200);
    expect((await parent.raw('GET', '/user')).body).toHaveLength(3);
  });

  test('stores what a device reports about itself, and shows an unknown system as «other»', async () => {
    const { parent, child, pairing } = await openPairing();
    const about = { os: 'windows', os_version: '11', model_name: '', model: 'X1', fcm_token: 'f', management_level: 'ios-supervised' };
    const answer = await Agent.postEnrolment(send, { code: pairing.code }, NONCE, about);
    expect(answer).toMatchObject({
      status: 200,
      body: { account_id: parent.accountId, account_key: null, policy: { v: 1, users: [{ user_id: child.user_id }] } },
    });
    const [device] = await parent.call(listDevices);
    expect(device).toMatchObject({ display_name: 'X1', displayName: 'X1', os: 'other', os_version: '11', app_version: '8.1', udid: 'u-1' });
    expect(device).toMatchObject({ fcm_token: 'f', management_level: 'ios-supervised', retired: false, pair_id: pairing.pair_id });
    expect((await readRows<{ secret: string }>(parent.accountId, 'SELECT secret FROM device'))[0]?.secret).toMatch(/^k1\.[\w-]+$/);
  });

  test('refuses an invalid enrollment and creates no device', async () => {
    const { parent, pairing } = await openPairing();
    const invitation = { code: pairing.code };
    for (const wrong of [{ make: 7 }, { udid: 'x'.repeat(129) }, { key_pinned: 'yes' }, { management_level: null }]) {
      expect((await Agent.postEnrolment(send, invitation, NONCE, wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
    expect((await Agent.postEnrolment(send, invitation, 'short')).status).toBe(400);
    expect(await Agent.postEnrolment(send, { pair_id: pairing.pair_id, token: `${parent.token}x` })).toMatchObject({
      status: 400,
      body: { errors: { message: 'Invalid account token' } },
    });
    expect(await parent.call(listDevices)).toEqual([]);
  });

  test('closes the open pairings of a removed child', async () => {
    const { parent, child, pairing } = await openPairing();
    await parent.raw('DELETE', `/user?user_id=${child.user_id}`);
    expect(await Agent.postEnrolment(send, { code: pairing.code })).toMatchObject(WRONG_CODE);
  });

  test('reports whether a pairing has a device, and uses the specification’s texts for missing values (ERR-029, ERR-030)', async () => {
    const { parent, child, pairing } = await openPairing();
    const stranger = await Parent.signUp(send);
    const confirm = async (query: Record<string, string>) => read(await send(new Request(`${API}/confirm?${new URLSearchParams(query)}`)));
    const query = { email: parent.email, pair_id: pairing.pair_id, token: parent.token };
    const missing = { status: 400, body: { errors: { code: 500, message: 'Missing email or pair_id' } } };
    expect(await confirm({ ...query, email: '' })).toEqual(missing);
    expect(await confirm({ pair_id: query.pair_id, token: query.token })).toEqual(missing);
    expect(await confirm({ ...query, pair_id: '' })).toEqual(missing);
    const bad = { status: 400, body: { errors: { code: 500, message: 'Invalid account token' } } };
    for (const token of ['', 'x', `${parent.accountId}.x`, `${parent.token}x`, stranger.token])
      expect(await confirm({ ...query, token })).toEqual(bad);
    expect(await confirm({ ...query, email: stranger.email })).toEqual(bad);
    expect(await confirm({ email: query.email, pair_id: query.pair_id })).toEqual(bad);
    expect(await confirm({ ...query, email: ` ${parent.email.toUpperCase()} ` })).toEqual({ status: 200, body: { device_paired: false } });
    await Agent.enrol(send, { code: pairing.code });
    expect(await confirm(query)).toEqual({ status: 200, body: { device_paired: true } });
    expect((await parent.raw('POST', '/device', { user_id: child.user_id, os: 'iOS' })).status).toBe(403);
    const over = { status: 200, body: { device_paired: false, is_over: true } };
    expect(await confirm({ ...query, pair_id: 'unknown' })).toEqual(over);
    const [device] = await parent.call(listDevices);
    await parent.raw('DELETE', '/device', { device_id: device?.device_id });
    expect(await confirm(query)).toEqual(over);
    const { pair_id } = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'iOS' } });
    expect(await confirm({ ...query, pair_id })).toEqual({ status: 200, body: { device_paired: false } });
    await parent.raw('DELETE', `/user?user_id=${child.user_id}`);
    expect(await confirm({ ...query, pair_id })).toEqual(over);
  });

  test('does not list web sessions as devices', async () => {
    const { parent, child } = await newFamily();
    await Parent.signIn(send, parent.email);
    expect(await parent.call(listDevices)).toEqual([]);
    await newDevice(parent, child.user_id);
    expect(await parent.call(listDevices)).toHaveLength(1);
  });
});
