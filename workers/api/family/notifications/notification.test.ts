import { describe, expect, test, vi } from 'vitest';
import { createPairing, removeDevice, removeUser } from '#app/wire/family';
import { listNotifications, updateNotifications } from '#app/wire/notification';
import { Agent } from '#tests/clients/agent';
import { announcedFamily, DAY, HOUR, list, MINUTE, MONDAY, NINE, types } from '#tests/clients/announced-family';
import { dueAt, jumpTo, newFamilyAt } from '#tests/clients/clock';
import { openDevice } from '#tests/clients/socket';
import { newChild, readEverything, readRows, send, stopClock } from '#tests/clients/worker';

describe('reminders and notification list', () => {
  test('reminds of an unfinished pairing once, after a day, until the pairing is finished', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY);
    const pairing = await parent.call(createPairing, { body: { user_id: id, os: 'iOS' } });
    await stopClock(now + DAY - 1, parent, agent);
    expect(await types(parent)).toEqual([]);
    await stopClock(now + DAY, parent, agent);
    const [notification] = await list(parent);
    expect(notification).toMatchObject({
      type: 'pairing_reminder',
      user_id: id,
      content: { fallback_type: 'info', priority: 0, actions: [{ href: `/pair?pairing=${pairing.pair_id}&child=${id}` }] },
    });
    expect(notification?.content.list_title).toBe('A device for Mia isn’t paired yet');
    await agent.report('allowed');
    await stopClock(now + 2 * DAY, parent, agent);
    const renewed = await parent.call(createPairing, { body: { pair_id: pairing.pair_id } });
    expect(await types(parent)).toEqual(['pairing_reminder']);
    await Agent.enrol(send, { code: renewed.code });
    expect(await list(parent)).toEqual([]);
  });

  test('withdraws the reminders of earlier pairings for the same child when a device is paired, but no others', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY);
    const { user_id: ben } = await newChild(parent, 'Ben');
    const open = (user_id: string) => parent.call(createPairing, { body: { user_id, os: 'iOS' } });
    await open(id);
    await open(ben);
    await stopClock(now + DAY, parent, agent);
    const asked = async () => (await list(parent)).map(({ user_id }) => user_id).sort();
    expect(await asked()).toEqual([id, ben].sort());
    const older = await open(id);
    await stopClock(now + DAY + HOUR, parent, agent);
    const { code } = await open(id);
    await stopClock(now + DAY + HOUR + MINUTE, parent, agent);
    await open(id);
    await Agent.enrol(send, { code });
    expect(await asked()).toEqual([ben]);
    await agent.report('allowed');
    await stopClock(now + 2 * DAY, parent, agent);
    expect(await asked(), 'the older one is not brought to mind').toEqual([ben]);
    await stopClock(now + 2 * DAY + HOUR + MINUTE, parent, agent);
    expect(await asked(), 'the newer one is').toEqual([id, ben].sort());
    const { code: renewed } = await parent.call(createPairing, { body: { pair_id: older.pair_id } });
    await Agent.enrol(send, { code: renewed });
  });

  test('does not remind of a finished pairing or of a removed child, and withdraws the reminder when the pairing expires', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY);
    await parent.call(createPairing, { body: { user_id: id, os: 'iOS' } });
    const other = await parent.call(createPairing, { body: { child_name: 'Ben', os: 'iOS', time_zone: 'UTC' } });
    await parent.call(removeUser, { query: { user_id: other.user_id } });
    await stopClock(now + DAY, parent, agent);
    expect(await types(parent)).toEqual(['pairing_reminder']);
    for (let day = 2; day <= 6; day++) {
      await stopClock(now + day * DAY, parent, agent);
      await agent.report('allowed');
    }
    await stopClock(now + 7 * DAY, parent, agent);
    expect(await list(parent)).toEqual([]);
  });

  test('raises one notification per silence for a device that is silent for two days', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY);
    await agent.report('allowed');
    await stopClock(now + 2 * DAY - 1, parent, agent);
    expect(await types(parent)).toEqual([]);
    await stopClock(now + 2 * DAY, parent, agent);
    const [notification] = await list(parent);
    expect(notification).toMatchObject({
      type: 'device_not_seen',
      user_id: id,
      device_id: agent.deviceId,
      content: { fallback_type: 'alert', priority: 2 },
    });
    expect(notification?.content.list_title).toBe('Acme One hasn’t reported for two days');
    expect(notification?.content.detail_subtitle).toMatch(/^Mia · last reported Monday, November 16.*1:00\sPM$/);
    await stopClock(now + 6 * DAY, parent, agent);
    expect(await list(parent)).toEqual([notification]);
    // The device polls before it reports, as a device does when it is back online.
    await agent.commands();
    await agent.report('allowed');
    expect(await list(parent)).toEqual([]);
    await stopClock(now + 8 * DAY - 1, parent, agent);
    expect(await types(parent)).toEqual([]);
    await stopClock(now + 8 * DAY, parent, agent);
    expect(await types(parent)).toEqual(['device_not_seen']);
    expect(await readRows(parent.accountId, "SELECT id FROM notice WHERE type = 'device_not_seen'")).toHaveLength(2);
  });

  test('raises no silence notification for a device that reports daily, and keeps the next check in the future', async () => {
    const { parent, now, agent } = await newFamilyAt(MONDAY);
    for (let day = 1; day <= 5; day++) {
      await stopClock(now + day * DAY, parent, agent);
      await agent.report('allowed');
    }
    expect(await list(parent)).toEqual([]);
    expect(Date.parse((await dueAt(parent, 'silence', agent.deviceId)) ?? '')).toBeGreaterThan(now + 5 * DAY);
  });

  test('raises no silence notification for a device that only pings on its socket', async () => {
    const { parent, now, agent } = await newFamilyAt(MONDAY);
    const { opened } = await openDevice(agent);
    await stopClock(now + 3 * DAY, parent, agent);
    expect(await types(parent)).toEqual([]);
    opened?.socket.close(1000);
    await stopClock(now + 6 * DAY, parent, agent);
    await vi.waitFor(async () => expect(await types(parent)).toEqual(['device_not_seen']));
  });

  test('raises no silence notification for a removed or unmanaged device', async () => {
    const { parent, now, agents } = await newFamilyAt(MONDAY, { devices: 2 });
    const [removed, unmanaged] = agents;
    if (removed === undefined || unmanaged === undefined) throw new Error('two devices');
    await unmanaged.report('allowed', { events: [{ type: 'management_removed', at: now }] });
    await parent.call(removeDevice, { body: { device_id: removed.deviceId } });
    await stopClock(now + 3 * DAY, parent);
    expect(await list(parent)).toEqual([]);
    expect(await dueAt(parent, 'silence', removed.deviceId)).toBe(null);
  });

  test('withdraws the silence notification of a removed device', async () => {
    const { parent, now, agent } = await newFamilyAt(MONDAY);
    await stopClock(now + 2 * DAY, parent, agent);
    expect(await types(parent)).toEqual(['device_not_seen']);
    await parent.call(removeDevice, { body: { device_id: agent.deviceId } });
    expect(await list(parent)).toEqual([]);
  });

  test('lists the most urgent notifications first, then the newest', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY);
    await parent.call(createPairing, { body: { user_id: id, os: 'iOS' } });
    const apps = ['Words', 'Chess', 'Video'].map((name) => ({ bundle_id: name, name, version: '1' }));
    for (const [index, count] of [1, 2, 3].entries()) {
      await stopClock(now + index, parent, agent);
      await agent.report('allowed', { apps: apps.slice(0, count) });
    }
    await stopClock(now + 2 * DAY + 2, parent, agent);
    const told = (await list(parent)).map(({ type, bundle_id }) => bundle_id ?? type);
    expect(told).toEqual(['device_not_seen', 'Video', 'Chess', 'pairing_reminder']);
  });

  test('stores that a parent has read or dismissed a notification, and changes nothing else', async () => {
    const { parent, agent } = await announcedFamily();
    const [notification] = await list(parent);
    if (notification === undefined) throw new Error('no notification');
    const { notif_id } = notification;
    const now = NINE - 15 * MINUTE;
    const put = (details: Record<string, unknown>, more = {}) =>
      parent.call(updateNotifications, { body: [{ notif_id, details, ...more }] });
    expect(await put({ shown_ts: now })).toMatchObject([{ notif_id, details: { shown_ts: now, read_ts: null, hidden: false } }]);
    const forged = { type: 'x', notif_ts: 1, user_id: 'y', content: { list_title: 'z' } };
    expect(await put({ read_ts: now + DAY }, forged)).toEqual([
      { ...notification, details: { shown_ts: now, read_ts: now, hidden: false } },
    ]);
    const rows = await readRows(parent.accountId, "SELECT id FROM audit WHERE kind = 'notification' AND actor_id LIKE 'session:%'");
    expect(rows).toHaveLength(2);
    await put({ read_ts: now });
    await put({});
    expect(await readRows(parent.accountId, "SELECT id FROM audit WHERE kind = 'notification' AND actor_id LIKE 'session:%'")).toEqual(
      rows,
    );
    const german = await parent.call(updateNotifications, { query: { locale: 'de' }, body: [{ notif_id, details: { read_ts: null } }] });
    expect(german).toMatchObject([{ details: { read_ts: null }, content: { list_title: 'Schlafenszeit beginnt für Mia um 21:00' } }]);
    expect(await put({ hidden: true })).toMatchObject([{ details: { hidden: true } }]);
    expect(await list(parent)).toEqual([]);
    const one = await parent.call(listNotifications, { query: { locale: 'en', state: 'active', notif_id } });
    expect(one).toMatchObject([{ notif_id, details: { hidden: true } }]);
    await stopClock(NINE - 1, parent, agent);
    expect(await list(parent)).toEqual([]);
    expect(await put({ hidden: false })).toMatchObject([{ details: { hidden: false } }]);
    expect(await types(parent)).toEqual(['upcoming_block_announce']);
    await stopClock(NINE, parent, agent);
    expect(await put({ hidden: false })).toMatchObject([{ details: { hidden: false, read_ts: NINE } }]);
    // Block and day are over.
    await stopClock(NINE + 12 * HOUR, parent, agent);
    expect(await put({ hidden: false })).toMatchObject([{ details: { hidden: true } }]);
  });

  test('refuses the whole update if one id is wrong or one entry malformed', async () => {
    const { parent } = await announcedFamily();
    const other = await announcedFamily();
    const [mine] = await list(parent);
    const [theirs] = await list(other.parent);
    const read = { read_ts: NINE - HOUR };
    const { audit: _, ...before } = await readEverything(parent.accountId);
    const theirBefore = await readEverything(other.parent.accountId);
    for (const notif_id of [theirs?.notif_id, 'nothing']) {
      const refused = await parent.raw('PUT', '/notifications', [
        { notif_id: mine?.notif_id, details: read },
        { notif_id, details: read },
      ]);
      expect(refused).toEqual({ status: 403, body: { errors: { code: 410, message: 'Insufficient privileges' } } });
      expect(await parent.raw('GET', `/notifications?locale=en&state=active&notif_id=${notif_id}`)).toEqual(refused);
    }
    const wrong: Array<unknown> = [
      [],
      {},
      [{ notif_id: mine?.notif_id }],
      [{ notif_id: mine?.notif_id, details: { read_ts: -1 } }],
      [{ notif_id: mine?.notif_id, details: { read_ts: '2026' } }],
      [{ notif_id: mine?.notif_id, details: { hidden: 1 } }],
      [{ notif_id: 7, details: {} }],
      Array(101).fill({ notif_id: mine?.notif_id, details: read }),
    ];
    for (const body of wrong) expect((await parent.raw('PUT', '/notifications', body)).status, JSON.stringify(body).slice(0, 80)).toBe(400);
    for (const query of ['', '?locale=en', '?state=active', '?locale=en&state=all', '?locale=e&state=active']) {
      expect((await parent.raw('GET', `/notifications${query}`)).status, query).toBe(400);
    }
    const { audit: __, ...after } = await readEverything(parent.accountId);
    expect(after).toEqual(before);
    expect(await readEverything(other.parent.accountId)).toEqual(theirBefore);
  });

  test('no longer lists a notification after thirty days', async () => {
    const { parent, now, agent } = await newFamilyAt(MONDAY);
    await stopClock(now + 2 * DAY, parent, agent);
    await jumpTo(now + 31 * DAY, parent, agent);
    expect(await types(parent)).toEqual(['device_not_seen']);
    await jumpTo(now + 32 * DAY, parent, agent);
    expect(await list(parent)).toEqual([]);
  });
});
