import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { developmentSecrets, makeSecrets } from './secrets.ts';

let file = '';
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'porchlight-secrets-')), '.dev.vars');
});
afterEach(() => rmSync(join(file, '..'), { recursive: true }));

describe('secrets', () => {
  test('creates the secrets once per clone, in a file that only the owner can read', () => {
    const first = developmentSecrets(file);
    expect(developmentSecrets(file)).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('keeps existing secrets and creates only missing ones', () => {
    writeFileSync(file, 'DIRECTORY_KEY=mine\nSMTP_URL=smtp://x\n');
    expect(developmentSecrets(file).DIRECTORY_KEY).toBe('mine');
    expect(readFileSync(file, 'utf8')).toContain('SMTP_URL=smtp://x');
  });

  test('creates keys of 256 random bits, and names each key of a ring', () => {
    const [one, two] = [makeSecrets(), makeSecrets()];
    expect(Buffer.from(one.DIRECTORY_KEY, 'base64')).toHaveLength(32);
    expect(one.SESSION_KEYS).toMatch(/^k1:[A-Za-z0-9+/]{43}=$/);
    expect(new Set([...Object.values(one), ...Object.values(two)]).size).toBe(8);
  });

  test('throws an error with the reason when the file cannot be written', () => {
    writeFileSync(file, '');
    expect(() => developmentSecrets(join(file, '.dev.vars'))).toThrow('Porchlight can’t write to');
  });
});
