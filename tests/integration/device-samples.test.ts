import { createHash, generateKeyPairSync } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSampleDetails } from '#app/domain/sample-details.ts';
import { createPairing, createUser } from '#app/wire/family.ts';
import { keyExchange } from '#app/wire/keys.ts';
import {
  deleteSample,
  getAnalysis,
  getDownloadUrls,
  getSampleMeta,
  getVewInfo,
  requestSample,
  updateUserConfig,
} from '#app/wire/samples.ts';
import type { Device } from '#device/call.ts';
import { memoryStore, step } from '#device/device.ts';
import { enrol } from '#device/enrol.ts';
import { memoryObjects } from '#device/object-store.ts';
import { newDeviceState } from '#device/state.ts';
import { envelope } from '../clients/account-key.ts';
import { openIndependently, unwrapIndependently } from '../clients/independent-sealing.ts';
import { authKey, Parent } from '../clients/parent.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
const SPKI = publicKey.export({ type: 'spki', format: 'der' });
const PKCS8 = privateKey.export({ type: 'pkcs8', format: 'der' });
const KEY_ID = createHash('sha1').update(SPKI).digest('hex');

let servers: TestServers;
beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(() => servers.close());

/** Creates a family with an account key, and a device in use that was paired with that key's pin. */
async function moveIn(): Promise<{ parent: Parent; childId: string; device: Device }> {
  const parent = await Parent.signUp(fetch, undefined, servers.apiUrl);
  await (await servers.webEnv()).INTERNAL.grant(parent.email, 'premium_plus_monthly');
  const acctkey = { enc_priv: envelope('a'), key: SPKI.toString('base64'), key_id: KEY_ID, key_type: 'rsa' };
  const request_args = { ...acctkey, secret: authKey(parent.email), requested_by: parent.userId };
  await parent.call(keyExchange, { body: { request_type: 'acctkey.register', request_args } });
  const child = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
  const { code } = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
  const about = { make: 'm', model: 'x', modelName: 'X', os: 'android', osVersion: '16', appVersion: '9', udid: 'u', managementLevel: 'o' };
  const state = newDeviceState({ apiUrl: servers.apiUrl, nonce: crypto.randomUUID(), about });
  const device: Device = { store: memoryStore(state), fetch, now: Date.now, objects: memoryObjects() };
  const outcome = await enrol(device, { by: 'code', code, pinnedKey: createHash('sha256').update(SPKI).digest('base64url') });
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
  await step(device, true);
  return { parent, childId: child.user_id, device };
}

function ask(request_type: string, request_args: object) {
  return { body: { request_type, request_args } };
}

describe('screenshots of a device', () => {
  test('a request reaches the device; what it uploads only the account’s key opens; deleting removes it (GAL-041, GAL-042, GAL-047)', async () => {
    const { parent, childId, device } = await moveIn();
    expect(await parent.call(getVewInfo, ask('get_vew_info', {}))).toMatchObject({ devices: [{ vewStatus: 'active' }] });
    await parent.call(requestSample, ask('on_demand', { user_id: childId }));
    const events = await step(device);
    expect(events).toContainEqual({ kind: 'captured', cause: 'on_demand' });
    const info = await parent.call(getVewInfo, ask('get_vew_info', {}));
    expect(info.devices).toMatchObject([{ samples: 1, request: { command: { state: 'confirmed' } } }]);
    const [sample] = await parent.call(getSampleMeta, ask('get_sample_meta', { user_id: childId }));
    const sampleId = sample?.sample_id ?? '';
    const contentKey = unwrapIndependently(Buffer.from(sample?.keys[0]?.wrapped ?? '', 'base64url'), PKCS8);
    const open = (kind: string, sealed: Uint8Array): Buffer => {
      const about = { account: parent.accountId, device: sample?.device_id ?? '', sample: sampleId, kind, key: KEY_ID };
      return openIndependently(contentKey, sealed, about);
    };
    const kinds = ['thumbnails', 'screens'];
    const [urls] = await parent.call(getDownloadUrls, ask('get_download_urls', { sample_ids: [sampleId], kinds }));
    const [screen] = urls?.screens ?? [];
    const sealed = new Uint8Array(await (await fetch(screen?.url ?? '')).arrayBuffer());
    expect(createHash('sha256').update(sealed).digest('hex')).toBe(screen?.sha256);
    await expect(sharp(Buffer.from(sealed)).metadata(), 'sealed bytes are no image').rejects.toThrow();
    const picture = await sharp(open('screen-0', sealed)).metadata();
    expect(picture).toMatchObject({ format: 'jpeg', height: 1024 });
    const [analysis] = await parent.call(getAnalysis, ask('get_analysis', { sample_ids: [sampleId] }));
    const details = parseSampleDetails(open('meta', Buffer.from(analysis?.meta ?? '', 'base64')).toString());
    expect(details?.screens).toMatchObject([{ width: picture.width, height: picture.height }]);
    expect(details?.hits).toHaveLength(Object.values(sample?.ocr_summary ?? {}).reduce((sum, count) => sum + count, 0));
    expect(await parent.call(deleteSample, ask('delete_sample', { sample_ids: [sampleId] }))).toEqual({ objects_deleted: 1 });
    expect((await fetch(screen?.url ?? '')).status).toBe(404);
  });

  test('continues an upload whose connection broke, with the real server', async () => {
    const { parent, childId, device } = await moveIn();
    const config = { automated: { enabled: true } };
    await parent.call(updateUserConfig, ask('update_user_config', { user_id: childId, config }));
    device.store.update((state) => ({ ...state, lastUsedAt: Date.now() }));
    let puts = 0;
    const shaky: typeof fetch = (input, init) => {
      if (init?.method === 'PUT') puts += 1;
      return init?.method === 'PUT' && puts === 2 ? Promise.reject(new Error('connection reset')) : fetch(input, init);
    };
    await step({ ...device, fetch: shaky });
    expect(device.store.read().samples.unsent).toHaveLength(1);
    expect(await parent.call(getSampleMeta, ask('get_sample_meta', { user_id: childId }))).toEqual([]);
    await step({ ...device, fetch: shaky });
    expect(puts, 'the thumbnail is sent once').toBe(4);
    expect(device.store.read().samples.unsent).toEqual([]);
    expect(await parent.call(getSampleMeta, ask('get_sample_meta', { user_id: childId }))).toMatchObject([
      { cause: 'periodic', deleted: false },
    ]);
  });
});
