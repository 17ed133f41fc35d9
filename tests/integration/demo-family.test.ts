import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays, localDate, startOfDay } from '#app/domain/time.ts';
import { getAccount, getVerification } from '#app/wire/account.ts';
import { listInstalledApps } from '#app/wire/apps.ts';
import {
  createUser,
  type DeviceWire,
  listDevices,
  listUsers,
  removeDevice,
  removeUser,
  type UserWire,
  updateDevice,
} from '#app/wire/family.ts';
import { getGranularity } from '#app/wire/granularity.ts';
import { getLocationHistory, listGeofences, listUserLocations, removeGeofences } from '#app/wire/location.ts';
import { listNotifications } from '#app/wire/notification.ts';
import { listRules } from '#app/wire/rule.ts';
import { getSampleMeta, getVewInfo } from '#app/wire/samples.ts';
import { serverTime } from '#device/decide.ts';
import { appsOf, DEMO_DEVICES } from '#device/demo-cast.ts';
import { listDemoDevices, runDemoDevices, seedDemoFamily } from '#device/demo-family.ts';
import { isCutOff } from '#device/habits.ts';
import { openAccount, type Parent } from '#device/parent.ts';
import type { DeviceState } from '#device/state.ts';
import { listStateFiles, readStateFile, stateFilePath } from '#device/state-file.ts';
import { findKnownApp } from '#workers/api/app-info/known-apps.ts';
import { startTestServers, type TestServers } from '../servers.ts';

let servers: TestServers;
const folders: Array<string> = [];
const ends: Array<() => Promise<unknown>> = [];

