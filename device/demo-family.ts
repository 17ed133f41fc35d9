import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { getPolicy } from '#app/wire/device.ts';
import { createPairing, listDevices, removeDevice, updateDevice } from '#app/wire/family.ts';
import { installApp, isForbidden } from './apps.ts';
import { callServer, type Device } from './call.ts';
import { serverTime } from './decide.ts';
import { proveAddress, type ReadMails } from './demo-address.ts';
import { appOn } from './demo-apps.ts';
import { appsOf, DEMO_DEVICES, type DemoDevice, describeBehavior } from './demo-cast.ts';
import { addChildren } from './demo-children.ts';
import { readPin } from './demo-key.ts';
import { catchUpLocation } from './demo-locations.ts';
import { addPlaces } from './demo-places.ts';
import { isComplete, newSeal, readSeal, writeSeal } from './demo-record.ts';
import { addSampleSettings, catchUpSamples } from './demo-samples.ts';
import { step } from './device.ts';
import { enrol } from './enrol.ts';
import { isCutOff } from './habits.ts';
import { folderObjects } from './object-store.ts';
import { openAccount, type Parent } from './parent.ts';
import { runDevice } from './run.ts';
import { newDeviceState } from './state.ts';
import { fileStore, listStateFiles, readStateFile, stateFilePath, writeStateFile } from './state-file.ts';
import { setManagement } from './transitions.ts';

/** Gives an account a plan, like the operator’s command (A123). */
export type Grant = (email: string, sku: string) => Promise<{ granted: boolean; reason?: string }>;

const DEMO_SKU = 'premium_plus_annual';
const PARENT_ZONE = 'Europe/Berlin';
const EVERY_MS = 2_000;
/** Delay after the start before a child installs an app. */
const NEW_APP_MS = 90_000;

/**
 * Ensures that the demo account has its children, rules and devices, through the public API only. Adds what an earlier version lacked;
 * never recreates what a person removed. State is in `folder` (`.data/demo-devices`). Without `grant` the account stays on the free plan
 * with one device. Without `readMails` its address stays unconfirmed.
 * @throws Error when the API does not answer, Refusal when it refuses
 */
export async function seedDemoFamily(given: {
  apiUrl: string;
  webUrl: string;
  email: string;
  password: string;
  folder?: string;
  grant?: Grant;
  readMails?: ReadMails;
}): Promise<void> {
  const { apiUrl, email, password, grant, readMails, folder = join('.data', 'demo-devices') } = given;
  const before = readSeal(folder);
  const canWait = before?.isProven === true || readMails === undefined;
  if (before !== null && canWait && isComplete(before) && (await isAlive(folder, apiUrl))) return;
  const { parent, isNew } = await openAccount({ apiUrl, email, password, timeZone: PARENT_ZONE, withKey: before === null });
  const found = before?.accountId === parent.accountId ? before : newSeal(parent.accountId);
  const isProven = found.isProven || (readMails !== undefined && (await proveAddress(parent, { apiUrl, email, isNew, readMails })));
  const seal = { ...found, isProven };
  if (isComplete(seal)) return writeSeal(folder, seal);
  for (const name of listStateFiles(folder)) forgetForeign(stateFilePath(folder, name), parent.accountId);
  const hasPlan = grant !== undefined && (await grant(email, DEMO_SKU)).granted;
  const children = await addChildren(parent, seal, hasPlan);
  const wanted = DEMO_DEVICES.filter(({ file }) => !seal.devices.includes(file));
  const childIds = Object.values(children).filter((id) => id !== null);
  const pin = await readPin(parent);
  await Promise.all([
    hasPlan && !seal.hasPlaces ? addPlaces(parent, childIds) : null,
    addDevices(parent, { apiUrl, folder, children, pin, wanted: hasPlan ? wanted : wanted.slice(0, 1) }),
  ]);
  // After the devices, so that they take their first screenshots when they run, not while the family is created.
  if (hasPlan && !seal.hasSamples) await addSampleSettings(parent, children);
  // Without the plan the family is incomplete, so the next start tries again.
  if (hasPlan) writeSeal(folder, { ...seal, children, devices: DEMO_DEVICES.map(({ file }) => file), hasPlaces: true, hasSamples: true });
}

