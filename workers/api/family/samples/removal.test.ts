import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { removeDevice, removeUser } from '#app/wire/family';
import { deleteSample, getSampleMeta } from '#app/wire/samples';
import { ring } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { announce, newSampledFamily, turnOnAutomatic, uploadSample } from '#tests/clients/sampled-family';
import { newSampleId, sealSample } from '#tests/clients/seal-sample';
import { bindings, familyOf, newDevice, readRows, stopClock } from '#tests/clients/worker';
import { objectKey, sampleFilesOf } from '../store/sample.queries';

const NOON = '2026-11-18T12:00:00Z';
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

async function automaticFamily(options: Parameters<typeof newSampledFamily>[1] = {}) {
  const family = await newSampledFamily(NOON, options);
  await turnOnAutomatic(family.parent, family.id);
  return family;
}

function metaOf(parent: Parent, userId: string, more: object = {}) {
  return parent.call(getSampleMeta, { body: { request_type: 'get_sample_meta', request_args: { user_id: userId, ...more } } });
}

function remove(parent: Parent, sample_ids: Array<string>) {
  return parent.call(deleteSample, { body: { request_type: 'delete_sample', request_args: { sample_ids } } });
}

async function countFiles(parent: Parent): Promise<number> {
  return (await bindings.FILES.list({ prefix: sampleFilesOf(parent.accountId) })).objects.length;
}

function countRows(parent: Parent): Promise<number> {
  return readRows(parent.accountId, 'SELECT id FROM sample').then((rows) => rows.length);
}

describe('a deletion that can be undone', () => {
  const ask = (parent: Parent, sample_ids: Array<string>, undo: 'offer' | 'take') =>
    parent.call(deleteSample, { body: { request_type: 'delete_sample', request_args: { sample_ids, undo } } });

  test('hides the sample at once, and restores it with its keys within 15 s (A201)', async () => {
    const { parent, agent, id } = await automaticFamily();
    const made = await uploadSample(agent, id, { hits: { violence: 1 } });
    const urls = { request_type: 'get_download_urls', request_args: { sample_ids: [made.sampleId] } };
    expect(await ask(parent, [made.sampleId], 'offer')).toEqual({ objects_deleted: 1 });
    expect(await metaOf(parent, id)).toMatchObject([
      { deleted: true, keys: [], screens: [], ocr_summary: { violence: 0 }, objects_gone_ts: null },
    ]);
    expect((await parent.raw('POST', '/vew_request', urls)).status).toBe(403);
    expect(await ask(parent, [made.sampleId], 'offer'), 'again').toEqual({ objects_deleted: 0 });
    expect(await ask(parent, [made.sampleId], 'take')).toEqual({ objects_deleted: 1 });
    expect(await metaOf(parent, id)).toMatchObject([{ deleted: false, ocr_summary: { violence: 1 }, keys: made.body.keys }]);
    expect(await countFiles(parent)).toBe(3);
  });

  test('is final after 15 s, with proof (A201, GAL-041)', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    const made = await uploadSample(agent, id);
    await ask(parent, [made.sampleId], 'offer');
    await stopClock(now + 14_999, parent, agent);
    await ring(parent);
    expect(await countFiles(parent)).toBe(3);
    await stopClock(now + 16_000, parent, agent);
    await ring(parent);
    expect(await countFiles(parent)).toBe(0);
    expect(await metaOf(parent, id)).toMatchObject([{ deleted: true, objects_gone_ts: expect.any(Number) }]);
    expect(await ask(parent, [made.sampleId], 'take')).toEqual({ objects_deleted: 0 });
  });
});

