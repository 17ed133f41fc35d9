import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPairing, createUser, listDevices, listUsers, removeDevice, type UserWire } from '../app/wire/family.ts';
import { listRules, updateRule } from '../app/wire/rule.ts';
import type { Device } from './call.ts';
import { enrol, step } from './device.ts';
import { openAccount, type Parent } from './parent.ts';
import { runDevice } from './run.ts';
import { newDeviceState } from './state.ts';
import { fileStore, listStateFiles, readStateFile, stateFilePath, writeStateFile } from './state-file.ts';

/** Gives an account a plan, as the operator may (A123). */
export type Grant = (email: string, sku: string) => Promise<{ granted: boolean; reason?: string }>;

const DEMO_SKU = 'premium_annual';
const PARENT_ZONE = 'Europe/Berlin';
const EVERY_MS = 2_000;

const CHILDREN = [
  { name: 'Mia', timeZone: 'Europe/Berlin' },
  { name: 'Ben', timeZone: 'America/New_York' },
] as const;

/** `delayMs`: the mood. The tablet takes its time, so that a change can be watched on its way. */
const DEVICES = [
  {
    file: 'mia-phone',
    child: 'Mia',
    name: 'Mia’s phone',
    make: 'Fairphone',
    model: 'FP6',
    os: 'android',
    osVersion: '16',
    battery: 0.82,
    delayMs: 0,
  },
  {
    file: 'mia-tablet',
    child: 'Mia',
    name: 'Mia’s tablet',
    make: 'Apple',
    model: 'iPad15,7',
    os: 'iOS',
    osVersion: '26.1',
    battery: 0.55,
    delayMs: 4_000,
  },
  {
    file: 'ben-phone',
    child: 'Ben',
    name: 'Ben’s phone',
    make: 'Google',
    model: 'GKWS6',
    os: 'android',
    osVersion: '15',
    battery: 0.17,
    delayMs: 0,
  },
] as const;

/**
 * Makes sure that the demo account has its two children, their bedtimes and their devices, through the public API alone.
 * What a person removed since the first time stays removed. State lies in `folder` (`.data/demo-devices`). Without
 * `grant` the account stays on the free plan, with one device.
 * @throws Error when the API gives no answer, Refusal when it refuses
 */
export async function seedDemoFamily(given: {
  apiUrl: string;
  webUrl: string;
  email: string;
  password: string;
  folder?: string;
  grant?: Grant;
}): Promise<void> {
  const { apiUrl, email, password, grant, folder = join('.data', 'demo-devices') } = given;
  const seal = join(folder, 'family.seal');
  if (existsSync(seal) && (await isAlive(folder, apiUrl))) return;
  const { parent, isNew } = await openAccount({ apiUrl, email, password, timeZone: PARENT_ZONE });
  if (!isNew && existsSync(seal) && readFileSync(seal, 'utf8') === parent.accountId) return;
  for (const name of listStateFiles(folder)) forgetForeign(stateFilePath(folder, name), parent.accountId);
  const hasPlan = grant !== undefined && (await grant(email, DEMO_SKU)).granted;
  const children = await addChildren(parent);
  for (const child of children) await switchBedtimeOn(parent, child.user_id);
  for (const wanted of hasPlan ? DEVICES : DEVICES.slice(0, 1)) {
    const child = children.find(({ user_name }) => user_name === wanted.child);
    if (child !== undefined) await addDevice(parent, { apiUrl, folder, childId: child.user_id, wanted });
  }
  // Without the plan the family is not complete: the next start tries again.
  if (hasPlan) writeFileSync(seal, parent.accountId, { mode: 0o600 });
}

/** Keeps the family's devices alive in this process until the signal; each obeys in its own mood. */
export async function runDemoDevices(given: {
  apiUrl: string;
  folder?: string;
  signal: AbortSignal;
  log?: (line: string) => void;
}): Promise<void> {
  const { apiUrl, folder = join('.data', 'demo-devices'), signal, log = () => undefined } = given;
  const lives = listStateFiles(folder).map(async (name, index, all) => {
    const device = deviceAt(folder, name);
    // The port may be another one than last time.
    device.store.update((state) => ({ ...state, apiUrl }));
    await new Promise((resolve) => setTimeout(resolve, (EVERY_MS * index) / all.length));
    await runDevice(device, { everyMs: EVERY_MS, inUse: false, signal, say: (line) => log(`${name}  ${line}`) });
  });
  await Promise.all(lives);
}

