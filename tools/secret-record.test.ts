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
  const database = new DatabaseSync(join(folder, 'a.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE "an account" (name TEXT, "token key" TEXT)');
  database.prepare('INSERT INTO "an account" VALUES (?, ?)').run('k9.short', `${name}.${'A'.repeat(100)}`);
  database.close();
}

test('keeps fingerprints for its owner only, and no secret', async () => {
  await requireSameSecrets(data, secrets);
  const file = join(data, 'secrets.json');
  const text = readFileSync(file, 'utf8');
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret.replace('k1:', ''));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await requireSameSecrets(data, secrets);
});

test.each(['DIRECTORY_KEY', 'PASSWORD_PEPPER'])('refuses another %s by its name, each time', async (name) => {
  await requireSameSecrets(data, secrets);
  const other = { ...secrets, [name]: key('x') };
  for (const _ of [1, 2]) await expect(requireSameSecrets(data, other)).rejects.toThrow(`${name} is not the one`);
  await requireSameSecrets(data, secrets);
});

test('accepts another SESSION_KEYS', async () => {
  await requireSameSecrets(data, secrets);
  await requireSameSecrets(data, { ...secrets, SESSION_KEYS: `k1:${key('x')}` });
});

test('refuses another key under a name of SEAL_KEYS', async () => {
  await requireSameSecrets(data, secrets);
  await expect(requireSameSecrets(data, { ...secrets, SEAL_KEYS: `k1:${key('x')}` })).rejects.toThrow('The key k1 of SEAL_KEYS');
});

test('accepts a new first key, and removing the old one only when nothing is sealed with it', async () => {
  const [older, newer] = [`k1:${key('a')}`, `k2:${key('b')}`];
  await requireSameSecrets(data, { ...secrets, SEAL_KEYS: older });
  await requireSameSecrets(data, { ...secrets, SEAL_KEYS: `${newer},${older}` });
  writeSealed('k1');
  for (const _ of [1, 2])
    await expect(requireSameSecrets(data, { ...secrets, SEAL_KEYS: newer })).rejects.toThrow('SEAL_KEYS lacks the key k1');
  rmSync(join(data, 'state'), { recursive: true });
  writeSealed('k2');
  await requireSameSecrets(data, { ...secrets, SEAL_KEYS: newer });
  await expect(requireSameSecrets(data, { ...secrets, SEAL_KEYS: older })).rejects.toThrow('SEAL_KEYS lacks the key k2');
});

test('says so when the fingerprints cannot be read', async () => {
  writeFileSync(join(data, 'secrets.json'), '{');
  await expect(requireSameSecrets(data, secrets)).rejects.toThrow('secrets.json cannot be read');
});
