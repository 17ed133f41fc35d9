import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { getBlockStatus } from '#app/wire/block-status';
import { createRule, listRules, type RuleWire, removeRules, SCHEDULES_MAX, updateRule } from '#app/wire/rule';
import type { Parent } from '#tests/clients/parent';
import { familyOf, newChild, newDevice, newFamily, readRows, stopClock } from '#tests/clients/worker';

const DAY = 24 * 60 * 60_000;
const EVERY_DAY = [1, 1, 1, 1, 1, 1, 1];
const SCHOOL = { type: 'temporal', rule_name: 'School', days: [0, 1, 1, 1, 1, 1, 0], time_duration: '08:00PT300M' };

async function paidFamily(timeZone?: string) {
  const { parent, child } = await newFamily('premium_monthly', timeZone);
  return { parent, child, query: { user_id: child.user_id }, path: `/rule?user_id=${child.user_id}` };
}

async function stateOf(parent: Parent, userId: string) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', rule_info: '', usage: '', user_id: userId } });
  if (status === undefined) throw new Error('no status');
  return status;
}

describe('schedules', () => {
  test('creates a child with a Bedtime that is turned off', async () => {
    const { parent, child, query } = await paidFamily();
    expect(await parent.call(listRules, { query })).toEqual([
      expect.objectContaining({
        type: 'temporal_default',
        rule_name: 'Bedtime',
        time_duration: '21:00PT480M',
        days: EVERY_DAY,
        suspended: true,
        active: false,
        recurring: true,
        expiry: null,
        user_id: child.user_id,
        account_id: parent.accountId,
      }),
    ]);
  });

  test('stores a schedule as sent, with its name trimmed', async () => {
    const { parent, query } = await paidFamily();
    const nextYear = new Date().getUTCFullYear() + 1;
    const exceptions = [
      { date: `${nextYear}-12-24`, off: true },
      { date: `${nextYear}-12-31`, window: '23:30PT60M' },
    ];
    const rule = await parent.call(createRule, { query, body: { ...SCHOOL, rule_name: '  Schule <b>  ', exceptions } });
    expect(rule).toMatchObject({ ...SCHOOL, rule_name: 'Schule <b>', exceptions, expiry: null, recurring: true, suspended: false });
    expect(await parent.call(listRules, { query })).toContainEqual(rule);
  });

  test('refuses malformed days, times, names and dates', async () => {
    const { parent, path } = await paidFamily();
    const wrong: Array<Record<string, unknown>> = [
      { days: [1, 1, 1, 1, 1, 1] },
      { days: [...EVERY_DAY, 1] },
      { days: [2, 1, 1, 1, 1, 1, 1] },
      { days: ['1', 1, 1, 1, 1, 1, 1] },
      { days: [true, true, true, true, true, true, true] },
      { days: '1111111' },
      ...['9:00PT480M', '21:00', '24:00PT1M', '21:00PTxM', '21:60PT1M', '21:00PT0M', '21:00PT1441M', '21:00PT-5M', '21:00PT1.5M', ''].map(
        (time_duration) => ({ time_duration }),
      ),
      { time_duration: ' 21:00PT480M' },
      { time_duration: '21:00pt480m' },
      { time_duration: null },
      { rule_name: '' },
      { rule_name: '   ' },
      { rule_name: 'x'.repeat(65) },
      { recurring: 'yes' },
      { suspended: 1 },
      { exceptions: [{ date: '2026-02-30', off: true }] },
      { exceptions: [{ date: '2026-02-03', off: false }] },
      { exceptions: [{ date: '2026-02-03', window: '25:00PT1M' }] },
      { exceptions: [{ date: '2026-02-03' }] },
      { exceptions: [{ date: '0000-01-01', off: true }] },
      { exceptions: [{ date: '9999-12-31', off: true }] },
      { exceptions: Array(61).fill({ date: '2026-02-03', off: true }) },
      { type: 'allowance' },
      { type: 'temporal_default' },
      { type: undefined },
    ];
    for (const change of wrong) {
      const answer = await parent.raw('POST', path, { ...SCHOOL, ...change });
      expect(answer, JSON.stringify(change)).toMatchObject({ status: 400, body: { errors: { code: 500, fields: expect.any(Object) } } });
    }
    for (const time_duration of ['00:00PT1M', '23:59PT1440M', '21:00PT480M']) {
      expect((await parent.raw('POST', path, { ...SCHOOL, time_duration })).status, time_duration).toBe(200);
    }
    expect((await parent.raw('POST', '/rule', SCHOOL)).status).toBe(400);
  });

  test('refuses a change based on an old row, and returns the current row', async () => {
    const { parent, query, path } = await paidFamily();
    const rule = await parent.call(createRule, { query, body: SCHOOL });
    const change = { rule_id: rule.rule_id, updated_ts: rule.updated_ts };
    const first = await parent.call(updateRule, { query, body: { ...change, rule_name: 'Mornings', suspended: true } });
    expect(first.updated_ts).toBeGreaterThan(rule.updated_ts);
    const late = await parent.raw('PUT', path, { ...change, rule_name: 'Too late' });
    expect(late).toMatchObject({ status: 400, body: { errors: { code: 500, reason: 'stale', current: first } } });
    expect(await parent.call(listRules, { query })).toContainEqual(first);
    for (const wrong of [
      { rule_id: rule.rule_id },
      { updated_ts: first.updated_ts },
      { ...change, days: [1] },
      { ...change, time_duration: 'x' },
    ]) {
      expect((await parent.raw('PUT', path, wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
  });

  test('increases versions even for two changes within a millisecond', async () => {
    const { parent, query } = await paidFamily();
    await stopClock(Date.now() + 1_000, parent);
    let { rule_id, updated_ts } = await parent.call(createRule, { query, body: SCHOOL });
    for (let turn = 0; turn < 3; turn++) {
      const next = await parent.call(updateRule, { query, body: { rule_id, updated_ts, suspended: turn % 2 === 0 } });
      expect(next.updated_ts).toBeGreaterThan(updated_ts);
      updated_ts = next.updated_ts;
    }
  });

  test('accepts only one of ten simultaneous changes', async () => {
    const { parent, query, path } = await paidFamily();
    const { rule_id, updated_ts } = await parent.call(createRule, { query, body: SCHOOL });
    const writes = Array.from({ length: 10 }, (_, index) => parent.raw('PUT', path, { rule_id, updated_ts, rule_name: `Name ${index}` }));
    const answers = await Promise.all(writes);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(9);
  });

  test('allows one schedule per child on the free plan, and counts Bedtime while it is on', async () => {
    const { parent, child } = await newFamily();
    const query = { user_id: child.user_id };
    const path = `/rule?user_id=${child.user_id}`;
    const limit = { status: 403, body: { errors: { code: 410, reason: 'limit', limit: 1 } } };
    const [bedtime] = await parent.call(listRules, { query });
    if (bedtime === undefined) throw new Error('no bedtime');
    const change = { rule_id: bedtime.rule_id, updated_ts: bedtime.updated_ts };
    const on = await parent.call(updateRule, { query, body: { ...change, suspended: false } });
    expect(await parent.raw('POST', path, SCHOOL)).toMatchObject(limit);
    const renamed = await parent.call(updateRule, { query, body: { rule_id: on.rule_id, updated_ts: on.updated_ts, rule_name: 'Night' } });
    const off = await parent.call(updateRule, { query, body: { rule_id: on.rule_id, updated_ts: renamed.updated_ts, suspended: true } });
    await parent.call(createRule, { query, body: { ...SCHOOL, suspended: true } });
    expect(await parent.raw('PUT', path, { rule_id: off.rule_id, updated_ts: off.updated_ts, suspended: false })).toMatchObject(limit);
    expect(await parent.raw('POST', path, SCHOOL)).toMatchObject(limit);
    const sibling = await newChild(parent, 'Ben');
    expect((await parent.raw('POST', `/rule?user_id=${sibling.user_id}`, SCHOOL)).status).toBe(200);
  });

  test('applies a schedule in the child’s zone, across midnight and with its exceptions', async () => {
    const { parent, child, query } = await paidFamily('Asia/Tokyo');
    // Tokyo is nine hours ahead of UTC all year, so 21:00 in Tokyo is 12:00 UTC. Day 0 is today.
    const today = Math.floor(Date.now() / DAY) * DAY;
    const utc = (day: number, hour: number, minute = 0) => today + day * DAY + hour * 3_600_000 + minute * 60_000;
    const date = (day: number) => new Date(utc(day, 0)).toISOString().slice(0, 10);
    const exceptions = [
      { date: date(4), off: true },
      { date: date(5), window: '22:00PT60M' },
    ];
    const body = { ...SCHOOL, rule_name: 'Night', days: EVERY_DAY, time_duration: '21:00PT480M', exceptions };
    const rule = await parent.call(createRule, { query, body });
    const table: Array<[number, string]> = [
      [utc(2, 11, 59), 'allowed'],
      [utc(2, 12), 'blocked'],
      [utc(2, 19, 59), 'blocked'],
      [utc(2, 20), 'allowed'],
      [utc(3, 12), 'blocked'],
      [utc(4, 12), 'allowed'],
      [utc(5, 12), 'allowed'],
      [utc(5, 13), 'blocked'],
      [utc(5, 14), 'allowed'],
    ];
    for (const [at, state] of table) {
      await stopClock(at, parent);
      const status = await stateOf(parent, child.user_id);
      expect([new Date(at).toISOString(), status.state, status.rule?.rule_id]).toEqual([
        new Date(at).toISOString(),
        state,
        state === 'blocked' ? rule.rule_id : undefined,
      ]);
    }
    await stopClock(utc(6, 12), parent);
    const status = await stateOf(parent, child.user_id);
    expect(status).toMatchObject({
      why: { type: 'temporal', name: 'Night', until: utc(6, 20) },
      next_change: { at: utc(6, 20), state: 'allowed' },
    });
  });

  test('ends a one-time schedule after seven days and deletes its row', async () => {
    const { parent, query } = await paidFamily();
    const rule = await parent.call(createRule, { query, body: { ...SCHOOL, recurring: false } });
    expect(rule.expiry).toBe('one_week_rollover');
    await stopClock(rule.created_ts + 7 * DAY - 1, parent);
    expect(await parent.call(listRules, { query })).toHaveLength(2);
    await stopClock(rule.created_ts + 7 * DAY, parent);
    expect((await parent.call(listRules, { query })).map(({ type }) => type)).toEqual(['temporal_default']);
  });

  test('keeps a one-time schedule that was made weekly', async () => {
    const { parent, query } = await paidFamily();
    const rule = await parent.call(createRule, { query, body: { ...SCHOOL, recurring: false } });
    const weekly = await parent.call(updateRule, { query, body: { rule_id: rule.rule_id, updated_ts: rule.updated_ts, recurring: true } });
    expect(weekly.expiry).toBeNull();
    await stopClock(rule.created_ts + 8 * DAY, parent);
    expect(await parent.call(listRules, { query })).toHaveLength(2);
  });

  test('refuses to turn an old schedule or Bedtime into a one-time schedule', async () => {
    const { parent, query, path } = await paidFamily();
    const school = await parent.call(createRule, { query, body: SCHOOL });
    const bedtimeOf = async () => {
      const bedtime = (await parent.call(listRules, { query })).find(({ type }) => type === 'temporal_default');
      if (bedtime === undefined) throw new Error('no Bedtime');
      return bedtime;
    };
    const toOnce = ({ rule_id, updated_ts }: RuleWire) => parent.raw('PUT', path, { rule_id, updated_ts, recurring: false });
    expect(await toOnce(await bedtimeOf())).toMatchObject({ status: 400, body: { errors: { fields: { recurring: 'invalid' } } } });
    await stopClock(Date.now() + 8 * DAY, parent);
    expect(await toOnce(school)).toMatchObject({ status: 400, body: { errors: { fields: { recurring: 'too_old' } } } });
    await stopClock(Date.now() + 9 * DAY, parent);
    expect((await parent.call(listRules, { query })).map(({ rule_id }) => rule_id)).toEqual([(await bedtimeOf()).rule_id, school.rule_id]);
  });

  test('does not remove Bedtime on request', async () => {
    const { parent, query } = await paidFamily();
    const [bedtime] = await parent.call(listRules, { query });
    expect(bedtime?.type).toBe('temporal_default');
    expect(await parent.call(removeRules, { query: { ...query, rule_ids: bedtime?.rule_id ?? '' } })).toEqual({ objects_deleted: 0 });
    expect(await parent.call(listRules, { query })).toEqual([bedtime]);
  });

  test('sends a new policy to the child’s devices and to no others after each change', async () => {
    const { parent, child, query } = await paidFamily();
    const sibling = await newChild(parent, 'Ben');
    const [hers, his] = [await newDevice(parent, child.user_id), await newDevice(parent, sibling.user_id)];
    const before = (await his.policy()).schedule_ts;
    const rule = await parent.call(createRule, { query, body: SCHOOL });
    const first = await hers.policy();
    expect(first.policy.users[0]?.rules).toContainEqual(rule);
    await parent.call(removeRules, { query: { ...query, rule_ids: ` ${rule.rule_id} ,unknown` } });
    const second = await hers.policy();
    expect(second.schedule_ts).toBeGreaterThan(first.schedule_ts);
    expect(second.policy.users[0]?.rules).toHaveLength(1);
    expect((await his.policy()).schedule_ts).toBe(before);
    expect(await readRows(parent.accountId, `SELECT id FROM command WHERE device_id = '${his.deviceId}'`)).toEqual([]);
  });

  test('limits a child to a hundred schedules on every plan', async () => {
    const { parent, query, path } = await paidFamily();
    const apps = { ...SCHOOL, scope: 'apps' };
    await parent.call(createRule, { query, body: SCHOOL });
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      const columns = 'child_id, kind, name, weekdays, window, suspended, recurring, exceptions_json, scope, created_at, updated_at';
      const copy = `INSERT INTO rule (id, ${columns}) SELECT id || ?, ${columns} FROM rule WHERE kind = 'schedule' AND length(id) = 26`;
      for (let index = 1; index < SCHEDULES_MAX - 1; index++) sql.exec(copy, index);
    });
    await parent.call(createRule, { query, body: apps });
    for (const body of [SCHOOL, apps]) {
      expect(await parent.raw('POST', path, body)).toMatchObject({
        status: 400,
        body: { errors: { code: 500, reason: 'full', limit: 100 } },
      });
    }
    const rules = await parent.call(listRules, { query });
    expect(rules).toHaveLength(SCHEDULES_MAX + 1);
    await parent.call(removeRules, { query: { ...query, rule_ids: rules[1]?.rule_id ?? '' } });
    expect((await parent.raw('POST', path, SCHOOL)).status).toBe(200);
  });

  test('requires a plan for app schedules, which aren’t counted, don’t block devices and can’t become device schedules (APPS-035)', async () => {
    const free = await newFamily();
    const freePath = `/rule?user_id=${free.child.user_id}`;
    expect(await free.parent.raw('POST', freePath, { ...SCHOOL, scope: 'apps' })).toMatchObject({
      status: 403,
      body: { errors: { code: 410, reason: 'plan' } },
    });
    expect((await free.parent.raw('POST', freePath, SCHOOL)).status).toBe(200);
    const { parent, child, query, path } = await paidFamily();
    expect((await parent.raw('POST', path, { ...SCHOOL, scope: 'web' })).status).toBe(400);
    const allDay = { ...SCHOOL, days: EVERY_DAY, time_duration: '00:00PT1440M' };
    const rule = await parent.call(createRule, { query, body: { ...allDay, scope: 'apps' } });
    expect(rule).toMatchObject({ scope: 'apps', active: true });
    expect((await stateOf(parent, child.user_id)).state).toBe('allowed');
    const change = { rule_id: rule.rule_id, updated_ts: rule.updated_ts, rule_name: 'Games', scope: 'device' };
    expect(await parent.call(updateRule, { query, body: change })).toMatchObject({ rule_name: 'Games', scope: 'apps' });
    // Without the plan, an app schedule can be turned off but not on again.
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec("UPDATE sku SET owned_json = json_set(owned_json, '$.expiration', 1) WHERE sku = 'premium_monthly'");
    });
    const kept = (await parent.call(listRules, { query })).find(({ scope }) => scope === 'apps');
    const write = (updated_ts: number | undefined, suspended: boolean) =>
      parent.raw('PUT', path, { rule_id: rule.rule_id, updated_ts, suspended });
    const off = await write(kept?.updated_ts, true);
    expect(off).toMatchObject({ status: 200, body: { suspended: true } });
    const { updated_ts } = off.body as RuleWire;
    expect(await write(updated_ts, false)).toMatchObject({ status: 403, body: { errors: { code: 410, reason: 'plan' } } });
    expect((await parent.raw('POST', path, SCHOOL)).status, 'the one schedule of the free plan is still free').toBe(200);
  });

  test('accepts a stored date that is too far ahead for a new exception', async () => {
    const { parent, query, path } = await paidFamily();
    const { rule_id, updated_ts } = await parent.call(createRule, { query, body: SCHOOL });
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE rule SET exceptions_json = ? WHERE id = ?', JSON.stringify([{ date: '2096-12-24', change: 'off' }]), rule_id);
    });
    const far = [{ date: '2096-12-24', off: true as const }];
    const kept = await parent.call(updateRule, { query, body: { rule_id, updated_ts, exceptions: far } });
    expect(kept).toMatchObject({ exceptions: far });
    const body = { rule_id, updated_ts: kept.updated_ts, exceptions: [...far, { date: '2096-12-25', off: true }] };
    expect(await parent.raw('PUT', path, body)).toMatchObject({
      status: 400,
      body: { errors: { fields: { exceptions: 'out_of_range' } } },
    });
  });

  test('removes past exceptions when a schedule is saved, but keeps yesterday’s, whose night may last into today', async () => {
    const { parent, query } = await paidFamily();
    // It is 00:30 on November 16 in Berlin.
    await stopClock(Date.parse('2026-11-15T23:30:00Z'), parent);
    const dates = ['2026-11-01', '2026-11-14', '2026-11-15', '2026-11-16', '2027-01-01'];
    const exceptions = dates.map((date) => ({ date, off: true }));
    const night = { ...SCHOOL, days: EVERY_DAY, time_duration: '21:00PT480M', exceptions };
    const rule = await parent.call(createRule, { query, body: night });
    expect(rule).toMatchObject({ active: false, exceptions: exceptions.slice(2) });
    await stopClock(Date.parse('2026-11-16T23:30:00Z'), parent);
    const { rule_id, updated_ts } = rule;
    const renamed = await parent.call(updateRule, { query, body: { rule_id, updated_ts, rule_name: 'Night' } });
    expect(renamed).toMatchObject({ active: false, exceptions: exceptions.slice(3) });
    const sent = await parent.call(updateRule, {
      query,
      body: { rule_id, updated_ts: renamed.updated_ts, exceptions: exceptions.slice(0, 3) },
    });
    expect(sent).toMatchObject({ active: true, exceptions: [] });
  });

  test('refuses to create a schedule without days or to remove all of its days', async () => {
    const { parent, query, path } = await paidFamily();
    const none = [0, 0, 0, 0, 0, 0, 0];
    const refused = { status: 400, body: { errors: { fields: { days: 'none' } } } };
    const today = new Date().toISOString().slice(0, 10);
    expect(await parent.raw('POST', path, { ...SCHOOL, days: none })).toMatchObject(refused);
    expect(await parent.raw('POST', path, { ...SCHOOL, days: none, exceptions: [{ date: today, off: true }] })).toMatchObject(refused);
    const once = { ...SCHOOL, days: none, exceptions: [{ date: today, window: '08:00PT60M' }] };
    expect((await parent.raw('POST', path, once)).status, 'one date with times of its own').toBe(200);
    const rule = await parent.call(createRule, { query, body: SCHOOL });
    expect(await parent.raw('PUT', path, { rule_id: rule.rule_id, updated_ts: rule.updated_ts, days: none })).toMatchObject(refused);
  });
});
