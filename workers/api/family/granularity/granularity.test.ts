import { describe, expect, test } from 'vitest';
import { getGranularity, putGranularity } from '#app/wire/granularity';
import { createRule, removeRules } from '#app/wire/rule';
import { newFamilyAt } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { openDevice } from '#tests/clients/socket';
import { newChild, newFamily, readEverything, stopClock } from '#tests/clients/worker';

const GAME = 'com.example.game';
const MONDAY = '2026-11-16T12:00:00Z';
const EMPTY = {
  app_directives: {},
  omnibus_directives: {},
  app_schedules: {},
  app_limits: {},
  uncounted_apps: [],
  web_filter: { allow: [], deny: [], categories: [] },
};

function put(parent: Parent, id: string, patch: object, more: object = {}) {
  return parent.call(putGranularity, { body: { user_id: id, patch, ...more } });
}

function tryPut(parent: Parent, id: string, patch: object, more: object = {}) {
  return parent.raw('PUT', '/granularity_by_user', { user_id: id, patch, ...more });
}

async function addSchedule(parent: Parent, id: string, scope: 'apps' | 'device') {
  const body = { type: 'temporal', rule_name: 'Homework', days: [1, 1, 1, 1, 1, 1, 1], time_duration: '15:00PT60M', scope };
  const rule = await parent.call(createRule, { query: { user_id: id }, body: { suspended: false, recurring: true, ...body } });
  return rule.rule_id;
}

