import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { keyTasks } from '#app/browser/key-tasks';
import { decodeSpki, importPrivateKey } from '#app/keys/account-key';
import { type Bytes, toBase64, toBase64Url, utf8 } from '#app/keys/bytes';
import { createContentKey, type ObjectKind, sealObject, wrapContentKey } from '#app/keys/sealed-object';
import { Refused, SignedOut } from './fetch-sealed';
import type { PictureKind } from './picture-kind';
import type { PictureState } from './picture-state';
import type { AccessPart, SampleAccess } from './sample-access';
import { createSamplePictures } from './sample-pictures';

// Finding 1536-bit primes sometimes takes long.
vi.setConfig({ testTimeout: 120_000 });

/** Stands for a decoded picture. Node has no decoder, so its «pixels» are the bytes that were sealed. */
type Drawn = { text: string; width: number; height: number; isClosed: boolean; close(): void };
type Own = { key: string; keyId: string; privateKey: CryptoKey };

let own: Own;
let other: Own;
beforeAll(async () => {
  const make = async (): Promise<Own> => {
    const { key, keyId, pkcs8 } = await keyTasks.generateKeyPair();
    return { key, keyId, privateKey: await importPrivateKey(pkcs8) };
  };
  [own, other] = await Promise.all([make(), make()]);
});

let objects: Map<string, Bytes>;
let accesses: Map<string, SampleAccess>;
let asked: Array<string>;
let drawn: Array<Drawn>;
let fetched: Array<string>;
let signedOut: number;
let unlocked: Own | null;
let now: number;
/** Errors of the next requests for addresses, and of the next downloads. */
let accessFaults: Array<Error>;
let objectFaults: Array<Error>;
/** Downloads wait for this. */
let gate: Promise<void>;
beforeEach(() => {
  [objects, accesses, asked, drawn, fetched, accessFaults, objectFaults] = [new Map(), new Map(), [], [], [], [], []];
  gate = Promise.resolve();
  [signedOut, unlocked, now] = [0, own, 1_800_000_000_000];
});

function newPictures(side = 8) {
  return createSamplePictures<Drawn>({
    readKey: async () => (unlocked === null ? null : { accountId: 'a', ...unlocked }),
    fetchAccess: async (part, ids) => {
      asked.push(`${part} ${ids.join()}`);
      const fault = accessFaults.shift();
      if (fault !== undefined) throw fault;
      return { lifeMs: 600_000, samples: ids.flatMap((id) => accesses.get(`${part} ${id}`) ?? []) };
    },
    fetchObject: async (path, signal) => {
      fetched.push(path);
      const fault = objectFaults.shift();
      if (fault !== undefined) throw fault;
      await gate;
      if (signal.aborted) throw new DOMException('', 'AbortError');
      const sealed = objects.get(path);
      if (sealed === undefined) throw new Refused(404);
      return sealed;
    },
    run: (async (name: 'unwrapSampleKey' | 'decryptImage' | 'decryptPicture', input: never) => {
      if (name !== 'decryptPicture') return (keyTasks[name] as (input: never) => unknown)(input);
      const text = new TextDecoder().decode(await keyTasks.decryptImage(input));
      // As with an error from another thread.
      if (text === 'none') throw Object.assign(new Error(), { name: 'NoPicture' });
      const bitmap: Drawn = { text, width: side, height: side, isClosed: false, close: () => Object.assign(bitmap, { isClosed: true }) };
      drawn.push(bitmap);
      return bitmap;
    }) as Parameters<typeof createSamplePictures<Drawn>>[0]['run'],
    now: () => now,
    soon: (work) => setTimeout(work),
    onSignedOut: () => {
      signedOut += 1;
    },
  });
}

/** Seals a sample and makes it available. */
async function seal(
  id: string,
  contents: Partial<Record<ObjectKind, string>>,
  change: { key?: Own; deviceId?: string } = {},
): Promise<void> {
  const { key = own, deviceId = 'd' } = change;
  const contentKey = await createContentKey();
  const keys = [{ keyId: key.keyId, wrapped: toBase64Url(await wrapContentKey(contentKey, decodeSpki(key.key) ?? new Uint8Array())) }];
  for (const [kind, text] of Object.entries(contents) as Array<[ObjectKind, string]>) {
    const sealed = await sealObject(contentKey, { accountId: 'a', deviceId, sampleId: id, kind, keyId: key.keyId }, utf8(text));
    const part: AccessPart = kind === 'thumb' ? 'thumbs' : kind === 'meta' ? 'details' : 'screens';
    const known = accesses.get(`${part} ${id}`)?.pictures ?? [];
    const path = `/${id}/${kind}`;
    objects.set(path, sealed);
    const pictures = kind === 'meta' ? [] : [...known, { kind: kind as PictureKind, path, bytes: sealed.length, sha256: '' }];
    accesses.set(`${part} ${id}`, { id, keys, pictures, details: kind === 'meta' ? toBase64(sealed) : null });
  }
}

