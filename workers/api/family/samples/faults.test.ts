import { describe, expect, test } from 'vitest';
import { deleteSample, getDownloadUrls, getSampleMeta, getVewInfo } from '#app/wire/samples';
import { accountKey, envelope } from '#tests/clients/account-key';
import { authKey, type Parent } from '#tests/clients/parent';
import { announce, download, newSampledFamily, put, reportReady, turnOnAutomatic, uploadSample } from '#tests/clients/sampled-family';
import { KEY, newSampleId, sealSample } from '#tests/clients/seal-sample';
import { bindings, newDevice, readRows } from '#tests/clients/worker';
import { objectKey, sampleFilesOf } from '../store/sample.queries';

const NOON = '2026-11-18T12:00:00Z';

async function automaticFamily() {
  const family = await newSampledFamily(NOON);
  await turnOnAutomatic(family.parent, family.id);
  return family;
}

function metaOf(parent: Parent, user_id: string) {
  return parent.call(getSampleMeta, { body: { request_type: 'get_sample_meta', request_args: { user_id } } });
}

async function urlOf(parent: Parent, sampleId: string): Promise<string> {
  const request_args = { sample_ids: [sampleId] };
  const [urls] = await parent.call(getDownloadUrls, { body: { request_type: 'get_download_urls', request_args } });
  return urls?.thumbnails?.url ?? '';
}

function remove(parent: Parent, sampleId: string) {
  return parent.call(deleteSample, { body: { request_type: 'delete_sample', request_args: { sample_ids: [sampleId] } } });
}

async function listFiles(parent: Parent): Promise<Array<string>> {
  return (await bindings.FILES.list({ prefix: sampleFilesOf(parent.accountId) })).objects.map(({ key }) => key);
}

const EMPTY = new Uint8Array();

describe('a key that was replaced', () => {
  test('devices that trust the old key capture nothing more, and old samples stay with the old key', async () => {
    const { parent, agent, id } = await automaticFamily();
    const old = await uploadSample(agent, id);
    const waiting = await sealSample(agent, id);
    const next = accountKey('second', envelope('b'));
    const secret = authKey(parent.email);
    const request_args = { ...next, secret, new_secret: secret, requested_by: parent.userId };
    const reset = await parent.raw('POST', '/key_exchange', { request_type: 'acctkey.reset', request_args });
    expect(reset.status).toBe(200);
    expect(await agent.raw('POST', '/device/sample', waiting.body)).toMatchObject({
      status: 400,
      body: { errors: { fields: { keys: 'other_key' } } },
    });
    await reportReady(agent, { components: { account_key: 'refused' } });
    const info = await parent.call(getVewInfo, { body: { request_type: 'get_vew_info', request_args: {} } });
    expect(info.devices).toMatchObject([{ vewStatus: 'inactive', why: 'key' }]);
    const [sample] = await metaOf(parent, id);
    expect(sample).toMatchObject({ sample_id: old.sampleId, keys: [{ key_id: KEY.key_id }] });
    expect(new Uint8Array(await (await download(await urlOf(parent, old.sampleId))).arrayBuffer())).toEqual(old.sealed.thumb);
  });

  test('a sample that was announced before may still arrive: its parent can open it with the old key', async () => {
    const { parent, agent, id } = await automaticFamily();
    const made = await sealSample(agent, id);
    const { put: addresses } = await announce(agent, made.body);
    const secret = authKey(parent.email);
    const request_args = { ...accountKey('second', envelope('b')), secret, new_secret: secret, requested_by: parent.userId };
    await parent.raw('POST', '/key_exchange', { request_type: 'acctkey.reset', request_args });
    for (const { kind, url } of addresses) expect((await put(url, made.sealed[kind] ?? EMPTY)).status).toBe(200);
    expect(await metaOf(parent, id)).toMatchObject([{ sample_id: made.sampleId, keys: [{ key_id: KEY.key_id }] }]);
  });
});