describe('deleting samples', () => {
  test('responds when the bucket has nothing of the sample, and says so (GAL-041)', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    const [one, two] = [await uploadSample(agent, id), await uploadSample(agent, id)];
    expect(await countFiles(parent)).toBe(6);
    expect(await remove(parent, [one.sampleId, one.sampleId, newSampleId()])).toEqual({ objects_deleted: 1 });
    expect(await countFiles(parent)).toBe(3);
    const [kept, gone] = await metaOf(parent, id);
    expect(kept).toMatchObject({ sample_id: two.sampleId, deleted: false });
    expect(gone).toMatchObject({ sample_id: one.sampleId, deleted: true, objects_gone_ts: now, keys: [], screens: [] });
    expect(await remove(parent, [one.sampleId])).toEqual({ objects_deleted: 0 });
  });

  test('a client that knows the list hears only of what changed, with a rising updated_ts (GAL-015, GAL-016, GAL-034, GAL-039)', async () => {
    const { parent, agent, id } = await automaticFamily();
    const made = [await uploadSample(agent, id), await uploadSample(agent, id), await uploadSample(agent, id)];
    const first = await metaOf(parent, id);
    const times = first.map(({ updated_ts }) => updated_ts);
    expect(new Set(times).size).toBe(3);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const last = times.at(-1) ?? 0;
    expect(await metaOf(parent, id, { updated_ts: last })).toEqual([]);
    await remove(parent, [made[0]?.sampleId ?? '']);
    const news = await metaOf(parent, id, { updated_ts: last });
    expect(news).toMatchObject([{ sample_id: made[0]?.sampleId, deleted: true }]);
    expect(await metaOf(parent, id, { limit: 1 })).toMatchObject([{ sample_id: made[1]?.sampleId }]);
    expect(
      (await parent.raw('POST', '/vew_request', { request_type: 'get_sample_meta', request_args: { user_id: id, limit: 10_001 } })).status,
    ).toBe(400);
  });

  test('after a failure of the bucket, the sample is hidden and the alarm removes its objects', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    const made = await uploadSample(agent, id);
    await runInDurableObject(familyOf(parent.accountId), (family) => {
      const files = family.bindings.FILES;
      let failures = 1;
      Object.defineProperty(family, 'bindings', {
        configurable: true,
        value: {
          ...family.bindings,
          FILES: {
            list: (options: R2ListOptions) => files.list(options),
            delete: (keys: Array<string>) => (failures-- > 0 ? Promise.reject(new Error('down')) : files.delete(keys)),
          },
        },
      });
    });
    expect(await remove(parent, [made.sampleId])).toEqual({ objects_deleted: 1 });
    expect(await metaOf(parent, id)).toMatchObject([{ deleted: true, objects_gone_ts: null }]);
    expect(await countFiles(parent)).toBe(3);
    await stopClock(now + 6 * 60_000, parent, agent);
    expect(await countFiles(parent)).toBe(0);
    expect(await metaOf(parent, id)).toMatchObject([{ deleted: true, objects_gone_ts: expect.any(Number) }]);
  });

  test('removing a device or a child removes its samples', async () => {
    const { parent, agents, id, now } = await automaticFamily({ devices: 2 });
    const [one, two] = agents;
    if (one === undefined || two === undefined) throw new Error('two devices');
    for (const agent of agents) await uploadSample(agent, id);
    await parent.call(removeDevice, { body: { device_id: one.deviceId } });
    await stopClock(now + 1, parent, ...agents);
    expect(await countFiles(parent)).toBe(3);
    expect((await metaOf(parent, id)).filter(({ deleted }) => !deleted)).toHaveLength(1);
    await parent.call(removeUser, { query: { user_id: id } });
    await stopClock(now + 2, parent, ...agents);
    expect(await countFiles(parent)).toBe(0);
    expect(await readRows(parent.accountId, 'SELECT child_id FROM sample_config')).toEqual([]);
  });
});

describe('pairing again', () => {
  test('a device that is paired again keeps its samples', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    const { sampleId } = await uploadSample(agent, id);
    await agent.report('allowed', { events: [{ type: 'management_removed', at: now }] });
    await newDevice(parent, id);
    await stopClock(now + 1, parent, agent);
    expect(await readRows(parent.accountId, 'SELECT id FROM device WHERE retired_at IS NULL')).toHaveLength(1);
    expect(await metaOf(parent, id)).toMatchObject([{ sample_id: sampleId, deleted: false }]);
    expect(await countFiles(parent)).toBe(3);
  });
});

