import { describe, expect, test } from 'vitest';
import { getSampleMeta } from '#app/wire/samples';
import type { Agent } from '#tests/clients/agent';
import type { Parent } from '#tests/clients/parent';
import { announce, newSampledFamily, put, reportReady, turnOnAutomatic, uploadSample } from '#tests/clients/sampled-family';
import { KEY, newSampleId, sealSample } from '#tests/clients/seal-sample';
import { bindings, familyOf, internal, newChild, newDevice, readRows, stopClock } from '#tests/clients/worker';
import { sampleFilesOf } from '../store/sample.queries';

const NOON = '2026-11-18T12:00:00Z';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function automaticFamily(options: Parameters<typeof newSampledFamily>[1] = {}) {
  const family = await newSampledFamily(NOON, options);
  await turnOnAutomatic(family.parent, family.id);
  return family;
}

function metaOf(parent: Parent, userId: string, updatedTs = 0) {
  const request_args = { user_id: userId, updated_ts: updatedTs };
  return parent.call(getSampleMeta, { body: { request_type: 'get_sample_meta', request_args } });
}

async function filesIn(parent: Parent): Promise<Array<string>> {
  const prefix = sampleFilesOf(parent.accountId);
  return (await bindings.FILES.list({ prefix })).objects.map(({ key }) => key.slice(prefix.length)).sort();
}

function refuse(agent: Agent, body: unknown) {
  return agent.raw('POST', '/device/sample', body);
}

