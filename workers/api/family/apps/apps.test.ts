import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { CHILD_APP_ID } from '#app/domain/app-rules';
import { listInstalledApps } from '#app/wire/apps';
import { createCommand } from '#app/wire/command';
import type { ReportBody } from '#app/wire/device';
import { removeDevice } from '#app/wire/family';
import { putGranularity } from '#app/wire/granularity';
import { updateNotifications } from '#app/wire/notification';
import type { Agent } from '#tests/clients/agent';
import { DAY, HOUR, list, MINUTE, MONDAY, types } from '#tests/clients/announced-family';
import { newFamilyAt } from '#tests/clients/clock';
import { openBrowser, openDevice } from '#tests/clients/socket';
import { familyOf, newChild, newFamily, readRows, stopClock } from '#tests/clients/worker';
import { APPS_USED } from '../store/used.queries';

const GAME = 'com.example.game';
const VIDEO = 'com.example.video';
const DATE = '2026-11-16';

function app(name: string, version = '1.0'): NonNullable<ReportBody['apps']>[number] {
  return { bundle_id: `com.example.${name.toLowerCase()}`, name, version };
}

function has(agent: Agent, ...names: Array<string>) {
  return agent.report('allowed', { apps: names.map((name) => app(name)) });
}

/** Creates a family at 13:00 in Berlin, with a child Mia who has two devices. */
async function twoDevices() {
  const family = await newFamilyAt(MONDAY, { devices: 2 });
  const [phone, tablet] = family.agents;
  if (phone === undefined || tablet === undefined) throw new Error('two devices');
  return { ...family, phone, tablet, query: { user_id: family.id } };
}

