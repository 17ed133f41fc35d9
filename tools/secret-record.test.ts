import { createCipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uniqueKey } from './object-files.ts';
import { requireSameSecrets } from './secret-record.ts';
import { makeSecrets } from './secrets.ts';

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'porchlight-secrets-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const secrets = { ...makeSecrets() };
const key = (letter: string) => Buffer.alloc(32, letter).toString('base64');

/** Writes an object’s file that contains a text sealed with the key `name`. */
function writeSealed(name: string): void {
  const folder = join(data, 'state', 'do', 'porchlight-api-Family-1');
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, `${'a'.repeat(64)}.sqlite`));
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE "an account" (name TEXT, "token key" TEXT)');
  database.prepare('INSERT INTO "an account" VALUES (?, ?)').run('k9.short', `${name}.${'A'.repeat(100)}`);
  database.close();
}

/** Seals a text as the API Worker does. tests/integration/backup.test.ts uses texts that the Worker sealed. */
function seal(ring: string, label: string): string {
  const [name = '', base64 = ''] = ring.split(':');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(base64, 'base64'), iv).setAAD(Buffer.from(label));
  return `${name}.${Buffer.concat([iv, cipher.update('a secret'), cipher.final(), cipher.getAuthTag()]).toString('base64url')}`;
}

/** Writes a family’s file created with these secrets. Writes no fingerprints, like an earlier version. */
function writeFamily(made: { DIRECTORY_KEY: string; SEAL_KEYS: string }, id = 'b'): void {
  const folder = join(data, 'state', 'do', uniqueKey('Family', made.DIRECTORY_KEY));
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, `${id.repeat(64)}.sqlite`));
  database.exec('CREATE TABLE account (token_key TEXT); CREATE TABLE device (id TEXT, secret TEXT)');
  database.prepare('INSERT INTO account VALUES (?)').run(seal(made.SEAL_KEYS, 'account'));
  database.prepare('INSERT INTO device VALUES (?, ?)').run('d1', seal(made.SEAL_KEYS, 'device:d1'));
  database.close();
}

test('stores fingerprints instead of secrets, in a file that only the owner can read', () => {
  requireSameSecrets(data, secrets);
  const file = join(data, 'state', 'secrets.json');
  const text = readFileSync(file, 'utf8');
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret.replace('k1:', ''));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  requireSameSecrets(data, secrets);
});

test.each(['DIRECTORY_KEY', 'PASSWORD_PEPPER'])('refuses a different %s each time and names it', (name) => {
  requireSameSecrets(data, secrets);
  const other = { ...secrets, [name]: key('x') };
  for (const _ of [1, 2]) expect(() => requireSameSecrets(data, other)).toThrow(`${name} does not match`);
  requireSameSecrets(data, secrets);
});

test('suggests npm run reset if the data has no family', () => {
  requireSameSecrets(data, secrets);
  for (const name of ['DIRECTORY_KEY', 'PASSWORD_PEPPER', 'SEAL_KEYS']) {
    const others = { ...secrets, [name]: name === 'SEAL_KEYS' ? `k1:${key('x')}` : key('x') };
    expect(() => requireSameSecrets(data, others)).toThrow(/This data contains no family.*`npm run reset` and the same DATA_DIR/);
  }
});

test('accepts different SESSION_KEYS', () => {
  requireSameSecrets(data, secrets);
  requireSameSecrets(data, { ...secrets, SESSION_KEYS: `k1:${key('x')}` });
});

test('refuses a different key under an existing name in SEAL_KEYS', () => {
  requireSameSecrets(data, secrets);
  expect(() => requireSameSecrets(data, { ...secrets, SEAL_KEYS: `k1:${key('x')}` })).toThrow('The key k1 in SEAL_KEYS');
});

test('accepts a new first key, and accepts removing the old one only when nothing is sealed with it', () => {
  const [older, newer] = [`k1:${key('a')}`, `k2:${key('b')}`];
  requireSameSecrets(data, { ...secrets, SEAL_KEYS: older });
  requireSameSecrets(data, { ...secrets, SEAL_KEYS: `${newer},${older}` });
  writeSealed('k1');
  for (const _ of [1, 2])
    expect(() => requireSameSecrets(data, { ...secrets, SEAL_KEYS: newer })).toThrow('SEAL_KEYS does not contain the key k1');
  rmSync(join(data, 'state', 'do'), { recursive: true });
  writeSealed('k2');
  requireSameSecrets(data, { ...secrets, SEAL_KEYS: newer });
  expect(() => requireSameSecrets(data, { ...secrets, SEAL_KEYS: older })).toThrow('SEAL_KEYS does not contain the key k2');
});

