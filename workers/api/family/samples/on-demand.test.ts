import { describe, expect, test } from 'vitest';
import { getBlockStatus } from '#app/wire/block-status';
import { cancelCommand } from '#app/wire/command';
import { listUsers } from '#app/wire/family';
import { getUserConfig, getVewInfo, requestSample, updateUserConfig, type VewInfoWire } from '#app/wire/samples';
import type { Agent } from '#tests/clients/agent';
import { newFamilyAt } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { announce, endPlan, newSampledFamily, put, registerKey, reportReady, uploadSample } from '#tests/clients/sampled-family';
import { sealSample } from '#tests/clients/seal-sample';
import { newDevice, readRows, stopClock } from '#tests/clients/worker';

const NOON = '2026-11-18T12:00:00Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function ask(parent: Parent, request_type: string, request_args: object, key = crypto.randomUUID()) {
  return parent.raw('POST', '/vew_request', { request_type, request_args }, { key });
}

function request(parent: Parent, userId: string, more: object = {}): Promise<{ command_ids: Array<string> }> {
  return parent.call(requestSample, { body: { request_type: 'on_demand', request_args: { user_id: userId, ...more } } });
}

function infoOf(parent: Parent): Promise<VewInfoWire> {
  return parent.call(getVewInfo, { body: { request_type: 'get_vew_info', request_args: {} } });
}

async function stepOf(parent: Parent): Promise<string | undefined> {
  return (await infoOf(parent)).devices[0]?.request?.command.state;
}

async function requestOf(agent: Agent) {
  return (await agent.commands()).find(({ kind }) => kind === 'on_demand');
}

