import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { parseSampleDetails } from '#app/domain/sample-details.ts';
import { ACCOUNT_KEY, OTHER_KEY, SampledFamily, samplingOf, TRUSTED } from '#tests/clients/sampled-device.ts';
import type { Device } from './call.ts';
import { step } from './device.ts';
import { findHits } from './find-hits.ts';
import { folderObjects } from './object-store.ts';
import { screenAt } from './screens.ts';
import type { DeviceState } from './state.ts';

// Drawing and key generation take unpredictable time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const NOON = Date.parse('2026-11-18T11:00:00Z');
const MINUTE = 60_000;
const ALL = { profanity: true, sexual_content: true, substance_abuse: true, violence: true, uncategorized: true };
const REQUEST = { seq: 9, id: 'req-1', kind: 'on_demand', user_id: 'mia', args: {}, expires_ts: null } as const;

/** Returns a family with a device in use, and a function that moves the clock. */
function newFamily(change: Partial<DeviceState> = {}, prepare: (family: SampledFamily) => void = () => undefined) {
  let now = NOON;
  const family = new SampledFamily(() => now);
  prepare(family);
  const device = family.sampledDevice(() => now, change);
  const moveBy = (ms: number): void => {
    now += ms;
    device.store.update((state) => ({ ...state, lastUsedAt: now }));
  };
  return { family, device, moveBy };
}

function samplesOf(device: Device): DeviceState['samples'] {
  return device.store.read().samples;
}

