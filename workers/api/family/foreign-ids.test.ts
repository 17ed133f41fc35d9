import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { createPairing, listDevices } from '#app/wire/family';
import { createRule } from '#app/wire/rule';
import type { Agent } from '#tests/clients/agent';
import { signIndependently } from '#tests/clients/independent-signature';
import { newPlace } from '#tests/clients/located-family';
import { type Answer, API, type Parent, post, read } from '#tests/clients/parent';
import { registerKey, reportReady, turnOnAutomatic, uploadSample } from '#tests/clients/sampled-family';
import { bindings, familyOf, newDevice, newFamily, readEverything, send, stopClock } from '#tests/clients/worker';
import { insertNotification } from './store/notification.queries';

/** Creates a family with one entity of each type that has an id. */
async function fullFamily() {
  const { parent, child } = await newFamily('premium_plus_monthly');
  const agent = await newDevice(parent, child.user_id);
  const block = { type: 'override', ruledef_name: 'block', expiry: null };
  const rule = await parent.call(createRule, { query: { user_id: child.user_id }, body: block });
  const [device] = await parent.call(listDevices);
  const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'iOS' } });
  const ids = {
    child: child.user_id,
    parent: parent.userId,
    session: parent.credentials.sessionId,
    device: agent.deviceId,
    rule: rule.rule_id,
    command: device?.command_id ?? '',
    pairing: pairing.pair_id,
    notification: ulid().toLowerCase(),
    place: (await newPlace(parent, [child.user_id])).id,
    sample: await newSample(parent, agent, child.user_id),
  };
  const facts = { type: 'device_not_seen', deviceId: agent.deviceId } as const;
  const notification = { id: ids.notification, subject_id: agent.deviceId, occurrence: 1, child_id: child.user_id, facts, at: Date.now() };
  await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => insertNotification(storage.sql, notification));
  return { parent, child, agent, ids };
}

/** Uploads a sample, and returns its id. */
async function newSample(parent: Parent, agent: Agent, userId: string): Promise<string> {
  await registerKey(parent);
  await reportReady(agent);
  await turnOnAutomatic(parent, userId);
  return (await uploadSample(agent, userId)).sampleId;
}

function vew(request_type: string, request_args: object): [method: string, path: string, body: unknown] {
  return ['POST', '/vew_request', { request_type, request_args }];
}

type Ids = Record<
  'child' | 'parent' | 'session' | 'device' | 'rule' | 'command' | 'pairing' | 'notification' | 'place' | 'sample' | 'account',
  string
>;
type Line = [name: string, method: string, path: string, body?: unknown];

function retrieve(requestedBy: string) {
  return { request_type: 'acctkey.retrieve', request_args: { secret: '0'.repeat(64), requested_by: requestedBy } };
}