describe('on demand', () => {
  test('a request is sent to the device, and only the complete sample confirms it (GAL-042)', async () => {
    const { parent, agent, id } = await newSampledFamily(NOON, { plan: 'premium_monthly' });
    const { command_ids } = await request(parent, id);
    expect(await stepOf(parent)).toBe('saved');
    const command = await requestOf(agent);
    expect(command).toMatchObject({ id: command_ids[0], user_id: id, args: {} });
    expect(await stepOf(parent)).toBe('sent');
    await agent.ack([{ id: command?.id ?? '' }], 'allowed');
    expect(await stepOf(parent), 'an ack proves nothing').toBe('sent');
    const made = await sealSample(agent, id, { cause: 'on_demand', command_id: command?.id });
    const { put: addresses } = await announce(agent, made.body);
    const second = await sealSample(agent, id, { cause: 'on_demand', command_id: command?.id });
    expect((await agent.raw('POST', '/device/sample', second.body)).status, 'one sample per request').toBe(400);
    const last = addresses.at(-1);
    for (const { kind, url } of addresses.slice(0, -1)) await put(url, made.sealed[kind] ?? new Uint8Array());
    expect((await infoOf(parent)).devices[0]?.request).toMatchObject({ command: { state: 'sent' }, sample_id: made.sampleId });
    await put(last?.url ?? '', made.sealed[last?.kind ?? ''] ?? new Uint8Array());
    expect((await infoOf(parent)).devices[0]).toMatchObject({ samples: 1, request: { command: { state: 'confirmed' } } });
    expect((await agent.raw('POST', '/device/sample', second.body)).status, 'after the request has ended').toBe(400);
  });

  test('a request expires after ten minutes, but an upload that has begun may take an hour', async () => {
    const { parent, agent, id, now } = await newSampledFamily(NOON);
    await request(parent, id);
    await stopClock(now + 11 * MINUTE, parent, agent);
    expect(await stepOf(parent)).toBe('expired');
    await request(parent, id);
    const command = await requestOf(agent);
    const made = await sealSample(agent, id, { cause: 'on_demand', command_id: command?.id });
    await announce(agent, made.body);
    await stopClock(now + 40 * MINUTE, parent, agent);
    for (const { kind, url } of (await announce(agent, made.body)).put) await put(url, made.sealed[kind] ?? new Uint8Array());
    expect(await stepOf(parent)).toBe('confirmed');
  });

  test('an error of the device ends the request', async () => {
    const { parent, agent, id } = await newSampledFamily(NOON);
    await request(parent, id);
    const command = await requestOf(agent);
    await agent.ack([{ id: command?.id ?? '' }], 'allowed', 'error');
    expect(await stepOf(parent)).toBe('failed');
  });

  test('counts requests of this month; failed, expired and canceled ones do not count', async () => {
    const { parent, agent, id, now } = await newSampledFamily(NOON, { plan: 'premium_monthly' });
    const used = async () => (await infoOf(parent)).quota;
    const resets_ts = Date.parse('2026-12-01T00:00:00+01:00');
    expect(await used()).toEqual({ limit: 30, used: 0, resets_ts });
    const { command_ids } = await request(parent, id);
    expect((await used()).used).toBe(1);
    await parent.call(cancelCommand, { body: { command_id: command_ids[0] } });
    expect((await used()).used).toBe(0);
    await request(parent, id);
    await stopClock(now + 11 * MINUTE, parent, agent);
    expect((await used()).used).toBe(0);
    for (let index = 0; index < 30; index++) {
      await request(parent, id);
      const command = await requestOf(agent);
      await uploadSample(agent, id, { cause: 'on_demand', command_id: command?.id });
    }
    expect(await ask(parent, 'on_demand', { user_id: id })).toMatchObject({
      status: 403,
      body: { errors: { code: 410, reason: 'limit', limit: 30, resets_ts } },
    });
    await stopClock(resets_ts - 1, parent, agent);
    expect((await used()).used).toBe(30);
    await stopClock(resets_ts, parent, agent);
    expect((await used()).used).toBe(0);
    expect((await ask(parent, 'on_demand', { user_id: id })).status).toBe(200);
  });

  test('a request that the device has answered can’t be canceled, and counts', async () => {
    const { parent, agent, id } = await newSampledFamily(NOON, { plan: 'premium_monthly' });
    const { command_ids } = await request(parent, id);
    const made = await sealSample(agent, id, { cause: 'on_demand', command_id: command_ids[0] });
    const { put: addresses } = await announce(agent, made.body);
    const cancel = { body: { command_id: command_ids[0] } };
    expect(await parent.call(cancelCommand, cancel)).toEqual({ objects_deleted: 0 });
    const byKind = { body: { user_id: id, command: 'on_demand' } };
    expect(await parent.call(cancelCommand, byKind)).toEqual({ objects_deleted: 0 });
    expect((await infoOf(parent)).devices[0]?.request).toMatchObject({ command: { state: 'saved' }, sample_id: made.sampleId });
    for (const { kind, url } of addresses) await put(url, made.sealed[kind] ?? new Uint8Array());
    expect(await infoOf(parent)).toMatchObject({
      quota: { used: 1 },
      devices: [{ samples: 1, request: { command: { state: 'confirmed' } } }],
    });
  });

  test('when cancel and announcement race, either the request counts or no sample is taken', async () => {
    const { parent, agent, id } = await newSampledFamily(NOON, { plan: 'premium_monthly' });
    for (let round = 1; round <= 8; round++) {
      const { command_ids } = await request(parent, id);
      const made = await sealSample(agent, id, { cause: 'on_demand', command_id: command_ids[0] });
      const cancel = () => parent.call(cancelCommand, { body: { command_id: command_ids[0] } });
      const send = () => agent.raw('POST', '/device/sample', made.body);
      await Promise.all(round % 2 === 0 ? [cancel(), send()] : [send(), cancel()]);
      const again = await agent.raw('POST', '/device/sample', made.body);
      const { put: addresses = [] } = again.body as { put?: Array<{ kind: string; url: string }> };
      for (const { kind, url } of addresses) await put(url, made.sealed[kind] ?? new Uint8Array());
      const { quota, devices } = await infoOf(parent);
      expect(devices[0]?.samples).toBe(quota.used);
    }
  });

  test.each(['expires', 'fails'])('a request that %s during the upload leaves no sample that does not count', async (end) => {
    const { parent, agent, id, now } = await newSampledFamily(NOON, { plan: 'premium_monthly' });
    const { command_ids } = await request(parent, id);
    const made = await sealSample(agent, id, { cause: 'on_demand', command_id: command_ids[0] });
    await announce(agent, made.body);
    if (end === 'fails') await agent.ack([{ id: command_ids[0] ?? '' }], 'allowed', 'error');
    else await stopClock(now + 61 * MINUTE, parent, agent);
    expect(await announce(agent, made.body)).toMatchObject({ state: 'deleted', put: [] });
    expect(await infoOf(parent)).toMatchObject({ quota: { used: 0 }, devices: [{ samples: 0, request: { sample_id: null } }] });
  });

  test.each(['off', 'plan', 'key', 'unmanaged'] as const)(
    'a request ends with the reason when the device can’t anymore: %s',
    async (why) => {
      const { parent, agent, id, now } = await newSampledFamily(NOON);
      await request(parent, id);
      if (why === 'off') await ask(parent, 'update_user_config', { user_id: id, config: { user_enabled: false } });
      else if (why === 'key') await reportReady(agent, { components: { account_key: 'unproven' } });
      else if (why === 'unmanaged') await reportReady(agent, { events: [{ type: 'management_removed', at: now }] });
      else {
        await endPlan(parent, now + MINUTE);
        await stopClock(now + MINUTE, parent, agent);
      }
      expect((await infoOf(parent)).devices[0]).toMatchObject({
        why,
        request: { command: { state: 'failed', error: why, sent_ts: null } },
      });
      expect(await requestOf(agent)).toBeUndefined();
    },
  );

  test('a screenshot that is being uploaded arrives after screenshots were turned off', async () => {
    const { parent, agent, id } = await newSampledFamily(NOON);
    const { command_ids } = await request(parent, id);
    const made = await sealSample(agent, id, { cause: 'on_demand', command_id: command_ids[0] });
    const { put: addresses } = await announce(agent, made.body);
    await ask(parent, 'update_user_config', { user_id: id, config: { user_enabled: false } });
    for (const { kind, url } of addresses) await put(url, made.sealed[kind] ?? new Uint8Array());
    expect(await stepOf(parent)).toBe('confirmed');
  });

  test('a hundred requests at once use one place of the quota and reach the device once', async () => {
    const { parent, agent, id } = await newSampledFamily(NOON, { plan: 'premium_monthly' });
    const answers = await Promise.all(Array.from({ length: 100 }, () => request(parent, id)));
    expect(new Set(answers.flatMap(({ command_ids }) => command_ids)).size).toBe(1);
    expect((await infoOf(parent)).quota.used).toBe(1);
    expect((await agent.commands()).filter(({ kind }) => kind === 'on_demand')).toHaveLength(1);
  });

  test('a hundred requests for three devices at once never exceed the quota', async () => {
    const { parent, agent, agents, id } = await newSampledFamily(NOON, { plan: 'premium_monthly', devices: 3 });
    for (let round = 0; round < 9; round++) {
      await request(parent, id);
      for (const agent of agents) {
        const command = await requestOf(agent);
        await uploadSample(agent, id, { cause: 'on_demand', command_id: command?.id });
      }
    }
    expect((await infoOf(parent)).quota.used).toBe(27);
    await request(parent, id, { device_id: agent.deviceId });
    await uploadSample(agent, id, { cause: 'on_demand', command_id: (await requestOf(agent))?.id });
    // Two places are left: three devices at once are too many, so none is asked.
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(parent, 'on_demand', { user_id: id })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    expect((await infoOf(parent)).quota.used).toBe(28);
  });

  test('repeats the answer to a repeated request', async () => {
    const { parent, agent, id } = await newSampledFamily(NOON);
    const first = await ask(parent, 'on_demand', { user_id: id }, 'same');
    const command = await requestOf(agent);
    await uploadSample(agent, id, { cause: 'on_demand', command_id: command?.id });
    expect(await ask(parent, 'on_demand', { user_id: id }, 'same')).toEqual(first);
    expect(await readRows(parent.accountId, "SELECT id FROM command WHERE kind = 'on_demand'")).toHaveLength(1);
  });

  test('a request is not recorded for replay when it only reads', async () => {
    const { parent, id } = await newSampledFamily(NOON);
    const before = (await readRows(parent.accountId, 'SELECT key FROM answer')).length;
    await ask(parent, 'get_sample_meta', { user_id: id });
    await ask(parent, 'get_vew_info', {});
    expect(await readRows(parent.accountId, 'SELECT key FROM answer')).toHaveLength(before);
  });
});