describe('granularity', () => {
  test('merges settings key by key and omits defaults', async () => {
    const { parent, id, now } = await newFamilyAt(MONDAY);
    const rule = await addSchedule(parent, id, 'apps');
    expect(await parent.call(getGranularity, { query: { user_id: id } })).toEqual([{ user_id: id, ...EMPTY, updated_ts: 0 }]);
    const full = {
      app_directives: { [GAME]: 'N', 'com.example.maps': 'A' },
      omnibus_directives: { allowAirDrop: 'N', enableWebContentFilter: 'True', allowCamera: 'A', forceLimitAdTracking: false },
      app_schedules: { [GAME]: [rule, rule] },
      app_limits: { [GAME]: 3600, 'com.example.video': 1800 },
      uncounted_apps: { 'com.example.words': true, [GAME]: false },
      web_filter: { deny: ['https://Example.org/path', 'example.org', '', 'münchen.de'], categories: ['adult', 'adult'] },
    };
    const set = {
      user_id: id,
      app_directives: { [GAME]: 'N', 'com.example.maps': 'A' },
      omnibus_directives: { allowAirDrop: 'N', enableWebContentFilter: true },
      app_schedules: { [GAME]: [rule] },
      app_limits: { [GAME]: 3600, 'com.example.video': 1800 },
      uncounted_apps: ['com.example.words'],
      web_filter: { allow: [], deny: ['example.org', 'xn--mnchen-3ya.de'], categories: ['adult'] },
      updated_ts: now,
    };
    expect(await put(parent, id, full)).toEqual({ ...set, replaced: { [GAME]: 'S', 'com.example.maps': 'S' } });
    expect(await parent.call(getGranularity)).toEqual([set]);
    const taken = await put(parent, id, {
      app_directives: { [GAME]: 'S', 'com.example.never': 'S' },
      omnibus_directives: { allowAirDrop: 'A', enableWebContentFilter: 'S' },
      app_schedules: { [GAME]: [] },
      app_limits: { [GAME]: null },
      uncounted_apps: { 'com.example.words': false },
      web_filter: { allow: ['example.com'], deny: [] },
    });
    expect(taken).toEqual({
      user_id: id,
      ...EMPTY,
      app_directives: { 'com.example.maps': 'A' },
      app_limits: { 'com.example.video': 1800 },
      web_filter: { allow: ['example.com'], deny: [], categories: ['adult'] },
      updated_ts: now + 1,
      replaced: { [GAME]: 'N', 'com.example.never': 'S' },
    });
  });

  test('returns the replaced values for an undo, and the same response for a repeated key', async () => {
    const { parent, id } = await newFamilyAt(MONDAY);
    const input = { body: { user_id: id, patch: { app_directives: { [GAME]: 'A', constructor: 'N' } } } };
    const first = await parent.call(putGranularity, input, { key: 'once' });
    expect(first.replaced).toEqual({ [GAME]: 'S', constructor: 'S' });
    expect(await parent.call(putGranularity, input, { key: 'once' })).toEqual(first);
    expect((await parent.call(putGranularity, input)).replaced).toEqual({ [GAME]: 'A', constructor: 'N' });
  });

  test('sends every device of the child a new policy, but only when something changes', async () => {
    const { parent, id, agents } = await newFamilyAt(MONDAY, { devices: 2 });
    const [first, second] = agents;
    if (first === undefined || second === undefined) throw new Error('two devices');
    const other = await newChild(parent, 'Ben');
    const { opened } = await openDevice(first);
    expect((await first.policy()).policy.users[0]?.granularity).toEqual(EMPTY);
    await put(parent, id, { app_directives: { [GAME]: 'N' } });
    expect(await opened?.waitFor('command')).toMatchObject({ command: { kind: 'policy' } });
    expect(await second.commands()).toMatchObject([{ kind: 'policy', user_id: id }]);
    expect((await second.policy()).policy.users[0]?.granularity).toEqual({ ...EMPTY, app_directives: { [GAME]: 'N' } });
    const settings = async () => {
      const { child, command, audit, device } = await readEverything(parent.accountId);
      return { child, command, audit, device };
    };
    const before = await settings();
    await put(parent, id, { app_directives: { [GAME]: 'N', 'com.example.other': 'S' }, app_limits: { [GAME]: null } });
    await put(parent, id, {});
    await put(parent, other.user_id, { omnibus_directives: { allowCamera: 'A' }, web_filter: { deny: [] } });
    expect(await settings()).toEqual(before);
  });

  test('refuses invalid settings, names the field and changes nothing', async () => {
    const { parent, id } = await newFamilyAt(MONDAY);
    const other = await newChild(parent, 'Ben');
    const theirs = await addSchedule(parent, other.user_id, 'apps');
    const ofDevice = await addSchedule(parent, id, 'device');
    const wrong: Array<[patch: object, field: string]> = [
      [{ app_directives: { [GAME]: 'X' } }, `patch.app_directives.${GAME}`],
      [{ omnibus_directives: { allowFlying: 'N' } }, 'omnibus_directives.allowFlying'],
      [{ omnibus_directives: { enableWebContentFilter: 'N' } }, 'omnibus_directives.enableWebContentFilter'],
      [{ omnibus_directives: { allowCamera: false } }, 'omnibus_directives.allowCamera'],
      [{ app_schedules: { [GAME]: [theirs] } }, `app_schedules.${GAME}`],
      [{ app_schedules: { [GAME]: [ofDevice] } }, `app_schedules.${GAME}`],
      [{ app_limits: { [GAME]: 30 } }, `patch.app_limits.${GAME}`],
      [{ web_filter: { deny: ['example.org', '192.0.2.1'] } }, 'web_filter.deny.1'],
      [{ web_filter: { allow: Array.from({ length: 10_000 }, (_, index) => `h${index}.example`) } }, 'web_filter.allow'],
      [{ web_filter: { categories: ['adult', 'nope'] } }, 'web_filter.categories.1'],
      [{ web_filter: { allow: ['a.example'], deny: ['https://A.example/'] } }, 'web_filter.allow'],
      [{ uncounted_apps: Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`a${index}`, true])) }, 'uncounted_apps'],
    ];
    const [before] = await parent.call(getGranularity, { query: { user_id: id } });
    for (const [patch, field] of wrong) {
      const answer = await tryPut(parent, id, { ...patch, app_directives: { 'com.example.maps': 'A', ...Object(patch).app_directives } });
      expect(answer, field).toMatchObject({ status: 400, body: { errors: { code: 500, fields: { [field]: expect.any(String) } } } });
    }
    expect(await parent.call(getGranularity, { query: { user_id: id } })).toEqual([before]);
    const hosts = Array.from({ length: 200 }, (_, index) => `h${index}.example`);
    expect((await put(parent, id, { web_filter: { allow: [...hosts, ...hosts] } })).web_filter.allow).toEqual(hosts);
  });

  test('refuses children of other families, and answers an outdated change with the current settings', async () => {
    const { parent, id, now } = await newFamilyAt(MONDAY);
    const stranger = await newFamily('premium_monthly');
    for (const userId of [stranger.child.user_id, 'nobody']) {
      expect((await tryPut(parent, userId, {})).status).toBe(403);
      expect((await parent.raw('GET', `/granularity_by_user?user_id=${userId}`)).status).toBe(403);
    }
    const { replaced: _, ...first } = await put(parent, id, { app_directives: { [GAME]: 'N' } }, { updated_ts: 0 });
    expect(first.updated_ts).toBe(now);
    const late = await tryPut(parent, id, { app_directives: { [GAME]: 'A' } }, { updated_ts: 0 });
    expect(late).toMatchObject({ status: 400, body: { errors: { reason: 'stale', current: first } } });
    await put(parent, id, { app_directives: { [GAME]: 'A' } });
  });

  test('removes a deleted or ended schedule from the apps that use it', async () => {
    const { parent, id, agent, now } = await newFamilyAt(MONDAY);
    const [one, two] = [await addSchedule(parent, id, 'apps'), await addSchedule(parent, id, 'apps')];
    const week = await parent.call(createRule, {
      query: { user_id: id },
      body: {
        ...{ type: 'temporal', rule_name: 'Once', days: [1, 1, 1, 1, 1, 1, 1], time_duration: '15:00PT60M', scope: 'apps' },
        ...{ suspended: false, recurring: false },
      },
    });
    await put(parent, id, { app_schedules: { [GAME]: [one, two], 'com.example.video': [one], 'com.example.maps': [week.rule_id] } });
    await parent.call(removeRules, { query: { user_id: id, rule_ids: one } });
    const schedules = async () => (await parent.call(getGranularity, { query: { user_id: id } }))[0]?.app_schedules;
    expect(await schedules()).toEqual({ [GAME]: [two], 'com.example.maps': [week.rule_id] });
    expect((await agent.policy()).policy.users[0]?.granularity?.app_schedules).toEqual(await schedules());
    await stopClock(now + 9 * 86_400_000, parent, agent);
    expect(await schedules()).toEqual({ [GAME]: [two] });
  });

  test('refuses app settings above the size limit and changes nothing', async () => {
    const { parent, id } = await newFamilyAt('2026-11-16T12:00:00Z');
    const put = (round: number) => {
      const apps = Array.from({ length: 1500 }, (_, index) => [`com.example.${round}.${index}.${'y'.repeat(200)}`, 'N']);
      return parent.raw('PUT', '/granularity_by_user', { user_id: id, patch: { app_directives: Object.fromEntries(apps) } });
    };
    expect((await put(1)).status).toBe(200);
    const limits = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`com.example.${index}.${'z'.repeat(200)}`, 3600]));
    expect(await parent.raw('PUT', '/granularity_by_user', { user_id: id, patch: { app_limits: limits } })).toMatchObject({
      status: 400,
      body: { errors: { fields: { patch: 'too_large' } } },
    });
    expect((await parent.call(getGranularity, { query: { user_id: id } }))[0]?.app_limits).toEqual({});
  });
});
