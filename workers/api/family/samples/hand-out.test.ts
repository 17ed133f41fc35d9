import { describe, expect, test } from 'vitest';
import { deleteSample, getAnalysis, getDownloadUrls, getSampleMeta, getSampleStats } from '#app/wire/samples';
import { openIndependently } from '#tests/clients/independent-sealing';
import { API, Parent } from '#tests/clients/parent';
import { download, endPlan, newSampledFamily, turnOnAutomatic, uploadSample } from '#tests/clients/sampled-family';
import { KEY } from '#tests/clients/seal-sample';
import { bindings, familyOf, internal, newChild, newDevice, readRows, send, stopClock } from '#tests/clients/worker';
import { objectKey } from '../store/sample.queries';

const NOON = '2026-11-18T12:00:00Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function familyWithSample(options: Parameters<typeof newSampledFamily>[1] = {}) {
  const family = await newSampledFamily(NOON, options);
  await turnOnAutomatic(family.parent, family.id);
  const made = await uploadSample(family.agent, family.id, { screens: 2, hits: { custom: 1 } });
  return { ...family, made };
}

function urlsOf(parent: Parent, sample_ids: Array<string>, kinds?: Array<string>) {
  const request_args = { sample_ids, ...(kinds === undefined ? {} : { kinds }) };
  return parent.call(getDownloadUrls, { body: { request_type: 'get_download_urls', request_args } });
}

function remove(parent: Parent, sample_ids: Array<string>) {
  return parent.call(deleteSample, { body: { request_type: 'delete_sample', request_args: { sample_ids } } });
}

type Access = { actor_id: string; child_id: string; what: string; sample_ids_json: string };

function accessOf(parent: Parent): Promise<Array<Access>> {
  return readRows<Access>(parent.accountId, 'SELECT actor_id, child_id, what, sample_ids_json FROM sample_access ORDER BY id');
}