test('throws an error with the remedy when the fingerprints cannot be read', () => {
  writeFileSync(join(data, 'secrets.json'), '{');
  expect(() => requireSameSecrets(data, secrets)).toThrow('secrets.json. Restore it from a backup');
});

describe('requireSameSecrets without fingerprints', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a different DIRECTORY_KEY', { DIRECTORY_KEY: key('x') }, 'DIRECTORY_KEY does not match'],
    ['a different key under the name of the old key', { SEAL_KEYS: `k1:${key('x')}` }, 'The key k1 in SEAL_KEYS does not match'],
    ['SEAL_KEYS without the key that sealed the data', { SEAL_KEYS: `k2:${key('x')}` }, 'SEAL_KEYS does not contain the key k1'],
    ['entirely different secrets', makeSecrets(), 'DIRECTORY_KEY does not match'],
  ])('refuses %s each time, names it, and accepts the right secrets afterwards', (_, others, sentence) => {
    writeFamily(secrets);
    for (const __ of [1, 2]) expect(() => requireSameSecrets(data, { ...secrets, ...others })).toThrow(sentence);
    expect(readdirSync(join(data, 'state'))).toEqual(['do']);
    requireSameSecrets(data, secrets);
    expect(() => requireSameSecrets(data, { ...secrets, PASSWORD_PEPPER: key('x') })).toThrow('PASSWORD_PEPPER does not match');
  });

  test('accepts a new first key of SEAL_KEYS', () => {
    writeFamily(secrets);
    requireSameSecrets(data, { ...secrets, SEAL_KEYS: `k2:${key('x')},${secrets.SEAL_KEYS}` });
  });

  test("accepts the right secrets if one family's file is damaged", () => {
    writeFamily(secrets);
    writeFamily({ ...secrets, SEAL_KEYS: `k1:${key('x')}` }, 'a');
    writeFileSync(join(data, 'state', 'do', uniqueKey('Family', secrets.DIRECTORY_KEY), `${'c'.repeat(64)}.sqlite`), 'no database');
    requireSameSecrets(data, secrets);
  });

  test('accepts only the secrets of the folder with accounts when another folder is empty', () => {
    writeFamily(secrets);
    const other = makeSecrets();
    mkdirSync(join(data, 'state', 'do', uniqueKey('Family', other.DIRECTORY_KEY)));
    expect(() => requireSameSecrets(data, other)).toThrow('DIRECTORY_KEY does not match');
    requireSameSecrets(data, secrets);
  });
});

test('moves the fingerprints of an earlier version into the state once the secrets match', () => {
  requireSameSecrets(data, secrets);
  const [inside, beside] = [join(data, 'state', 'secrets.json'), join(data, 'secrets.json')];
  renameSync(inside, beside);
  expect(() => requireSameSecrets(data, { ...secrets, PASSWORD_PEPPER: key('x') })).toThrow('PASSWORD_PEPPER does not match');
  expect([existsSync(inside), existsSync(beside)]).toEqual([false, true]);
  requireSameSecrets(data, secrets);
  expect([existsSync(inside), existsSync(beside)]).toEqual([true, false]);
});

test.each<[string, (folder: string) => void]>([
  ['a family', () => writeFamily(secrets)],
  ["a family's file that cannot be read", (folder) => writeFileSync(join(folder, `${'c'.repeat(64)}.sqlite`), 'no database')],
])('does not suggest npm run reset for data with %s', (_, fill) => {
  requireSameSecrets(data, secrets);
  const folder = join(data, 'state', 'do', uniqueKey('Family', secrets.DIRECTORY_KEY));
  mkdirSync(folder, { recursive: true });
  fill(folder);
  expect(() => requireSameSecrets(data, makeSecrets())).toThrow(/^(?!.*reset).*Start with the secrets that the data was created with/);
});
