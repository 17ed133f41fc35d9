import { describe, expect, test } from 'vitest';
import { png } from '#app/domain/image-bytes.fixture';
import { createPairing, listUsers, removeUser, updateDevice, updateUser } from '#app/wire/family';
import { createRule } from '#app/wire/rule';
import { newFamilyAt, ring, switchBedtime } from '#tests/clients/clock';
import { newPlace } from '#tests/clients/located-family';
import { bindings, newChild, newDevice, readEverything, readRows, stopClock } from '#tests/clients/worker';
import { filesOf } from '../core/files';
import { APPS_USED, USED } from '../store/used.queries';

const MINUTE = 60_000;
const NOON = '2026-11-16T12:00:00Z';
// Recorded answers are kept for a day, audit rows for ninety days. About a child, they contain only its id and what was sent.
const LOGS = ['answer', 'audit'];

/**
 * Creates two siblings. The first has rules, usage, positions, notifications, a place and a photo. One device is its own, the other is
 * shared.
 */
async function fullFamily() {
  const { parent, id, child, now, agents } = await newFamilyAt(NOON, { devices: 2 });
  const [own, shared] = agents;
  if (own === undefined || shared === undefined) throw new Error('two devices');
  const sibling = await newChild(parent, 'Ben');
  await parent.call(updateDevice, { body: { device_id: shared.deviceId, users: [id, sibling.user_id] } });
  const query = { user_id: id };
  await switchBedtime(parent, id);
  await parent.call(createRule, { query, body: { type: 'override', ruledef_name: 'grant', expiry: now + 60 * MINUTE } });
  const once = { type: 'temporal', rule_name: 'Once', days: [1, 1, 1, 1, 1, 1, 1], time_duration: '08:00PT60M', recurring: false };
  await parent.call(createRule, { query, body: once });
  await parent.raw('POST', '/data?key=avatar.png&user_id='.concat(id), {
    data: Buffer.from(png({ width: 1, height: 1 })).toString('base64'),
  });
  const extra = { date: '2026-11-16', seconds: 600 };
  await parent.call(updateUser, {
    body: {
      user_id: id,
      updated_ts: child.updated_ts,
      birthday: '2015-02-03',
      gender: 'x',
      locale: 'de',
      allowance: [1, 1, 1, 1, 1, 1, 1],
      allowance_enabled: true,
      allowance_extra: extra,
    },
  });
  await parent.raw('PUT', '/granularity_by_user', { user_id: id, patch: { app_directives: { 'com.example.game': 'N' } } });
  await parent.call(createPairing, { body: { user_id: id, os: 'iOS' } });
  const apps = [{ bundle_id: 'com.example.game', name: 'Game', version: '1' }];
  const app_usage = [{ user_id: id, date: '2026-11-16', bundle_id: 'com.example.game', seconds: 60 }];
  const days = ['2026-11-15', '2026-11-16'].map((date) => ({ user_id: id, date, seconds: 60 }));
  const locations = [{ at: now, lat: 52, lng: 13 }];
  const events = [{ type: 'location_on', at: now }];
  await own.report('allowed', { usage: days, apps, app_usage, locations, events, active_user_id: id });
  await shared.report('allowed', {
    usage: [...days, { user_id: sibling.user_id, date: '2026-11-16', seconds: 30 }],
    app_usage,
    locations,
    events,
    active_user_id: id,
  });
  await newPlace(parent, [id, sibling.user_id], { not_by: [{ user_id: id, weekdays: [1], time: '08:30' }] });
  // 15 minutes before Bedtime, so the Bedtime notification exists.
  await stopClock(now + 8 * 60 * MINUTE - 15 * MINUTE + 1, parent, own, shared);
  await parent.raw('POST', '/command', { command: 'pause', action: 'pause', user_id: id });
  return { parent, id, sibling, own, shared };
}

