import { describe, expect, test } from 'vitest';
import { removeUser, updateDevice } from '#app/wire/family';
import { putGranularity } from '#app/wire/granularity';
import type { Agent } from '#tests/clients/agent';
import { DAY, list, MONDAY } from '#tests/clients/announced-family';
import { newFamilyAt } from '#tests/clients/clock';
import { newChild, newDevice, stopClock } from '#tests/clients/worker';

describe('notifications of a shared device', () => {
  test('names all users of a device without a known user, and offers an action until each has a decision', async () => {
    const { parent, id, agent } = await newFamilyAt(MONDAY);
    const sibling = await newChild(parent, 'Ben');
    await parent.call(updateDevice, { body: { device_id: agent.deviceId, users: [id, sibling.user_id] } });
    const app = (bundle_id: string) => ({ bundle_id, name: 'Game', version: '1' });
    const named = async (locale = 'en') => (await list(parent, locale)).map(({ content }) => content.list_subtitle);
    await agent.report('allowed', { apps: [app('com.example.old')] });
    await agent.report('allowed', { apps: [app('com.example.old'), app('com.example.new')] });
    expect(await named()).toEqual(['Mia and Ben']);
    expect(await named('de')).toEqual(['Mia und Ben']);
    const decide = (user_id: string) =>
      parent.call(putGranularity, { body: { user_id, patch: { app_directives: { 'com.example.new': 'A' } } } });
    const asked = async () => (await list(parent)).map(({ user_ids, content }) => [user_ids, content.actionable]);
    expect(await asked()).toEqual([[[id, sibling.user_id], true]]);
    await decide(id);
    expect(await asked()).toEqual([[[id, sibling.user_id], true]]);
    await decide(sibling.user_id);
    expect(await asked()).toEqual([[[id, sibling.user_id], false]]);
    await agent.report('allowed', { active_user_id: id });
    expect(await asked()).toEqual([[[id], false]]);
    expect(await named()).toEqual(['Mia']);
  });

  /** Creates two devices of Mia and `bens` devices of Ben, each with one app in its first list. */
  async function withApps({ bens = 0 } = {}) {
    const family = await newFamilyAt(MONDAY, { devices: 2 });
    const [phone, tablet] = family.agents;
    if (phone === undefined || tablet === undefined) throw new Error('two devices');
    const { user_id: ben } = await newChild(family.parent, 'Ben');
    const own = bens === 0 ? phone : await newDevice(family.parent, ben);
    await stopClock(family.now, family.parent, own);
    const has = (agent: Agent, ...names: Array<string>) =>
      agent.report('allowed', { apps: ['Words', ...names].map((name) => ({ bundle_id: name, name, version: '1' })) });
    for (const agent of [phone, tablet, own]) await has(agent);
    const give = (agent: Agent, ...users: Array<string>) =>
      family.parent.call(updateDevice, { body: { device_id: agent.deviceId, users } });
    const asked = async () =>
      (await list(family.parent))
        .filter(({ type }) => type === 'app_installed')
        .map(({ bundle_id, user_ids, device_id }) => ({ bundle_id, user_ids, device_id }));
    return { ...family, phone, tablet, own, ben, has, give, asked };
  }

  test('moves an app notification to the child’s other device when a device changes users, and notifies the new child', async () => {
    const { parent, id, now, ben, phone, tablet, has, give, asked } = await withApps();
    await has(phone, 'Poker', 'Chess');
    await has(tablet, 'Poker');
    await stopClock(now + 60_000, parent, phone, tablet);
    await give(phone, ben);
    const told = await asked();
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        { bundle_id: 'Poker', user_ids: [id], device_id: tablet.deviceId },
        { bundle_id: 'Poker', user_ids: [ben], device_id: phone.deviceId },
        { bundle_id: 'Chess', user_ids: [ben], device_id: phone.deviceId },
      ]),
    );
    await has(phone);
    expect(await asked()).toEqual([{ bundle_id: 'Poker', user_ids: [id], device_id: tablet.deviceId }]);
  });

  test('moves the app notification of a child who leaves a shared device, and notifies the remaining child there', async () => {
    const { id, ben, phone, tablet, has, give, asked } = await withApps();
    await give(phone, id, ben);
    await has(phone, 'Poker');
    await has(tablet, 'Poker');
    expect(await asked()).toEqual([{ bundle_id: 'Poker', user_ids: [id, ben], device_id: phone.deviceId }]);
    await give(phone, ben);
    const told = await asked();
    expect(told).toHaveLength(2);
    expect(told).toContainEqual({ bundle_id: 'Poker', user_ids: [id], device_id: tablet.deviceId });
    expect(told).toContainEqual({ bundle_id: 'Poker', user_ids: [ben], device_id: phone.deviceId });
  });

  test('does not announce a known app again on a device received from another child', async () => {
    const { ben, phone, own, has, give, asked } = await withApps({ bens: 1 });
    await has(phone, 'Poker');
    await has(own, 'Poker');
    expect(await asked()).toHaveLength(2);
    await give(phone, ben);
    expect(await asked()).toEqual([{ bundle_id: 'Poker', user_ids: [ben], device_id: own.deviceId }]);
  });

  test('does not pass notifications about a removed child’s own device to the users of a shared device', async () => {
    const { parent, id, ben, phone, tablet, has, give, asked } = await withApps();
    await give(tablet, id, ben);
    await has(phone, 'Poker');
    await has(tablet, 'Poker');
    expect(await asked()).toContainEqual({ bundle_id: 'Poker', user_ids: [id], device_id: phone.deviceId });
    const before = (await asked()).filter(({ user_ids }) => user_ids.includes(ben));
    await parent.call(removeUser, { query: { user_id: id } });
    expect(await asked()).toEqual(before.map((one) => ({ ...one, user_ids: [ben] })));
  });

  test('moves notifications with their device, whether or not the device reports its active child', async () => {
    const { parent, id, now, agents } = await newFamilyAt(MONDAY, { devices: 2 });
    const [named, unnamed] = agents;
    if (named === undefined || unnamed === undefined) throw new Error('two devices');
    const { user_id: ben } = await newChild(parent, 'Ben');
    const app = (bundle_id: string) => ({ bundle_id, name: 'Game', version: '1' });
    for (const apps of [[app('com.example.old')], [app('com.example.old'), app('com.example.new')]]) {
      await named.report('allowed', { active_user_id: id, apps });
    }
    await stopClock(now + 2 * DAY, parent, ...agents);
    const told = async () =>
      (await list(parent)).map(({ type, device_id, user_id, user_ids, content }) => {
        const whose = [user_id, user_ids, content.list_subtitle.split(' · ')[0]];
        return [type, device_id === named.deviceId, ...whose, ...content.actions.map(({ href }) => href)];
      });
    const give = async (...users: Array<string>) => {
      for (const { deviceId } of agents) await parent.call(updateDevice, { body: { device_id: deviceId, users } });
      return (await told()).sort();
    };
    const toldTo = (users: Array<string>, names: string) => {
      const to = (agent: Agent, page: string) =>
        users[0] === undefined ? `/my-family?device=${agent.deviceId}` : `/manage/${users[0]}/${page}`;
      const whose = [users[0] ?? null, users, names];
      return [
        ['app_installed', true, ...whose, to(named, 'app-rules')],
        ['device_not_seen', false, ...whose, to(unnamed, 'devices')],
        ['device_not_seen', true, ...whose, to(named, 'devices')],
      ].sort();
    };
    expect((await told()).sort()).toEqual(toldTo([id], 'Mia'));
    expect(await give(ben)).toEqual(toldTo([ben], 'Ben'));
    expect(await give(id, ben)).toEqual(toldTo([id, ben], 'Mia and Ben'));
    // No notification stays with a child who no longer uses the device.
    expect(await give(ben)).toEqual(toldTo([ben], 'Ben'));
    await parent.call(removeUser, { query: { user_id: id } });
    expect((await told()).sort()).toEqual(toldTo([ben], 'Ben'));
  });
});