describe('captures', () => {
  test('draws, seals and uploads a screenshot that only the account’s key opens (D08, GAL-042, GAL-048)', async () => {
    const { family, device } = newFamily({}, (made) => {
      made.sampling = samplingOf({ automated: null });
      made.commands = [REQUEST];
    });
    const events = await step(device);
    expect(events).toContainEqual({ kind: 'captured', cause: 'on_demand' });
    expect(family.requests).toEqual(['announce', 'put thumb', 'put meta', 'put screen-0']);
    const [sample] = family.announced;
    expect(sample).toMatchObject({ user_id: 'mia', cause: 'on_demand', command_id: 'req-1', sample_ts: NOON, notice_ts: NOON });
    expect(samplesOf(device)).toMatchObject({ requested: [], unsent: [], log: [{ at: NOON, cause: 'on_demand' }] });
    const id = sample?.sample_id ?? '';
    for (const kind of ['thumb', 'screen-0']) {
      expect(family.stored.get(id)?.get(kind)?.subarray(0, 4).toString()).toBe('PLS1');
      expect(family.open(id, kind).subarray(0, 3).toString('hex')).toBe('ffd8ff');
    }
    await step(device);
    expect(family.announced, 'one per request').toHaveLength(1);
  });

  test('GAL-060: a screen is a JPEG of at most 1024 pixels, and a parent may ask for less', async () => {
    for (const [max_px, expected] of [
      [1024, { width: 473, height: 1024 }],
      [640, { height: 640 }],
    ] as const) {
      const { family, device } = newFamily({}, (made) => {
        made.sampling = samplingOf({ args: { quality: 0.8, max_px } });
      });
      await step(device);
      const id = family.announced[0]?.sample_id ?? '';
      const picture = await sharp(family.open(id, 'screen-0')).metadata();
      expect(picture).toMatchObject({ format: 'jpeg', ...expected });
      const details = parseSampleDetails(family.open(id, 'meta').toString());
      expect(details?.screens[0]).toMatchObject({ width: picture.width, height: picture.height });
      expect((await sharp(family.open(id, 'thumb')).metadata()).height).toBe(256);
    }
  });

  test('counts exactly the hits that a search of the recognized text finds', async () => {
    const { family, device, moveBy } = newFamily();
    const ocr = samplingOf().users[0]?.ocr ?? null;
    for (let index = 0; index < 6; index++) {
      await step(device);
      moveBy(15 * MINUTE);
    }
    expect(family.announced).toHaveLength(6);
    const texts = family.announced.map(({ sample_id }) => {
      const details = parseSampleDetails(family.open(sample_id, 'meta').toString());
      expect(details?.hits).toEqual(findHits(details?.screens.map(({ text }) => text) ?? [], ocr));
      return details?.screens[0]?.text;
    });
    expect(new Set(texts).size, 'screens differ').toBeGreaterThan(3);
    for (const { sample_id, ocr_summary } of family.announced) {
      const { hits = [] } = parseSampleDetails(family.open(sample_id, 'meta').toString()) ?? {};
      expect(Object.values(ocr_summary).reduce((sum, count) => sum + count, 0)).toBe(hits.length);
    }
  });

  test('automatic ones: at the interval, only while the child uses the device, and not in quiet hours', async () => {
    const { family, device, moveBy } = newFamily({}, (made) => {
      made.sampling = samplingOf({ automated: { interval_min: 30, quiet: { from: '13:00', to: '14:00' } } });
    });
    await step(device);
    moveBy(29 * MINUTE);
    await step(device);
    expect(family.announced).toHaveLength(1);
    moveBy(MINUTE);
    await step(device);
    expect(family.announced.map(({ cause }) => cause)).toEqual(['periodic', 'periodic']);
    moveBy(30 * MINUTE);
    await step(device);
    expect(family.announced, 'quiet').toHaveLength(2);
    moveBy(60 * MINUTE);
    device.store.update((state) => ({ ...state, lastUsedAt: null }));
    await step(device);
    expect(family.announced, 'not in use').toHaveLength(2);
  });

  const NONE: ReadonlyArray<[string, Partial<DeviceState>, (family: SampledFamily) => void]> = [
    ['without any key', { accountKey: null }, (family) => (family.accountKey = null)],
    ['with a key that only the server named', { accountKey: { ...TRUSTED, from: 'server' } }, () => undefined],
    [
      'while the server offers another key',
      { accountKey: { ...TRUSTED, refused: { ...OTHER_KEY, keyId: 'f', pin: 'p' } } },
      (family) => (family.accountKey = OTHER_KEY),
    ],
    ['before the pinned key has arrived', { accountKey: { ...TRUSTED, trusted: null } }, (family) => (family.accountKey = OTHER_KEY)],
    ['without management', { managementRemoved: true }, () => undefined],
    ['while screenshots are off for the child', {}, (family) => (family.sampling = { users: [] })],
  ];
  test.each(NONE)('captures nothing %s, and answers a request with an error', async (_name, change, prepare) => {
    const { family, device } = newFamily(change, (made) => {
      made.commands = [REQUEST];
      prepare(made);
    });
    await step(device);
    await step(device);
    expect([family.requests, samplesOf(device).log]).toEqual([[], []]);
    expect(family.acks).toMatchObject([{ id: 'req-1', status: 'error' }]);
  });

  test('captures again once a person has confirmed the key', async () => {
    const { family, device } = newFamily({ accountKey: { ...TRUSTED, from: 'server' } });
    await step(device);
    expect(family.announced).toEqual([]);
    device.store.update((state) => ({ ...state, accountKey: { ...TRUSTED, from: 'person' } }));
    await step(device);
    expect(family.announced[0]?.keys[0]?.key_id).toBe(ACCOUNT_KEY.key_id);
  });
});

