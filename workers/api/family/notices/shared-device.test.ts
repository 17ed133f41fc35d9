import { expect, test } from 'vitest';
import { removeUser, updateDevice } from '../../../../app/wire/family';
import { putGranularity } from '../../../../app/wire/granularity';
import type { Agent } from '../../../../tests/clients/agent';
import { DAY, list, MONDAY } from '../../../../tests/clients/announced-family';
import { newFamilyAt } from '../../../../tests/clients/clock';
import { newChild, stopClock } from '../../../../tests/clients/worker';

test('news of a device that does not know who uses it names all who do, and asks about each of them', async () => {
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

test('what is told of a device goes where the device goes, whether or not it names who uses it', async () => {
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
  // Nothing of it goes with a child that has not used the device for long.
  expect(await give(ben)).toEqual(toldTo([ben], 'Ben'));
  await parent.call(removeUser, { query: { user_id: id } });
  expect((await told()).sort()).toEqual(toldTo([ben], 'Ben'));
});