/** Returns every request that takes an id, filled with `ids`. `own` are the ids of the caller's family. */
function callsWith(ids: Ids, own: Ids & { updatedTs: number }): { reads: Array<Line>; deletes: Array<Line> } {
  const block = { type: 'override', ruledef_name: 'block', expiry: null };
  const place = { lat: 1, lon: 1, radius: 100, name: 'Taken', users: [] };
  const notBy = (user_id: string) => [{ user_id, weekdays: [1], time: '08:00' }];
  const reads: Array<Line> = [
    ['one user', 'GET', `/user?user_id=${ids.child}`],
    ['one user, retired ones too', 'GET', `/user?include=retired&user_id=${ids.child}`],
    ['rules', 'GET', `/rule?user_id=${ids.child}`],
    ['devices of a child', 'GET', `/device?user_id=${ids.child}`],
    ['status', 'GET', `/block_status?dev_info&rule_info&usage&user_id=${ids.child}`],
    ['rename a child', 'PUT', '/user', { user_id: ids.child, updated_ts: 1, user_name: 'Taken' }],
    ['block a child', 'POST', `/rule?user_id=${ids.child}`, block],
    ['change a rule of theirs', 'PUT', `/rule?user_id=${ids.child}`, { rule_id: ids.rule, updated_ts: 1, suspended: true }],
    ['change their rule on my child', 'PUT', `/rule?user_id=${own.child}`, { rule_id: ids.rule, updated_ts: 1, suspended: true }],
    ['rename a device', 'PUT', '/device', { device_id: ids.device, display_name: 'Taken' }],
    ['give my device to their child', 'PUT', '/device', { device_id: own.device, users: [own.child, ids.child] }],
    ['pair for a child', 'POST', '/device', { user_id: ids.child, os: 'iOS' }],
    ['renew a code', 'POST', '/device', { pair_id: ids.pairing }],
    ['ask a child’s devices', 'POST', '/command', { command: 'device_info', user_id: ids.child }],
    ['pause a child', 'POST', '/command', { command: 'pause', action: 'pause', duration: 'PT30M', user_id: ids.child }],
    ['resume a child', 'POST', '/command', { command: 'resume', action: 'resume', user_id: ids.child }],
    ['read a notification', 'PUT', '/notifications', [{ notif_id: ids.notification, details: { hidden: true } }]],
    ['ask a device', 'POST', '/command', { command: 'device_info', device_id: ids.device }],
    ['change a place', 'PUT', '/geofences', { ...place, id: ids.place }],
    ['watch their child at my place', 'PUT', '/geofences', { ...place, id: own.place, users: [own.child, ids.child] }],
    ['expect their child at my place', 'PUT', '/geofences', { ...place, id: own.place, not_by: notBy(ids.child) }],
    ['last positions', 'GET', `/user_location?last=1&user_id=${ids.child}`],
    ['history', 'GET', `/location_history?date=2026-11-20&user_id=${ids.child}`],
    ['location facts', 'GET', `/location_info?extras=last,places&user_id=${ids.child}`],
    ['locate a child', 'POST', '/command', { command: 'location_burst', user_id: ids.child }],
    ['locate a device', 'POST', '/command', { command: 'location_burst', device_id: ids.device }],
    ['screenshots', ...vew('get_sample_meta', { user_id: ids.child })],
    ['numbers of screenshots', ...vew('get_sample_stats', { user_id: ids.child })],
    ['addresses of a screenshot', ...vew('get_download_urls', { sample_ids: [ids.sample] })],
    ['details of a screenshot', ...vew('get_analysis', { sample_ids: [ids.sample] })],
    ['request a screenshot', ...vew('on_demand', { user_id: ids.child })],
    ['request a screenshot of a device', ...vew('on_demand', { user_id: own.child, device_id: ids.device })],
    ['facts about screenshots', ...vew('get_vew_info', { user_id: ids.child })],
    ['settings of screenshots', ...vew('get_user_config', { user_id: ids.child })],
    ['change settings of screenshots', ...vew('update_user_config', { user_id: ids.child, config: { user_enabled: false } })],
    ['exchange a key for somebody else', 'POST', '/key_exchange', retrieve(ids.parent)],
    ['exchange a key for another session', 'POST', '/key_exchange', retrieve(ids.session)],
    ['mail an account', 'PUT', '/account_verification', { action: 'resend_email', account_id: ids.account }],
  ];
  const deletes: Array<Line> = [
    ['a child', 'DELETE', `/user?user_id=${ids.child}`],
    ['a device', 'DELETE', '/device', { device_id: ids.device }],
    ['a device in the query', 'DELETE', `/device?device_id=${ids.device}`],
    ['their rule', 'DELETE', `/rule?user_id=${ids.child}&rule_ids=${ids.rule}`],
    ['their rule on my child', 'DELETE', `/rule?user_id=${own.child}&rule_ids=${ids.rule}`],
    ['a place', 'DELETE', '/geofences', { ids: [ids.place] }],
    ['a screenshot', ...vew('delete_sample', { sample_ids: [ids.sample] })],
    ['a session', 'DELETE', `/session?session_id=${ids.session}`],
    ['a command', 'DELETE', '/command', { command_id: ids.command }],
    ['a child’s pause', 'DELETE', '/command', { user_id: ids.child, command: 'pause' }],
    ['a child’s pause in the query', 'DELETE', `/command?user_id=${ids.child}&command=pause`],
    ['a child’s commands', 'DELETE', '/command', { user_id: ids.child, command: 'policy' }],
  ];
  return { reads, deletes };
}

async function ask(parent: Parent, [, method, path, body]: Line): Promise<Answer> {
  return parent.raw(method, path, body);
}

