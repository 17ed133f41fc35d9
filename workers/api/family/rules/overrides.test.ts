import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { getBlockStatus } from '#app/wire/block-status';
import { createRule, LAST_EXPIRY, listRules, type RuleWire, removeRules, updateRule } from '#app/wire/rule';
import type { Parent } from '#tests/clients/parent';
import { newChild, newDevice, newFamily, readRows, stopClock } from '#tests/clients/worker';

const HOUR = 60 * 60_000;

function override(parent: Parent, userId: string, effect: 'block' | 'grant', expiry: number | null = null): Promise<RuleWire> {
  return parent.call(createRule, { query: { user_id: userId }, body: { type: 'override', ruledef_name: effect, expiry } });
}

function lift(parent: Parent, rule: RuleWire) {
  return parent.call(removeRules, { query: { user_id: rule.user_id, rule_ids: rule.rule_id } });
}

async function counts(parent: Parent): Promise<[number, number]> {
  const { block_count, grant_count } = await parent.call(getAccount);
  return [block_count, grant_count];
}

async function stateOf(parent: Parent, userId: string) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', rule_info: '', usage: '', user_id: userId } });
  if (status === undefined) throw new Error('no status');
  return status;
}

/** Creates a family with a stopped clock, so that tests can count seconds. */
async function stoppedFamily(plan?: string) {
  const { parent, child } = await newFamily(plan);
  const now = Date.now() + 1_000;
  await stopClock(now, parent);
  return { parent, child, id: child.user_id, now };
}