describe('removeChild', () => {
  test('leaves only a tombstone of a removed child in the bucket and in all tables except logs', async () => {
    const { parent, id, own, sibling, shared } = await fullFamily();
    const before = await readEverything(parent.accountId);
    for (const text of ['lat\\":52', ',52,13,']) expect(JSON.stringify(before), text).toContain(text);
    const tables = Object.entries(before).filter(([name, rows]) => !LOGS.includes(name) && JSON.stringify(rows).includes(id));
    const expected = ['child', 'command', 'device', 'due', 'location_report', 'notice', 'pairing', 'place', 'rule', 'usage'];
    expect(tables.map(([name]) => name).sort(), 'what the family has of the child').toEqual(expected);
    const receipt = { devices: 1, devices_kept: 1, rules: 2, usage_days: 2, photo: true };
    expect(await parent.call(removeUser, { query: { user_id: id } })).toEqual({ objects_deleted: 1, receipt });
    await ring(parent);
    const after = await readEverything(parent.accountId);
    const named = Object.entries(after).filter(([name, rows]) => !LOGS.includes(name) && JSON.stringify(rows).includes(id));
    expect(named.map(([name]) => name)).toEqual(['child']);
    const others = Object.values(after.child ?? {}).filter((row) => row.id !== id);
    expect(others).toEqual(before.child?.filter((row) => row.id !== id));
    // The sibling's Bedtime stays.
    const keptBedtime = after.rule;
    const text = JSON.stringify(Object.entries(after).filter(([name]) => !LOGS.includes(name)));
    for (const gone of ['2015-02-03', 'com.example.game', 'lat\\":52', ',52,13,', 'Bedtime']) {
      expect(text.replaceAll(JSON.stringify(keptBedtime), ''), gone).not.toContain(gone);
    }
    expect(after.location_report).toEqual([]);
    expect([after.usage, after.app_usage]).toEqual([[], []]);
    expect(await readRows(parent.accountId, `SELECT child_id FROM ${USED}`)).toEqual([{ child_id: sibling.user_id }]);
    expect(after.device?.find((row) => row.id === own.deviceId)).toMatchObject({
      udid: '',
      child_ids_json: '[]',
      retired_at: expect.any(Number),
    });
    expect((await bindings.FILES.list({ prefix: filesOf(parent.accountId) })).objects).toEqual([]);
    const tombstone = { user_name: 'Mia', retired: true, birthday: null, img_url: null, allowance_enabled: false, allowance_extra: null };
    expect(await parent.call(listUsers, { query: { user_id: id, include: 'retired' } })).toMatchObject(tombstone);
    expect((await shared.policy()).policy.users.map(({ user_id }) => user_id)).toEqual([sibling.user_id]);
  });

  test('restores nothing from late reports; removes the child’s own device and leaves the shared one to the sibling', async () => {
    const { parent, id, own, sibling, shared } = await fullFamily();
    await Promise.all([
      parent.call(removeUser, { query: { user_id: id } }),
      ...[1, 2, 3].flatMap((seconds) =>
        [own, shared].map((agent) =>
          agent.report('allowed', { usage: [{ user_id: id, date: '2026-11-16', seconds: 100 + seconds }], active_user_id: id }),
        ),
      ),
    ]);
    const usage = [id, sibling.user_id].map((user_id) => ({ user_id, date: '2026-11-16', seconds: 500 }));
    expect(await own.report('allowed', { usage })).toMatchObject({ status: 410, body: { errors: { reason: 'gone' } } });
    const apps = [{ user_id: id, date: '2026-11-16', bundle_id: 'com.example.game', seconds: 61 }];
    expect((await shared.report('allowed', { usage, app_usage: apps, active_user_id: id })).status).toBe(200);
    const left = await readEverything(parent.accountId);
    const used = await readRows(parent.accountId, `SELECT child_id, seconds FROM ${USED}`);
    expect(used).toEqual([{ child_id: sibling.user_id, seconds: 500 }]);
    expect(await readRows(parent.accountId, `SELECT date FROM ${APPS_USED}`)).toEqual([]);
    expect(JSON.stringify(left.device)).not.toContain(id);
  });

  test('moves the pairing of a shared device to the other child, so a lost answer can be requested again', async () => {
    const { parent, id } = await newFamilyAt(NOON);
    const sibling = await newChild(parent, 'Ben');
    const shared = await newDevice(parent, id);
    await parent.call(updateDevice, { body: { device_id: shared.deviceId, users: [id, sibling.user_id] } });
    await parent.call(removeUser, { query: { user_id: id } });
    const { pairing } = await readEverything(parent.accountId);
    expect(pairing).toMatchObject([{ device_id: shared.deviceId, child_id: sibling.user_id, child_name: 'Ben' }]);
  });
});