describe('devices', () => {
  const VERSIONS = [
    ['android', '7', '6', null],
    ['android', '6.9', '6', { why: 'needs_os', version: '7' }],
    ['android', '7', '5.9', { why: 'needs_app', version: '6' }],
    ['iOS', '12', '8.1', null],
    ['iOS', '11.4', '8.1', { why: 'needs_os', version: '12' }],
    ['iOS', '12', '8.0', { why: 'needs_app', version: '8.1' }],
    ['other', '99', '99', { why: 'unavailable', version: null }],
  ] as const;
  test.each(VERSIONS)('GAL-052, GAL-058, GAL-059: %s %s with app %s', async (os, osVersion, appVersion, obstacle) => {
    const { parent, agent, id } = await newSampledFamily(NOON);
    await readRows(parent.accountId, `UPDATE device SET os = '${os}'`);
    await reportReady(agent, { versions: { os_version: osVersion, app_version: appVersion } });
    const expected = obstacle === null ? { vewStatus: 'active', why: null } : { vewStatus: 'inactive', ...obstacle };
    expect((await infoOf(parent)).devices).toMatchObject([expected]);
    const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', user_id: id } });
    expect(status?.devices?.[0]?.vewStatus, 'DEV-036').toBe(expected.vewStatus);
    const answer = await ask(parent, 'on_demand', { user_id: id, device_id: agent.deviceId });
    if (obstacle === null) expect(answer.status).toBe(200);
    else expect(answer).toMatchObject({ status: 400, body: { errors: { fields: { device_id: obstacle.why } } } });
  });

  test('a device without a trusted key or without management makes no screenshots', async () => {
    const { parent, agent, id, now } = await newSampledFamily(NOON);
    const why = async () => (await infoOf(parent)).devices[0]?.why;
    await reportReady(agent, { components: { account_key: 'unproven' } });
    expect(await why()).toBe('key');
    await reportReady(agent, { events: [{ type: 'management_removed', at: now }] });
    expect(await why()).toBe('unmanaged');
    expect(await ask(parent, 'on_demand', { user_id: id })).toMatchObject({
      status: 400,
      body: { errors: { fields: { user_id: 'no_device' } } },
    });
    await reportReady(agent, { events: [{ type: 'management_restored', at: now }] });
    expect(await why()).toBeNull();
  });

  test('a device that trusts a key makes none while the account has no key', async () => {
    const { parent, agent } = await newFamilyAt(NOON, { plan: 'premium_monthly' });
    await reportReady(agent);
    expect((await infoOf(parent)).devices).toMatchObject([{ vewStatus: 'inactive', why: 'key' }]);
    await registerKey(parent);
    expect((await infoOf(parent)).devices).toMatchObject([{ vewStatus: 'active', why: null }]);
  });

  test('asks only devices that can do it', async () => {
    const { parent, id } = await newSampledFamily(NOON);
    await newDevice(parent, id);
    expect((await infoOf(parent)).devices.map(({ vewStatus }) => vewStatus).sort()).toEqual(['active', 'inactive']);
    expect((await request(parent, id)).command_ids).toHaveLength(1);
  });
});

