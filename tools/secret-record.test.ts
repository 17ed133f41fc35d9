import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireSameSecrets } from './secret-record.ts';
import { makeSecrets } from './secrets.ts';

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'porchlight-secrets-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const secrets = { ...makeSecrets() };
const key = (letter: string) => Buffer.alloc(32, letter).toString('base64');

/** Storage of an object with a text that a key of this name has sealed. */
function writeSealed(name: string): void {
  const folder = join(data, 'state', 'do', 'porchlight-api-Family-1');
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, `${'a'.repeat(64)}.sqlite`));
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE "an account" (name TEXT, "token key" TEXT)');
  database.prepare('INSERT INTO "an account" VALUES (?, ?)').run('k9.short', `${name}.${'A'.repeat(100)}`);
  database.close();
}

test('keeps fingerprints for its owner only, and no secret', () => {
  requireSameSecrets(data, secrets);
  const file = join(data, 'secrets.json');
  const text = readFileSync(file, 'utf8');
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret.replace('k1:', ''));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  requireSameSecrets(data, secrets);
});

test.each(['DIRECTORY_KEY', 'PASSWORD_PEPPER'])('refuses another %s by its name, each time', (name) => {
  requireSameSecrets(data, secrets);
  const other = { ...secrets, [name]: key('x') };
  for (const _ of [1, 2]) expect(() => requireSameSecrets(data, other)).toThrow(`${name} is not the one`);
  requireSameSecrets(data, secrets);
});

test('accepts another SESSION_KEYS', () => {
  requireSameSecrets(data, secrets);
  requireSameSecrets(data, { ...secrets, SESSION_KEYS: `k1:${key('x')}` });
});

test('refuses another key under a name of SEAL_KEYS', () => {
  requireSameSecrets(data, secrets);
  expect(() => requireSameSecrets(data, { ...secrets, SEAL_KEYS: `k1:${key('x')}` })).toThrow('The key k1 of SEAL_KEYS');
});

test('accepts a new first key, and removing the old one only when nothing is sealed with it', () => {
  const [older, newer] = [`k1:${key('a')}`, `k2:${key('b')}`];
  requireSameSecrets(data, { ...secrets, SEAL_KEYS: older });
  requireSameSecrets(data, { ...secrets, SEAL_KEYS: `${newer},${older}` });
  writeSealed('k1');
  for (const _ of [1, 2]) expect(() => requireSameSecrets(data, { ...secrets, SEAL_KEYS: newer })).toThrow('SEAL_KEYS lacks the key k1');
  rmSync(join(data, 'state'), { recursive: true });
  writeSealed('k2');
  requireSameSecrets(data, { ...secrets, SEAL_KEYS: newer });
  expect(() => requireSameSecrets(data, { ...secrets, SEAL_KEYS: older })).toThrow('SEAL_KEYS lacks the key k2');
});

test('says so when the fingerprints cannot be read', () => {
  writeFileSync(join(data, 'secrets.json'), '{');
  expect(() => requireSameSecrets(data, secrets)).toThrow('secrets.json cannot be read');
});
