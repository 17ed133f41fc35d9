import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { uptime } from 'node:os';
import { resolve } from 'node:path';
import { decodeSpki, fingerprintWords } from '#app/keys/account-key.ts';
import { confirmKey, keyToCompare } from './account-key.ts';
import { installApp, isForbidden, resolveApp, uninstallApp } from './apps.ts';
import type { Options } from './arguments.ts';
import type { Device } from './call.ts';
import { advanceClock, type Uptime } from './clock.ts';
import { decide, serverTime } from './decide.ts';
import { step } from './device.ts';
import { enrol } from './enrol.ts';
import { type Invitation, readCode, readEnrolmentFile, readLink } from './enrollment.ts';
import { describeApp, describeApps, describeDecision, describeKey, describeRefusal, describeStatus, zoneOf } from './messages.ts';
import { folderObjects } from './object-store.ts';
import { linesOf, runDevice, zoneNow } from './run.ts';
import { type About, type DeviceState, newDeviceState, setMode } from './state.ts';
import { fileStore, listStateFiles, readStateFile, stateFilePath, writeStateFile } from './state-file.ts';
import { setManagement } from './transitions.ts';
import { UsageError } from './usage-error.ts';

// The API listens on the port after the web port, which PORT can move (tools/paths.ts).
const DEFAULT_API = `http://127.0.0.1:${Number(process.env.PORT ?? 8787) + 1}`;
const APP_VERSION = '9.0.0';
const OS_VERSIONS: Record<string, string> = { android: '16', ios: '26.1' };

/** Exit codes, documented in the help. */
export const EXIT = { done: 0, failed: 1, usage: 2, unpaired: 3 } as const;

export const say = (line: string): void => console.log(line);

/** Returns the folder next to a state file in which sealed screenshots wait. */
function objectFolderOf(path: string): string {
  return `${path}.samples`;
}

/** Opens the device of a state file and updates its clock. */
export function deviceAt(path: string): Device {
  const store = fileStore(path);
  store.update((state) => advanceClock(state, Date.now(), readUptime()));
  return { store, fetch: globalThis.fetch, now: Date.now, uptime: readUptime, objects: folderObjects(objectFolderOf(path)) };
}

/** Returns the machine’s uptime. Null if the system has no boot ID. */
function readUptime(): Uptime | null {
  const file = '/proc/sys/kernel/random/boot_id';
  return existsSync(file) ? { boot: readFileSync(file, 'utf8').trim(), ms: Math.round(uptime() * 1000) } : null;
}