describe('settings', () => {
  const DEFAULT = {
    user_enabled: true,
    ocr: { custom_terms: [], ignore_terms: [], categories: { profanity: true } },
    args: { quality: 0.8, max_px: 1024 },
    automated: { enabled: false, interval_min: 60, quiet: null },
  };

  function configOf(parent: Parent, userId: string) {
    return parent.call(getUserConfig, { body: { request_type: 'get_user_config', request_args: { user_id: userId } } });
  }
  function update(parent: Parent, userId: string, config: object, more: object = {}) {
    const request_args = { user_id: userId, config, ...more };
    return parent.call(updateUserConfig, { body: { request_type: 'update_user_config', request_args } });
  }

  test('reads the defaults, changes what is given and keeps the rest (GAL-023 to GAL-028, GAL-053)', async () => {
    const { parent, id, now } = await newSampledFamily(NOON);
    expect(await configOf(parent, id)).toMatchObject({ user_id: id, updated_ts: 0, ...DEFAULT });
    const changed = await update(parent, id, { automated: { enabled: true, quiet: { from: '21:00', to: '07:00' } } });
    expect(changed).toMatchObject({
      ...DEFAULT,
      automated: { enabled: true, interval_min: 60, quiet: { from: '21:00', to: '07:00' } },
      updated_ts: now,
    });
    await update(parent, id, { ocr: { custom_terms: [' Skate  park ', 'skate park', '明天'], categories: { violence: false } } });
    await update(parent, id, { ocr: { ignore_terms: ['headshot'] }, args: { quality: 0.5 }, user_enabled: false });
    expect(await configOf(parent, id)).toMatchObject({
      user_enabled: false,
      ocr: { custom_terms: ['Skate park', '明天'], ignore_terms: ['headshot'], categories: { violence: false, profanity: true } },
      args: { quality: 0.5, max_px: 1024 },
      automated: { enabled: true, interval_min: 60 },
    });
  });

  test.each([
    ['an interval below 15 minutes', { automated: { interval_min: 14 } }],
    ['an interval above two hours', { automated: { interval_min: 121 } }],
    ['a quality above 0.8', { args: { quality: 0.9 } }],
    ['more than 1024 pixels', { args: { max_px: 1025 } }],
    ['quiet hours without a time', { automated: { quiet: { from: '21:00', to: '' } } }],
    ['201 own terms', { ocr: { custom_terms: Array.from({ length: 201 }, (_, index) => `term ${index}`) } }],
    ['201 ignored terms', { ocr: { ignore_terms: Array.from({ length: 201 }, (_, index) => `term ${index}`) } }],
    ['a term of 61 characters', { ocr: { custom_terms: ['x'.repeat(61)] } }],
  ])('refuses %s', async (_name, config) => {
    const { parent, id } = await newSampledFamily(NOON);
    expect((await ask(parent, 'update_user_config', { user_id: id, config })).status).toBe(400);
    expect((await configOf(parent, id)).updated_ts).toBe(0);
  });

  test('cleans control characters, and refuses a term in both lists', async () => {
    const { parent, id } = await newSampledFamily(NOON);
    expect((await update(parent, id, { ocr: { custom_terms: ['a\u0000b'] } })).ocr.custom_terms).toEqual(['a b']);
    expect(await ask(parent, 'update_user_config', { user_id: id, config: { ocr: { ignore_terms: ['A B'] } } })).toMatchObject({
      status: 400,
      body: { errors: { fields: { ocr: 'in_both' } } },
    });
  });

  test('accepts 200 terms of any script', async () => {
    const { parent, id } = await newSampledFamily(NOON);
    const custom_terms = Array.from({ length: 200 }, (_, index) => `${'見'.repeat(50)}${index}`);
    expect((await update(parent, id, { ocr: { custom_terms } })).ocr.custom_terms).toEqual(custom_terms);
  });

  test('refuses a change based on older settings, with the current ones', async () => {
    const { parent, id } = await newSampledFamily(NOON);
    const { updated_ts } = await update(parent, id, { args: { max_px: 640 } });
    const stale = await ask(parent, 'update_user_config', { user_id: id, updated_ts: 0, config: { args: { max_px: 800 } } });
    expect(stale).toMatchObject({ status: 400, body: { errors: { reason: 'stale', current: { args: { max_px: 640 }, updated_ts } } } });
    expect((await update(parent, id, { args: { max_px: 800 } }, { updated_ts })).args.max_px).toBe(800);
  });

  test('GAL-046: Premium has screenshots, but no automatic ones and no search for terms', async () => {
    const { parent, id, agent } = await newSampledFamily(NOON, { plan: 'premium_monthly' });
    for (const config of [
      { automated: { enabled: true } },
      { ocr: { categories: { violence: false } } },
      { ocr: { custom_terms: ['x'] } },
    ]) {
      expect(await ask(parent, 'update_user_config', { user_id: id, config })).toMatchObject({
        status: 403,
        body: { errors: { reason: 'plan' } },
      });
    }
    await update(parent, id, { args: { max_px: 640 }, automated: { interval_min: 30 } });
    expect((await agent.policy()).policy.sampling).toEqual({
      users: [{ user_id: id, automated: null, ocr: null, args: { quality: 0.8, max_px: 640 } }],
    });
  });

  test('devices get the settings with their policy, and none when screenshots are off (FAM-018)', async () => {
    const { parent, agent, id } = await newSampledFamily(NOON);
    const userOf = async () => [await parent.call(listUsers, { query: { user_id: id } })].flat()[0];
    expect((await userOf())?.view_enabled).toBe(true);
    const before = await agent.policy();
    await update(parent, id, { automated: { enabled: true, interval_min: 15 } });
    const after = await agent.policy();
    expect(after.schedule_ts).toBeGreaterThan(before.schedule_ts);
    expect(after.policy.sampling).toMatchObject({ users: [{ user_id: id, automated: { interval_min: 15, quiet: null }, ocr: {} }] });
    expect(await agent.commands()).toMatchObject([{ kind: 'policy' }]);
    await update(parent, id, { user_enabled: false });
    expect((await agent.policy()).policy.sampling).toBeNull();
    expect((await userOf())?.view_enabled).toBe(false);
    expect((await infoOf(parent)).devices[0]?.why).toBe('off');
    expect(await ask(parent, 'on_demand', { user_id: id })).toMatchObject({
      status: 400,
      body: { errors: { fields: { user_id: 'off' } } },
    });
  });

  test('a change to the same settings sends nothing', async () => {
    const { parent, agent, id } = await newSampledFamily(NOON);
    const { schedule_ts } = await agent.policy();
    await update(parent, id, { user_enabled: true, args: { max_px: 1024 } });
    expect((await agent.policy()).schedule_ts).toBe(schedule_ts);
  });

  test('API-084: refuses an unknown request_type', async () => {
    const { parent } = await newSampledFamily(NOON);
    for (const type of ['get_everything', '', 'toString', '__proto__']) expect((await ask(parent, type, {})).status, type).toBe(400);
    expect((await parent.raw('POST', '/vew_request', {})).status).toBe(400);
    expect((await parent.raw('POST', '/vew_request', 'text')).status).toBe(400);
  });
});

describe('waiting', () => {
  test('a request of yesterday does not stop one of today', async () => {
    const { parent, agent, id, now } = await newSampledFamily(NOON);
    const first = await request(parent, id);
    await stopClock(now + 24 * HOUR, parent, agent);
    expect((await request(parent, id)).command_ids).not.toEqual(first.command_ids);
  });
});