/** Runs the family’s devices in this process until `signal` is aborted. Each follows its own habits. */
export async function runDemoDevices(given: {
  apiUrl: string;
  folder?: string;
  signal: AbortSignal;
  log?: (line: string) => void;
}): Promise<void> {
  const { apiUrl, folder = join('.data', 'demo-devices'), signal, log = () => undefined } = given;
  const lives = listStateFiles(folder).map(async (name) => {
    const device = deviceAt(folder, name);
    const known = DEMO_DEVICES.find(({ file }) => file === name);
    const isFirstRun = device.store.read().habits === null;
    // The port may have changed since the last run.
    device.store.update((state) => ({ ...state, apiUrl }));
    await catchUpLocation(device, name);
    // A device from an earlier version has no apps yet.
    device.store.update((state) => ({
      ...state,
      habits: known?.habits ?? null,
      ...(state.apps.length > 0 || known === undefined ? {} : { apps: appsOf(known), isAppListOwed: true }),
    }));
    if (known !== undefined) installNewAppLater(device, known, signal);
    const run = runDevice(device, { everyMs: EVERY_MS, inUse: false, signal, print: (line) => log(`${name}  ${line}`) });
    // The device runs meanwhile and uploads them.
    await Promise.all([run, isFirstRun ? catchUpSamples(device, name, signal) : null]);
  });
  await Promise.all(lives);
}

