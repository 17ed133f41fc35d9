import { expect, test } from 'vitest';
import { updateDevice } from '../../../../app/wire/family';
import { putGranularity } from '../../../../app/wire/granularity';
import { list, MONDAY } from '../../../../tests/clients/announced-family';
import { newFamilyAt } from '../../../../tests/clients/clock';
import { newChild } from '../../../../tests/clients/worker';

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
