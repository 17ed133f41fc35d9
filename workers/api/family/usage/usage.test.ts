import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { getBlockStatus } from '#app/wire/block-status';
import { listUsers, removeDevice, updateUser } from '#app/wire/family';
import { createRule, listRules, removeRules } from '#app/wire/rule';
import type { Agent } from '#tests/clients/agent';
import { dueAt, jumpTo, listClockChanges, newFamilyAt, ring, switchBedtime } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { openBrowser, openDevice } from '#tests/clients/socket';
import { familyOf, newChild, readRows, stopClock } from '#tests/clients/worker';
import { APPS_USED, USED } from '../store/used.queries';

const HOUR = 60 * 60_000;
/** Seconds per weekday, Sunday first (A62): two hours on Monday, none on Saturday, one hour on other days. */
const WEEK = [3600, 7200, 3600, 3600, 3600, 3600, 0];

/** Creates a family on Monday the 16th, 13:00 in Berlin, with an allowance. */
async function allowedFamily(devices = 1) {
  const family = await newFamilyAt('2026-11-16T12:00:00Z', { devices });
  await setAllowance(family.parent, family.id, { allowance: WEEK, allowance_enabled: true });
  for (const agent of family.agents) await agent.ack(await agent.commands(), 'allowed');
  return family;
}

async function setAllowance(parent: Parent, id: string, changes: { allowance?: Array<number>; allowance_enabled?: boolean }) {
  const [child] = [await parent.call(listUsers, { query: { user_id: id } })].flat();
  await parent.call(updateUser, { body: { user_id: id, updated_ts: child?.updated_ts, ...changes } });
}

function use(agent: Agent, id: string, seconds: number, date = '2026-11-16') {
  return agent.report('allowed', { usage: [{ user_id: id, date, seconds }] });
}

async function statusOf(parent: Parent, id: string) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', rule_info: '', usage: '', user_id: id } });
  if (status?.usage === undefined) throw new Error('no status');
  return { ...status, usage: status.usage };
}

