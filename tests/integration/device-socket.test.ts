import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BlockStatusWire, getBlockStatus } from '#app/wire/block-status.ts';
import { createCommand } from '#app/wire/command.ts';
import { createPairing, createUser, listDevices, removeDevice } from '#app/wire/family.ts';
import { createRule, removeRules } from '#app/wire/rule.ts';
import type { Device } from '#device/call.ts';
import { memoryStore, step } from '#device/device.ts';
import { enrol } from '#device/enrol.ts';
import { openAccount, type Parent } from '#device/parent.ts';
import { runDevice } from '#device/run.ts';
import type { Connect } from '#device/socket.ts';
import { type DeviceState, newDeviceState } from '#device/state.ts';
import { startTestServers, type TestServers } from '../servers.ts';

let servers: TestServers;
const ends: Array<() => Promise<unknown>> = [];

beforeAll(async () => {
  servers = await startTestServers();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => servers.close());

type Home = { parent: Parent; childId: string; device: Device; calls: Array<string> };

/** Creates a family with one child and an enrolled device. `calls` records every HTTP call of the device. */
async function moveIn(change: Partial<Device> = {}): Promise<Home> {
  const email = `socket-${crypto.randomUUID()}@example.com`;
  const { parent } = await openAccount({ apiUrl: servers.apiUrl, email, password: 'a long password', timeZone: 'Europe/Berlin' });
  const child = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
  const { code } = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
  const about = { make: 'm', model: 'x', modelName: 'X', os: 'android', osVersion: '16', appVersion: '9', udid: 'u', managementLevel: 'o' };
  const calls: Array<string> = [];
  const device: Device = {
    store: memoryStore(newDeviceState({ apiUrl: servers.apiUrl, nonce: crypto.randomUUID(), about })),
    fetch: (input, init) => {
      calls.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
      return fetch(input, init);
    },
    now: Date.now,
    ...change,
  };
  const outcome = await enrol(device, { by: 'code', code, pinnedKey: null });
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
  await step(device);
  calls.length = 0;
  return { parent, childId: child.user_id, device, calls };
}

/** Runs the device until the test ends. */
function live(device: Device, connect?: Connect): { lines: Array<string>; ended: Promise<'gone' | 'stopped'> } {
  const end = new AbortController();
  const lines: Array<string> = [];
  const ended = runDevice(device, {
    everyMs: 500,
    inUse: false,
    signal: end.signal,
    print: (line) => lines.push(line),
    ...(connect === undefined ? {} : { connect }),
  });
  ends.push(() => {
    end.abort();
    return ended;
  });
  return { lines, ended };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 20));
}

function isConnected(device: Device): boolean {
  return device.store.read().socketSince !== null;
}

async function statusOf({ parent, childId }: Home): Promise<NonNullable<BlockStatusWire['devices']>[number]> {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: true, user_id: childId } });
  const device = status?.devices?.[0];
  if (device === undefined) throw new Error('no device');
  return device;
}

async function block({ parent, childId }: Home): Promise<string> {
  const body = { type: 'override', ruledef_name: 'block', expiry: null } as const;
  return (await parent.call(createRule, { query: { user_id: childId }, body })).rule_id;
}