describe('uploads', () => {
  const POINTS = ['announce', 'put thumb', 'put meta', 'put screen-0'];
  const FAULTS = [
    ['no network', () => 'down' as const],
    ['a lost response', () => 'lost' as const],
    ['an error of the server', () => new Response('{}', { status: 500 })],
    ['an expired address', () => Response.json({ errors: { code: 410, message: 'x' } }, { status: 403 })],
  ] as const;
  test.each(POINTS.flatMap((point) => FAULTS.map(([name, fault]) => [point, name, fault] as const)))(
    'continues after %s: %s',
    async (point, name, fault) => {
      // A refused announcement is final; only its address can expire.
      if (point === 'announce' && name === 'an expired address') return;
      const { family, device, moveBy } = newFamily();
      let isBroken = true;
      family.fault = (request) => (isBroken && request === point ? fault() : null);
      await step(device);
      expect(samplesOf(device).unsent).toHaveLength(1);
      isBroken = false;
      moveBy(MINUTE);
      await step(device);
      expect(samplesOf(device).unsent).toEqual([]);
      expect(family.announced).toHaveLength(1);
      const id = family.announced[0]?.sample_id ?? '';
      for (const kind of ['thumb', 'screen-0']) expect(family.open(id, kind).subarray(0, 2).toString('hex')).toBe('ffd8');
      const sent = family.requests.filter((request) => request === 'put thumb').length;
      expect(sent, 'what arrived is not sent again').toBeLessThanOrEqual(point === 'put thumb' && fault() !== 'lost' ? 2 : 1);
    },
  );

  test('forgets a sample that the server refuses or has deleted', async () => {
    for (const response of [
      () => Response.json({ errors: { code: 500, message: 'Sealed to another key' } }, { status: 400 }),
      () => Response.json({ sample_id: 'a'.repeat(16), state: 'deleted', put: [], expires_ts: 0 }),
    ]) {
      const { family, device } = newFamily();
      family.fault = (request) => (request === 'announce' ? response() : null);
      const events = await step(device);
      expect(events).toContainEqual(expect.objectContaining({ kind: 'unwanted' }));
      expect(samplesOf(device)).toMatchObject({ unsent: [], log: [{ cause: 'periodic' }] });
    }
  });

  test('gives up after three days offline', async () => {
    const { family, device, moveBy } = newFamily();
    family.isDown = true;
    await step(device);
    const [old] = samplesOf(device).unsent;
    expect(old).toBeDefined();
    family.isDown = false;
    moveBy(3 * 24 * 60 * MINUTE + 1);
    await step(device);
    expect(samplesOf(device).unsent).toEqual([]);
    expect(family.announced.map(({ sample_id }) => sample_id)).not.toContain(old?.sample_id);
  });

  test('keeps only sealed bytes on the disk, and removes them after the upload', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'samples-'));
    const { family, device } = newFamily();
    family.isDown = true;
    await step({ ...device, objects: folderObjects(folder) });
    const [sampleId = ''] = readdirSync(folder);
    const files = readdirSync(join(folder, sampleId));
    expect(files.sort()).toEqual(['meta', 'screen-0', 'thumb']);
    for (const file of files)
      expect(
        readFileSync(join(folder, sampleId, file))
          .subarray(0, 4)
          .toString(),
      ).toBe('PLS1');
    family.isDown = false;
    await step({ ...device, objects: folderObjects(folder) });
    expect(family.announced).toHaveLength(1);
    expect(() => readdirSync(folder)).toThrow('ENOENT');
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('screenAt', () => {
  test('one screen in five to ten has a possible hit, as on an ordinary device', () => {
    const [user] = samplingOf({ ocr: { custom_terms: ['skate park', 'Kaan', '明天'], ignore_terms: [], categories: ALL } }).users;
    const about = { app: null, isLocked: false, isTablet: false };
    const counts = Array.from({ length: 600 }, (_, index) => screenAt(7 + (index % 3), NOON + index * 37 * MINUTE, about)).map(
      ({ lines }) => findHits([lines.join('\n')], user?.ocr ?? null).length,
    );
    const share = counts.filter((count) => count > 0).length / counts.length;
    expect(share).toBeGreaterThan(1 / 10);
    expect(share).toBeLessThan(1 / 5);
  });

  test('returns the same screen for the same seed and second, and the blocked page on a blocked device', () => {
    const about = { app: null, isLocked: false, isTablet: false };
    expect(screenAt(7, NOON, about)).toEqual(screenAt(7, NOON + 900, about));
    const titles = new Set(Array.from({ length: 40 }, (_, minute) => screenAt(7, NOON + minute * MINUTE, about).title));
    expect(titles.size).toBeGreaterThan(6);
    expect(screenAt(7, NOON, { ...about, isLocked: true }).lines).toContain('This device is blocked.');
  });
});
