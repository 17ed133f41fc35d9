import { describe, expect, test } from 'vitest';
import { localDate } from '#app/domain/time';
import { getAccount } from '#app/wire/account';
import { getBlockStatus } from '#app/wire/block-status';
import { enrolDevice } from '#app/wire/device';
import { createPairing, listDevices, updateDevice } from '#app/wire/family';
import { createRule } from '#app/wire/rule';
import { Agent } from '#tests/clients/agent';
import { list } from '#tests/clients/announced-family';
import type { Parent } from '#tests/clients/parent';
import { newChild, newDevice, newFamily, readRows, send } from '#tests/clients/worker';

const GONE = { status: 410, body: { errors: { code: 410, reason: 'gone' } } };

async function pairedFamily() {
  const { parent, child } = await newFamily('premium_monthly');
  const agent = await newDevice(parent, child.user_id);
  const [device] = await parent.call(listDevices);
  if (device === undefined) throw new Error('no device');
  return { parent, child, agent, device };
}

describe('devices', () => {
  test('answers every request of a removed device with 410 and confirms its last command', async () => {
    const { parent, child, agent } = await pairedFamily();
    await parent.call(createRule, { query: { user_id: child.user_id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    expect(await parent.raw('DELETE', '/device', { device_id: agent.deviceId })).toEqual({ status: 200, body: { objects_deleted: 1 } });
    const commands = () => readRows(parent.accountId, 'SELECT kind, state FROM command ORDER BY seq');
    expect(await commands()).toEqual([
      { kind: 'policy', state: 'cancelled' },
      { kind: 'unmanage', state: 'saved' },
    ]);
    const ack = [{ id: 'x', status: 'ok', schedule_ts: 1, applied: 'blocked', at: 1 }];
    const calls: Array<[string, string, unknown?]> = [
      ['GET', '/device/commands'],
      ['GET', '/device/policy?since=1'],
      ['POST', '/device/ack', ack],
      ['POST', '/device/report', {}],
      ['GET', '/device/nothing'],
    ];
    for (const [method, path, body] of calls) expect(await agent.raw(method, path, body), path).toMatchObject(GONE);
    expect((await commands())[1]).toEqual({ kind: 'unmanage', state: 'confirmed' });
    const audit = await readRows(parent.accountId, "SELECT actor_id FROM audit WHERE kind = 'command'");
    expect(audit).toEqual([{ actor_id: `device:${agent.deviceId}` }]);
    expect(await parent.raw('DELETE', '/device', { device_id: agent.deviceId })).toEqual({ status: 200, body: { objects_deleted: 0 } });
    expect(await parent.call(listDevices)).toEqual([]);
    const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', user_id: child.user_id } });
    expect(status).toMatchObject({ viewState: 'unmanaged', devices: [] });
  });

  test('lists the devices of one child', async () => {
    const { parent, child, device } = await pairedFamily();
    const sibling = await newChild(parent, 'Leo');
    await newDevice(parent, sibling.user_id);
    expect(await parent.call(listDevices, { query: { user_id: child.user_id } })).toEqual([device]);
  });

  test('answers 410 for a removed device only if the signature is valid', async () => {
    const { parent, agent } = await pairedFamily();
    await parent.raw('DELETE', '/device', { device_id: agent.deviceId });
    const answer = { device_id: agent.deviceId, account_id: agent.accountId, device_secret: '0'.repeat(64), schedule_ts: 1 };
    const impostor = new Agent(send, answer, 'nonce');
    expect(await impostor.raw('GET', '/device/commands')).toMatchObject({ status: 401, body: { errors: { reason: 'signature' } } });
  });

  test('refuses to enroll a removed device again through its old pairing, without a secret', async () => {
    const { parent, agent, device } = await pairedFamily();
    await parent.raw('DELETE', '/device', { device_id: agent.deviceId });
    const again = await Agent.postEnrolment(send, { pair_id: device.pair_id, token: parent.token }, agent.nonce);
    expect(again).toMatchObject({ status: 400, body: { errors: { reason: 'already_paired' } } });
  });

  test('renames a device by `display_name` or `displayName`, with 1 to 64 characters', async () => {
    const { parent, device } = await pairedFamily();
    const rename = (body: Record<string, unknown>) => parent.raw('PUT', '/device', { device_id: device.device_id, ...body });
    const party = '🎉'.repeat(64);
    for (const body of [{ display_name: ' Mia’s phone ' }, { displayName: '<b>' }, { display_name: party }]) {
      const name = (body.display_name ?? body.displayName ?? '').trim();
      expect(await rename(body)).toMatchObject({ status: 200, body: { display_name: name, displayName: name } });
    }
    for (const display_name of ['', '  ', `${party}x`, 7, null])
      expect((await rename({ display_name })).status, String(display_name)).toBe(400);
    expect((await parent.call(listDevices))[0]?.display_name).toBe(party);
  });

  test('suspends and moves a device, and refuses a change based on an old row', async () => {
    const { parent, child, agent, device } = await pairedFamily();
    const sibling = await newChild(parent, 'Ben');
    const { device_id, updated_ts } = device;
    const moved = await parent.call(updateDevice, { body: { device_id, updated_ts, suspended: true, users: [sibling.user_id] } });
    expect(moved).toMatchObject({ suspended: true, users: [sibling.user_id] });
    expect(moved.updated_ts).toBeGreaterThan(updated_ts);
    expect((await agent.policy()).policy.users.map(({ user_id }) => user_id)).toEqual([sibling.user_id]);
    const late = await parent.raw('PUT', '/device', { device_id, updated_ts, users: [child.user_id] });
    expect(late).toMatchObject({ status: 400, body: { errors: { reason: 'stale', current: moved } } });
    expect((await parent.raw('PUT', '/device', { device_id, users: [] })).status).toBe(400);
    expect((await parent.raw('PUT', '/device', { device_id, users: [parent.userId] })).status).toBe(403);
  });

  test('shows the state of a block in the device list', async () => {
    const { parent, child, agent } = await pairedFamily();
    await parent.call(createRule, { query: { user_id: child.user_id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    expect((await parent.call(listDevices))[0]).toMatchObject({ command_state: 'saved', display_state: 'pending', command_sent_ts: null });
    await agent.ack(await agent.commands(), 'blocked');
    const [device] = await parent.call(listDevices);
    expect(device).toMatchObject({ command_state: 'confirmed', display_state: 'blocked', users: [child.user_id] });
    expect(device?.command_confirmed_ts).toBeGreaterThanOrEqual(device?.command_saved_ts ?? Number.NaN);
  });

  test('sends a shared device the rules of both children, and a new policy when its children change', async () => {
    const { parent, child, agent, device } = await pairedFamily();
    const sibling = await newChild(parent, 'Ben');
    const stranger = await newFamily();
    const both = [child.user_id, sibling.user_id];
    const share = (users: Array<string>) => parent.raw('PUT', '/device', { device_id: device.device_id, users });
    for (const users of [[child.user_id, stranger.child.user_id], ['unknown'], [child.user_id, parent.userId]]) {
      expect(await share(users), JSON.stringify(users)).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    }
    expect((await share(Array(21).fill(child.user_id))).status).toBe(400);
    const before = (await agent.policy()).schedule_ts;
    expect(await share([...both, child.user_id])).toMatchObject({ status: 200, body: { users: both } });
    const shared = await agent.policy();
    expect(shared.schedule_ts).toBeGreaterThan(before);
    expect(shared.policy.users.map(({ user_id }) => user_id)).toEqual(both);
    const viewOf = async (user_id: string) => (await parent.call(getBlockStatus, { query: { dev_info: '', user_id } }))[0]?.devices;
    for (const id of both) expect(await viewOf(id)).toMatchObject([{ device_id: device.device_id }]);
    await agent.report('allowed', { active_user_id: child.user_id });
    expect(await share([sibling.user_id])).toMatchObject({ status: 200, body: { users: [sibling.user_id] } });
    expect(await viewOf(child.user_id)).toEqual([]);
    const [row] = await readRows<{ report_json: string }>(parent.accountId, 'SELECT report_json FROM device');
    expect(JSON.parse(row?.report_json ?? '')).toMatchObject({ activeChildId: null });
    // A new name or suspension sends no new policy.
    const { schedule_ts } = await agent.policy();
    await parent.call(updateDevice, { body: { device_id: device.device_id, display_name: 'Tablet', suspended: true } });
    expect((await agent.policy()).schedule_ts).toBe(schedule_ts);
  });

  test('shows the same device state as `block_status`, and what the device reported', async () => {
    const { parent, child, agent } = await pairedFamily();
    const listed = async () => (await parent.call(listDevices))[0];
    const proof = async () => (await parent.call(getBlockStatus, { query: { dev_info: '', user_id: child.user_id } }))[0]?.devices?.[0];
    const agree = async (expected: string) =>
      expect([(await listed())?.display_state, (await proof())?.viewState]).toEqual([expected, expected]);
    await agree('pending');
    await agent.report('allowed', {
      components: { mdm: 'ok', vpn: true },
      unsupported: ['no_airplane_mode'],
      error_count: 2,
      battery: 0.2,
    });
    await agree('allowed');
    expect(await listed()).toMatchObject({
      system_components: { mdm: 'ok', vpn: true },
      unsupported: ['no_airplane_mode'],
      error_count: 2,
      attributes: { battery_level: 0.2 },
      command_state: null,
    });
    await parent.raw('POST', '/command', { command: 'pause', action: 'pause', user_id: child.user_id });
    await agree('pending');
    await agent.ack(await agent.commands(), 'paused');
    await agree('paused');
    expect(await listed()).toMatchObject({ command_state: 'confirmed', unsupported: ['no_airplane_mode'] });
    await agent.report('paused', { unsupported: [], events: [{ type: 'management_removed', at: Date.now() }] });
    await agree('unmanaged');
    expect(await listed()).toMatchObject({ unsupported: [], management_removed: true });
  });

  test('removes personal data of a removed device', async () => {
    const { parent, agent } = await pairedFamily();
    const apps = [{ bundle_id: 'com.example.game', name: 'Game', version: '1' }];
    await agent.report('allowed', { apps, battery: 0.5, components: { mdm: 'ok' } });
    await parent.raw('DELETE', '/device', { device_id: agent.deviceId });
    expect(await readRows(parent.accountId, 'SELECT device_id FROM app_report')).toEqual([]);
    const [row] = await readRows<{ report_json: string }>(parent.accountId, 'SELECT udid, child_ids_json, report_json FROM device');
    expect(row).toMatchObject({ udid: '', child_ids_json: '[]' });
    expect(JSON.parse(row?.report_json ?? '')).toMatchObject({ battery: null, components: {}, activeChildId: null });
  });

  /** Reports that management was removed, then pairs the same hardware again. */
  async function comeBack(parent: Parent, agent: Agent, childId: string, about: Record<string, unknown> = {}) {
    await agent.report('allowed', { events: [{ type: 'management_removed', at: Date.now() }] });
    const opened = await parent.raw('POST', '/device', { user_id: childId, os: 'android' });
    if (opened.status !== 200) return opened;
    return Agent.postEnrolment(send, { code: createPairing.output.parse(opened.body).code }, crypto.randomUUID(), about);
  }

  test('restores name, children and slot of a device that is paired again after its management was removed (D09)', async () => {
    const { parent, child } = await newFamily();
    const agent = await newDevice(parent, child.user_id);
    const sibling = await newChild(parent, 'Ben');
    await parent.call(updateDevice, { body: { device_id: agent.deviceId, display_name: 'Kitchen tablet', users: [sibling.user_id] } });
    expect(await parent.call(getAccount)).toMatchObject({ devices_beside: 1 });
    // The plan allows one device.
    const refused = await parent.raw('POST', '/device', { user_id: child.user_id, os: 'android' });
    expect(refused).toMatchObject({ status: 403, body: { errors: { message: 'max_devices' } } });
    const has = (device: Agent, ...names: Array<string>) =>
      device.report('allowed', { apps: names.map((name) => ({ bundle_id: name, name, version: '1' })) });
    await has(agent, 'Words', 'Chess');
    await has(agent, 'Words', 'Chess', 'Game');
    const use = (device: Agent, seconds: number) =>
      device.report('allowed', { usage: [{ user_id: sibling.user_id, date: localDate(Date.now(), sibling.time_zone), seconds }] });
    await use(agent, 120);
    const answer = await comeBack(parent, agent, child.user_id);
    expect(answer).toMatchObject({ status: 200 });
    const devices = await parent.call(listDevices);
    expect(devices).toMatchObject([{ display_name: 'Kitchen tablet', users: [child.user_id, sibling.user_id], management_removed: false }]);
    expect(devices[0]?.device_id).not.toBe(agent.deviceId);
    const statuses = await parent.call(getBlockStatus, { query: {} });
    expect(statuses.map(({ viewState }) => viewState)).toEqual(['pending', 'pending']);
    expect(await agent.raw('GET', '/device/commands')).toMatchObject(GONE);
    // The known apps are kept. Apps added since then create a notification.
    const asked = async () => (await list(parent)).map(({ bundle_id, device_id }) => [bundle_id, device_id]).sort();
    const [device_id] = devices.map((device) => device.device_id);
    expect(await asked()).toEqual([['Game', device_id]]);
    const back = new Agent(send, enrolDevice.output.parse(answer.body), 'nonce');
    await has(back, 'Words', 'Game', 'Video');
    expect(await asked()).toEqual([
      ['Game', device_id],
      ['Video', device_id],
    ]);
    await has(back, 'Words', 'Video');
    expect(await asked()).toEqual([['Video', device_id]]);
    // Earlier usage counts for the new device (ALLOW-027).
    await use(back, 60);
    const [status] = await parent.call(getBlockStatus, { query: { usage: '', user_id: sibling.user_id } });
    expect(status?.usage?.by_device).toEqual([{ device_id, seconds: 180 }]);
  });

  test('does not replace an unmanaged device by other hardware, or by hardware without an id', async () => {
    const { parent, child } = await newFamily();
    const agent = await newDevice(parent, child.user_id);
    const limit = { status: 403, body: { errors: { code: 410, message: 'max_devices', limit: 1 } } };
    expect(await comeBack(parent, agent, child.user_id, { udid: 'another' }), 'found at its enrolment').toMatchObject(limit);
    const nameless = await newFamily();
    const { code } = await nameless.parent.call(createPairing, { body: { user_id: nameless.child.user_id, os: 'android' } });
    const answer = await Agent.postEnrolment(send, { code }, 'nonce-of-the-nameless', { udid: '' });
    const unknown = new Agent(send, enrolDevice.output.parse(answer.body), 'nonce-of-the-nameless');
    expect(await comeBack(nameless.parent, unknown, nameless.child.user_id), 'at the pairing').toMatchObject(limit);
  });
});
