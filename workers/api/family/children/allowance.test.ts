import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { getBlockStatus } from '#app/wire/block-status';
import { listUsers, type UserWire, updateUser } from '#app/wire/family';
import { listRules } from '#app/wire/rule';
import { getSkus } from '#app/wire/subscription';
import { newFamilyAt } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { familyOf, newFamily, stopClock } from '#tests/clients/worker';
import { MIGRATIONS } from '../core/schema';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const TODAY = '2026-11-16';
/** 13:00 in Berlin. */
const NOON = `${TODAY}T12:00:00Z`;

async function userOf(parent: Parent, id: string): Promise<UserWire> {
  const user = await parent.call(listUsers, { query: { user_id: id } });
  if (Array.isArray(user)) throw new Error('one was asked for');
  return user;
}

async function change(parent: Parent, id: string, wanted: Record<string, unknown>) {
  const { updated_ts } = await userOf(parent, id);
  return parent.raw('PUT', '/user', { user_id: id, updated_ts, ...wanted });
}

async function statusOf(parent: Parent, id: string) {
  const [status] = await parent.call(getBlockStatus, { query: { usage: '', user_id: id } });
  if (status === undefined) throw new Error('no status');
  return status;
}

/** Creates a child that has used up its daily limit of ten minutes. */
async function usedUp() {
  const family = await newFamilyAt(NOON, { devices: 2 });
  const { parent, id, agents } = family;
  expect(await change(parent, id, { allowance: Array(7).fill(600), allowance_enabled: true })).toMatchObject({ status: 200 });
  for (const [index, agent] of agents.entries())
    await agent.report('allowed', { usage: [{ user_id: id, date: TODAY, seconds: 200 * (index + 1) }] });
  expect((await statusOf(parent, id)).state).toBe('blocked');
  return family;
}

