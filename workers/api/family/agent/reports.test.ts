import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { getBlockStatus } from '#app/wire/block-status';
import { createPairing, listDevices, listUsers, updateDevice } from '#app/wire/family';
import { createRule } from '#app/wire/rule';
import { Agent } from '#tests/clients/agent';
import type { Parent } from '#tests/clients/parent';
import { newChild, newDevice, newFamily, readRows, send, stopClock } from '#tests/clients/worker';
import { USED } from '../store/used.queries';

const MINUTE = 60_000;

async function pairedFamily() {
  const { parent, child } = await newFamily('premium_monthly', 'UTC');
  const agent = await newDevice(parent, child.user_id);
  return { parent, id: child.user_id, agent };
}

function block(parent: Parent, userId: string) {
  return parent.call(createRule, { query: { user_id: userId }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
}

async function statusOf(parent: Parent, userId: string) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', usage: '', user_id: userId } });
  const device = status?.devices?.[0];
  if (status === undefined || device === undefined) throw new Error('no device');
  return { ...status, device };
}

/** Sends a report with the given number. */
function numbered(agent: Agent, seq: number, state: string, extra: Record<string, unknown> = {}) {
  const versions = { os_version: '14', app_version: '8.1' };
  const at = agent.clock ?? Date.now();
  return agent.raw('POST', '/device/report', { seq, at, versions, applied: { state, schedule_ts: agent.scheduleTs }, ...extra });
}

describe('reports', () => {
  test('shows a device as pending until its first report, then as reported', async () => {
    const { parent, id, agent } = await pairedFamily();
    expect(await statusOf(parent, id)).toMatchObject({ viewState: 'pending', device: { applied: null, desired: 'grant' } });
    const answer = await agent.report('allowed', { battery: 0.55, error_count: 3, components: { agent: 'simulated' } });
    expect(answer).toMatchObject({ status: 200, body: { seq: 1, policy_ts: agent.scheduleTs, usage: [] } });
    expect(await statusOf(parent, id)).toMatchObject({ viewState: 'allowed', device: { battery_level: 0.55, status: 'allowed' } });
    const [device] = await parent.call(listDevices);
    expect(device).toMatchObject({ error_count: 3, system_components: { agent: 'simulated' }, attributes: { battery_level: 0.55 } });
  });

  test('keeps the last battery level and its time when a report has none; null removes both', async () => {
    const { parent, agent } = await pairedFamily();
    const now = Date.now();
    await stopClock(now, parent, agent);
    const attributes = async () => (await parent.call(listDevices))[0]?.attributes;
    await numbered(agent, 1, 'allowed', { battery: 0.55 });
    expect(await attributes()).toEqual({ battery_level: 0.55, battery_ts: now });
    await stopClock(now + 60_000, parent, agent);
    await numbered(agent, 2, 'allowed');
    expect(await attributes()).toEqual({ battery_level: 0.55, battery_ts: now });
    await numbered(agent, 3, 'allowed', { battery: 0.5 });
    expect(await attributes()).toEqual({ battery_level: 0.5, battery_ts: now + 60_000 });
    await numbered(agent, 4, 'allowed', { battery: null });
    expect(await attributes()).toEqual({});
    expect((await numbered(agent, 5, 'allowed', { battery: 1.2 })).status).toBe(400);
  });

  test('confirms a command whose ack was lost by a report on the new policy, not on the old one', async () => {
    const { parent, id, agent } = await pairedFamily();
    await agent.report('allowed');
    await block(parent, id);
    await agent.report('blocked');
    expect(await statusOf(parent, id)).toMatchObject({ viewState: 'pending', device: { command: { state: 'saved' } } });
    await agent.commands();
    await agent.report('blocked');
    const healed = await statusOf(parent, id);
    expect(healed).toMatchObject({ viewState: 'blocked', device: { command: { state: 'confirmed', confirmed_ts: expect.any(Number) } } });
  });

  test('ignores a report with a repeated or older number', async () => {
    const { parent, id, agent } = await pairedFamily();
    expect(await numbered(agent, 5, 'allowed', { battery: 0.5 })).toMatchObject({ body: { seq: 5 } });
    for (const seq of [5, 4, 1]) {
      const events = [{ type: 'management_removed', at: Date.now() }];
      const usage = [{ user_id: id, date: '2026-01-01', seconds: 60 }];
      expect(await numbered(agent, seq, 'blocked', { battery: 0.1, events, usage })).toMatchObject({ status: 200, body: { seq: 5 } });
    }
    expect(await statusOf(parent, id)).toMatchObject({ viewState: 'allowed', device: { battery_level: 0.5 } });
    expect(await readRows(parent.accountId, `SELECT * FROM ${USED}`)).toEqual([]);
    for (const seq of [0, -1, 1.5, Number.NaN]) expect((await numbered(agent, seq, 'allowed')).status).toBe(400);
  });

  test('accepts reports after a device’s clock was set back and orders them by number', async () => {
    const { parent, id, agent } = await pairedFamily();
    await block(parent, id);
    await agent.ack(await agent.commands(), 'blocked');
    expect((await statusOf(parent, id)).viewState).toBe('blocked');
    await numbered(agent, 7, 'allowed', { at: Date.now() - 60 * MINUTE });
    expect((await statusOf(parent, id)).device.applied?.state).toBe('allowed');
  });

  test('replaces future timestamps and policy times', async () => {
    const { parent, id, agent } = await pairedFamily();
    const now = Date.now() + 1_000;
    await stopClock(now, parent, agent);
    const year = 365 * 24 * 60 * MINUTE;
    const locations = [{ at: now + year, lat: 1, lng: 2 }];
    const events = [
      { type: 'location_on', at: now },
      { type: 'management_removed', at: now + year },
    ];
    await numbered(agent, 1, 'allowed', { at: now + year, last_activity: now + year, locations, events });
    const [device] = await parent.call(listDevices);
    expect(device).toMatchObject({ last_seen: now, last_activity: now, device_location_ts: null, management_removed: true });
    // A child's last activity comes from its devices (FAM-024).
    expect(await parent.call(listUsers, { query: { user_id: id } })).toMatchObject({ last_activity: now });
    expect((await parent.call(getAccount)).users.map((user) => user.last_activity)).toEqual([null, now]);
    expect((await statusOf(parent, id)).device.applied?.at).toBe(now);
    await numbered(agent, 2, 'blocked', { applied: { state: 'blocked', schedule_ts: now + year } });
    const { device: after } = await statusOf(parent, id);
    expect(after.applied).toEqual({ state: 'blocked', schedule_ts: after.schedule_ts, at: now });
  });

  test('keeps the larger running total per day and reports it to the child’s other devices', async () => {
    const { parent, id, agent } = await pairedFamily();
    const other = await newDevice(parent, id);
    // At noon, because a device can't have used more of a day than has passed.
    const now = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
    await stopClock(now, parent, agent, other);
    const date = new Date(now).toISOString().slice(0, 10);
    const used = (seconds: number) => ({ usage: [{ user_id: id, date, seconds }] });
    for (const seconds of [600, 300, 601, 0]) await agent.report('allowed', used(seconds));
    expect((await statusOf(parent, id)).usage).toMatchObject({ time_used: 601, time_limit: 86_400, time_remaining: 86_400 - 601 });
    expect((await other.report('allowed', used(100))).body).toMatchObject({ usage: [{ user_id: id, date, seconds: 601 }] });
    expect((await statusOf(parent, id)).usage?.time_used).toBe(701);
    const yesterday = new Date(now - 24 * 60 * MINUTE).toISOString().slice(0, 10);
    await agent.report('allowed', { usage: [{ user_id: id, date: yesterday, seconds: 9_000 }] });
    expect((await statusOf(parent, id)).usage?.time_used).toBe(701);
    for (const wrong of [{ date: '2026-13-01' }, { seconds: -1 }, { seconds: 90_001 }, { seconds: 1.5 }]) {
      const usage = [{ user_id: id, date, seconds: 1, ...wrong }];
      expect((await agent.report('allowed', { usage })).status, JSON.stringify(wrong)).toBe(400);
    }
  });

  test('shows a device as unmanaged, even when blocked, until management is restored', async () => {
    const { parent, id, agent } = await pairedFamily();
    await block(parent, id);
    await agent.ack(await agent.commands(), 'blocked');
    await agent.report('blocked', { events: [{ type: 'management_removed', at: Date.now() }] });
    expect(await statusOf(parent, id)).toMatchObject({ viewState: 'unmanaged', device: { status: 'management_removed', desired: null } });
    await agent.report('blocked');
    expect((await parent.call(listDevices))[0]).toMatchObject({ management_removed: true });
    const events = ['management_restored', 'management_removed', 'management_restored'].map((type) => ({ type, at: Date.now() }));
    await agent.report('blocked', { events });
    expect(await statusOf(parent, id)).toMatchObject({ viewState: 'blocked', device: { status: 'blocked' } });
    expect(await readRows(parent.accountId, "SELECT id FROM audit WHERE kind = 'device' AND actor_id LIKE 'device:%'")).toHaveLength(2);
  });

  test('expects the stricter rules on a device of two children until it reports the active child', async () => {
    const { parent, id, agent } = await pairedFamily();
    const sibling = await newChild(parent, 'Ben');
    await parent.call(updateDevice, { body: { device_id: agent.deviceId, users: [id, sibling.user_id, id] } });
    expect((await parent.call(listDevices))[0]?.users).toEqual([id, sibling.user_id]);
    await block(parent, sibling.user_id);
    await agent.commands();
    expect((await agent.policy()).policy.users.map((user) => user.user_id)).toEqual([id, sibling.user_id]);
    await agent.report('blocked');
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', viewState: 'blocked', device: { requested: 'blocked' } });
    await agent.report('allowed', { active_user_id: id });
    expect(await statusOf(parent, id)).toMatchObject({ viewState: 'allowed', device: { requested: 'allowed' } });
    await agent.report('allowed', { active_user_id: sibling.user_id });
    expect(await statusOf(parent, id)).toMatchObject({ viewState: 'pending', device: { requested: 'blocked', desired: 'block' } });
    await agent.report('allowed', { active_user_id: 'somebody' });
    expect((await statusOf(parent, id)).device.requested).toBe('blocked');
  });

  test('shows a child in the worst state of its devices', async () => {
    const { parent, id, agent } = await pairedFamily();
    const second = await newDevice(parent, id);
    await block(parent, id);
    await agent.ack(await agent.commands(), 'blocked');
    expect((await statusOf(parent, id)).viewState).toBe('pending');
    await second.ack(await second.commands(), 'blocked');
    expect((await statusOf(parent, id)).viewState).toBe('blocked');
    await second.report('blocked', { events: [{ type: 'management_removed', at: Date.now() }] });
    expect((await statusOf(parent, id)).viewState).toBe('unmanaged');
    const lonely = await newChild(parent, 'Ben');
    const [status] = await parent.call(getBlockStatus, { query: { user_id: lonely.user_id } });
    expect(status).toMatchObject({ viewState: 'unmanaged', state: 'allowed', why: null });
    expect(Object.keys(status ?? {})).not.toContain('devices');
  });

  test('records a poll at most once a minute', async () => {
    const { parent, agent } = await pairedFamily();
    const now = Date.now() + MINUTE;
    const lastSeen = async () => (await parent.call(listDevices))[0]?.last_seen;
    await stopClock(now, parent, agent);
    await agent.commands();
    expect(await lastSeen()).toBe(now);
    await stopClock(now + MINUTE - 1, parent, agent);
    await agent.commands();
    expect(await lastSeen()).toBe(now);
    await stopClock(now + MINUTE, parent, agent);
    await agent.policy();
    expect(await lastSeen()).toBe(now + MINUTE);
  });

  test('stores locations only if the plan includes location, and deletes them with the device', async () => {
    const locations = [{ at: Date.now(), lat: 52.5, lng: 13.4 }];
    const events = [{ type: 'location_on', at: 1 }];
    const placesOf = (parent: Parent) => readRows(parent.accountId, 'SELECT fixes_json FROM location_report');
    const free = await newFamily();
    await (await newDevice(free.parent, free.child.user_id)).report('allowed', { locations, events });
    expect(await placesOf(free.parent)).toEqual([]);
    const { parent, agent } = await pairedFamily();
    await agent.report('allowed', { locations, events });
    expect(await placesOf(parent)).toEqual([{ fixes_json: JSON.stringify([[locations[0]?.at, 52.5, 13.4, null, null, null]]) }]);
    await parent.raw('DELETE', '/device', { device_id: agent.deviceId });
    expect(await placesOf(parent)).toEqual([]);
  });

  test('keeps the known parts of a newer device’s report', async () => {
    const { parent, agent } = await pairedFamily();
    const at = Date.now();
    const events = ['sim_changed', 'management_removed'].map((type) => ({ type, at }));
    const components = { agent: 'newer', radio: { lte: true } };
    expect((await numbered(agent, 1, 'allowed', { events, components, moon: 'full' })).status).toBe(200);
    expect((await parent.call(listDevices))[0]).toMatchObject({ management_removed: true, system_components: { agent: 'newer' } });
  });

  test('cleans the name that a device reports like a name that a parent enters', async () => {
    const { parent, child } = await newFamily();
    const { code } = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    const about = { model_name: `\u202e${'x'.repeat(100)}`, make: ' Ac\u0000me ' };
    expect((await Agent.postEnrolment(send, { code }, crypto.randomUUID(), about)).status).toBe(200);
    expect((await parent.call(listDevices))[0]).toMatchObject({ display_name: 'x'.repeat(64) });
    expect(await readRows(parent.accountId, 'SELECT make FROM device')).toEqual([{ make: 'Acme' }]);
  });

  test('accepts at most 64 system components', async () => {
    const { agent } = await pairedFamily();
    const parts = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`part-${index}`, true]));
    expect((await numbered(agent, 1, 'allowed', { components: parts(64) })).status).toBe(200);
    expect((await numbered(agent, 2, 'allowed', { components: parts(65) })).status).toBe(400);
  });
});