describe('retention', () => {
  test('GAL-033: deletes samples and their objects two weeks after the capture, to the minute', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    await uploadSample(agent, id, { at: now - DAY });
    const young = await uploadSample(agent, id);
    await stopClock(now + 13 * DAY - 60_000, parent, agent);
    expect((await metaOf(parent, id)).map(({ deleted }) => deleted)).toEqual([false, false]);
    await stopClock(now + 13 * DAY + 60_000, parent, agent);
    expect((await metaOf(parent, id)).filter(({ deleted }) => !deleted).map(({ sample_id }) => sample_id)).toEqual([young.sampleId]);
    expect(await countFiles(parent)).toBe(3);
    await stopClock(now + 14 * DAY + 60_000, parent, agent);
    expect(await countFiles(parent)).toBe(0);
  });

  test('forgets deleted samples after two more weeks, and then does nothing more', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    const made = await uploadSample(agent, id);
    await remove(parent, [made.sampleId]);
    await stopClock(now + 14 * DAY, parent, agent);
    expect(await countRows(parent)).toBe(1);
    await stopClock(now + 17 * DAY, parent, agent);
    expect(await countRows(parent)).toBe(0);
    expect(await readRows(parent.accountId, "SELECT id FROM due WHERE kind = 'samples'")).toEqual([]);
  });
});

describe('sweep', () => {
  test('removes objects without a sample, even those of a late upload, and keeps the others', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    const kept = await uploadSample(agent, id);
    const deleted = await uploadSample(agent, id);
    await remove(parent, [deleted.sampleId]);
    for (const sampleId of [deleted.sampleId, newSampleId()]) {
      await bindings.FILES.put(objectKey(parent.accountId, sampleId, 'thumb'), 'late');
    }
    expect(await countFiles(parent)).toBe(5);
    await stopClock(now + 25 * HOUR, parent, agent);
    const { objects } = await bindings.FILES.list({ prefix: sampleFilesOf(parent.accountId) });
    expect(objects.map(({ key }) => key.includes(kept.sampleId))).toEqual([true, true, true]);
  });

  test('marks an object that the bucket has lost, and deletes a sample that has lost all', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    const [one, two] = [await uploadSample(agent, id), await uploadSample(agent, id)];
    await bindings.FILES.delete(objectKey(parent.accountId, one.sampleId, 'screen-0'));
    for (const kind of ['thumb', 'meta', 'screen-0']) await bindings.FILES.delete(objectKey(parent.accountId, two.sampleId, kind));
    const before = (await metaOf(parent, id)).at(-1)?.updated_ts ?? 0;
    await stopClock(now + 25 * HOUR, parent, agent);
    const changed = await metaOf(parent, id, { updated_ts: before });
    const stateOf = (sampleId: string) => changed.find(({ sample_id }) => sample_id === sampleId);
    expect(stateOf(one.sampleId)).toMatchObject({ deleted: false, thumbnails: { missing: false }, screens: [{ missing: true }] });
    expect(stateOf(two.sampleId)).toMatchObject({ deleted: true });
  });

  test('a replaced object counts as lost', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    const made = await uploadSample(agent, id);
    await bindings.FILES.put(objectKey(parent.accountId, made.sampleId, 'thumb'), 'short');
    await stopClock(now + 25 * HOUR, parent, agent);
    expect((await metaOf(parent, id))[0]?.thumbnails).toMatchObject({ missing: true });
  });

  test('deletes a sample whose upload never finished after three days', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    const made = await sealSample(agent, id);
    await announce(agent, made.body);
    await bindings.FILES.put(objectKey(parent.accountId, made.sampleId, 'thumb'), made.sealed.thumb ?? '');
    await stopClock(now + 2 * DAY, parent, agent);
    expect(await announce(agent, made.body)).toMatchObject({ state: 'arriving' });
    await stopClock(now + 4 * DAY + HOUR, parent, agent);
    expect(await announce(agent, made.body)).toMatchObject({ state: 'deleted' });
    expect(await countFiles(parent)).toBe(0);
  });

  test('does nothing twice when the alarm rings again', async () => {
    const { parent, agent, id, now } = await automaticFamily();
    await uploadSample(agent, id);
    await stopClock(now + 15 * DAY, parent, agent);
    const before = await readRows(parent.accountId, 'SELECT * FROM sample');
    await ring(parent);
    expect(await readRows(parent.accountId, 'SELECT * FROM sample')).toEqual(before);
  });
});