describe('device socket', () => {
  test('gets and confirms a block, a pause and a resume by socket', async () => {
    const home = await moveIn();
    const { lines } = live(home.device);
    await until(() => isConnected(home.device));
    home.calls.length = 0;
    const ruleId = await block(home);
    await until(async () => (await statusOf(home)).command?.state === 'confirmed');
    const { command, applied, viewState } = await statusOf(home);
    expect({ viewState, state: applied?.state, action: command?.action }).toEqual({
      viewState: 'blocked',
      state: 'blocked',
      action: 'block',
    });
    expect(command?.sent_ts).toBe(command?.saved_ts);
    expect(home.calls.filter((call) => !call.endsWith('/commands'))).toEqual(['GET /device/policy']);
    await home.parent.call(removeRules, { query: { user_id: home.childId, rule_ids: ruleId } });
    await until(async () => (await statusOf(home)).viewState === 'allowed');
    await home.parent.call(createCommand, { body: { command: 'pause', action: 'pause', user_id: home.childId } });
    await until(async () => (await statusOf(home)).viewState === 'paused');
    await home.parent.call(createCommand, { body: { command: 'resume', action: 'resume', user_id: home.childId } });
    await until(async () => (await statusOf(home)).viewState === 'allowed');
    expect(home.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    expect(lines.join('\n')).toContain('Connected');
  });

  test('gets waiting changes by socket when the device is back online', async () => {
    const home = await moveIn();
    live(home.device);
    await until(() => isConnected(home.device));
    home.device.store.update((state) => ({ ...state, offline: true }));
    await until(() => !isConnected(home.device));
    await block(home);
    expect((await statusOf(home)).command).toMatchObject({ state: 'saved', sent_ts: null });
    home.device.store.update((state) => ({ ...state, offline: false }));
    await until(async () => (await statusOf(home)).command?.state === 'confirmed');
    // The family saves the confirmation before the device receives the acceptance.
    await until(() => home.device.store.read().unsentAcks.length === 0);
    expect(home.device.store.read()).toMatchObject({ applied: { state: 'blocked' }, inbox: [] });
  });

  test('a removed device learns by socket that it was removed, forgets its secret and stops', async () => {
    const home = await moveIn();
    const { ended, lines } = live(home.device);
    await until(() => isConnected(home.device));
    const [device] = await home.parent.call(listDevices, {});
    await home.parent.call(removeDevice, { body: { device_id: device?.device_id ?? '' } });
    expect(await ended).toBe('gone');
    expect(home.device.store.read().enrolment.kind).toBe('gone');
    expect(lines.at(-1)).toContain('A parent removed this device');
  });

  test('connects although its clock is ten minutes off, because it signs the upgrade with the server’s time', async () => {
    const home = await moveIn({ now: () => Date.now() - 600_000 });
    expect(home.device.store.read().serverOffsetMs).toBeGreaterThan(590_000);
    home.device.store.update((state): DeviceState => ({ ...state, serverOffsetMs: 0, lived: null }));
    live(home.device);
    await until(() => isConnected(home.device));
    await block(home);
    await until(async () => (await statusOf(home)).command?.state === 'confirmed');
  });

  test('sends a confirmation again when the socket closes before the confirmation is sent', async () => {
    const home = await moveIn();
    let hasBroken = false;
    const breaking: Connect = (url, headers) => {
      const wire: WebSocket = Reflect.construct(WebSocket, [url, { headers }]);
      return {
        addEventListener: wire.addEventListener.bind(wire),
        close: wire.close.bind(wire),
        send: (text) => {
          if (!hasBroken && String(text).includes('"type":"ack"')) {
            hasBroken = true;
            wire.close();
          } else wire.send(String(text));
        },
      };
    };
    live(home.device, breaking);
    await until(() => isConnected(home.device));
    await block(home);
    await until(async () => (await statusOf(home)).command?.state === 'confirmed');
    expect(hasBroken).toBe(true);
    await until(() => isConnected(home.device));
    expect(home.device.store.read().unsentAcks).toEqual([]);
  });

  test('disconnects the older of two processes of one device, which does not reconnect', async () => {
    const home = await moveIn();
    const first = live(home.device);
    await until(() => isConnected(home.device));
    const twin: Device = { ...home.device, store: memoryStore(home.device.store.read()) };
    live(twin);
    await until(() => isConnected(twin) && !isConnected(home.device));
    expect(first.lines.at(-1)).toContain('replaced by another connection of this device');
    await block(home);
    await until(async () => (await statusOf(home)).command?.state === 'confirmed');
    expect(isConnected(twin)).toBe(true);
    expect(isConnected(home.device)).toBe(false);
  });
});
