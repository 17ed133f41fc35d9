import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPairing, createUser, listDevices } from '#app/wire/family.ts';
import { keyExchange } from '#app/wire/keys.ts';
import { listNotifications } from '#app/wire/notification.ts';
import { createRule } from '#app/wire/rule.ts';
import { readStateFile, stateFilePath } from '#device/state-file.ts';
import { ROOT } from '#tools/paths.ts';
import { accountKey } from '../clients/account-key.ts';
import { authKey, Parent } from '../clients/parent.ts';
import { order } from '../faults/observe.ts';
import { bundleForFaults } from '../faults/plant.ts';
import { type Server, startServer } from '../faults/server.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'porchlight-device-key-'));
const [OWN, SWAPPED] = [accountKey('first'), accountKey('second')];
let server: Server;

beforeAll(async () => {
  const { script, remove } = await bundleForFaults();
  server = await startServer(script).finally(remove);
});
afterAll(async () => {
  await server?.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** Runs `npm run device -- …` as npm does, without npm. */
async function device(...args: Array<string>): Promise<{ code: number | null; output: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'bootstrap.mjs'), 'device', ...args], { env: { PATH, HOME, DATA_DIR } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

const keyOf = () => readStateFile(stateFilePath(join(DATA_DIR, 'devices'), 'phone'))?.accountKey;

/** Blocks the child, runs the device once, and returns its output and its row in the parent's list. */
async function obeyAndTell(parent: Parent, childId: string) {
  const body = { type: 'override', ruledef_name: 'block', expiry: null } as const;
  await parent.call(createRule, { query: { user_id: childId }, body });
  const { output } = await device('run', '--once');
  const [listed] = await parent.call(listDevices);
  return { output, listed };
}

describe('account key on a device', () => {
  test('refuses and reports a swapped account key, and keeps the pinned key until the server offers it again (D08, A128)', async () => {
    const parent = await Parent.signUp(fetch, undefined, server.apiUrl);
    const secret = authKey(parent.email);
    const request_args = { ...OWN, secret, requested_by: parent.credentials.sessionId };
    await parent.call(keyExchange, { body: { request_type: 'acctkey.register', request_args } });
    const child = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
    const { pair_id } = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    const pin = createHash('sha256').update(Buffer.from(OWN.key, 'base64')).digest('base64url');
    const paired = await device(
      'pair',
      '--link',
      `${server.apiUrl}/pairing?${new URLSearchParams({ pair_id, token: parent.token })}#k=${pin}`,
    );
    expect(paired).toEqual({ code: 0, output: expect.stringContaining('Account key: pinned by the invitation.') });

    await order(server.apiUrl, 'swap-key', { accountId: parent.accountId, key: SWAPPED.key, keyId: SWAPPED.key_id });
    const { output, listed } = await obeyAndTell(parent, child.user_id);
    expect(output).toContain(`The server’s account key (${SWAPPED.key_id}) differs from the pinned key and is not used`);
    expect(output).toMatch(/Blocked .*blocked by a parent/);
    expect(JSON.stringify(listed)).toContain('refused');
    expect(keyOf()).toMatchObject({ pin, from: 'invitation', trusted: { key: OWN.key }, refused: { key: SWAPPED.key } });
    expect((await device('status')).output).toContain('the server’s key differs from the pinned key and is not used');
    const guess = await device('confirm-key', '--words', 'one two three four five six');
    expect(guess).toEqual({ code: 1, output: expect.stringContaining('The words don’t match') });
    expect(keyOf()?.trusted?.key).toBe(OWN.key);

    await order(server.apiUrl, 'swap-key', { accountId: parent.accountId, key: OWN.key, keyId: OWN.key_id });
    await obeyAndTell(parent, child.user_id);
    expect(keyOf()).toMatchObject({ trusted: { key: OWN.key }, refused: null });
  });

  test('a device paired again keeps its identity, even when the plan refuses a second device', async () => {
    const parent = await Parent.signUp(fetch, undefined, server.apiUrl);
    const child = await parent.call(createUser, { body: { user_obj: { user_name: 'Ben', time_zone: 'Europe/Berlin' } } });
    const pair = async (...args: Array<string>) => {
      const { code } = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
      const { output } = await device('pair', '--as', 'ben', '--api', server.apiUrl, '--code', code, ...args);
      const devices = await parent.call(listDevices);
      return { output, devices: devices.map(({ device_id, udid, os }) => ({ device_id, udid, os })) };
    };
    const [first] = (await pair('--os', 'iOS')).devices;
    // The device reported no apps before, so the first one is new.
    await device('apps', 'install', 'com.example.first', '--as', 'ben');
    await device('run', '--once', '--as', 'ben');
    const notifications = await parent.call(listNotifications, { query: { state: 'active', locale: 'en' } });
    expect(notifications.map(({ type, bundle_id }) => [type, bundle_id])).toContainEqual(['app_installed', 'com.example.first']);
    await device('remove-management', '--as', 'ben');
    const back = await pair();
    expect(back.output).toContain(`Reusing device identity ${first?.udid}`);
    expect(back.devices).toEqual([{ device_id: expect.not.stringMatching(first?.device_id ?? ''), udid: first?.udid, os: 'iOS' }]);
    await device('remove-management', '--as', 'ben');
    const other = await pair('--new');
    expect(other).toEqual({ output: expect.stringContaining('The plan’s device limit (1) has been reached'), devices: back.devices });
    const kept = readStateFile(stateFilePath(join(DATA_DIR, 'devices'), 'ben'));
    expect(kept).toMatchObject({ about: { udid: first?.udid }, enrolment: { deviceId: back.devices[0]?.device_id } });
  });
});