beforeAll(async () => {
  servers = await startTestServers();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
afterAll(() => servers.close());

const MINUTE = 60_000;

type House = { email: string; password: string; folder: string };

function newHouse(): House {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-demo-'));
  folders.push(folder);
  return { email: `demo-${crypto.randomUUID()}@example.com`, password: 'a long password', folder };
}

function seed(house: House): Promise<void> {
  const grant = async (email: string, sku: string) => (await servers.webEnv()).INTERNAL.grant(email, sku);
  const readMails = async () => (await servers.webEnv()).INTERNAL.mailbox();
  return seedDemoFamily({ apiUrl: servers.apiUrl, webUrl: servers.webUrl, ...house, grant, readMails });
}

async function signIn({ email, password }: House): Promise<Parent> {
  return (await openAccount({ apiUrl: servers.apiUrl, email, password, timeZone: 'Europe/Berlin' })).parent;
}

async function lookIn(parent: Parent): Promise<{ children: Array<UserWire>; devices: Array<DeviceWire> }> {
  const users = [await parent.call(listUsers, { query: {} })].flat();
  return { children: users.filter(({ type }) => type === 10), devices: await parent.call(listDevices, {}) };
}

function idsOf({ children, devices }: { children: Array<UserWire>; devices: Array<DeviceWire> }): Array<string> {
  return [...children.map(({ user_id }) => user_id), ...devices.map(({ device_id }) => device_id)].sort();
}

function stateOf({ folder }: House, name: string): DeviceState {
  const state = readStateFile(stateFilePath(folder, name));
  if (state === null) throw new Error(`no ${name}`);
  return state;
}

describe('demo family', () => {
  test('seeds three children in two time zones and seven devices, and adds nothing when seeded again', async () => {
    const house = newHouse();
    await seed(house);
    const parent = await signIn(house);
    const family = await lookIn(parent);
    expect(await parent.call(getVerification, {})).toEqual({ verified: true, email: house.email });
    expect(family.children.map(({ user_name, time_zone, allowance_enabled }) => [user_name, time_zone, allowance_enabled])).toEqual([
      ['Mia', 'Europe/Berlin', true],
      ['Ben', 'America/New_York', true],
      ['Leo', 'America/New_York', false],
    ]);
    const byName = new Map(family.devices.map((device) => [device.display_name, device]));
    expect([...byName.keys()].sort()).toEqual(
      ['Ben’s old tablet', 'Ben’s phone', 'Family tablet', 'Leo’s old phone', 'Leo’s phone', 'Mia’s phone', 'Mia’s tablet'].sort(),
    );
    const [mia, ben, leo] = family.children.map(({ user_id }) => user_id);
    expect(byName.get('Ben’s phone')?.attributes.battery_level).toBeLessThanOrEqual(0.2);
    expect(byName.get('Ben’s old tablet')).toMatchObject({ make: 'Samsung', model: 'SM-T510', model_name: 'Galaxy Tab A 10.1' });
    expect(family.devices.filter(({ display_name, model_name }) => display_name === model_name)).toEqual([]);
    expect(byName.get('Ben’s old tablet')?.app_version).toBe('4.1.0');
    expect(byName.get('Leo’s old phone')?.management_removed).toBe(true);
    expect(family.devices.filter(({ management_removed }) => management_removed)).toHaveLength(1);
    expect(byName.get('Family tablet')?.users.toSorted()).toEqual([ben, leo].toSorted());
    expect(byName.get('Mia’s phone')?.users).toEqual([mia]);
    expect(stateOf(house, 'mia-tablet').delayMs).toBe(4_000);
    for (const child of family.children) {
      const rules = await parent.call(listRules, { query: { user_id: child.user_id } });
      expect(rules.filter(({ type }) => type === 'temporal_default').map(({ suspended }) => suspended)).toEqual([false]);
      expect(rules.filter(({ type }) => type === 'temporal').map(({ days }) => days)).toEqual(
        child.user_name === 'Ben' ? [[0, 1, 1, 1, 1, 1, 0]] : [],
      );
      const apps = await parent.call(listInstalledApps, { query: { user_id: child.user_id } });
      const own = DEMO_DEVICES.filter(({ children }) => children.includes(child.user_name)).flatMap(appsOf);
      expect(new Set(apps.map(({ bundle_id }) => bundle_id))).toEqual(new Set(own.map(({ bundleId }) => bundleId)));
      expect(apps.filter(({ bundle_id }) => findKnownApp(bundle_id) === null)).toEqual([]);
      const [granularity] = await parent.call(getGranularity, { query: { user_id: child.user_id } });
      expect(Object.values(granularity?.app_directives ?? {})).toContain('A');
    }
    await seed(house);
    expect(idsOf(await lookIn(parent))).toEqual(idsOf(family));
    expect(listDemoDevices(house.folder)).toHaveLength(7);
  });

  test('verifies the address of a family from before email verification, and adds nothing when seeded again', async () => {
    const house = newHouse();
    await openAccount({ apiUrl: servers.apiUrl, ...house, timeZone: 'Europe/Berlin' });
    await seed(house);
    const parent = await signIn(house);
    const family = await lookIn(parent);
    expect((await parent.call(getVerification, {})).verified).toBe(true);
    await seed(house);
    expect(idsOf(await lookIn(parent))).toEqual(idsOf(family));
  });

  test('does not add removed children and devices again', async () => {
    const house = newHouse();
    await seed(house);
    const parent = await signIn(house);
    const { children, devices } = await lookIn(parent);
    const tablet = devices.find(({ display_name }) => display_name === 'Mia’s tablet');
    const leo = children.find(({ user_name }) => user_name === 'Leo');
    await parent.call(removeDevice, { body: { device_id: tablet?.device_id ?? '' } });
    await parent.call(removeUser, { query: { user_id: leo?.user_id ?? '' } });
    const left = await lookIn(parent);
    await seed(house);
    expect(idsOf(await lookIn(parent))).toEqual(idsOf(left));
  });

  test('adds new children and devices to a family of the first version, and keeps the existing ones', async () => {
    const house = newHouse();
    const parent = await signIn(house);
    for (const [user_name, time_zone] of [
      ['Mia', 'Europe/Berlin'],
      ['Ben', 'America/New_York'],
    ]) {
      await parent.call(createUser, { body: { user_obj: { user_name: user_name ?? '', time_zone: time_zone ?? '' } } });
    }
    const before = await lookIn(parent);
    writeFileSync(join(house.folder, 'family.seal'), parent.accountId);
    await seed(house);
    const after = await lookIn(parent);
    expect(after.children.map(({ user_name }) => user_name)).toEqual(['Mia', 'Ben', 'Leo']);
    expect(idsOf(after)).toEqual(expect.arrayContaining(idsOf(before)));
    expect(after.children.map(({ allowance_enabled }) => allowance_enabled)).toEqual([false, false, false]);
    // Three of the devices come from the first version. They stay missing, as if a parent had removed them.
    expect(after.devices.map(({ display_name }) => display_name).sort()).toEqual([
      'Ben’s old tablet',
      'Family tablet',
      'Leo’s old phone',
      'Leo’s phone',
    ]);
    await seed(house);
    expect(idsOf(await lookIn(parent))).toEqual(idsOf(after));
  });

  test('continues an interrupted seed: names unnamed devices, and replaces devices whose secret was lost', async () => {
    const house = newHouse();
    await seed(house);
    const parent = await signIn(house);
    const { devices } = await lookIn(parent);
    const idOf = (name: string): string => devices.find(({ display_name }) => display_name === name)?.device_id ?? '';
    rmSync(join(house.folder, 'family.seal'));
    // The family tablet is paired but not named yet. Mia’s phone never saved its secret, and Mia’s tablet lost its secret later.
    const ben = devices.find(({ display_name }) => display_name === 'Ben’s phone')?.users ?? [];
    await parent.call(updateDevice, { body: { device_id: idOf('Family tablet'), display_name: 'Tab P11', users: ben } });
    await parent.call(updateDevice, { body: { device_id: idOf('Mia’s phone'), display_name: 'Gen. 6' } });
    for (const name of ['mia-phone', 'mia-tablet']) rmSync(stateFilePath(house.folder, name));
    await seed(house);
    const after = await lookIn(parent);
    expect(after.devices.map(({ display_name }) => display_name).sort()).toEqual(devices.map(({ display_name }) => display_name).sort());
    const kept = after.devices.filter(({ device_id }) => devices.some((before) => before.device_id === device_id));
    expect(kept.map(({ display_name }) => display_name)).toHaveLength(5);
    expect(after.devices.find(({ device_id }) => device_id === idOf('Family tablet'))?.users).toHaveLength(2);
    for (const name of listStateFiles(house.folder)) expect(stateOf(house, name).enrolment.kind).toBe('enrolled');
  });

  test('connects every device except those cut off for the night, and the server has seen each', async () => {
    const house = newHouse();
    await seed(house);
    const end = new AbortController();
    const lives = runDemoDevices({ apiUrl: servers.apiUrl, folder: house.folder, signal: end.signal });
    const isSettled = (name: string): boolean => {
      const state = stateOf(house, name);
      return isCutOff(state, serverTime(state, Date.now())) ? state.socketSince === null : state.socketSince !== null;
    };
    while (!listStateFiles(house.folder).every(isSettled)) await new Promise((done) => setTimeout(done, 50));
    const { devices } = await lookIn(await signIn(house));
    expect(devices.every(({ last_seen }) => last_seen !== null)).toBe(true);
    end.abort();
    await lives;
    expect(listStateFiles(house.folder).every((name) => stateOf(house, name).socketSince === null)).toBe(true);
  });

  test('has three places with an evening time at home, and does not create removed ones again', async () => {
    const house = newHouse();
    await seed(house);
    const parent = await signIn(house);
    const { children } = await lookIn(parent);
    const ids = children.map(({ user_id }) => user_id);
    const places = await parent.call(listGeofences, { query: { include: 'all' } });
    expect(
      places.map(({ name, users, triggers, not_by }) => [name, users, triggers.toSorted(), not_by.map(({ user_id }) => user_id)]),
    ).toEqual([
      ['Home', ids, ['enter', 'exit'], ids],
      ['School', ids, ['enter', 'exit'], []],
      ['Sports', ids, ['enter', 'exit'], []],
    ]);
    await parent.call(removeGeofences, { body: { ids: places.map(({ id }) => id) } });
    await seed(house);
    expect(await parent.call(listGeofences, { query: { include: 'all' } })).toEqual([]);
  });

  test('shows every child in town, on each of three days, soon after the start, without notifications of old crossings', async () => {
    const house = newHouse();
    await seed(house);
    const parent = await signIn(house);
    const { children } = await lookIn(parent);
    const end = new AbortController();
    const lives = runDemoDevices({ apiUrl: servers.apiUrl, folder: house.folder, signal: end.signal });
    ends.push(() => {
      end.abort();
      return lives;
    });
    const lastOf = async () => {
      const all = await parent.call(listUserLocations, { query: { last: '1' } });
      const { devices } = await lookIn(parent);
      return new Map(all.map((last) => [devices.find(({ device_id }) => device_id === last.device_id)?.display_name ?? '', last]));
    };
    const NAMES = ['Mia’s phone', 'Mia’s tablet', 'Ben’s phone', 'Family tablet', 'Leo’s phone'];
    const PHONES = ['Mia’s phone', 'Ben’s phone', 'Leo’s phone'];
    // The history arrives in several parts, oldest first.
    const isComplete = (all: Awaited<ReturnType<typeof lastOf>>): boolean =>
      all.size === NAMES.length && PHONES.every((name) => Date.now() - (all.get(name)?.location_ts ?? 0) < 16 * MINUTE);
    while (!isComplete(await lastOf())) await new Promise((done) => setTimeout(done, 100));
    const last = await lastOf();
    expect([...last.keys()].sort()).toEqual(NAMES.toSorted());
    const now = Date.now();
    const ageOf = (name: string): number => now - (last.get(name)?.location_ts ?? 0);
    for (const name of ['Mia’s tablet', 'Family tablet']) expect(ageOf(name)).toBeGreaterThan(4 * 60 * MINUTE);
    const { devices } = await lookIn(parent);
    expect(
      devices
        .filter(({ device_location_active }) => device_location_active)
        .map(({ display_name }) => display_name)
        .sort(),
    ).toEqual(['Mia’s phone', 'Ben’s phone', 'Family tablet', 'Leo’s phone'].sort());
    for (const { user_id, time_zone } of children) {
      for (const days of [-2, -1, 0]) {
        const date = addDays(localDate(now, time_zone), days);
        const { points } = await parent.call(getLocationHistory, { query: { user_id, date } });
        const [from, until] = [startOfDay(date, time_zone), Math.min(now, startOfDay(addDays(date, 1), time_zone))];
        const times = points.map(({ location_ts }) => location_ts).filter((at) => at >= from && at < until);
        expect(times.length, `${user_id} ${date}`).toBeGreaterThanOrEqual(Math.floor((until - from) / (16 * MINUTE)));
      }
    }
    // A child on the way may have crossed a boundary in the last minutes. All other crossings are history.
    const hasMoved = (child: string): boolean =>
      stateOf(house, `${child.toLowerCase()}-phone`).location.log.some(
        ({ reason, until }) => reason === 'moved' && until > now - 25 * MINUTE,
      );
    const notifications = await parent.call(listNotifications, { query: { locale: 'en', state: 'active' } });
    const resting = children.filter(({ user_name }) => !hasMoved(user_name)).map(({ user_id }) => user_id);
    expect(resting.length).toBeGreaterThan(0);
    const crossings = notifications.filter(({ type }) => type.startsWith('geofence'));
    expect(crossings.filter(({ user_id }) => user_id !== null && resting.includes(user_id))).toEqual([]);
    expect(crossings.length).toBeLessThan(5);
  });

  test('its first run brings screenshots of several days, some with possible hits, and the next run none (GAL-001)', async () => {
    const house = newHouse();
    await seed(house);
    const parent = await signIn(house);
    const { children } = await lookIn(parent);
    const idOf = (name: string) => children.find(({ user_name }) => user_name === name)?.user_id ?? '';
    const samplesOf = (name: string) =>
      parent.call(getSampleMeta, { body: { request_type: 'get_sample_meta', request_args: { user_id: idOf(name) } } });
    const run = () => {
      const end = new AbortController();
      const lives = runDemoDevices({ apiUrl: servers.apiUrl, folder: house.folder, signal: end.signal });
      return () => {
        end.abort();
        return lives;
      };
    };
    const stop = run();
    ends.push(stop);
    const daysOf = async (name: string) =>
      new Set((await samplesOf(name)).map(({ sample_ts }) => localDate(sample_ts, 'Europe/Berlin'))).size;
    while ((await daysOf('Mia')) < 3) await new Promise((done) => setTimeout(done, 200));
    const samples = [...(await samplesOf('Mia')), ...(await samplesOf('Ben'))];
    expect(samples.some(({ ocr_summary }) => Object.values(ocr_summary).some((count) => count > 0))).toBe(true);
    const { acctkey } = await parent.call(getAccount, {});
    expect(new Set(samples.flatMap(({ keys }) => keys.map(({ key_id }) => key_id)))).toEqual(new Set([acctkey?.key_id]));
    expect(await samplesOf('Leo'), 'nobody turned automatic ones on').toEqual([]);
    const { devices } = await parent.call(getVewInfo, { body: { request_type: 'get_vew_info', request_args: {} } });
    const byName = new Map((await lookIn(parent)).devices.map(({ device_id, display_name }) => [display_name, device_id]));
    const whyOf = (name: string) => devices.find(({ device_id }) => device_id === byName.get(name))?.why;
    expect(['Mia’s phone', 'Ben’s old tablet', 'Family tablet', 'Leo’s old phone'].map(whyOf)).toEqual([
      null,
      'needs_app',
      'key',
      'unmanaged',
    ]);
    await stop();
    const taken = stateOf(house, 'mia-phone').samples.log.length;
    const again = run();
    while (stateOf(house, 'mia-phone').socketSince === null) await new Promise((done) => setTimeout(done, 50));
    await again();
    expect(stateOf(house, 'mia-phone').samples.log).toHaveLength(taken);
  });
});
