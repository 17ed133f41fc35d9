import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newDeviceState } from './state.ts';
import { fileStore, listStateFiles, readStateFile, StateFileError, stateFilePath, writeStateFile } from './state-file.ts';

const ABOUT = {
  make: 'm',
  model: 'x',
  modelName: 'X',
  os: 'android',
  osVersion: '16',
  appVersion: '9.0.0',
  udid: 'u',
  managementLevel: 'device-owner',
};
const FRESH = newDeviceState({ apiUrl: 'http://127.0.0.1:1', nonce: 'n'.repeat(16), about: ABOUT });
let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'device-test-'));
  path = stateFilePath(folder, 'phone');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('state file', () => {
  test('reads a state as written, in a file that only its owner can read', () => {
    expect(readStateFile(path)).toBeNull();
    writeStateFile(path, FRESH);
    expect(readStateFile(path)).toEqual(FRESH);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(listStateFiles(folder)).toEqual(['phone']);
  });

  test('keeps a setting changed by another process in the next update', () => {
    writeStateFile(path, FRESH);
    const running = fileStore(path);
    running.update((state) => ({ ...state, reportSeq: 1 }));
    fileStore(path).update((state) => ({ ...state, offline: true }));
    expect(running.update((state) => ({ ...state, reportSeq: state.reportSeq + 1 }))).toMatchObject({ offline: true, reportSeq: 2 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('breaks the lock of a dead process and leaves no lock behind', () => {
    writeStateFile(path, FRESH);
    writeFileSync(`${path}.lock`, '');
    const long = Date.now() / 1000 - 60;
    utimesSync(`${path}.lock`, long, long);
    fileStore(path).update((state) => ({ ...state, reportSeq: 7 }));
    expect(readStateFile(path)?.reportSeq).toBe(7);
    expect(() => statSync(`${path}.lock`)).toThrow();
  });

  test('changes nothing and releases the lock when an update fails', () => {
    writeStateFile(path, FRESH);
    const store = fileStore(path);
    expect(() =>
      store.update(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(store.update((state) => state)).toEqual(FRESH);
  });

  test('reports a damaged file and an invalid name', () => {
    writeFileSync(path, '{"half":');
    expect(() => readStateFile(path)).toThrow(StateFileError);
    expect(() => stateFilePath(folder, '../x')).toThrow(StateFileError);
    expect(() => stateFilePath(folder, '')).toThrow(StateFileError);
  });
});
