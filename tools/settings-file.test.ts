import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chosenPort, dataFolder } from './paths.ts';
import { readSettings } from './settings-file.ts';

describe('readSettings', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'settings-'));
    file = join(folder, 'porchlight.env');
    writeFileSync(file, `PORT=9001\nDATA_DIR=${join(folder, 'data')}\nMAIL_FROM=a@porchlight.example\n`);
    vi.stubEnv('PORT', undefined);
    vi.stubEnv('DATA_DIR', undefined);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('uses PORT and DATA_DIR from the file', () => {
    expect(readSettings(file).MAIL_FROM).toBe('a@porchlight.example');
    expect(chosenPort()).toBe(9001);
    expect(dataFolder()).toBe(join(folder, 'data'));
  });

  test('prefers PORT and DATA_DIR from the environment', () => {
    vi.stubEnv('PORT', '9002');
    vi.stubEnv('DATA_DIR', join(folder, 'copy'));
    expect(readSettings(file)).toMatchObject({ PORT: '9002', DATA_DIR: join(folder, 'copy'), MAIL_FROM: 'a@porchlight.example' });
    expect(chosenPort()).toBe(9002);
    expect(dataFolder()).toBe(join(folder, 'copy'));
  });

  test('throws an error that names the file when it does not exist', () => {
    expect(() => readSettings(join(folder, 'missing.env'))).toThrow('missing.env');
  });
});
