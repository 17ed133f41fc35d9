import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { getBlockStatus } from '#app/wire/block-status';
import { listUsers, removeUser, updateUser } from '#app/wire/family';
import { createRule } from '#app/wire/rule';
import { dueAt, jumpTo, listClockChanges, newFamilyAt, ring, switchBedtime } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { openBrowser, openDevice } from '#tests/clients/socket';
import { familyOf, newFamily, readEverything, readRows, stopClock } from '#tests/clients/worker';
import { MIGRATIONS } from '../core/schema';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function stateOf(parent: Parent, id: string) {
  const [status] = await parent.call(getBlockStatus, { query: { user_id: id, dev_info: '' } });
  return status?.state;
}

/** Returns the instants at which the clock recorded a change of the child's state. */
async function boundaries(parent: Parent): Promise<Array<string>> {
  return (await listClockChanges(parent)).filter(([, kind]) => kind === 'block_status').map(([at]) => at);
}

describe('child clock', () => {
  // Bedtime from 21:00 to 05:00 on the child's clock (A117). The expected UTC instants are worked out by hand.
  test.each<[name: string, zone: string, from: string, days: number, expected: Array<string>]>([
    [
      'keeps Bedtime at 21:00 to 05:00 when the clock goes forward in Berlin',
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      2,
      ['2026-03-28T20:00:00.000Z', '2026-03-29T03:00:00.000Z', '2026-03-29T19:00:00.000Z', '2026-03-30T03:00:00.000Z'],
    ],
    [
      'keeps Bedtime at 21:00 to 05:00 when the clock goes back in Berlin',
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      2,
      ['2026-10-24T19:00:00.000Z', '2026-10-25T04:00:00.000Z', '2026-10-25T20:00:00.000Z', '2026-10-26T04:00:00.000Z'],
    ],
    [
      'keeps Bedtime at 21:00 to 05:00 when the clock goes forward in Los Angeles',
      'America/Los_Angeles',
      '2026-03-07T20:00:00Z',
      1,
      ['2026-03-08T05:00:00.000Z', '2026-03-08T12:00:00.000Z'],
    ],
    [
      'keeps Bedtime at 21:00 to 05:00 when the clock goes back in Los Angeles',
      'America/Los_Angeles',
      '2026-10-31T20:00:00Z',
      1,
      ['2026-11-01T04:00:00.000Z', '2026-11-01T13:00:00.000Z'],
    ],
    [
      'keeps Bedtime at 21:00 to 05:00 when the clock goes back half an hour on Lord Howe Island',
      'Australia/Lord_Howe',
      '2026-04-04T02:00:00Z',
      1,
      ['2026-04-04T10:00:00.000Z', '2026-04-04T18:30:00.000Z'],
    ],
  ])('%s', async (_name, zone, from, days, expected) => {
    const { parent, id, now } = await newFamilyAt(from, { zone });
    await switchBedtime(parent, id);
    for (const [index, at] of expected.entries()) {
      await stopClock(Date.parse(at) - 1, parent);
      expect((await boundaries(parent)).length, at).toBe(index);
      expect(await stateOf(parent, id), at).toBe(index % 2 === 0 ? 'allowed' : 'blocked');
      await stopClock(Date.parse(at), parent);
      expect(await stateOf(parent, id), at).toBe(index % 2 === 0 ? 'blocked' : 'allowed');
    }
    await stopClock(now + days * DAY, parent);
    expect(await boundaries(parent)).toEqual(expected);
  });

  test('hints browsers, wakes devices and sets the next event when Bedtime begins', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T19:50:00Z');
    await switchBedtime(parent, id);
    await agent.ack(await agent.commands(), 'allowed');
    const device = (await openDevice(agent)).opened;
    const browser = await openBrowser(parent);
    browser.takeNewTypes();
    await stopClock(Date.parse('2026-11-16T20:00:00Z'), parent, agent);
    const server_time = Date.parse('2026-11-16T20:00:00Z');
    expect(await device?.waitFor('policy')).toEqual({ v: 1, type: 'policy', schedule_ts: agent.scheduleTs, server_time });
    expect(await browser.waitFor('block_status')).toMatchObject({ user_id: id });
    // Bedtime ends before the next announcement is due.
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-17T04:00:00.000Z');
    await agent.report('blocked');
    const [status] = await parent.call(getBlockStatus, { query: { user_id: id } });
    expect(status).toMatchObject({ state: 'blocked', viewState: 'blocked' });
  });

  test('removes an override at its end, wakes devices and records the clock as actor', async () => {
    const { parent, id, now, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    const body = { type: 'override', ruledef_name: 'block', expiry: now + HOUR };
    await parent.call(createRule, { query: { user_id: id }, body });
    const device = (await openDevice(agent)).opened;
    const browser = await openBrowser(parent);
    device?.takeNewTypes();
    browser.takeNewTypes();
    await stopClock(now + HOUR, parent, agent);
    await device?.waitFor('policy');
    await browser.waitFor('block_status');
    expect(await readRows(parent.accountId, "SELECT id FROM rule WHERE kind = 'override'")).toEqual([]);
    const at = new Date(now + HOUR).toISOString();
    expect(await listClockChanges(parent)).toEqual([
      [at, 'block_status'],
      [at, 'rule'],
    ]);
    expect(device?.takeNewTypes()).toEqual(expect.arrayContaining(['policy']));
  });

  test('changes only the reason when an override ends within a longer block', async () => {
    const { parent, id, now, agent } = await newFamilyAt('2026-11-16T21:00:00Z');
    await switchBedtime(parent, id);
    const body = { type: 'override', ruledef_name: 'block', expiry: now + HOUR };
    await parent.call(createRule, { query: { user_id: id }, body });
    const device = (await openDevice(agent)).opened;
    await stopClock(now + HOUR, parent);
    expect((await listClockChanges(parent)).map(([, kind]) => kind)).toEqual(['rule']);
    await device?.waitFor('policy');
    expect(await stateOf(parent, id)).toBe('blocked');
  });

  test('does nothing when an alarm runs a second time', async () => {
    const { parent, id } = await newFamilyAt('2026-11-16T12:00:00Z');
    await switchBedtime(parent, id);
    const nine = Date.parse('2026-11-16T20:00:00Z');
    await stopClock(nine - 1, parent);
    await jumpTo(nine, parent);
    await ring(parent);
    const after = await readEverything(parent.accountId);
    await ring(parent);
    await ring(parent);
    expect(await readEverything(parent.accountId)).toEqual(after);
    expect(await boundaries(parent)).toEqual([new Date(nine).toISOString()]);
  });

  test('reports only the difference to the current state, once, when an alarm is days late', async () => {
    const { parent, id, now, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    await switchBedtime(parent, id);
    await jumpTo(now + 3 * DAY, parent, agent);
    await ring(parent);
    // It is noon again, so the state is the same as before the three nights.
    expect(await boundaries(parent)).toEqual([]);
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-19T19:45:00.000Z');
    await jumpTo(now + 5 * DAY + 10 * HOUR, parent, agent);
    await ring(parent);
    expect(await boundaries(parent)).toEqual([new Date(now + 5 * DAY + 10 * HOUR).toISOString()]);
    expect(await readRows(parent.accountId, "SELECT id FROM notice WHERE type = 'upcoming_block_announce'")).toEqual([]);
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-22T04:00:00.000Z');
  });

  test('applies each of several overdue events once', async () => {
    const { parent, id, now } = await newFamilyAt('2026-11-16T12:00:00Z');
    await switchBedtime(parent, id);
    await parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name: 'grant', expiry: now + HOUR } });
    await jumpTo(now + 9 * HOUR, parent);
    await ring(parent);
    const at = new Date(now + 9 * HOUR).toISOString();
    expect((await listClockChanges(parent)).toSorted()).toEqual([
      [at, 'block_status'],
      [at, 'rule'],
    ]);
    await ring(parent);
    expect(await boundaries(parent)).toEqual([at]);
  });

  test('applies an event at the device’s next report if its alarm was lost', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    await switchBedtime(parent, id);
    await agent.ack(await agent.commands(), 'allowed');
    const browser = await openBrowser(parent);
    const past = Date.parse('2026-11-16T20:05:00Z');
    await jumpTo(past, parent, agent);
    await agent.report('blocked');
    expect(await browser.waitFor('block_status')).toMatchObject({ user_id: id });
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-17T04:00:00.000Z');
    const rows = await readRows(parent.accountId, "SELECT actor_id FROM audit WHERE kind = 'block_status'");
    expect(rows).toEqual([{ actor_id: `device:${agent.deviceId}` }]);
  });

  test('recovers at a device’s next report when the clock was set back an hour, without losing or repeating an announcement', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    await switchBedtime(parent, id);
    await agent.ack(await agent.commands(), 'allowed');
    await stopClock(Date.parse('2026-11-16T20:10:00Z'), parent, agent);
    await agent.report('blocked');
    expect(await boundaries(parent)).toEqual(['2026-11-16T20:00:00.000Z']);
    await jumpTo(Date.parse('2026-11-16T19:10:00Z'), parent, agent);
    const browser = await openBrowser(parent);
    browser.takeNewTypes();
    // The device has not noticed the clock change yet.
    await agent.report('blocked');
    await browser.waitFor('block_status');
    expect(await stateOf(parent, id)).toBe('allowed');
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-16T19:45:00.000Z');
    await stopClock(Date.parse('2026-11-16T20:00:00Z'), parent, agent);
    expect(await boundaries(parent)).toEqual(['2026-11-16T20:00:00.000Z', '2026-11-16T20:00:00.000Z']);
    expect(await stateOf(parent, id)).toBe('blocked');
    expect(await readRows(parent.accountId, "SELECT withdrawn_at FROM notice WHERE type = 'upcoming_block_announce'")).toEqual([
      { withdrawn_at: null },
    ]);
  });

  test('recovers after the clock jumped an hour ahead and was corrected', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    await switchBedtime(parent, id);
    await agent.ack(await agent.commands(), 'allowed');
    await stopClock(Date.parse('2026-11-16T19:10:00Z'), parent, agent);
    await jumpTo(Date.parse('2026-11-16T20:10:00Z'), parent, agent);
    await ring(parent);
    expect(await boundaries(parent)).toEqual(['2026-11-16T20:10:00.000Z']);
    await jumpTo(Date.parse('2026-11-16T19:11:00Z'), parent, agent);
    await agent.report('allowed');
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-16T19:45:00.000Z');
    await stopClock(Date.parse('2026-11-16T20:00:00Z'), parent, agent);
    expect(await stateOf(parent, id)).toBe('blocked');
    expect((await readRows(parent.accountId, "SELECT id FROM notice WHERE type = 'upcoming_block_announce'")).length).toBe(1);
  });

  test('checks a child without upcoming changes again after a week, and records no change', async () => {
    const { parent, id, now, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    const week = new Date(now + 7 * DAY).toISOString();
    expect(await dueAt(parent, 'boundary', id)).toBe(week);
    await agent.report('allowed');
    await stopClock(now + DAY, parent, agent);
    await agent.report('allowed');
    expect(await dueAt(parent, 'boundary', id)).not.toBe(null);
    await stopClock(now + 8 * DAY, parent, agent);
    expect(await boundaries(parent)).toEqual([]);
    expect(Date.parse((await dueAt(parent, 'boundary', id)) ?? '')).toBeGreaterThan(now + 8 * DAY);
  });

  test('writes no due row for a report that changes no time', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    await switchBedtime(parent, id);
    await agent.report('allowed');
    const written = await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
      storage.sql.exec("CREATE TRIGGER no_clock BEFORE INSERT ON due BEGIN SELECT RAISE(ABORT, 'written'); END");
      storage.sql.exec("CREATE TRIGGER no_move BEFORE UPDATE ON due BEGIN SELECT RAISE(ABORT, 'written'); END");
    });
    expect(written).toBeUndefined();
    await stopClock(Date.parse('2026-11-16T13:00:00Z'), parent, agent);
    expect((await agent.report('allowed')).status).toBe(200);
  });

  test('moves the clock to a new zone, and removes it with the child', async () => {
    const { parent, id, child } = await newFamilyAt('2026-11-16T12:00:00Z');
    await switchBedtime(parent, id);
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-16T19:45:00.000Z');
    await parent.call(updateUser, { body: { user_id: id, updated_ts: child.updated_ts, time_zone: 'Asia/Tokyo' } });
    // 21:00 in Tokyo was noon UTC, so the child is blocked until 05:00 there.
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-16T20:00:00.000Z');
    await parent.call(removeUser, { query: { user_id: id } });
    expect(await dueAt(parent, 'boundary', id)).toBe(null);
  });

  test('keeps the due instant through an eviction', async () => {
    const { parent, id } = await newFamilyAt('2026-11-16T12:00:00Z');
    await switchBedtime(parent, id);
    await evictDurableObject(familyOf(parent.accountId));
    await stopClock(Date.parse('2026-11-16T20:00:00Z'), parent);
    expect(await boundaries(parent)).toEqual(['2026-11-16T20:00:00.000Z']);
  });

  /** Removes everything from a family that the second and later migrations added. */
  function takeClocks(parent: Parent): Promise<void> {
    const given = MIGRATIONS.slice(1).join('\n');
    const tables = [...given.matchAll(/CREATE TABLE (\w+)/g)].map(([, table]) => table);
    const columns = [...given.matchAll(/ALTER TABLE (\w+) ADD COLUMN (\w+)/g)].filter(([, table]) => !tables.includes(table));
    return runInDurableObject(familyOf(parent.accountId), async (_family, { storage }) => {
      for (const table of tables) storage.sql.exec(`DROP TABLE IF EXISTS ${table}`);
      for (const [, table, column] of columns) storage.sql.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
      storage.sql.exec('DELETE FROM migration WHERE version >= 2');
      storage.sql.exec("DELETE FROM due WHERE kind IN ('boundary', 'silence', 'pairing-reminder')");
      await storage.deleteAlarm();
    });
  }

  test('sets the missing clocks of a family from an older version after an eviction', async () => {
    const { parent, id, agent, now } = await newFamilyAt('2026-11-16T12:00:00Z');
    await switchBedtime(parent, id);
    await takeClocks(parent);
    await evictDurableObject(familyOf(parent.accountId));
    await stopClock(now, parent, agent);
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-16T19:45:00.000Z');
    expect(await dueAt(parent, 'silence', agent.deviceId)).toBe(new Date(now + 2 * DAY).toISOString());
  });

  test('sets the missing clocks of a family from an older version without a request', async () => {
    const { parent, child } = await newFamily();
    await takeClocks(parent);
    await evictDurableObject(familyOf(parent.accountId));
    // Reading the object's rows is enough. Its alarm does the rest.
    await vi.waitFor(
      async () => expect(Date.parse((await dueAt(parent, 'boundary', child.user_id)) ?? '')).toBeGreaterThan(Date.now()),
      10_000,
    );
  });

  test('updates policy, clock and announcements when the zone changes during a block', async () => {
    // 20:45 in Berlin is 14:45 in New York. Bedtime at 21:00 is announced in Berlin.
    const { parent, id, agents } = await newFamilyAt('2026-11-16T12:00:00Z', { devices: 2 });
    await switchBedtime(parent, id);
    const announced = Date.parse('2026-11-16T19:45:00Z');
    await stopClock(announced, parent, ...agents);
    const notifications = () =>
      readRows(parent.accountId, "SELECT occurrence, withdrawn_at FROM notice WHERE type = 'upcoming_block_announce'");
    const nine = Date.parse('2026-11-16T20:00:00Z');
    expect(await notifications()).toEqual([{ occurrence: nine, withdrawn_at: null }]);
    const changeZone = async (time_zone: string) => {
      const user = await parent.call(listUsers, { query: { user_id: id } });
      if (Array.isArray(user)) throw new Error('one was asked for');
      await parent.call(updateUser, { body: { user_id: id, updated_ts: user.updated_ts, time_zone } });
    };
    const policies = () => Promise.all(agents.map(async (agent) => (await agent.policy()).schedule_ts));
    await changeZone('America/New_York');
    expect(await notifications()).toEqual([{ occurrence: nine, withdrawn_at: announced }]);
    // The next event is the announcement at 20:45 in New York.
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-17T01:45:00.000Z');
    await changeZone('Europe/Berlin');
    expect(await notifications(), 'it comes after all').toEqual([{ occurrence: nine, withdrawn_at: null }]);
    await stopClock(nine + HOUR, parent, ...agents);
    expect(await stateOf(parent, id)).toBe('blocked');
    const before = await policies();
    await changeZone('America/New_York');
    expect(await stateOf(parent, id)).toBe('allowed');
    for (const [index, schedule] of (await policies()).entries()) expect(schedule).toBeGreaterThan(before[index] ?? Number.NaN);
    expect(await dueAt(parent, 'boundary', id)).toBe('2026-11-17T01:45:00.000Z');
    await stopClock(Date.parse('2026-11-17T02:00:00Z'), parent, ...agents);
    expect(await stateOf(parent, id)).toBe('blocked');
    expect(await notifications()).toHaveLength(2);
  });
});