describe('replayed objects', () => {
  test('an object of another sample is refused, and a stored one cannot be replaced', async () => {
    const { parent, agent, id } = await automaticFamily();
    const first = await uploadSample(agent, id);
    const second = await sealSample(agent, id);
    const { put: addresses } = await announce(agent, second.body);
    for (const { kind, url } of addresses) {
      expect(await put(url, first.sealed[kind] ?? EMPTY)).toMatchObject({ status: 400, body: { errors: { fields: { body: 'other' } } } });
    }
    expect(await metaOf(parent, id)).toHaveLength(1);
    const [thumb] = addresses;
    await put(thumb?.url ?? '', second.sealed.thumb ?? EMPTY);
    expect((await put(thumb?.url ?? '', first.sealed.thumb ?? EMPTY)).status).toBe(400);
    const stored = await bindings.FILES.get(objectKey(parent.accountId, second.sampleId, 'thumb'));
    expect(new Uint8Array((await stored?.arrayBuffer()) ?? EMPTY)).toEqual(second.sealed.thumb);
  });

  test('a deleted sample stays deleted, whatever its device sends again', async () => {
    const { parent, agent, id } = await automaticFamily();
    const made = await sealSample(agent, id);
    const { put: addresses } = await announce(agent, made.body);
    for (const { kind, url } of addresses) await put(url, made.sealed[kind] ?? EMPTY);
    await remove(parent, made.sampleId);
    for (const { kind, url } of addresses) expect((await put(url, made.sealed[kind] ?? EMPTY)).status, kind).toBe(404);
    expect(await announce(agent, made.body)).toMatchObject({ state: 'deleted', put: [] });
    expect(await listFiles(parent)).toEqual([]);
  });

  test('another device of the family cannot take over a sample', async () => {
    const { parent, agent, id } = await automaticFamily();
    const made = await uploadSample(agent, id);
    const other = await newDevice(parent, id);
    await reportReady(other);
    expect((await other.raw('POST', '/device/sample', made.body)).status).toBe(400);
    expect(await metaOf(parent, id)).toMatchObject([{ device_id: agent.deviceId }]);
  });
});

describe('an upload that is killed', () => {
  test.each([0, 1, 2, 3])('after %i objects, the list shows nothing until the last one arrives', async (count) => {
    const { parent, agent, id } = await automaticFamily();
    const made = await sealSample(agent, id);
    const { put: addresses } = await announce(agent, made.body);
    for (const { kind, url } of addresses.slice(0, count)) await put(url, made.sealed[kind] ?? EMPTY);
    expect(await metaOf(parent, id)).toHaveLength(count === addresses.length ? 1 : 0);
    const again = await announce(agent, made.body);
    expect(again.put.map(({ kind }) => kind)).toEqual(addresses.slice(count).map(({ kind }) => kind));
    for (const { kind, url } of again.put) await put(url, made.sealed[kind] ?? EMPTY);
    expect(await metaOf(parent, id)).toHaveLength(1);
    expect(await listFiles(parent)).toHaveLength(addresses.length);
  });

  test('between bucket and row, the object is announced as missing and sent again', async () => {
    const { parent, agent, id } = await automaticFamily();
    const made = await sealSample(agent, id);
    await announce(agent, made.body);
    await bindings.FILES.put(objectKey(parent.accountId, made.sampleId, 'thumb'), made.sealed.thumb ?? EMPTY);
    const again = await announce(agent, made.body);
    expect(again.put.map(({ kind }) => kind)).toContain('thumb');
    for (const { kind, url } of again.put) expect((await put(url, made.sealed[kind] ?? EMPTY)).status).toBe(200);
    expect(await metaOf(parent, id)).toHaveLength(1);
  });

  test('fifty uploads of the same object at once store it once', async () => {
    const { parent, agent, id } = await automaticFamily();
    const made = await sealSample(agent, id);
    const { put: addresses } = await announce(agent, made.body);
    for (const { kind, url } of addresses) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => put(url, made.sealed[kind] ?? EMPTY)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(await readRows(parent.accountId, 'SELECT id FROM sample')).toHaveLength(1);
    expect(await listFiles(parent)).toHaveLength(addresses.length);
  });
});

describe('a sample that is deleted while it is open', () => {
  test('its addresses answer 404, a repeated deletion counts nothing, and the list says that it is gone', async () => {
    const { parent, agent, id } = await automaticFamily();
    const made = await uploadSample(agent, id);
    const url = await urlOf(parent, made.sampleId);
    const open = await download(url);
    await remove(parent, made.sampleId);
    expect(new Uint8Array(await open.arrayBuffer()), 'what was on its way arrives').toEqual(made.sealed.thumb);
    expect((await download(url)).status).toBe(404);
    expect(await remove(parent, made.sampleId)).toEqual({ objects_deleted: 0 });
    expect(await metaOf(parent, id)).toMatchObject([{ deleted: true, keys: [], objects_gone_ts: expect.any(Number) }]);
    expect(await remove(parent, newSampleId())).toEqual({ objects_deleted: 0 });
  });
});