function deviceAt(folder: string, name: string): Device {
  return { store: fileStore(stateFilePath(folder, name)), fetch: globalThis.fetch, now: Date.now };
}

/** Does the server still know one of the family's devices, if only as removed? Then the family was seeded and lives on. */
async function isAlive(folder: string, apiUrl: string): Promise<boolean> {
  for (const name of listStateFiles(folder)) {
    const device = deviceAt(folder, name);
    if (device.store.read().enrolment.kind !== 'enrolled') continue;
    device.store.update((state) => ({ ...state, apiUrl, offline: false }));
    const happenings = await step(device);
    if (happenings.some(({ kind }) => kind === 'gone')) return true;
    if (device.store.read().unreachableSince === null && !happenings.some(({ kind }) => kind === 'refused')) return true;
  }
  return false;
}

/** A device of another account: the server's state was reset, this folder was not. */
function forgetForeign(path: string, accountId: string): void {
  const enrolment = readStateFile(path)?.enrolment;
  if (enrolment?.kind !== 'enrolled' || enrolment.accountId !== accountId) rmSync(path, { force: true });
}

async function addChildren(parent: Parent): Promise<Array<UserWire>> {
  const users = [await parent.call(listUsers, { query: {} })].flat();
  const children: Array<UserWire> = [];
  for (const { name, timeZone } of CHILDREN) {
    const known = users.find((user) => user.type === 10 && user.user_name === name);
    children.push(known ?? (await parent.call(createUser, { body: { user_obj: { user_name: name, time_zone: timeZone } } })));
  }
  return children;
}

async function switchBedtimeOn(parent: Parent, childId: string): Promise<void> {
  const rules = await parent.call(listRules, { query: { user_id: childId } });
  const bedtime = rules.find(({ type }) => type === 'temporal_default');
  if (!bedtime?.suspended) return;
  await parent.call(updateRule, {
    query: { user_id: childId },
    body: { rule_id: bedtime.rule_id, updated_ts: bedtime.updated_ts, suspended: false },
  });
}

async function addDevice(
  parent: Parent,
  { apiUrl, folder, childId, wanted }: { apiUrl: string; folder: string; childId: string; wanted: (typeof DEVICES)[number] },
): Promise<void> {
  const path = stateFilePath(folder, wanted.file);
  if (readStateFile(path)?.enrolment.kind === 'enrolled') return;
  // One of that name whose secret is lost can never speak again.
  const lost = (await parent.call(listDevices, {})).filter(
    ({ display_name, users }) => display_name === wanted.name && users.includes(childId),
  );
  for (const { device_id } of lost) await parent.call(removeDevice, { body: { device_id } });
  const { code } = await parent.call(createPairing, { body: { user_id: childId, os: wanted.os } });
  const about = {
    make: wanted.make,
    model: wanted.model,
    modelName: wanted.name,
    os: wanted.os,
    osVersion: wanted.osVersion,
    appVersion: '9.0.0',
    udid: `demo-${wanted.file}`,
    managementLevel: wanted.os === 'iOS' ? 'ios-supervised' : 'device-owner',
  };
  const nonce = randomBytes(24).toString('base64url');
  writeStateFile(path, { ...newDeviceState({ apiUrl, nonce, about }), batteryLevel: wanted.battery, delayMs: wanted.delayMs });
  const device = deviceAt(folder, wanted.file);
  const outcome = await enrol(device, { by: 'code', code, pinnedKey: null });
  if (outcome.kind === 'refused') throw outcome.refusal;
  if (outcome.kind !== 'value')
    throw new Error(`${wanted.name} could not be paired: ${outcome.kind === 'unavailable' ? outcome.because : outcome.kind}`);
  await step(device);
}