/** Wants a picture until it has settled. */
function see(pictures: ReturnType<typeof newPictures>, sampleId: string, kind: PictureKind = 'thumb'): Promise<PictureState<Drawn>> {
  return new Promise((settle) => {
    pictures.want({ sampleId, deviceId: 'd', kind }, (state) => {
      if (state.kind !== 'sealed' && state.kind !== 'loading') settle(state);
    });
  });
}

describe('samplePictures', () => {
  test('opens pictures with one request for the addresses of all that appear together (GAL-019, GAL-048)', async () => {
    await Promise.all(['s1', 's2', 's3'].map((id) => seal(id, { thumb: `thumb of ${id}` })));
    const pictures = newPictures();
    const seen = await Promise.all(['s1', 's2', 's3'].map((id) => see(pictures, id)));
    expect(seen.map((state) => state.kind === 'open' && state.bitmap.text)).toEqual(['thumb of s1', 'thumb of s2', 'thumb of s3']);
    expect(asked).toEqual(['thumbs s1,s2,s3']);
    expect(pictures.kept()).toMatchObject({ contentKeys: 3 });
  });

  test('opens every screen of a sample, and its details', async () => {
    await seal('s1', { 'screen-0': 'first', 'screen-1': 'second', meta: '{"v":1}' });
    const pictures = newPictures();
    expect(await see(pictures, 's1', 'screen-1')).toMatchObject({ bitmap: { text: 'second' } });
    expect(await see(pictures, 's1', 'screen-0')).toMatchObject({ bitmap: { text: 'first' } });
    expect(await pictures.readDetails('s1', 'd')).toEqual({ text: '{"v":1}' });
    expect(asked).toEqual(['screens s1', 'details s1']);
  });

  test('returns a screen as the device made it, to be saved, unless the key is locked', async () => {
    await seal('s1', { 'screen-0': 'first' });
    const pictures = newPictures();
    await pictures.readKey();
    const read = async (sampleId: string) => pictures.readFile({ sampleId, deviceId: 'd', kind: 'screen-0' });
    expect(new TextDecoder().decode((await read('s1')) ?? undefined)).toBe('first');
    expect(await read('unknown')).toBeNull();
    unlocked = null;
    await pictures.readKey();
    expect(await read('s1')).toBeNull();
  });

  test('asks for nothing while the key is locked, and opens when it is unlocked', async () => {
    await seal('s1', { thumb: 'thumb' });
    unlocked = null;
    const pictures = newPictures();
    const states: Array<string> = [];
    pictures.want({ sampleId: 's1', deviceId: 'd', kind: 'thumb' }, ({ kind }) => states.push(kind));
    await pictures.readKey();
    expect([states, asked, pictures.isOpen()]).toEqual([['sealed'], [], false]);
    unlocked = own;
    await pictures.readKey();
    await vi.waitFor(() => expect(states).toEqual(['sealed', 'loading', 'open']));
    unlocked = null;
    await pictures.readKey();
    expect(states.at(-1)).toBe('sealed');
    expect([drawn[0]?.isClosed, pictures.kept()]).toEqual([true, { bitmapBytes: 0, contentKeys: 0, addresses: 0 }]);
  });

  test('tells a missing object, another key, an altered object and something that is no picture apart', async () => {
    await seal('missing', { thumb: 'x' });
    objects.delete('/missing/thumb');
    await seal('lost', { thumb: 'x' });
    const lost = accesses.get('thumbs lost');
    accesses.set('thumbs lost', { id: 'lost', keys: [], details: null, pictures: [{ kind: 'thumb', path: null, bytes: 1, sha256: '' }] });
    await seal('foreign', { thumb: 'x' }, { key: other });
    await seal('unwrap', { thumb: 'x' }, { key: other });
    const unwrap = accesses.get('thumbs unwrap');
    accesses.set('thumbs unwrap', { ...(unwrap ?? expect.fail()), keys: [{ keyId: own.keyId, wrapped: unwrap?.keys[0]?.wrapped ?? '' }] });
    for (const id of ['flipped', 'truncated', 'replayed', 'moved', 'none']) await seal(id, { thumb: id });
    objects.set('/flipped/thumb', (objects.get('/flipped/thumb') ?? expect.fail()).with(40 - 7, 1));
    objects.set('/truncated/thumb', (objects.get('/truncated/thumb') ?? expect.fail()).slice(0, 20));
    objects.set('/replayed/thumb', objects.get('/none/thumb') ?? expect.fail());
    await seal('moved', { thumb: 'x' }, { deviceId: 'another' });
    const pictures = newPictures();
    const seen = async (id: string) => [id, await see(pictures, id)];
    expect(Object.fromEntries(await Promise.all(['missing', 'lost', 'deleted', 'foreign', 'unwrap'].map(seen)))).toEqual({
      missing: { kind: 'fault', fault: 'missing' },
      lost: { kind: 'fault', fault: 'missing' },
      deleted: { kind: 'fault', fault: 'missing' },
      foreign: { kind: 'fault', fault: 'wrong-key' },
      unwrap: { kind: 'fault', fault: 'wrong-key' },
    });
    expect(lost?.pictures).toHaveLength(1);
    expect(Object.fromEntries(await Promise.all(['flipped', 'truncated', 'replayed', 'moved', 'none'].map(seen)))).toEqual({
      flipped: { kind: 'fault', fault: 'altered' },
      truncated: { kind: 'fault', fault: 'altered' },
      replayed: { kind: 'fault', fault: 'altered' },
      moved: { kind: 'fault', fault: 'altered' },
      none: { kind: 'fault', fault: 'no-picture' },
    });
  });

  test('a failed download can be tried again; a refused address is fetched anew once (GAL-049)', async () => {
    await seal('s1', { thumb: 'thumb' });
    const pictures = newPictures();
    const states: Array<string> = [];
    objectFaults = [new TypeError('Failed to fetch')];
    pictures.want({ sampleId: 's1', deviceId: 'd', kind: 'thumb' }, ({ kind }) => states.push(kind));
    await vi.waitFor(() => expect(states.at(-1)).toBe('failed'));
    pictures.retry({ sampleId: 's1', deviceId: 'd', kind: 'thumb' });
    await vi.waitFor(() => expect(states.at(-1)).toBe('open'));
    await seal('s2', { thumb: 'thumb' });
    asked = [];
    objectFaults = [new Refused(403)];
    expect(await see(pictures, 's2')).toMatchObject({ kind: 'open' });
    expect(asked).toEqual(['thumbs s2', 'thumbs s2']);
  });

  test('fetches an expired address again before it is refused (GAL-049)', async () => {
    await seal('s1', { 'screen-0': 'a', 'screen-1': 'b' });
    const pictures = newPictures();
    await see(pictures, 's1', 'screen-0');
    now += 600_000;
    await see(pictures, 's1', 'screen-1');
    expect(asked).toEqual(['screens s1', 'screens s1']);
  });

  test('the end of the session leaves nothing, and is told once (GAL-036)', async () => {
    await Promise.all(['s1', 's2'].map((id) => seal(id, { thumb: id })));
    const pictures = newPictures();
    const states: Array<string> = [];
    pictures.want({ sampleId: 's1', deviceId: 'd', kind: 'thumb' }, ({ kind }) => states.push(kind));
    await vi.waitFor(() => expect(states.at(-1)).toBe('open'));
    accessFaults = [new SignedOut()];
    pictures.want({ sampleId: 's2', deviceId: 'd', kind: 'thumb' }, () => {});
    await vi.waitFor(() => expect(signedOut).toBe(1));
    expect([states.at(-1), drawn[0]?.isClosed]).toEqual(['sealed', true]);
    expect(pictures.kept()).toEqual({ bitmapBytes: 0, contentKeys: 0, addresses: 0 });
  });

  test('a picture that arrives after everything was emptied is never shown', async () => {
    await seal('s1', { thumb: 'thumb' });
    const pictures = newPictures();
    const states: Array<string> = [];
    let open = () => {};
    gate = new Promise((done) => {
      open = done;
    });
    pictures.want({ sampleId: 's1', deviceId: 'd', kind: 'thumb' }, ({ kind }) => states.push(kind));
    await vi.waitFor(() => expect(fetched).toHaveLength(1));
    unlocked = null;
    pictures.empty();
    open();
    // Returns after everything that the download has set off.
    await new Promise((done) => setTimeout(done));
    expect([states, drawn]).toEqual([['sealed', 'loading', 'sealed'], []]);
  });

  test('closes the least recently used pictures above 64 MB (GAL-022)', async () => {
    const ids = Array.from({ length: 6 }, (_, index) => `s${index}`);
    await Promise.all(ids.map((id) => seal(id, { thumb: id })));
    // 16 MB each.
    const pictures = newPictures(2048);
    for (const id of ids.slice(0, 4)) await see(pictures, id);
    await see(pictures, 's0');
    for (const id of ids.slice(4)) await see(pictures, id);
    expect(drawn.filter(({ isClosed }) => isClosed).map(({ text }) => text)).toEqual(['s1', 's2']);
    expect(pictures.kept().bitmapBytes).toBe(64 * 1024 * 1024);
  });

  test('forgets deleted samples', async () => {
    await Promise.all(['s1', 's2'].map((id) => seal(id, { thumb: id })));
    const pictures = newPictures();
    await Promise.all(['s1', 's2'].map((id) => see(pictures, id)));
    pictures.drop(new Set(['s1']));
    expect(drawn.map(({ text, isClosed }) => [text, isClosed]).sort()).toEqual([
      ['s1', true],
      ['s2', false],
    ]);
    expect(pictures.kept()).toMatchObject({ contentKeys: 1, addresses: 1 });
  });
});