describe('overrides', () => {
  test('returns the names of a block and when its undo period ends', async () => {
    const { parent, id, now } = await stoppedFamily();
    const rule = await override(parent, id, 'block', now + HOUR);
    expect(rule).toMatchObject({
      type: 'override',
      ruledef_name: 'block',
      ruledef_id: 'block',
      system_name: 'override_block',
      active: true,
    });
    expect(rule).toMatchObject({ expiry: now + HOUR, time_duration: '00:00PT60M', undo_until: now + 10_000, user_id: id });
    const { undo_until: _, ...kept } = rule;
    expect(await parent.call(listRules, { query: { user_id: id } })).toContainEqual(kept);
  });

  test('replaces a child’s override with the next one', async () => {
    const { parent, id, now } = await stoppedFamily();
    const block = await override(parent, id, 'block', now + HOUR);
    const grant = await override(parent, id, 'grant');
    const rules = await parent.call(listRules, { query: { user_id: id } });
    expect(rules.filter(({ type }) => type === 'override').map(({ rule_id }) => rule_id)).toEqual([grant.rule_id]);
    expect(await lift(parent, block)).toEqual({ objects_deleted: 0 });
    await stopClock(now + HOUR, parent);
    expect((await stateOf(parent, id)).why).toMatchObject({ rule_id: grant.rule_id, effect: 'grant' });
  });

  test('overrides Bedtime until the override ends (MAN-007)', async () => {
    const { parent, id, now } = await stoppedFamily();
    const [bedtime] = await parent.call(listRules, { query: { user_id: id } });
    const body = { rule_id: bedtime?.rule_id, updated_ts: bedtime?.updated_ts, suspended: false, time_duration: '00:00PT1440M' };
    await parent.call(updateRule, { query: { user_id: id }, body });
    expect((await stateOf(parent, id)).state).toBe('blocked');
    const grant = await override(parent, id, 'grant', now + HOUR);
    const granted = await stateOf(parent, id);
    expect(granted).toMatchObject({ state: 'allowed', why: { rule_id: grant.rule_id, type: 'override', until: now + HOUR } });
    expect(granted.beaten).toMatchObject([{ rule_id: bedtime?.rule_id, type: 'temporal_default', name: 'Bedtime' }]);
    expect(granted.next_change).toEqual({ at: now + HOUR, state: 'blocked', rule_id: bedtime?.rule_id });
    expect(granted.usage?.displayState).toBe('paused');
    await stopClock(now + HOUR - 1, parent);
    expect((await stateOf(parent, id)).state).toBe('allowed');
    await stopClock(now + HOUR, parent);
    expect((await stateOf(parent, id)).state).toBe('blocked');
    expect(await readRows(parent.accountId, "SELECT id FROM rule WHERE kind = 'override'")).toEqual([]);
  });

  test('refuses an end that is past, malformed or outside the calendar, but accepts one far in the future', async () => {
    const { parent, id, now } = await stoppedFamily('premium_monthly');
    const wrong = [
      now,
      now - 1,
      0,
      -1,
      1.5,
      '2030-01-01',
      'one_week_rollover',
      Number.MAX_SAFE_INTEGER,
      8.64e15,
      LAST_EXPIRY + 1,
      undefined,
    ];
    for (const expiry of wrong) {
      const body = { type: 'override', ruledef_name: 'block', ...(expiry === undefined ? {} : { expiry }) };
      expect((await parent.raw('POST', `/rule?user_id=${id}`, body)).status, String(expiry)).toBe(400);
    }
    for (const change of [
      { ruledef_name: 'pause' },
      { ruledef_name: undefined },
      { time_duration: '9:00PT1M' },
      { time_duration: '10:00PT30M' },
    ]) {
      const body = { type: 'override', ruledef_name: 'block', expiry: null, ...change };
      expect((await parent.raw('POST', `/rule?user_id=${id}`, body)).status, JSON.stringify(change)).toBe(400);
    }
    const [bedtime] = await parent.call(listRules, { query: { user_id: id } });
    const body = { rule_id: bedtime?.rule_id, updated_ts: bedtime?.updated_ts, suspended: false };
    await parent.call(updateRule, { query: { user_id: id }, body });
    // A read returns a block without an end with this `time_duration`, so a client may send it.
    const untilLifted = { type: 'override', ruledef_name: 'block', expiry: null, time_duration: '00:00PT1440M' };
    expect((await parent.raw('POST', `/rule?user_id=${id}`, untilLifted)).status).toBe(200);
    for (const expiry of [now + 100 * 365 * 24 * HOUR, LAST_EXPIRY]) {
      await override(parent, id, 'block', expiry);
      expect(await stateOf(parent, id), String(expiry)).toMatchObject({ state: 'blocked', why: { until: expiry } });
    }
  });

  test('refuses to change an override', async () => {
    const { parent, id } = await stoppedFamily();
    const rule = await override(parent, id, 'block');
    const body = { rule_id: rule.rule_id, updated_ts: rule.updated_ts, suspended: true };
    expect((await parent.raw('PUT', `/rule?user_id=${id}`, body)).status).toBe(400);
    expect((await stateOf(parent, id)).state).toBe('blocked');
  });

  test('limits blocks but not grants, and counts both', async () => {
    const { parent, id } = await stoppedFamily();
    for (let index = 0; index < 10; index++) await override(parent, id, 'grant');
    for (let index = 0; index < 5; index++) await override(parent, id, 'block');
    expect(await counts(parent)).toEqual([5, 10]);
    const { counts_reset_ts } = await parent.call(getAccount);
    const sixth = await parent.raw('POST', `/rule?user_id=${id}`, { type: 'override', ruledef_name: 'block', expiry: null });
    expect(sixth).toEqual({
      status: 403,
      body: { errors: { code: 410, message: expect.any(String), reason: 'limit', limit: 5, resets_ts: counts_reset_ts } },
    });
    expect(await counts(parent)).toEqual([5, 10]);
  });

  test('does not limit blocks on a plan without a limit', async () => {
    const { parent, id } = await stoppedFamily('plus_monthly');
    for (let index = 0; index < 7; index++) await override(parent, id, 'block');
    expect(await counts(parent)).toEqual([7, 0]);
  });

  test('resets the counts at the start of a month in the account’s zone', async () => {
    const { parent, id } = await stoppedFamily();
    for (let index = 0; index < 5; index++) await override(parent, id, 'block');
    const { counts_reset_ts } = await parent.call(getAccount);
    const inBerlin = new Intl.DateTimeFormat('en', {
      timeZone: 'Europe/Berlin',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hour12: false,
    });
    expect(inBerlin.format(counts_reset_ts)).toMatch(/^1, 24:00|^1, 00:00/);
    await stopClock(counts_reset_ts - 1, parent);
    const block = { type: 'override', ruledef_name: 'block', expiry: null };
    expect((await parent.raw('POST', `/rule?user_id=${id}`, block)).status).toBe(403);
    expect(await counts(parent)).toEqual([5, 0]);
    await stopClock(counts_reset_ts, parent);
    expect(await counts(parent)).toEqual([0, 0]);
    await override(parent, id, 'block');
    expect(await counts(parent)).toEqual([1, 0]);
  });

  test('gives back a block that is undone within ten seconds and not confirmed by a device', async () => {
    const { parent, id, now } = await stoppedFamily();
    const agent = await newDevice(parent, id);
    const first = await override(parent, id, 'block');
    await stopClock(now + 10_000, parent, agent);
    await lift(parent, first);
    expect(await counts(parent)).toEqual([0, 0]);
    const late = await override(parent, id, 'block');
    await stopClock(now + 20_001, parent, agent);
    await lift(parent, late);
    expect(await counts(parent)).toEqual([1, 0]);
  });

  test('does not give back a block confirmed by a device, even if newer policies follow', async () => {
    const { parent, id, now } = await stoppedFamily();
    const agent = await newDevice(parent, id);
    await stopClock(now + 1, parent, agent);
    const first = await override(parent, id, 'block');
    await agent.ack(await agent.commands(), 'blocked');
    await lift(parent, first);
    expect(await counts(parent)).toEqual([1, 0]);
    await stopClock(now + 2, parent, agent);
    const second = await override(parent, id, 'block');
    await agent.ack(await agent.commands(), 'blocked');
    const schedule = { type: 'temporal', rule_name: 'X', days: [1, 1, 1, 1, 1, 1, 1], time_duration: '03:00PT1M', suspended: true };
    await parent.call(createRule, { query: { user_id: id }, body: schedule });
    await lift(parent, second);
    expect(await counts(parent)).toEqual([2, 0]);
  });

  test('gives back a block that the device could not apply, but keeps a grant counted', async () => {
    const { parent, id } = await stoppedFamily();
    const agent = await newDevice(parent, id);
    const block = await override(parent, id, 'block');
    await agent.ack(await agent.commands(), 'allowed', 'error');
    await lift(parent, block);
    expect(await counts(parent)).toEqual([0, 0]);
    await lift(parent, await override(parent, id, 'grant'));
    expect(await counts(parent)).toEqual([0, 1]);
  });

  test('does not give back a block of the previous month', async () => {
    const { parent, id } = await stoppedFamily();
    const sibling = await newChild(parent, 'Ben');
    const { counts_reset_ts } = await parent.call(getAccount);
    await stopClock(counts_reset_ts - 5_000, parent);
    const old = await override(parent, id, 'block');
    await stopClock(counts_reset_ts, parent);
    await override(parent, sibling.user_id, 'block');
    await lift(parent, old);
    expect(await counts(parent)).toEqual([1, 0]);
  });
});
