import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Store } from './call.ts';
import { type DeviceState, parseDeviceState } from './state.ts';

/** Writing takes milliseconds, so an older lock was left by a dead process. */
const STALE_LOCK_MS = 5_000;
const LOCK_PATIENCE_MS = 10_000;
const ENDING = '.json';

/** A state file that cannot be used. The message is shown to the user. */
export class StateFileError extends Error {}

/**
 * Returns the path of a device’s state file.
 * @throws StateFileError when the name is not a valid file name
 */
export function stateFilePath(folder: string, name: string): string {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name))
    throw new StateFileError(`Invalid device name: “${name}”. Use letters, digits, dots and dashes.`);
  return join(folder, `${name}${ENDING}`);
}

/** Lists the names of all devices in a folder, sorted. */
export function listStateFiles(folder: string): Array<string> {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

/**
 * Returns the state, or null if there is no file.
 * @throws StateFileError when the file is damaged
 */
export function readStateFile(path: string): DeviceState | null {
  if (!existsSync(path)) return null;
  const state = parseDeviceState(readFileSync(path, 'utf8'));
  if (state === null) throw new StateFileError(`The state file ${path} is damaged. Delete it (or run forget) and pair again.`);
  return state;
}

/** Writes atomically, readable only by the owner, because the file contains the device’s secret. */
export function writeStateFile(path: string, state: DeviceState): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, `${JSON.stringify(state, null, 1)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/**
 * Returns a store backed by a state file. Each update rereads the file under a lock. Changes by another process (`offline`, `fail`)
 * therefore apply at the next update and are not overwritten. `read` and `update` throw StateFileError if the file is missing or damaged.
 */
export function fileStore(path: string): Store {
  const read = (): DeviceState => {
    const state = readStateFile(path);
    if (state === null) throw new StateFileError(`The state file ${path} no longer exists.`);
    return state;
  };
  return {
    read,
    update: (change) =>
      locked(path, () => {
        const before = read();
        const after = change(before);
        if (after !== before) writeStateFile(path, after);
        return after;
      }),
  };
}

function locked<Result>(path: string, work: () => Result): Result {
  const lock = `${path}.lock`;
  acquire(lock);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquire(lock: string): void {
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      closeSync(openSync(lock, 'wx', 0o600));
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (ageOf(lock) > STALE_LOCK_MS) rmSync(lock, { force: true });
    else if (Date.now() > deadline) throw new StateFileError(`Another process is using ${lock}. Try again when it has finished.`);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

function ageOf(lock: string): number {
  try {
    return Date.now() - statSync(lock).mtimeMs;
  } catch {
    return 0;
  }
}