describe('foreign ids', () => {
  test('treats ids of another family like unknown ids, and changes nothing (ERR-005)', async () => {
    const [mine, theirs] = await Promise.all([fullFamily(), fullFamily()]);
    await stopClock(Date.now() + 1_000, theirs.parent, theirs.agent);
    await stopClock(Date.now() + 1_000, mine.parent, mine.agent);
    const own = { ...mine.ids, account: mine.parent.accountId, updatedTs: mine.child.updated_ts };
    const foreign = callsWith({ ...theirs.ids, account: theirs.parent.accountId }, own);
    const id = () => ulid().toLowerCase();
    const invented = callsWith(
      {
        child: id(),
        parent: id(),
        session: id(),
        device: id(),
        rule: id(),
        command: id(),
        pairing: 'x'.repeat(22),
        notification: id(),
        place: id(),
        sample: id(),
        account: 'a'.repeat(64),
      },
      own,
    );
    const before = await readEverything(theirs.parent.accountId);
    const mineBefore = await readEverything(mine.parent.accountId);
    for (const [index, line] of foreign.reads.entries()) {
      const [a, b] = [await ask(mine.parent, line), await ask(mine.parent, invented.reads[index] ?? line)];
      expect(JSON.stringify(a), line[0]).toBe(JSON.stringify(b));
      expect(a, line[0]).toEqual({ status: 403, body: { errors: { code: 410, message: 'Insufficient privileges' } } });
    }
    for (const [index, line] of foreign.deletes.entries()) {
      const [a, b] = [await ask(mine.parent, line), await ask(mine.parent, invented.deletes[index] ?? line)];
      expect([a, b], line[0]).toEqual(Array(2).fill({ status: 200, body: { objects_deleted: 0 } }));
    }
    expect(await readEverything(theirs.parent.accountId)).toEqual(before);
    const mineAfter = await readEverything(mine.parent.accountId);
    for (const table of [
      'child',
      'rule',
      'device',
      'command',
      'pairing',
      'notice',
      'place',
      'location_access',
      'sample',
      'sample_config',
      'sample_access',
      'email_token',
      'outbox',
      'session',
      'account_key',
      'tried',
    ]) {
      expect(mineAfter[table], table).toEqual(mineBefore[table]);
    }
  });

  test('accepts from a device only its own children and commands', async () => {
    const [mine, theirs] = await Promise.all([fullFamily(), fullFamily()]);
    const second = await newDevice(mine.parent, mine.ids.child);
    expect((await mine.agent.ack([{ id: theirs.ids.command }, { id: ulid().toLowerCase() }], 'blocked')).body).toEqual({ accepted: [] });
    expect((await second.ack([{ id: mine.ids.command }], 'blocked')).body).toEqual({ accepted: [] });
    const usage = [{ user_id: theirs.ids.child, date: '2026-01-01', seconds: 60 }];
    expect((await mine.agent.report('allowed', { usage, active_user_id: theirs.ids.child })).body).toMatchObject({ usage: [] });
    const { usage: rows } = await readEverything(mine.parent.accountId);
    expect(rows).toEqual([]);
  });

  test('reveals nothing about another family’s ids through public requests', async () => {
    const [mine, theirs] = await Promise.all([fullFamily(), fullFamily()]);
    const { token } = mine.parent;
    const enrol = async (pairId: string) => {
      const about = {
        make: '',
        model: '',
        model_name: '',
        os: 'x',
        os_version: '',
        app_version: '',
        udid: '',
        management_level: '',
        key_pinned: false,
      };
      return read(await send(post('/device/enrol', { ...about, device_nonce: 'n'.repeat(16), pair_id: pairId, token })));
    };
    expect(await enrol(theirs.ids.pairing)).toEqual(await enrol('x'.repeat(22)));
    expect(await enrol(theirs.ids.pairing)).toMatchObject({ status: 400, body: { errors: { reason: 'code' } } });
    const confirm = async (pairId: string) => {
      const query = new URLSearchParams({ email: mine.parent.email, pair_id: pairId, token });
      return read(await send(new Request(`${API}/confirm?${query}`)));
    };
    expect(await confirm(theirs.ids.pairing)).toEqual({ status: 200, body: { device_paired: false, is_over: true } });
    expect(await confirm('x'.repeat(22))).toEqual({ status: 200, body: { device_paired: false, is_over: true } });
  });

  test('refuses an invented account id without starting an object', async () => {
    const { parent } = await newFamily();
    const last = parent.accountId.endsWith('0') ? '1' : '0';
    const ofAnotherClass = bindings.DIRECTORY.newUniqueId().toString();
    const flipped = parent.accountId.slice(0, -1) + last;
    const before = (await listDurableObjectIds(bindings.FAMILY)).length;
    const directoriesBefore = (await listDurableObjectIds(bindings.DIRECTORY)).length;
    for (const accountId of ['', 'x', '0'.repeat(64), 'f'.repeat(64), flipped, ofAnotherClass, `${parent.accountId}0`]) {
      const headers = signIndependently(
        { ...parent.credentials, accountId },
        { method: 'GET', pathAndQuery: '/account', date: Date.now() },
      );
      const answer = await read(await send(new Request(`${API}/account`, { headers })));
      expect(answer, accountId).toMatchObject({ status: 401, body: { errors: { code: 500, reason: 'session' } } });
      const verify = await read(await send(new Request(`${API}/account_verification?account_id=${accountId}&token=x`)));
      expect(verify.status, accountId).toBe(400);
      const confirm = await read(await send(new Request(`${API}/confirm?email=a@b.de&pair_id=x&token=${accountId}.x`)));
      expect(confirm, accountId).toMatchObject({ status: 400, body: { errors: { message: 'Invalid account token' } } });
    }
    expect((await listDurableObjectIds(bindings.FAMILY)).length).toBe(before);
    expect((await listDurableObjectIds(bindings.DIRECTORY)).length).toBe(directoriesBefore);
  });
});