describe('usage', () => {
  test('returns used and remaining time, never below zero (ALLOW-019)', async () => {
    const { parent, id, agent } = await allowedFamily();
    expect((await statusOf(parent, id)).usage).toMatchObject({ time_limit: 7200, time_remaining: 7200, time_used: 0 });
    await use(agent, id, 1800);
    expect((await statusOf(parent, id)).usage).toEqual({
      time_limit: 7200,
      time_remaining: 5400,
      time_used: 1800,
      requested_state: 'play',
      applied_state: 'all',
      devices_in_use: [agent.deviceId],
      as_of: expect.any(Number),
      by_device: [{ device_id: agent.deviceId, seconds: 1800 }],
      displayState: 'playing',
    });
    await use(agent, id, 9000);
    expect((await statusOf(parent, id)).usage).toMatchObject({ time_remaining: 0, time_used: 9000, applied_state: 'some' });
  });

  test('blocks all devices of the child with the report that uses up the time (ALLOW-021)', async () => {
    const { parent, id, agents } = await allowedFamily(2);
    const [first, second] = agents;
    if (first === undefined || second === undefined) throw new Error('two devices');
    const [mine, theirs] = [(await openDevice(first)).opened, (await openDevice(second)).opened];
    const browser = await openBrowser(parent);
    await use(first, id, 4000);
    await use(second, id, 3199);
    expect((await statusOf(parent, id)).state).toBe('allowed');
    for (const socket of [mine, theirs, browser]) socket?.takeNewTypes();
    await use(first, id, 4001);
    expect(await theirs?.waitFor('policy')).toMatchObject({ type: 'policy' });
    await browser.waitFor('usage');
    await browser.waitFor('block_status');
    expect(mine?.takeNewTypes()).toEqual([]);
    expect(await statusOf(parent, id)).toMatchObject({
      state: 'blocked',
      why: { type: 'allowance', rule_id: null, until: Date.parse('2026-11-16T23:00:00Z') },
      usage: { time_remaining: 0, displayState: 'playing' },
      devices: [{ requested: 'blocked' }, { requested: 'blocked' }],
      // The allowance row is the same as in GET /rule (MAN-018).
      rule: (await parent.call(listRules, { query: { user_id: id } })).find(({ type }) => type === 'allowance'),
    });
    // The response contains what the second device needs to decide offline.
    expect((await second.report('blocked', { usage: [{ user_id: id, date: '2026-11-16', seconds: 3199 }] })).body).toMatchObject({
      usage: [{ user_id: id, seconds: 4001 }],
    });
    const rows = await readRows(parent.accountId, "SELECT actor_id FROM audit WHERE kind = 'block_status'");
    expect(rows).toEqual([{ actor_id: `device:${first.deviceId}` }]);
  });

  test('does not change the state for usage beyond the limit or during a grant', async () => {
    const { parent, id, now, agent } = await allowedFamily();
    const changes = () => readRows(parent.accountId, "SELECT id FROM audit WHERE kind = 'block_status'");
    await parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name: 'grant', expiry: now + HOUR } });
    await use(agent, id, 7300);
    expect(await statusOf(parent, id)).toMatchObject({
      state: 'allowed',
      beaten: [{ type: 'allowance' }],
      usage: { displayState: 'paused' },
    });
    expect(await changes()).toHaveLength(0);
    await stopClock(now + HOUR, parent, agent);
    expect((await statusOf(parent, id)).state).toBe('blocked');
    expect(await changes()).toHaveLength(1);
    await use(agent, id, 7400);
    expect(await changes()).toHaveLength(1);
  });

  test('hints browsers about usage without an audit row', async () => {
    const { parent, id, agent } = await allowedFamily();
    const browser = await openBrowser(parent);
    const rows = () => readRows(parent.accountId, 'SELECT id FROM audit');
    const before = await rows();
    await use(agent, id, 60);
    expect(await browser.waitFor('usage')).toMatchObject({ user_id: id });
    await use(agent, id, 60);
    const count = (type: string) => browser.received.filter((frame) => typeof frame !== 'string' && frame.type === type).length;
    await vi.waitUntil(() => count('device') === 2, 5_000);
    expect(count('usage')).toBe(1);
    expect(await rows()).toEqual(before);
  });

  test('starts a new day once at the child’s midnight, with the limit of that day (ALLOW-020)', async () => {
    const { parent, id, agent } = await allowedFamily();
    await use(agent, id, 7200);
    expect((await statusOf(parent, id)).state).toBe('blocked');
    const device = (await openDevice(agent)).opened;
    const browser = await openBrowser(parent);
    const midnight = Date.parse('2026-11-16T23:00:00Z');
    await stopClock(midnight - 1, parent, agent);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'blocked', usage: { time_used: 7200 } });
    device?.takeNewTypes();
    browser.takeNewTypes();
    await stopClock(midnight, parent, agent);
    await device?.waitFor('policy');
    await browser.waitFor('usage');
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', usage: { time_limit: 3600, time_used: 0, time_remaining: 3600 } });
    expect(await listClockChanges(parent)).toEqual([[new Date(midnight).toISOString(), 'block_status']]);
    await ring(parent);
    expect(await listClockChanges(parent)).toHaveLength(1);
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-17T23:00:00.000Z');
  });

  test('starts with today’s usage and limit after missed midnights', async () => {
    const { parent, id, now, agent } = await allowedFamily();
    await use(agent, id, 7200);
    await jumpTo(now + 4 * 24 * HOUR, parent, agent);
    await ring(parent);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', usage: { time_limit: 3600, time_used: 0 } });
  });

  test('uses the child’s midnight on a day when the clock changes', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-03-28T12:00:00Z');
    await setAllowance(parent, id, { allowance: [60, 60, 60, 60, 60, 60, 60], allowance_enabled: true });
    await stopClock(Date.parse('2026-03-28T23:00:00Z'), parent, agent);
    // March 29 has only 23 hours.
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-03-29T22:00:00.000Z');
  });

  test('blocks a day with a zero limit from midnight on', async () => {
    const { parent, id, agent } = await allowedFamily();
    const saturday = Date.parse('2026-11-20T23:00:00Z');
    await stopClock(saturday - 1, parent, agent);
    expect((await statusOf(parent, id)).state).toBe('allowed');
    await stopClock(saturday, parent, agent);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'blocked', why: { type: 'allowance' }, usage: { time_limit: 0 } });
  });

  test('applies the allowance when it is turned on, and ignores it when it is turned off', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    await use(agent, id, 7200);
    expect((await statusOf(parent, id)).state).toBe('allowed');
    await setAllowance(parent, id, { allowance: WEEK, allowance_enabled: true });
    expect((await statusOf(parent, id)).state).toBe('blocked');
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-16T23:00:00.000Z');
    await setAllowance(parent, id, { allowance_enabled: false });
    expect((await statusOf(parent, id)).state).toBe('allowed');
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-23T12:00:00.000Z');
  });

  test('lists the allowance as a rule while it is on, but refuses to change it as a rule (RULE-017)', async () => {
    const { parent, id, agent } = await allowedFamily();
    const query = { user_id: id };
    const listed = async () => (await parent.call(listRules, { query })).find(({ type }) => type === 'allowance');
    expect(await listed()).toMatchObject({
      ruledef_name: 'allowance',
      user_id: id,
      account_id: parent.accountId,
      days: [1, 1, 1, 1, 1, 1, 1],
      time_duration: '00:00PT120M',
      expiry: null,
      recurring: true,
      suspended: false,
      active: false,
    });
    await use(agent, id, 7200);
    const rule = await listed();
    expect(rule?.active).toBe(true);
    expect((await agent.policy()).policy.users[0]?.rules.map(({ type }) => type)).not.toContain('allowance');
    const change = { rule_id: rule?.rule_id, updated_ts: rule?.updated_ts, suspended: true };
    expect((await parent.raw('PUT', `/rule?user_id=${id}`, change)).status).toBe(403);
    expect(await parent.call(removeRules, { query: { user_id: id, rule_ids: rule?.rule_id ?? '' } })).toEqual({ objects_deleted: 0 });
    await setAllowance(parent, id, { allowance_enabled: false });
    expect(await listed()).toBeUndefined();
  });

  test('limits usage to the elapsed time of the day (A63)', async () => {
    const { parent, id, now, agent } = await allowedFamily();
    const stored = () => readRows(parent.accountId, `SELECT date, seconds FROM ${USED} ORDER BY date`);
    // It is 13:00 in Berlin: 13 hours of today have passed, all of yesterday, and nothing of tomorrow.
    await use(agent, id, 90_000);
    await use(agent, id, 90_000, '2026-11-15');
    await use(agent, id, 90_000, '2026-11-17');
    expect(await stored()).toEqual([
      { date: '2026-11-15', seconds: 86_400 },
      { date: '2026-11-16', seconds: 46_800 },
    ]);
    await stopClock(now + 60_000, parent, agent);
    await use(agent, id, 90_000);
    expect((await statusOf(parent, id)).usage.time_used).toBe(46_860);
    // Days with a clock change have 23 or 25 hours. Usage of dates that were already deleted is not accepted.
    await use(agent, id, 90_000, '2026-10-25');
    await use(agent, id, 90_000, '2026-03-29');
    expect(await stored()).toContainEqual({ date: '2026-10-25', seconds: 90_000 });
    expect(await stored()).not.toContainEqual(expect.objectContaining({ date: '2026-03-29' }));
  });

  test('shows a device as in use only if it is online, managed, supported and recently used by this child', async () => {
    const { parent, id, now, agent } = await allowedFamily();
    const inUse = async () => (await statusOf(parent, id)).usage.devices_in_use;
    await agent.report('allowed');
    expect(await inUse()).toEqual([agent.deviceId]);
    await stopClock(now + 5 * 60_000, parent, agent);
    expect(await inUse()).toEqual([]);
    await agent.report('allowed', { versions: { os_version: '14', app_version: '4.1.9' } });
    expect(await inUse()).toEqual([]);
    // The device reports that it was last used a moment ago, then longer ago.
    const told = now + 5 * 60_000;
    await agent.report('allowed', { last_activity: told - 60_000 });
    expect(await inUse()).toEqual([agent.deviceId]);
    await agent.report('allowed', { last_activity: told - 180_000 });
    expect(await inUse()).toEqual([]);
    await agent.report('allowed', { last_activity: told });
    const sibling = await newChild(parent, 'Ben');
    await parent.raw('PUT', '/device', { device_id: agent.deviceId, users: [id, sibling.user_id] });
    await agent.ack(await agent.commands(), 'allowed');
    await agent.report('allowed', { active_user_id: sibling.user_id });
    expect(await inUse()).toEqual([]);
    await agent.report('allowed', { active_user_id: id });
    expect(await inUse()).toEqual([agent.deviceId]);
    await agent.report('allowed', { events: [{ type: 'management_removed', at: now }] });
    expect(await inUse()).toEqual([]);
  });

  test('hints browsers when a report changes the applied state, because parents wait for it', async () => {
    const { parent, id, agent } = await allowedFamily();
    await switchBedtime(parent, id, { time_duration: '13:30PT60M' });
    await agent.ack(await agent.commands(), 'allowed');
    await stopClock(Date.parse('2026-11-16T12:30:00Z'), parent, agent);
    const browser = await openBrowser(parent);
    browser.takeNewTypes();
    await agent.report('blocked');
    expect(await browser.waitFor('block_status')).toMatchObject({ user_id: id });
  });

  test('counts a traveling child’s usage on the day it happened, regardless of the reported date', async () => {
    const { parent, id, agents } = await allowedFamily(2);
    const [phone, tablet] = agents;
    if (phone === undefined || tablet === undefined) throw new Error('two devices');
    const at = (time: string) => stopClock(Date.parse(time), parent, ...agents);
    const used = async () => (await statusOf(parent, id)).usage.time_used;
    const changeZone = async (time_zone: string) => {
      const [child] = [await parent.call(listUsers, { query: { user_id: id } })].flat();
      await parent.call(updateUser, { body: { user_id: id, updated_ts: child?.updated_ts, time_zone } });
    };
    const elsewhere = async (agent: Agent, seconds: number, date: string) => Object((await use(agent, id, seconds, date)).body).usage;
    // The child uses half an hour at 04:00. Another half hour at 00:30 is 18:30 in New York.
    await at('2026-11-16T03:00:00Z');
    await use(phone, id, 1800);
    await at('2026-11-16T23:30:00Z');
    await use(phone, id, 1800, '2026-11-17');
    await at('2026-11-17T00:00:00Z');
    await changeZone('America/New_York');
    // It is Monday in New York, and the half hour at 04:00 belongs to Sunday.
    expect(await used()).toBe(1800);
    // The tablet doesn't know the new zone and still counts for Tuesday. The phone now counts for Monday.
    expect(await elsewhere(tablet, 600, '2026-11-17')).toEqual([{ user_id: id, date: '2026-11-17', seconds: 1800 }]);
    await phone.commands();
    await at('2026-11-17T01:00:00Z');
    expect(await elsewhere(phone, 1800 + 60, '2026-11-16')).toEqual([{ user_id: id, date: '2026-11-16', seconds: 2400 - 1800 }]);
    expect(await used()).toBe(2460);
    expect((await statusOf(parent, id)).usage.by_device).toContainEqual({ device_id: phone.deviceId, seconds: 1860 });
    // On Tuesday in New York, usage already counted under that date in Berlin is not counted again.
    await at('2026-11-17T05:30:00Z');
    expect(await used()).toBe(0);
    expect(await elsewhere(phone, 1800 + 30, '2026-11-17')).toEqual([{ user_id: id, date: '2026-11-17', seconds: -1800 }]);
    expect(await used()).toBe(30);
    // Back in Berlin it is 06:30 on Tuesday. The evening in New York belongs to that day.
    await changeZone('Europe/Berlin');
    expect(await used()).toBe(1800 + 600 + 60 + 30);
  });

  test('stores the date that last grew in the device row and all others in the tables, without duplicates', async () => {
    const { parent, id, agent } = await allowedFamily();
    const app_usage = (date: string, seconds: number) => [{ user_id: id, date, bundle_id: 'com.example.game', seconds }];
    const report = (date: string, seconds: number) =>
      agent.report('allowed', { usage: [{ user_id: id, date, seconds }], app_usage: app_usage(date, seconds) });
    const standing = async () => {
      const tables = ['usage', 'app_usage', USED, APPS_USED].map((from) => `SELECT date FROM ${from} ORDER BY date`);
      const [usage, apps, allUsage, allApps] = await Promise.all(
        tables.map((query) => readRows<{ date: string }>(parent.accountId, query)),
      );
      expect([apps, allApps]).toEqual([usage, allUsage]);
      return [usage, allUsage].map((rows) => rows?.map(({ date }) => date));
    };
    await report('2026-11-16', 60);
    expect(await standing()).toEqual([[], ['2026-11-16']]);
    // A late date takes its place in the device row and is then replaced itself.
    await report('2026-11-15', 120);
    expect(await standing()).toEqual([['2026-11-16'], ['2026-11-15', '2026-11-16']]);
    await report('2026-11-16', 90);
    expect(await standing()).toEqual([['2026-11-15'], ['2026-11-15', '2026-11-16']]);
    // Older families have all dates in the tables, without times of use.
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE device SET usage_json = NULL, app_usage_json = NULL');
      sql.exec("INSERT INTO usage (device_id, child_id, date, seconds) VALUES (?, ?, '2026-11-16', 90)", agent.deviceId, id);
      const apps = JSON.stringify({ 'com.example.game': 90 });
      sql.exec("INSERT INTO app_usage (device_id, child_id, date, seconds_json) VALUES (?, ?, '2026-11-16', ?)", agent.deviceId, id, apps);
    });
    const used = async () => (await statusOf(parent, id)).usage.time_used;
    expect(await used()).toBe(90);
    await report('2026-11-16', 80);
    expect(await used()).toBe(90);
    await report('2026-11-16', 150);
    expect(await used()).toBe(150);
    expect(await standing()).toEqual([['2026-11-15'], ['2026-11-15', '2026-11-16']]);
    // Usage of a removed device still counts, but the device's row names no child.
    await parent.call(removeDevice, { body: { device_id: agent.deviceId } });
    expect(await used()).toBe(150);
    expect(await standing()).toEqual(Array(2).fill(['2026-11-15', '2026-11-16']));
  });
});