describe('download addresses', () => {
  test('an address returns the sealed bytes for ten minutes (GAL-007, GAL-049)', async () => {
    const { parent, agent, made, now } = await familyWithSample();
    const [sample] = await urlsOf(parent, [made.sampleId], ['thumbnails', 'screens']);
    expect(sample).toMatchObject({ sample_id: made.sampleId, dlExpiry: now + 10 * MINUTE, keys: made.body.keys });
    expect(sample?.screens.map(({ kind }) => kind)).toEqual(['screen-0', 'screen-1']);
    const url = sample?.thumbnails?.url ?? '';
    const response = await download(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(made.sealed.thumb);
    await stopClock(now + 10 * MINUTE - 1, parent, agent);
    expect((await download(url)).status).toBe(200);
    await stopClock(now + 10 * MINUTE, parent, agent);
    expect((await download(url)).status).toBe(403);
    const [again] = await urlsOf(parent, [made.sampleId]);
    expect((await download(again?.thumbnails?.url ?? '')).status).toBe(200);
  });

  test('a reveal is recorded, and hands out no address', async () => {
    const { parent, made, id } = await familyWithSample();
    const request_args = { sample_ids: [made.sampleId], revealed: true };
    const [answer] = await parent.call(getDownloadUrls, { body: { request_type: 'get_download_urls', request_args } });
    expect(answer).toMatchObject({ thumbnails: null, screens: [] });
    expect(await accessOf(parent)).toMatchObject([{ child_id: id, what: 'revealed', sample_ids_json: JSON.stringify([made.sampleId]) }]);
  });

  test('only thumbnails are handed out unless screens are asked for', async () => {
    const { parent, made } = await familyWithSample();
    expect((await urlsOf(parent, [made.sampleId]))[0]).toMatchObject({ thumbnails: { url: expect.any(String) }, screens: [] });
    expect((await urlsOf(parent, [made.sampleId], ['screens']))[0]).toMatchObject({ thumbnails: null, screens: [{}, {}] });
  });

  test('refuses a forged address: another object, sample, time, session or family', async () => {
    const [one, two] = [await familyWithSample(), await familyWithSample()];
    const url = (await urlsOf(one.parent, [one.made.sampleId]))[0]?.thumbnails?.url ?? '';
    const parts = url.split('.');
    const forged = [
      url.replace('.thumb.', '.screen-0.'),
      url.replace(one.made.sampleId, two.made.sampleId),
      url.replace(one.parent.accountId, two.parent.accountId),
      parts.with(-3, String(Number(parts.at(-3)) + 1)).join('.'),
      parts.with(-2, 'another-session').join('.'),
      `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`,
      `${API}/sample_object/x`,
    ];
    for (const address of forged) expect((await download(address)).status, address).toBe(403);
    expect((await download(url)).status).toBe(200);
  });

  test('an address dies with its session and its sample', async () => {
    const { parent, made } = await familyWithSample();
    const second = await Parent.signIn(send, parent.email);
    second.clock = parent.clock;
    const url = (await urlsOf(second, [made.sampleId]))[0]?.thumbnails?.url ?? '';
    expect((await download(url)).status).toBe(200);
    await familyOf(parent.accountId).revokeSession(second.credentials.sessionId);
    expect((await download(url)).status).toBe(403);
    const own = (await urlsOf(parent, [made.sampleId]))[0]?.thumbnails?.url ?? '';
    await remove(parent, [made.sampleId]);
    expect((await download(own)).status).toBe(404);
  });

  test('pages of the web application may read the bytes and the reason of a refusal; other pages may not', async () => {
    const { parent, made } = await familyWithSample();
    const url = (await urlsOf(parent, [made.sampleId]))[0]?.thumbnails?.url ?? '';
    const origin = new URL(bindings.PUBLIC_URL).origin;
    for (const [address, status] of [
      [url, 200],
      [url.replace('.thumb.', '.meta.'), 403],
    ] as const) {
      const own = await download(address, { Origin: origin });
      expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([status, origin]);
      const other = await download(address, { Origin: 'https://evil.example' });
      expect(other.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('returns no address for an object that the bucket has lost, and 404 for one that it loses later', async () => {
    const { parent, made, agent, now } = await familyWithSample();
    const url = (await urlsOf(parent, [made.sampleId]))[0]?.thumbnails?.url ?? '';
    await bindings.FILES.delete(objectKey(parent.accountId, made.sampleId, 'thumb'));
    expect((await download(url)).status).toBe(404);
    await stopClock(now + 25 * HOUR, parent, agent);
    expect((await urlsOf(parent, [made.sampleId]))[0]?.thumbnails).toMatchObject({ url: null });
  });

  test('leaves out deleted samples, and refuses if none is left', async () => {
    const { parent, made, agent, id } = await familyWithSample();
    const other = await uploadSample(agent, id);
    await remove(parent, [made.sampleId]);
    expect((await urlsOf(parent, [made.sampleId, other.sampleId])).map(({ sample_id }) => sample_id)).toEqual([other.sampleId]);
    const request_args = { sample_ids: [made.sampleId] };
    expect((await parent.raw('POST', '/vew_request', { request_type: 'get_download_urls', request_args })).status).toBe(403);
  });
});

describe('details', () => {
  test('returns the sealed details with the wrapped keys; only the content key opens them (GAL-021, GAL-051)', async () => {
    const { parent, made, agent, id } = await familyWithSample();
    const body = { request_type: 'get_analysis', request_args: { sample_ids: [made.sampleId] } };
    const [analysis] = await parent.call(getAnalysis, { body });
    expect(analysis).toMatchObject({ sample_id: made.sampleId, user_id: id, keys: made.body.keys, ocr_summary: { custom: 1 } });
    const exported = await crypto.subtle.exportKey('raw', made.contentKey);
    const raw = exported instanceof ArrayBuffer ? new Uint8Array(exported) : new Uint8Array();
    const about = { account: parent.accountId, device: agent.deviceId, sample: made.sampleId, kind: 'meta', key: KEY.key_id };
    const sealed = Buffer.from(analysis?.meta ?? '', 'base64');
    expect(openIndependently(raw, sealed, about).toString()).toBe(`the meta of ${made.sampleId}`);
    await bindings.FILES.delete(objectKey(parent.accountId, made.sampleId, 'meta'));
    expect((await parent.call(getAnalysis, { body }))[0]).toMatchObject({ meta: null });
  });
});

describe('access log', () => {
  test('records every hand-out with actor, child and samples, and nothing for lists of samples', async () => {
    const { parent, made, agent, id } = await familyWithSample();
    const other = await uploadSample(agent, id);
    const actor_id = `session:${parent.credentials.sessionId}`;
    await parent.call(getSampleMeta, { body: { request_type: 'get_sample_meta', request_args: { user_id: id } } });
    expect(await accessOf(parent)).toEqual([]);
    await urlsOf(parent, [made.sampleId]);
    await urlsOf(parent, [made.sampleId]);
    await urlsOf(parent, [other.sampleId], ['thumbnails', 'screens']);
    await parent.call(getAnalysis, { body: { request_type: 'get_analysis', request_args: { sample_ids: [other.sampleId] } } });
    const row = (what: string, sampleId: string) => ({ actor_id, child_id: id, what, sample_ids_json: JSON.stringify([sampleId]) });
    expect(await accessOf(parent)).toEqual([
      row('thumbnails', made.sampleId),
      row('thumbnails', made.sampleId),
      row('thumbnails', other.sampleId),
      row('screens', other.sampleId),
      row('details', other.sampleId),
    ]);
  });

  test('keeps the log for 90 days', async () => {
    const { parent, made, agent, now } = await familyWithSample();
    await urlsOf(parent, [made.sampleId]);
    await stopClock(now + 89 * 24 * HOUR, parent, agent);
    expect(await accessOf(parent)).toHaveLength(1);
    await stopClock(now + 92 * 24 * HOUR, parent, agent);
    expect(await accessOf(parent)).toEqual([]);
  });
});

describe('statistics', () => {
  test('counts samples per child, device, day and category (GAL-050)', async () => {
    const { parent, agent, id, now } = await familyWithSample();
    const leo = await newChild(parent, 'Leo');
    const tablet = await newDevice(parent, id);
    await uploadSample(agent, id, { at: now - 24 * HOUR, hits: { custom: 2, violence: 3 } });
    await uploadSample(agent, id, { at: now - 24 * HOUR - MINUTE });
    const stats = await parent.call(getSampleStats, { body: { request_type: 'get_sample_stats', request_args: {} } });
    const [mia, other] = [id, leo.user_id].map((userId) => stats.find(({ user_id }) => user_id === userId));
    expect(mia).toMatchObject({
      user_id: id,
      samples: 3,
      with_hits: 2,
      ocr_summary: { custom: 3, profanity: 0, violence: 3 },
      devices: [{ device_id: agent.deviceId, samples: 3, with_hits: 2 }],
      days: [
        { date: '2026-11-18', samples: 1, with_hits: 1 },
        { date: '2026-11-17', samples: 2, with_hits: 1 },
      ],
      last_sample_ts: now,
    });
    expect(other).toMatchObject({ user_id: leo.user_id, samples: 0, days: [], last_sample_ts: null });
    expect(mia?.devices.map(({ device_id }) => device_id)).not.toContain(tablet.deviceId);
  });

  test('GAL-043: refuses everything but facts and deleting on the free plan', async () => {
    const { parent, id } = await newSampledFamily(NOON, { plan: '' });
    const ask = (request_type: string, request_args: object) => parent.raw('POST', '/vew_request', { request_type, request_args });
    for (const [type, args] of [
      ['get_sample_meta', { user_id: id }],
      ['get_sample_stats', {}],
      ['get_download_urls', { sample_ids: ['forged'] }],
      ['get_analysis', { sample_ids: ['forged'] }],
      ['on_demand', { user_id: id }],
      ['update_user_config', { user_id: id, config: { user_enabled: true } }],
    ] as const) {
      expect(await ask(type, args), type).toMatchObject({ status: 403, body: { errors: { code: 410, reason: 'plan' } } });
    }
    expect((await ask('get_vew_info', {})).body).toMatchObject({ quota: { limit: 0, used: 0 }, devices: [{ why: 'plan' }] });
  });

  test('after the plan has ended, samples and addresses are closed, and deleting is still possible', async () => {
    const { parent, made, id, agent, now } = await familyWithSample();
    const url = (await urlsOf(parent, [made.sampleId]))[0]?.thumbnails?.url ?? '';
    await endPlan(parent, now + MINUTE);
    await stopClock(now + 2 * MINUTE, parent, agent);
    expect((await download(url)).status).toBe(403);
    expect((await agent.policy()).policy.sampling).toBeNull();
    const meta = { request_type: 'get_sample_meta', request_args: { user_id: id } };
    expect((await parent.raw('POST', '/vew_request', meta)).status).toBe(403);
    expect(await remove(parent, [made.sampleId])).toEqual({ objects_deleted: 1 });
    await internal.grant(parent.email, 'premium_plus_monthly');
    expect(await parent.call(getSampleMeta, { body: meta })).toMatchObject([{ deleted: true, keys: [] }]);
  });
});