describe('announced samples', () => {
  test('a sample is shown when all objects are uploaded, and the bucket has only sealed bytes (GAL-003 to GAL-018, GAL-047)', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    const made = await sealSample(agent, id, { hits: { violence: 2 }, screens: 2 });
    const { put: addresses, state } = await announce(agent, made.body);
    expect([state, addresses.map(({ kind }) => kind)]).toEqual(['arriving', ['thumb', 'meta', 'screen-0', 'screen-1']]);
    expect(await metaOf(parent, id)).toEqual([]);
    for (const [index, { kind, url }] of addresses.entries()) {
      const stored = await put(url, made.sealed[kind] ?? new Uint8Array());
      expect(stored).toEqual({ status: 200, body: { sample_id: made.sampleId, state: index === 3 ? 'stored' : 'arriving' } });
    }
    const [sample, ...others] = await metaOf(parent, id);
    const brief = { body: { request_type: 'get_sample_meta', request_args: { user_id: id, brief: true } } };
    expect(await parent.call(getSampleMeta, brief)).toEqual([{ ...sample, keys: [] }]);
    const ivOf = (kind: string) => made.body.objects.find((object) => object.kind === kind)?.iv;
    expect(others).toEqual([]);
    expect(sample).toEqual({
      sample_id: made.sampleId,
      user_id: id,
      device_id: agent.deviceId,
      sample_ts: now,
      updated_ts: expect.any(Number),
      deleted: false,
      cause: 'periodic',
      screens: [0, 1].map((n) => ({ kind: `screen-${n}`, iv: ivOf(`screen-${n}`), bytes: expect.any(Number), missing: false })),
      thumbnails: { iv: ivOf('thumb'), url: null, missing: false },
      keys: made.body.keys,
      ocr_summary: { custom: 0, profanity: 0, sexual_content: 0, substance_abuse: 0, violence: 2, uncategorized: 0 },
      objects_gone_ts: null,
    });
    expect(await filesIn(parent)).toEqual(['meta', 'screen-0', 'screen-1', 'thumb'].map((kind) => `${made.sampleId}/${kind}`));
    for (const kind of ['thumb', 'meta', 'screen-0']) {
      const file = await bindings.FILES.get(`${sampleFilesOf(parent.accountId)}${made.sampleId}/${kind}`);
      const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer());
      expect(bytes).toEqual(made.sealed[kind]);
      expect(new TextDecoder().decode(bytes)).not.toContain('the ');
    }
  });

  test('an interrupted upload continues: the same announcement returns the addresses of what is missing', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    const made = await sealSample(agent, id);
    const [thumb] = (await announce(agent, made.body)).put;
    expect((await put(thumb?.url ?? '', made.sealed.thumb ?? new Uint8Array())).status).toBe(200);
    // The response was lost.
    expect((await put(thumb?.url ?? '', made.sealed.thumb ?? new Uint8Array())).status).toBe(200);
    await stopClock(now + 6 * MINUTE, parent, agent);
    expect((await put(thumb?.url ?? '', made.sealed.thumb ?? new Uint8Array())).status, 'expired').toBe(403);
    const again = await announce(agent, made.body);
    expect(again.put.map(({ kind }) => kind)).toEqual(['meta', 'screen-0']);
    for (const { kind, url } of again.put) await put(url, made.sealed[kind] ?? new Uint8Array());
    expect(await announce(agent, made.body)).toMatchObject({ state: 'stored', put: [] });
    expect(await metaOf(parent, id)).toHaveLength(1);
    expect(await readRows(parent.accountId, 'SELECT id FROM sample')).toHaveLength(1);
  });

  test('refuses bytes other than the announced ones, a readable picture, and a 20 MB object', async () => {
    const { agent, id, parent } = await automaticFamily();
    const made = await sealSample(agent, id);
    const url = (await announce(agent, made.body)).put.find(({ kind }) => kind === 'screen-0')?.url ?? '';
    const sealed = made.sealed['screen-0'] ?? new Uint8Array();
    const bodyOf = async (bytes: Uint8Array<ArrayBuffer>) => (await put(url, bytes)).body;
    expect(await bodyOf(sealed.map((byte, index) => (index === 20 ? byte ^ 1 : byte)))).toMatchObject({
      errors: { fields: { body: 'other' } },
    });
    expect(await bodyOf(sealed.slice(0, -1))).toMatchObject({ errors: { fields: { body: 'other' } } });
    expect(await bodyOf(made.sealed.thumb ?? new Uint8Array())).toMatchObject({ errors: { fields: { body: 'other' } } });
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...sealed.slice(4)]);
    expect(await bodyOf(jpeg)).toMatchObject({ errors: { fields: { body: 'format' } } });
    expect(await put(url, new Uint8Array(20_000_000))).toMatchObject({
      status: 400,
      body: { errors: { message: 'The body is too large' } },
    });
    expect(await filesIn(parent)).toEqual([]);
    const objects = made.body.objects.map((object) => (object.kind === 'screen-0' ? { ...object, bytes: 20_000_000 } : object));
    expect((await refuse(agent, { ...made.body, sample_id: newSampleId(), objects })).body).toMatchObject({
      errors: { fields: { 'objects.2.bytes': 'too_large' } },
    });
  });

  test('refuses forged addresses, and those of another family, without starting an object', async () => {
    const { agent, id } = await automaticFamily();
    const made = await sealSample(agent, id);
    const [first] = (await announce(agent, made.body)).put;
    const url = first?.url ?? '';
    const parts = url.split('.');
    const forged = [
      url.replace('.thumb.', '.meta.'),
      url.replace(made.sampleId, newSampleId()),
      url.replace('.put.', '.get.'),
      parts.with(-3, String(Number(parts.at(-3)) + 1)).join('.'),
      `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`,
      url.replace(agent.accountId, 'a'.repeat(64)),
      url.replace(agent.accountId, familyOf((await newSampledFamily(NOON)).parent.accountId).id.toString()),
      `${url}.x`,
    ];
    for (const address of forged) expect((await put(address, made.sealed.thumb ?? new Uint8Array())).status, address).toBe(403);
    expect((await put(url, made.sealed.thumb ?? new Uint8Array())).status).toBe(200);
  });

  test('a sample without a notice on the device, or without keys, cannot be announced', async () => {
    const { agent, id } = await automaticFamily();
    const { body } = await sealSample(agent, id);
    const { notice_ts: _notice, ...silent } = body;
    for (const bad of [
      silent,
      { ...body, keys: [] },
      { ...body, notice_ts: null },
      { ...body, sample_id: 'Short' },
      { ...body, objects: [] },
    ]) {
      expect((await refuse(agent, bad)).status).toBe(400);
    }
  });

  test.each([
    ['long before the capture', -5 * MINUTE - 1, 'too_early'],
    ['in 1970', -Date.parse(NOON) + 1, 'too_early'],
    ['an hour after the capture', 60 * MINUTE, 'too_late'],
    ['5 minutes before the capture', -5 * MINUTE, null],
    ['a minute after the capture', MINUTE, null],
  ])('checks that the child was told at the time of the capture: a notice %s', async (_name, distance, fault) => {
    const { agent, id, now } = await automaticFamily();
    const { body } = await sealSample(agent, id, { notice_ts: now + distance });
    const answer = await refuse(agent, body);
    if (fault === null) expect(answer.status).toBe(200);
    else expect(answer).toMatchObject({ status: 400, body: { errors: { fields: { notice_ts: fault } } } });
  });

  test.each([
    ['sealed to another key', { keys: [{ key_id: 'f'.repeat(40), wrapped: 'A'.repeat(512) }] }, { keys: 'other_key' }],
    ['that nobody requested', { cause: 'on_demand' }, { command_id: 'unknown' }],
    ['for an invented command', { cause: 'on_demand', command_id: 'invented' }, { command_id: 'unknown' }],
  ])('refuses a sample %s', async (_name, change, fields) => {
    const { agent, id } = await automaticFamily();
    const { body } = await sealSample(agent, id, change);
    expect(await refuse(agent, body)).toMatchObject({ status: 400, body: { errors: { fields } } });
  });

  test('refuses a sample with missing screens or repeated ivs', async () => {
    const { agent, id } = await automaticFamily();
    const { body } = await sealSample(agent, id, { screens: 2 });
    const renamed = body.objects.map((object) => (object.kind === 'screen-1' ? { ...object, kind: 'screen-2' } : object));
    expect((await refuse(agent, { ...body, objects: renamed })).body).toMatchObject({ errors: { fields: { objects: 'kinds' } } });
    const [one] = body.objects;
    const sameIv = body.objects.map((object) => ({ ...object, iv: one?.iv }));
    expect((await refuse(agent, { ...body, objects: sameIv })).body).toMatchObject({ errors: { fields: { objects: 'iv' } } });
  });

  test('refuses samples of a foreign child, and an id that another device used', async () => {
    const { agent, id, parent } = await automaticFamily({ devices: 2 });
    const second = await newDevice(parent, id);
    await reportReady(second);
    const sibling = await newChild(parent, 'Leo');
    const { body } = await sealSample(agent, sibling.user_id);
    expect(await refuse(agent, body)).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    const { sampleId } = await uploadSample(agent, id);
    const stolen = await sealSample(second, id, { id: sampleId });
    expect((await refuse(second, stolen.body)).body).toMatchObject({ errors: { fields: { sample_id: 'taken' } } });
    const other = await sealSample(agent, id, { id: sampleId });
    expect((await refuse(agent, other.body)).body).toMatchObject({ errors: { fields: { sample_id: 'taken' } } });
  });

  test('GAL-043, GAL-046: takes nothing on the free plan, and automatic ones only on Premium+ while they are turned on', async () => {
    const free = await newSampledFamily(NOON, { plan: '' });
    expect((await refuse(free.agent, (await sealSample(free.agent, free.id)).body)).body).toMatchObject({ errors: { reason: 'plan' } });
    const premium = await newSampledFamily(NOON, { plan: 'premium_monthly' });
    const { body } = await sealSample(premium.agent, premium.id);
    expect((await refuse(premium.agent, body)).body).toMatchObject({ errors: { reason: 'plan' } });
    await internal.grant(premium.parent.email, 'premium_plus_monthly');
    expect((await refuse(premium.agent, body)).body).toMatchObject({ errors: { fields: { cause: 'off' } } });
    await turnOnAutomatic(premium.parent, premium.id);
    expect((await announce(premium.agent, body)).state).toBe('arriving');
  });

  test('GAL-058: takes nothing from a device that is too old or trusts no account key', async () => {
    const { agent, id } = await automaticFamily();
    const { body } = await sealSample(agent, id);
    await reportReady(agent, { versions: { os_version: '14', app_version: '5.9' } });
    expect((await refuse(agent, body)).body).toMatchObject({ errors: { fields: { device_id: 'needs_app' } } });
    for (const account_key of ['none', 'unproven', 'refused']) {
      await reportReady(agent, { components: { account_key } });
      expect((await refuse(agent, body)).body, account_key).toMatchObject({ errors: { fields: { device_id: 'key' } } });
    }
    await reportReady(agent);
    expect((await announce(agent, body)).state).toBe('arriving');
  });

  test('tells the device to forget a sample that is older than two weeks or was deleted', async () => {
    const { agent, id, now, parent } = await automaticFamily();
    const old = await sealSample(agent, id, { at: now - 14 * DAY });
    expect(await announce(agent, old.body)).toMatchObject({ state: 'deleted', put: [] });
    const made = await sealSample(agent, id);
    const [address] = (await announce(agent, made.body)).put;
    const request_args = { sample_ids: [made.sampleId] };
    expect((await parent.raw('POST', '/vew_request', { request_type: 'delete_sample', request_args })).body).toEqual({
      objects_deleted: 1,
    });
    expect((await put(address?.url ?? '', made.sealed.thumb ?? new Uint8Array())).status).toBe(404);
    expect(await announce(agent, made.body)).toMatchObject({ state: 'deleted', put: [] });
    expect(await filesIn(parent)).toEqual([]);
  });

  test('a device may announce at most 150 samples in 24 hours', async () => {
    const { agent, id, parent, now } = await automaticFamily();
    const { body } = await sealSample(agent, id);
    await Promise.all(Array.from({ length: 155 }, () => refuse(agent, { ...body, sample_id: newSampleId() })));
    expect(await readRows(parent.accountId, 'SELECT id FROM sample')).toHaveLength(150);
    expect(await refuse(agent, { ...body, sample_id: newSampleId() })).toMatchObject({ status: 403, body: { errors: { code: 413 } } });
    await stopClock(now + DAY + 1, parent, agent);
    expect((await announce(agent, { ...body, sample_id: newSampleId() })).state).toBe('arriving');
  });

  test('two parents’ keys: more than one wrapped key is stored and returned', async () => {
    const { agent, id, parent } = await automaticFamily();
    const second = { key_id: 'e'.repeat(40), wrapped: 'B'.repeat(512) };
    const made = await sealSample(agent, id);
    await uploadSample(agent, id, { keys: [...made.body.keys, second] });
    expect((await metaOf(parent, id))[0]?.keys.map(({ key_id }) => key_id)).toEqual([KEY.key_id, second.key_id]);
  });
});