/** Installs the new app after a delay, unless a restriction forbids installing. */
function installNewAppLater(device: Device, { os, newApp }: DemoDevice, signal: AbortSignal): void {
  if (newApp === null) return;
  const timer = setTimeout(
    () => device.store.update((state) => (isForbidden(state, 'install') ? state : installApp(state, appOn(os, newApp)))),
    NEW_APP_MS,
  );
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/** Lists the devices that are still paired, each with a description of its behavior. */
export function listDemoDevices(folder: string): Array<{ name: string; mood: string }> {
  const managed = listStateFiles(folder).filter((name) => readStateFile(stateFilePath(folder, name))?.enrolment.kind === 'enrolled');
  return DEMO_DEVICES.filter(({ file }) => managed.includes(file)).map((device) => ({ name: device.name, mood: describeBehavior(device) }));
}

function deviceAt(folder: string, name: string): Device {
  const path = stateFilePath(folder, name);
  return { store: fileStore(path), fetch: globalThis.fetch, now: Date.now, objects: folderObjects(`${path}.samples`) };
}

/** True if the server knows one of the family’s devices, even a removed one. The family then exists on this server. */
async function isAlive(folder: string, apiUrl: string): Promise<boolean> {
  for (const name of listStateFiles(folder)) {
    const device = deviceAt(folder, name);
    const state = device.store.update((known) => ({ ...known, apiUrl }));
    if (state.enrolment.kind !== 'enrolled' || isCutOff(state, serverTime(state, device.now()))) continue;
    const outcome = await callServer(device, getPolicy, { query: state.policy === null ? {} : { since: String(state.policy.scheduleTs) } });
    if (outcome.kind === 'value' || outcome.kind === 'unchanged') return true;
    if (outcome.kind === 'refused' && outcome.refusal.status === 410) return true;
  }
  return false;
}

/**
 * Deletes the state file of a device that is not enrolled in this account. Needed when the server’s data was reset but this folder was not.
 */
function forgetForeign(path: string, accountId: string): void {
  const enrolment = readStateFile(path)?.enrolment;
  if (enrolment?.kind !== 'enrolled' || enrolment.accountId !== accountId) rmSync(path, { force: true });
}

type Wanted = { apiUrl: string; folder: string; pin: string | null; children: Record<string, string | null>; wanted: Array<DemoDevice> };

/** Pairs and sets up the missing devices. Runs in parallel, because the order of creation does not matter for devices. */
async function addDevices(parent: Parent, { apiUrl, folder, pin, children, wanted }: Wanted): Promise<void> {
  const known = await parent.call(listDevices, {});
  const adding = wanted.map(async (device) => {
    const childIds = device.children.flatMap((name) => children[name] ?? []);
    const [childId] = childIds;
    if (childId === undefined) return;
    const own = deviceAt(folder, device.file);
    const { enrolment } = readStateFile(stateFilePath(folder, device.file)) ?? {};
    if (enrolment?.kind === 'enrolled') {
      const isUnfinished = known.some(
        ({ device_id, display_name }) => device_id === enrolment.deviceId && display_name === device.modelName,
      );
      if (isUnfinished) await finishSetup(parent, own, device, { deviceId: enrolment.deviceId, childIds });
      return;
    }
    // A device whose secret is not stored here can never connect again, so it is replaced. If its setup stopped before the rename, it still
    // has its model name.
    const names = [device.name, device.modelName];
    const lost = known.filter(({ display_name, users }) => names.includes(display_name) && users.includes(childId));
    for (const { device_id } of lost) await parent.call(removeDevice, { body: { device_id } });
    const { code } = await parent.call(createPairing, { body: { user_id: childId, os: device.os } });
    const pinnedKey = device.isPairedByCode ? null : pin;
    const deviceId = await pair(own, { apiUrl, path: stateFilePath(folder, device.file), wanted: device, code, pinnedKey });
    await finishSetup(parent, own, device, { deviceId, childIds });
  });
  await Promise.all(adding);
}

/** Pairs a device and returns its id. */
async function pair(
  device: Device,
  { apiUrl, path, wanted, code, pinnedKey }: { apiUrl: string; path: string; wanted: DemoDevice; code: string; pinnedKey: string | null },
): Promise<string> {
  const about = {
    make: wanted.make,
    model: wanted.model,
    modelName: wanted.modelName,
    os: wanted.os,
    osVersion: wanted.osVersion,
    appVersion: wanted.appVersion,
    udid: `demo-${wanted.file}`,
    managementLevel: wanted.os === 'iOS' ? 'ios-supervised' : 'device-owner',
  };
  const nonce = randomBytes(24).toString('base64url');
  const apps = { apps: appsOf(wanted), isAppListOwed: true };
  writeStateFile(path, { ...newDeviceState({ apiUrl, nonce, about }), ...apps, batteryLevel: wanted.battery });
  const outcome = await enrol(device, { by: 'code', code, pinnedKey });
  if (outcome.kind === 'refused') throw outcome.refusal;
  if (outcome.kind === 'value' && outcome.value.enrolment.kind === 'enrolled') return outcome.value.enrolment.deviceId;
  throw new Error(`Could not pair ${wanted.name}: ${outcome.kind === 'unavailable' ? outcome.because : outcome.kind}`);
}

/**
 * Finishes a device after pairing: assigns its children, removes management if wanted, and sets the delay. The name comes last and marks
 * the device as complete.
 */
async function finishSetup(
  parent: Parent,
  device: Device,
  wanted: DemoDevice,
  { deviceId, childIds }: { deviceId: string; childIds: Array<string> },
): Promise<void> {
  if (childIds.length > 1) await parent.call(updateDevice, { body: { device_id: deviceId, users: childIds } });
  if (wanted.unmanaged && !device.store.read().managementRemoved) {
    device.store.update((state) => setManagement(state, true, device.now()));
  }
  await step(device);
  // Set after the first step, so that the setup itself is not delayed.
  device.store.update((state) => ({ ...state, delayMs: wanted.delayMs }));
  await parent.call(updateDevice, { body: { device_id: deviceId, display_name: wanted.name } });
}