export async function pair(options: Options, path: string): Promise<number> {
  const invitation = readInvitation(options);
  const before = readStateFile(path);
  if (before?.enrolment.kind === 'enrolled' && !before.managementRemoved) {
    throw new UsageError(`“${options.name}” is already paired. Choose another name with --as, or run forget first.`);
  }
  const former = options.isNew ? null : before;
  // If the answer to an earlier attempt was lost, the same nonce gets it again (S61). For another pairing, it works like a new nonce.
  const nonce = former?.nonce ?? randomBytes(24).toString('base64url');
  const apiUrl = options.api ?? invitation.apiUrl ?? DEFAULT_API;
  const fresh = newDeviceState({ apiUrl, nonce, about: describeSelf(options, former?.about ?? null) });
  // Reports the list even if it is empty, so that apps installed later count as new.
  writeStateFile(path, { ...fresh, batteryLevel: options.battery, apps: former?.apps ?? [], isAppListOwed: true });
  const device = deviceAt(path);
  const outcome = await enrol(device, invitation.enrolment);
  if (outcome.kind !== 'value' && before !== null && before.enrolment.kind !== 'none') writeStateFile(path, before);
  if (outcome.kind === 'unavailable') return complain(describeSilence(apiUrl, outcome.because));
  if (outcome.kind !== 'value') {
    if (before === null) rmSync(path, { force: true });
    return complain(outcome.kind === 'refused' ? describeRefusal(outcome.refusal) : 'The server returned no device.');
  }
  const state = outcome.value;
  const children = state.policy?.rules.users.map(({ user_name }) => user_name).join(' and ');
  say(`Paired: ${state.about.modelName} is now ${children ? `${children}'s` : 'a managed'} device. State file: ${path}.`);
  if (former !== null) say(`Reusing device identity ${state.about.udid}; pass --new for a new one.`);
  await sayKey(state);
  const now = serverTime(state, device.now());
  say(describeDecision(decide(state, now), now));
  return options.run ? run(options, path) : once(device);
}

function readInvitation(options: Options): Invitation {
  if (options.code !== null)
    return need(readCode(options.code), `“${options.code}” is not a pairing code. A code has eight characters, such as ABCD-2345.`);
  if (options.link !== null)
    return need(readLink(options.link), 'Not a pairing link. A pairing link contains /pairing?… with pair_id and token.');
  // npm changes to the project folder, but the path is relative to where the user ran npm.
  const file = resolve(process.env.INIT_CWD ?? '.', options.file ?? '');
  if (!existsSync(file)) throw new UsageError(`File not found: ${file}.`);
  return need(
    readEnrolmentFile(readFileSync(file, 'utf8')),
    `${file} is not an enrollment file. It must contain link, code, or pair_id and token.`,
  );
}

function need<Value>(value: Value | null, complaint: string): Value {
  if (value === null) throw new UsageError(complaint);
  return value;
}

/** Returns how the device describes itself. Options override values of `former`, its previous description. */
function describeSelf(options: Options, former: About | null): About {
  const os = options.os ?? former?.os ?? 'android';
  return {
    make: 'Porchlight',
    model: options.model ?? former?.model ?? 'simulated',
    modelName: options.modelName ?? former?.modelName ?? options.name,
    os,
    osVersion: OS_VERSIONS[os.toLowerCase()] ?? '1',
    appVersion: APP_VERSION,
    udid: former?.udid ?? `simulated-${randomBytes(8).toString('hex')}`,
    managementLevel: os.toLowerCase() === 'ios' ? 'ios-supervised' : 'device-owner',
  };
}

export async function run(options: Options, path: string): Promise<number> {
  const device = deviceAt(path);
  device.store.update((state) => ({
    ...(options.mode === null ? state : setMode(state, options.mode)),
    delayMs: options.delayMs ?? state.delayMs,
    batteryLevel: options.battery ?? state.batteryLevel,
  }));
  if (options.once) return once(device);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  const state = device.store.read();
  const now = serverTime(state, device.now());
  for (const line of describeStatus(options.name, state, decide(state, now), now)) say(line);
  say('Running. Press Ctrl-C to stop.');
  const end = await runDevice(device, { everyMs: options.everyMs, inUse: options.use, signal: stop.signal, print: say });
  return end === 'gone' ? EXIT.unpaired : EXIT.done;
}

export async function once(device: Device, wantsReport = false): Promise<number> {
  const zone = zoneNow(device);
  const happenings = await step(device, wantsReport);
  for (const { time, text } of linesOf(device, happenings, zone)) say(`${time}  ${text}`);
  if (happenings.some(({ kind }) => kind === 'gone')) return EXIT.unpaired;
  const isStuck = device.store.read().unreachableSince !== null || happenings.some(({ kind }) => kind === 'refused');
  return isStuck ? EXIT.failed : EXIT.done;
}

/** Edits the state file and prints `sentence`. A running device picks up the change at its next step. */
export function change(path: string, sentence: string, edit: (state: DeviceState) => DeviceState): number {
  fileStore(path).update(edit);
  say(sentence);
  return EXIT.done;
}

export function status(options: Options, path: string): number {
  const device = deviceAt(path);
  const state = device.store.read();
  const now = serverTime(state, device.now());
  for (const line of describeStatus(options.name, state, decide(state, now), now)) say(line);
  return state.enrolment.kind === 'enrolled' ? EXIT.done : EXIT.unpaired;
}

export function list(folder: string): number {
  const names = listStateFiles(folder);
  if (names.length === 0) say(`No devices in ${folder}. Pair one with npm run device -- pair --code ABCD-2345`);
  for (const name of names) {
    const device = deviceAt(stateFilePath(folder, name));
    const state = device.store.read();
    const now = serverTime(state, device.now());
    const [line = ''] = describeStatus(name, state, decide(state, now), now);
    say(state.enrolment.kind === 'enrolled' ? `${line}\n  ${describeDecision(decide(state, now), now)}` : line);
  }
  return EXIT.done;
}

/** Prints which account key is trusted, and the words of a key that a person must compare. */
async function sayKey({ accountKey }: DeviceState): Promise<void> {
  say(describeKey(accountKey));
  const key = keyToCompare(accountKey);
  if (key !== null) say(`  In words: ${(await wordsOf(key.key)).join(' ')}`);
}

async function wordsOf(key: string): Promise<Array<string>> {
  const spki = decodeSpki(key);
  return spki === null ? [] : fingerprintWords(spki);
}

export async function compareKey(options: Options, path: string): Promise<number> {
  const state = deviceAt(path).store.read();
  const key = keyToCompare(state.accountKey);
  if (state.accountKey === null || key === null || options.words === null) {
    await sayKey(state);
    if (key !== null) say('Compare them with the words on the parent’s page. If they match, run confirm-key --words "…".');
    return EXIT.done;
  }
  const typed = options.words.toLowerCase().match(/[a-z]+/g) ?? [];
  if (typed.join(' ') !== (await wordsOf(key.key)).join(' ')) return complain('The words don’t match. Key not confirmed.');
  return change(path, 'Confirmed. The device now trusts this account key.', (known) => ({
    ...known,
    // Confirms only the key that was compared, not one that arrived in the meantime.
    accountKey: known.accountKey === null ? null : confirmKey(known.accountKey, key),
    // Makes the next step send a report.
    told: null,
  }));
}

/** Lists, installs, removes or opens apps. Refuses what a parent has blocked. */
export function handleApps(options: Options, path: string): number {
  const device = deviceAt(path);
  const before = device.store.read();
  const now = serverTime(before, device.now());
  const decision = decide(before, now);
  if (options.app === null) {
    if (before.apps.length === 0) say(`No apps on ${options.name}. Install one with npm run device -- apps install com.example.game`);
    for (const line of describeApps(before, decision, now)) say(line.trimStart());
    return EXIT.done;
  }
  const { action, bundleId } = options.app;
  const known = before.apps.find((app) => app.bundleId === bundleId);
  if (action !== 'install' && known === undefined) return complain(`${bundleId} is not installed on ${options.name}.`);
  if (action !== 'open' && isForbidden(before, action))
    return complain(`A parent has blocked ${action === 'install' ? 'installing' : 'removing'} apps on this device.`);
  const app = { bundleId, name: options.modelName ?? known?.name ?? bundleId, version: known?.version ?? '1.0' };
  const access = resolveApp(before, bundleId, now);
  if (action === 'open' && !access.isUsable) return complain(describeApp(app, access, zoneOf(decision), now));
  if (action === 'open') return change(path, `Opened: ${app.name}.`, (state) => ({ ...state, openApp: bundleId }));
  return action === 'install'
    ? change(path, `Installed: ${app.name}. Included in the next report.`, (state) => installApp(state, app))
    : change(path, `Removed: ${app.name}. Included in the next report.`, (state) => uninstallApp(state, bundleId));
}

export async function manage(path: string, isRemoved: boolean): Promise<number> {
  const device = deviceAt(path);
  device.store.update((state) => setManagement(state, isRemoved, device.now()));
  say(isRemoved ? 'Management removed. No rules are enforced.' : 'Management restored.');
  return once(device);
}

export function forget(options: Options, path: string): number {
  if (!existsSync(path)) return complain(`No device named “${options.name}”.`);
  rmSync(path);
  rmSync(objectFolderOf(path), { recursive: true, force: true });
  say(`Deleted ${path}. The device stays on the parent’s page until it’s removed there.`);
  return EXIT.done;
}

export function complain(sentence: string): number {
  console.error(sentence);
  return EXIT.failed;
}

function describeSilence(apiUrl: string, because: string): string {
  return `No response from ${apiUrl}: ${because}. Check that Porchlight is running (npm start), or pass its API address with --api. Then run the command again to continue this pairing.`;
}