describe('apps', () => {
  test('lists each app on the child’s devices once, sorted by name (APPS-016)', async () => {
    const { parent, id, now, phone, tablet, query } = await twoDevices();
    expect(await parent.call(listInstalledApps, { query })).toEqual([]);
    await phone.report('allowed', { apps: [app('Words'), app('Game', '1.0')] });
    await stopClock(now + HOUR, parent, phone, tablet);
    await tablet.report('allowed', { apps: [{ ...app('Game', '2.0'), name: 'Game 2' }, app('apple')] });
    const [apple, game, words] = await parent.call(listInstalledApps, { query });
    expect(apple).toMatchObject({ name: 'apple', device_ids: [tablet.deviceId], installed_ts: now + HOUR, used_today: null });
    const device_ids = [phone.deviceId, tablet.deviceId].sort();
    expect(game).toEqual({
      bundle_id: GAME,
      name: 'Game 2',
      version: '2.0',
      device_ids,
      installed_ts: now,
      came_with_device: true,
      used_today: null,
    });
    expect(words).toMatchObject({ name: 'Words', device_ids: [phone.deviceId] });
    await stopClock(now + 2 * HOUR, parent, phone, tablet);
    await has(phone, 'Words');
    expect((await parent.call(listInstalledApps, { query }))[1]).toMatchObject({ device_ids: [tablet.deviceId], installed_ts: now + HOUR });
    await parent.call(removeDevice, { body: { device_id: tablet.deviceId } });
    expect((await parent.call(listInstalledApps, { query })).map(({ name }) => name)).toEqual(['Words']);
    const sibling = await newChild(parent, 'Ben');
    expect(await parent.call(listInstalledApps, { query: { user_id: sibling.user_id } })).toEqual([]);
    const stranger = await newFamily();
    expect((await stranger.parent.raw('GET', `/installed_apps?user_id=${id}`)).status).toBe(403);
  });

  test('dates apps by the time of the report when the list has no install times', async () => {
    const { parent, now, phone, query } = await twoDevices();
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('INSERT INTO app_report VALUES (?, ?, ?)', phone.deviceId, JSON.stringify([app('Game')]), now - DAY);
    });
    expect(await parent.call(listInstalledApps, { query })).toMatchObject([{ installed_ts: now - DAY }]);
    await has(phone, 'Game', 'Video');
    expect(await parent.call(listInstalledApps, { query })).toMatchObject([{ installed_ts: now - DAY }, { installed_ts: now }]);
    expect(await types(parent)).toEqual(['app_installed']);
  });

  test('marks only the apps in a device’s first list as `came_with_device`, even if another device had them', async () => {
    const { parent, now, phone, tablet, query } = await twoDevices();
    const came = async () =>
      Object.fromEntries((await parent.call(listInstalledApps, { query })).map(({ name, came_with_device }) => [name, came_with_device]));
    await has(phone);
    await has(phone, 'Words');
    expect(await came()).toEqual({ Words: false });
    expect(await types(parent), 'an empty list was its first').toEqual(['app_installed']);
    await stopClock(now + HOUR, parent, phone, tablet);
    await has(tablet, 'Words', 'Game');
    await has(tablet, 'Game', 'Video');
    await has(phone, 'Words', 'Game');
    expect(await came()).toEqual({ Words: false, Game: true, Video: false });
  });

  test('excludes the child app from notifications, the list and app rules', async () => {
    const { parent, id, phone, query } = await twoDevices();
    const guard = { ...app('Porchlight'), bundle_id: CHILD_APP_ID };
    await phone.report('allowed', { apps: [app('Words')] });
    await phone.report('allowed', { apps: [app('Words'), guard] });
    expect(await list(parent)).toEqual([]);
    expect((await parent.call(listInstalledApps, { query })).map(({ name }) => name)).toEqual(['Words']);
    const put = (patch: object) => parent.raw('PUT', '/granularity_by_user', { user_id: id, patch });
    for (const patch of [{ app_directives: { [CHILD_APP_ID]: 'N' } }, { app_limits: { [CHILD_APP_ID]: 60 } }]) {
      const fields = { [`${Object.keys(patch)[0]}.${CHILD_APP_ID}`]: 'manages_device' };
      expect(await put(patch)).toMatchObject({ status: 400, body: { errors: { fields } } });
    }
    // Stored rules for the child app no longer apply.
    expect((await put({ app_directives: { [CHILD_APP_ID]: 'S', [GAME]: 'N' } })).status).toBe(200);
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE child SET granularity_json = replace(granularity_json, ?, ?) WHERE id = ?', GAME, CHILD_APP_ID, id);
      sql.exec('UPDATE app_report SET apps_json = replace(apps_json, ?, ?)', 'com.example.words', CHILD_APP_ID);
    });
    expect((await phone.policy()).policy.users[0]?.granularity?.app_directives).toEqual({});
    expect(await parent.call(listInstalledApps, { query })).toEqual([]);
  });

  test('announces a new app, but not a device’s first list or an app that returns within a day (APPS-036)', async () => {
    const { parent, id, now, phone, tablet } = await twoDevices();
    const at = (time: number) => stopClock(time, parent, phone, tablet);
    const browser = await openBrowser(parent);
    await has(phone, 'Words', 'Game');
    expect(await browser.waitFor('installed_apps')).toMatchObject({ user_id: id, device_id: phone.deviceId });
    await has(tablet, 'Video');
    expect(await list(parent)).toEqual([]);
    browser.takeNewTypes();
    await has(phone, 'Game', 'Words');
    await has(phone, 'Words', 'Game', 'Video');
    const [notification] = await list(parent);
    expect(notification).toMatchObject({
      type: 'app_installed',
      user_id: id,
      device_id: phone.deviceId,
      bundle_id: VIDEO,
      content: {
        actions: [{ label: 'Review apps', href: `/manage/${id}/app-rules` }],
        list_title: 'Video is new on Acme One',
        list_subtitle: 'Mia',
        fallback_type: 'info',
        priority: 1,
      },
    });
    await browser.waitFor('notification');
    expect(browser.takeNewTypes().filter((type) => type === 'installed_apps')).toHaveLength(1);
    await at(now + HOUR);
    await has(phone, 'Words', 'Game');
    await at(now + 2 * HOUR);
    await has(phone, 'Words', 'Game');
    await at(now + HOUR + DAY - 1);
    await has(phone, 'Words', 'Game', 'Video');
    expect(await list(parent)).toEqual([notification]);
    await has(phone, 'Words', 'Game');
    const hide = { notif_id: notification?.notif_id ?? '', details: { hidden: true } };
    await parent.call(updateNotifications, { query: { locale: 'en' }, body: [hide] });
    await at(now + HOUR + 2 * DAY - 1);
    await has(phone, 'Words', 'Game', 'Video');
    expect(await types(parent)).toContain('app_installed');
    // The tablet has had the app from the start, so it gets no notification there.
    await parent.call(removeDevice, { body: { device_id: phone.deviceId } });
    expect(await types(parent)).not.toContain('app_installed');
  });

  test('withdraws the notification when no device has the app, and restores it when the app returns within a day', async () => {
    const { parent, now, phone, tablet } = await twoDevices();
    const at = (time: number) => stopClock(time, parent, phone, tablet);
    const asked = async () => (await list(parent)).map(({ notif_id, device_id }) => [notif_id, device_id]);
    const browser = await openBrowser(parent);
    await has(phone, 'Words');
    await has(tablet, 'Words');
    await has(phone, 'Words', 'Video');
    const [[id] = []] = await asked();
    await has(tablet, 'Words', 'Video');
    await has(phone, 'Words');
    expect(await asked(), 'the other one has it').toEqual([[id, tablet.deviceId]]);
    browser.takeNewTypes();
    await has(tablet, 'Words');
    expect(await asked()).toEqual([]);
    await browser.waitFor('notification');
    await has(phone, 'Words', 'Video');
    await has(tablet, 'Words', 'Video');
    expect(await asked(), 'the same, once').toEqual([[id, phone.deviceId]]);
    // Removing and reinstalling an app does not repeat a dismissed notification.
    await parent.call(updateNotifications, { body: [{ notif_id: id, details: { hidden: true } }] });
    for (const agent of [phone, tablet, phone, tablet]) {
      await has(agent, 'Words');
      await has(agent, 'Words', 'Video');
    }
    expect(await asked()).toEqual([]);
    // After more than a day the app counts as new and is announced once.
    await has(phone, 'Words');
    await has(tablet, 'Words');
    await at(now + DAY + HOUR);
    for (const agent of [phone, tablet, phone]) await has(agent, 'Words', 'Video');
    expect((await asked()).map(([, deviceId]) => deviceId)).toEqual([phone.deviceId]);
  });

  test('announces five of many new apps by name and the others together, once for all of the child’s devices', async () => {
    const { parent, phone, tablet } = await twoDevices();
    await has(phone, 'Words');
    await has(phone, 'Words', ...'ABCDEFG');
    const titles = async () => (await list(parent)).map(({ content }) => content.list_title).sort();
    const named = [...'ABCDE'].map((name) => `${name} is new on Acme One`);
    expect(await titles()).toEqual(['2 more new apps on Acme One', ...named]);
    await has(tablet, 'Words');
    await has(tablet, 'Words', ...'ABCDEF');
    expect(await titles()).toEqual(['2 more new apps on Acme One', ...named, 'F is new on Acme One']);
  });

  test('updates the combined notification when fewer, one or no apps remain, and marks it unread when there are more', async () => {
    const { parent, now, phone, tablet } = await twoDevices();
    const at = (minutes: number) => stopClock(now + minutes * MINUTE, parent, phone, tablet);
    const together = async () =>
      (await list(parent))
        .filter(({ bundle_id }) => bundle_id === null)
        .map(({ content, details }) => [content.list_title, details.read_ts === null]);
    await has(phone, 'Words');
    await has(phone, 'Words', ...'ABCDEFGH');
    const [notification] = (await list(parent)).filter(({ bundle_id }) => bundle_id === null);
    expect(notification?.content.detail_body).toMatch(/^Acme One has 3 more new apps\. /);
    await parent.call(updateNotifications, { body: [{ notif_id: notification?.notif_id, details: { read_ts: now } }] });
    await has(phone, 'Words', ...'ABCDEFG');
    expect(await together()).toEqual([['2 more new apps on Acme One', false]]);
    await has(phone, 'Words', ...'ABCDEG');
    expect(await together()).toEqual([['G is new on Acme One', false]]);
    await has(phone, 'Words', ...'ABCDE');
    expect(await together()).toEqual([]);
    await at(1);
    await has(phone, 'Words', ...'ABCDEH');
    expect(await together()).toEqual([['H is new on Acme One', false]]);
    await has(phone, 'Words', ...'ABCDEH', ...'IJKLMNOP');
    expect(await together()).toEqual([['4 more new apps on Acme One', true]]);
  });

  test('announces a dismissed, undecided app again when it returns after a day away from all devices', async () => {
    const { parent, id, now, phone, tablet } = await twoDevices();
    for (const agent of [phone, tablet]) await has(agent, 'Words');
    await has(phone, 'Words', 'Game', 'Video');
    const body = (await list(parent)).map(({ notif_id }) => ({ notif_id, details: { hidden: true } }));
    await parent.call(updateNotifications, { body });
    await parent.call(putGranularity, { body: { user_id: id, patch: { app_directives: { [VIDEO]: 'N' } } } });
    await has(phone, 'Words');
    await stopClock(now + DAY - 1, parent, phone, tablet);
    await has(tablet, 'Words', 'Game');
    expect(await list(parent), 'away for a moment').toEqual([]);
    await has(tablet, 'Words');
    await stopClock(now + 20 * DAY, parent, phone, tablet);
    for (const agent of [phone, tablet]) await has(agent, 'Words');
    await has(tablet, 'Words', 'Game', 'Video');
    const told = (await list(parent)).filter(({ type }) => type === 'app_installed');
    expect(told).toMatchObject([{ bundle_id: GAME, device_id: tablet.deviceId }]);
  });

  test.each([
    { done: 'dismissed', hides: true, decides: false, left: [] },
    { done: 'decided on', hides: false, decides: true, left: [['Game is new on Acme One', false]] },
    { done: 'decided on and dismissed', hides: true, decides: true, left: [] },
  ])('does not announce an app again on the child’s next device after it was $done', async ({ hides, decides, left }) => {
    const { parent, id, phone, tablet } = await twoDevices();
    await has(phone, 'Words');
    await has(tablet, 'Words');
    await has(phone, 'Words', 'Game');
    const [notification] = await list(parent);
    expect(notification?.content.actionable).toBe(true);
    if (decides) await parent.call(putGranularity, { body: { user_id: id, patch: { app_directives: { [GAME]: 'N' } } } });
    const dismissed = { notif_id: notification?.notif_id ?? '', details: { hidden: true } };
    if (hides) await parent.call(updateNotifications, { query: { locale: 'en' }, body: [dismissed] });
    await has(tablet, 'Words', 'Game');
    expect((await list(parent)).map(({ content }) => [content.list_title, content.actionable])).toEqual(left);
  });

  test('keeps the larger running total per app, limits it to the elapsed time and ignores children of other devices', async () => {
    const { parent, id, phone, tablet, query } = await twoDevices();
    const sibling = await newChild(parent, 'Ben');
    await has(phone, 'Game', 'Words');
    await has(tablet, 'Video');
    const use = (agent: Agent, seconds: Record<string, number>, date = DATE, userId = id) =>
      agent.report('allowed', {
        app_usage: Object.entries(seconds).map(([bundle_id, n]) => ({ user_id: userId, date, bundle_id, seconds: n })),
      });
    const used = async () =>
      Object.fromEntries((await parent.call(listInstalledApps, { query })).map(({ name, used_today }) => [name, used_today]));
    await use(phone, { [GAME]: 600 });
    await use(phone, { [GAME]: 300, 'com.example.words': 60 });
    await use(tablet, { [GAME]: 100 });
    expect(await used()).toEqual({ Game: 700, Words: 60, Video: 0 });
    await use(phone, { [GAME]: 80_000 });
    // Thirteen hours of the day have passed.
    expect(await used()).toMatchObject({ Game: 13 * 3600 + 100 });
    await use(phone, { [GAME]: 900 }, '2026-11-15');
    await use(phone, { [GAME]: 900 }, '2026-11-17');
    await use(phone, { [GAME]: 900 }, '2020-01-01');
    await use(phone, { [GAME]: 900 }, DATE, sibling.user_id);
    const rows = `SELECT child_id, date, device_id FROM ${APPS_USED} ORDER BY date, device_id`;
    expect((await readRows<{ date: string }>(parent.accountId, rows)).map(({ date }) => date)).toEqual(['2026-11-15', DATE, DATE]);
  });

  test('reports usage of limited apps to other devices, and sends a device a frame when a limit is used up', async () => {
    const { parent, id, phone, tablet } = await twoDevices();
    await parent.call(putGranularity, { body: { user_id: id, patch: { app_limits: { [GAME]: 600 } } } });
    const { opened } = await openDevice(tablet);
    const use = async (agent: Agent, seconds: number) => {
      const app_usage = [GAME, VIDEO].map((bundle_id) => ({ user_id: id, date: DATE, bundle_id, seconds }));
      return Object((await agent.report('allowed', { app_usage })).body).app_usage;
    };
    expect(await use(phone, 500)).toEqual([]);
    expect(opened?.takeNewTypes()).not.toContain('policy');
    expect(Object((await tablet.report('allowed')).body).app_usage).toEqual([{ user_id: id, date: DATE, bundle_id: GAME, seconds: 500 }]);
    expect(await use(tablet, 90)).toEqual([{ user_id: id, date: DATE, bundle_id: GAME, seconds: 500 }]);
    expect(await use(phone, 510)).toEqual([{ user_id: id, date: DATE, bundle_id: GAME, seconds: 90 }]);
    expect(await opened?.waitFor('policy')).toMatchObject({ type: 'policy' });
  });

  test('merges app list requests while one is open, until the device answers or ten minutes pass (APPS-017)', async () => {
    const { parent, id, now, phone, tablet } = await twoDevices();
    const ask = () => parent.call(createCommand, { body: { command: 'app_list', rule_type: 'query', user_id: id } });
    const { command_ids } = await ask();
    expect((await ask()).command_ids).toEqual(command_ids);
    for (const agent of [phone, tablet])
      expect(await agent.commands()).toMatchObject([{ kind: 'app_list', expires_ts: now + 10 * MINUTE }]);
    const order = `ORDER BY device_id = '${phone.deviceId}' DESC`;
    const states = () => readRows(parent.accountId, `SELECT state FROM command WHERE kind = 'app_list' ${order}`);
    await phone.report('allowed');
    expect(await states()).toEqual([{ state: 'sent' }, { state: 'sent' }]);
    await has(phone, 'Game');
    expect(await states()).toEqual([{ state: 'confirmed' }, { state: 'sent' }]);
    await stopClock(now + 10 * MINUTE, parent, phone, tablet);
    expect(await states()).toEqual([{ state: 'confirmed' }, { state: 'expired' }]);
    await phone.report('allowed', { events: [{ type: 'management_removed', at: now }] });
    const again = await ask();
    expect(again.command_ids).toHaveLength(1);
    expect(command_ids).not.toContain(again.command_ids[0]);
    for (const body of [
      { command: 'app_list', user_id: id },
      { command: 'app_list', rule_type: 'query' },
    ]) {
      expect((await parent.raw('POST', '/command', body)).status).toBe(400);
    }
  });

  test('replaces the notification when an app returns after more than a day', async () => {
    const { parent, now, phone, tablet } = await twoDevices();
    await has(phone, 'Words');
    await has(phone, 'Words', 'Game');
    const [first] = await list(parent);
    await has(phone, 'Words');
    await stopClock(now + DAY - 1, parent, phone, tablet);
    await has(phone, 'Words', 'Game');
    expect((await list(parent)).map(({ notif_id }) => notif_id)).toEqual([first?.notif_id]);
    await has(phone, 'Words');
    await stopClock(now + 2 * DAY, parent, phone, tablet);
    await has(phone, 'Words', 'Game');
    expect((await list(parent)).filter(({ type }) => type === 'app_installed')).toMatchObject([
      { notif_ts: now + 2 * DAY, bundle_id: GAME },
    ]);
  });

  test('moves the notification of a new app to the child’s other device when the first is removed', async () => {
    const { parent, phone, tablet } = await twoDevices();
    for (const agent of [phone, tablet]) await has(agent, 'Words');
    await has(phone, 'Words', 'Game', 'Video');
    await has(tablet, 'Words', 'Game');
    const before = (await list(parent)).find(({ bundle_id }) => bundle_id === GAME);
    await parent.call(removeDevice, { body: { device_id: phone.deviceId } });
    expect(await list(parent)).toMatchObject([{ notif_id: before?.notif_id, bundle_id: GAME, device_id: tablet.deviceId }]);
  });

  test('limits notifications and storage when a device keeps reporting new apps', async () => {
    const { parent, id, phone } = await twoDevices();
    const many = (round: number, length = 2000) => Array.from({ length }, (_, index) => app(`x${round}-${index}-${'y'.repeat(180)}`));
    await has(phone, 'Words');
    for (let round = 0; round < 7; round += 1) expect((await phone.report('allowed', { apps: many(round) })).status).toBe(200);
    expect(await readRows(parent.accountId, "SELECT id FROM notice WHERE type = 'app_installed'")).toHaveLength(21);
    // The apps with their own notification were removed. The combined notification counts only the last round.
    expect((await list(parent)).map(({ content }) => content.list_title)).toEqual(['2000 more new apps on Acme One']);
    const [row] = await readRows<{ n: number }>(parent.accountId, 'SELECT max(length(apps_json)) AS n FROM app_report');
    expect(row?.n).toBeLessThan(1_100_000);
    // Seconds are stored for at most 2000 apps per day.
    const used = (round: number) => many(round, 1500).map(({ bundle_id }) => ({ user_id: id, date: DATE, bundle_id, seconds: 60 }));
    for (const round of [1, 2]) await phone.report('allowed', { app_usage: used(round) });
    const [kept] = await readRows<{ seconds_json: string; logs_json: string }>(parent.accountId, `SELECT * FROM ${APPS_USED}`);
    expect(Object.keys(JSON.parse(kept?.seconds_json ?? ''))).toHaveLength(2000);
    expect(Object.keys(JSON.parse(kept?.logs_json ?? ''))).toHaveLength(200);
  });
});