describe('allowance', () => {
  test('adds bonus time to state, usage, rule and policy today, and removes it tomorrow', async () => {
    const { parent, id, now, agent, agents } = await usedUp();
    const before = (await agent.policy()).schedule_ts;
    const extra = { date: TODAY, seconds: 900 };
    expect(await change(parent, id, { allowance_extra: extra })).toMatchObject({ status: 200, body: { allowance_extra: extra } });
    expect(await statusOf(parent, id)).toMatchObject({
      state: 'allowed',
      usage: { time_limit: 1500, time_used: 600, time_remaining: 900 },
    });
    const rules = await parent.call(listRules, { query: { user_id: id } });
    expect(rules.find(({ type }) => type === 'allowance')).toMatchObject({ active: false, time_duration: '00:00PT25M' });
    const { schedule_ts, policy } = await agent.policy();
    expect(schedule_ts).toBeGreaterThan(before);
    expect(policy.users).toMatchObject([{ allowance_extra: extra }]);
    await agent.report('allowed', { usage: [{ user_id: id, date: TODAY, seconds: 1100 }] });
    expect((await statusOf(parent, id)).state).toBe('blocked');
    await stopClock(now + DAY, parent, ...agents);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', usage: { time_limit: 600, time_used: 0 } });
    expect((await userOf(parent, id)).allowance_extra).toBeNull();
    expect((await agent.policy()).policy.users).toMatchObject([{ allowance_extra: null }]);
  });

  test('accepts bonus time for the child’s today and next two days, and removes it by 0 or null', async () => {
    // 10 pm in Berlin is the next morning in Tokyo.
    const { parent, id } = await newFamilyAt('2026-11-16T21:00:00Z', { zone: 'Asia/Tokyo' });
    const wrong = [
      ...['2026-11-16', '2026-11-20', '2025-11-17', '2026-02-30', '17.11.2026', ''].map((date) => ({ date, seconds: 60 })),
      { date: '2026-11-17', seconds: -1 },
      { date: '2026-11-17', seconds: 86_401 },
      { date: '2026-11-17', seconds: 0.5 },
      { date: '2026-11-17' },
      { seconds: 60 },
      600,
    ];
    for (const allowance_extra of wrong) {
      const answer = await change(parent, id, { allowance_extra });
      expect(answer, JSON.stringify(allowance_extra)).toMatchObject({ status: 400, body: { errors: { fields: expect.any(Object) } } });
    }
    for (const date of ['2026-11-17', '2026-11-18', '2026-11-19']) {
      const allowance_extra = { date, seconds: 60 };
      expect(await change(parent, id, { allowance_extra }), date).toMatchObject({ status: 200, body: { allowance_extra } });
      for (const none of [null, { date, seconds: 0 }]) {
        expect(await change(parent, id, { allowance_extra: none })).toMatchObject({ status: 200, body: { allowance_extra: null } });
        await change(parent, id, { allowance_extra });
      }
    }
    // The date is checked in the zone set by the same request.
    const moved = await change(parent, id, { time_zone: 'Europe/Berlin', allowance_extra: { date: '2026-11-16', seconds: 60 } });
    expect(moved).toMatchObject({ status: 200, body: { allowance_extra: { date: '2026-11-16' } } });
    // Existing bonus time moves to the date in the child's new zone.
    const back = await change(parent, id, { time_zone: 'Asia/Tokyo' });
    expect(back).toMatchObject({ status: 200, body: { allowance_extra: { date: '2026-11-17', seconds: 60 } } });
  });

  test('refuses bonus time when the plan has no allowance', async () => {
    const { parent, child } = await newFamily();
    const answer = await change(parent, child.user_id, { allowance_extra: { date: TODAY, seconds: 60 } });
    expect(answer).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
  });

  test('lists usage per device, without devices that used nothing', async () => {
    const { parent, id, now, agents } = await usedUp();
    const [first, second] = agents.map(({ deviceId }) => deviceId);
    const used = [
      { device_id: first, seconds: 200 },
      { device_id: second, seconds: 400 },
    ].sort((a, b) => ((a.device_id ?? '') < (b.device_id ?? '') ? -1 : 1));
    expect((await statusOf(parent, id)).usage?.by_device).toEqual(used);
    await stopClock(now + DAY, parent, ...agents);
    expect((await statusOf(parent, id)).usage?.by_device).toEqual([]);
  });

  test('ignores the allowance when the plan ends, and applies it again under the next plan', async () => {
    const { parent, id, now, agent, agents } = await usedUp();
    const skus = (await parent.call(getSkus, { query: { merged: 'true' } })) as Array<{ sku: string; expiration: number | null }>;
    const premium = skus.find(({ sku }) => sku === 'premium_monthly');
    const take = (expiration: number | null) =>
      runInDurableObject(familyOf(parent.accountId), (family) =>
        family.grant({ ...premium, expiration } as Parameters<typeof family.grant>[0]),
      );
    await take(now + HOUR);
    await stopClock(now + HOUR - 1, parent, ...agents);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'blocked', usage: { time_limit: 600 } });
    const before = (await agent.policy()).schedule_ts;
    await stopClock(now + HOUR, parent, ...agents);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', usage: { time_limit: 86_400 } });
    const { schedule_ts, policy } = await agent.policy();
    expect(schedule_ts).toBeGreaterThan(before);
    expect(policy.users).toMatchObject([{ allowance_enabled: false }]);
    expect((await parent.call(listRules, { query: { user_id: id } })).map(({ type }) => type)).not.toContain('allowance');
    expect(await userOf(parent, id), 'kept for the next plan').toMatchObject({ allowance_enabled: true });
    await take(null);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'blocked', why: { type: 'allowance' } });
    expect((await agent.policy()).policy.users).toMatchObject([{ allowance_enabled: true }]);
  });

  test('refuses the second of two concurrent changes of bonus time', async () => {
    const { parent, id } = await usedUp();
    const { updated_ts } = await userOf(parent, id);
    const body = { user_id: id, updated_ts, allowance_extra: { date: TODAY, seconds: 600 } };
    const first = await parent.call(updateUser, { body });
    expect(await parent.raw('PUT', '/user', body)).toMatchObject({ status: 400, body: { errors: { reason: 'stale', current: first } } });
  });

  test('blocks a day with a zero limit from midnight, and continues a block from the day before', async () => {
    // Sunday, 13:00 in Berlin: one hour on weekends, nothing on school days.
    const { parent, id, agent } = await newFamilyAt('2026-11-15T12:00:00Z');
    await change(parent, id, { allowance: [3600, 0, 0, 0, 0, 0, 3600], allowance_enabled: true });
    const monday = Date.parse('2026-11-16T00:00:00+01:00');
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', next_change: { at: monday, state: 'blocked' } });
    await agent.report('allowed', { usage: [{ user_id: id, date: '2026-11-15', seconds: 3600 }] });
    const saturday = Date.parse('2026-11-21T00:00:00+01:00');
    expect(await statusOf(parent, id)).toMatchObject({
      state: 'blocked',
      until: saturday,
      next_change: { at: saturday, state: 'allowed' },
    });
  });

  test('distinguishes zeros set by a parent from a child’s initial zeros', async () => {
    const { parent, id } = await newFamilyAt(NOON);
    const isSet = async () => (await userOf(parent, id)).is_allowance_set;
    expect(await userOf(parent, id)).toMatchObject({ allowance: Array(7).fill(0), is_allowance_set: false });
    await change(parent, id, { allowance_enabled: false, user_name: 'Mia' });
    expect(await isSet()).toBe(false);
    await change(parent, id, { allowance: Array(7).fill(0) });
    expect(await isSet()).toBe(true);
    // Null removes the numbers, which is refused while the allowance is on.
    await change(parent, id, { allowance_enabled: true, allowance: Array(7).fill(7200) });
    expect(await change(parent, id, { allowance: null })).toMatchObject({ status: 400, body: { errors: { fields: { allowance: 'on' } } } });
    const none = { allowance: Array(7).fill(0), is_allowance_set: false, allowance_enabled: false };
    expect(await change(parent, id, { allowance_enabled: false, allowance: null })).toMatchObject({ status: 200, body: none });
    await change(parent, id, { allowance: Array(7).fill(0) });
    // Writes rows as they were before `is_allowance_set` existed.
    const keepAsBefore = (isOn: number) =>
      runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
        storage.sql.exec("UPDATE child SET allowance_json = '[0,0,0,0,0,0,0]', allowance_enabled = ?", isOn);
        storage.sql.exec(MIGRATIONS[8] ?? '');
      });
    await keepAsBefore(1);
    expect(await isSet()).toBe(true);
    await keepAsBefore(0);
    expect(await isSet()).toBe(false);
    await change(parent, id, { allowance_enabled: true });
    expect(await userOf(parent, id)).toMatchObject({ allowance: Array(7).fill(0), is_allowance_set: true });
  });
});
