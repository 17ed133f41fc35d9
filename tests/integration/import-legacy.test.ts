import { spawn } from 'node:child_process';
import { randomBytes, scryptSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account.ts';
import { BUILT } from '#tools/build-workers.ts';
import { openControl } from '#tools/control.ts';
import { ROOT } from '#tools/paths.ts';
import { Parent, uniqueEmail } from '../clients/parent.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const COST = { N: 1024, r: 8, p: 1, bytes: 32 };
const PASSWORD = 'an old password';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-import-'));
const data = join(folder, 'data');
let servers: TestServers;
let control: { close(): Promise<void> };

beforeAll(async () => {
  const settings = { GOOGLE_CLIENT_ID: '', APPLE_CLIENT_ID: '', LEGACY_IMPORT: Object.values(COST).join(':') };
  servers = await startTestServers(data, BUILT.web, {}, async () => ({ origin: '', settings, close: async () => {} }));
  control = await openControl(data, servers.webEnv);
});
afterAll(async () => {
  await control?.close();
  await servers?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns an account of another system as a line of the file. */
function lineOf(email: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(PASSWORD, salt, COST.bytes, { N: COST.N, r: COST.r, p: COST.p });
  return JSON.stringify({ email, email_verified: true, password: { salt: salt.toString('base64'), hash: hash.toString('base64') } });
}

/** Runs `npm run import-legacy` as npm does: in the folder of package.json, with the caller's folder in INIT_CWD. */
async function importFrom(caller: string, file: string): Promise<{ code: number | null; out: string; errors: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'bootstrap.mjs'), 'import-legacy', file], {
    cwd: ROOT,
    env: { PATH, HOME, DATA_DIR: data, INIT_CWD: caller },
  });
  let [out, errors] = ['', ''];
  child.stdout.on('data', (piece) => (out += piece));
  child.stderr.on('data', (piece) => (errors += piece));
  const [code] = await once(child, 'close');
  return { code, out, errors };
}

describe('npm run import-legacy', () => {
  test('imports a file named relative to the folder of the call, and exits with 0', async () => {
    const email = uniqueEmail();
    writeFileSync(join(folder, 'all.ndjson'), `${lineOf(email)}\n\n`);
    expect(await importFrom(folder, 'all.ndjson')).toEqual({ code: 0, out: 'Accounts imported: 1.\n', errors: '' });
    const parent = await Parent.signIn(fetch, email, servers.apiUrl, PASSWORD);
    expect(await parent.call(getAccount)).toMatchObject({ is_legacy: true, emails: [{ email }] });
  });

  test('exits with 1 and names each refused line, and imports the others', async () => {
    const [taken, email] = [uniqueEmail(), uniqueEmail()];
    await Parent.signUp(fetch, taken, servers.apiUrl);
    writeFileSync(join(folder, 'mixed.ndjson'), [lineOf(taken), 'not JSON', lineOf(email)].join('\n'));
    const { code, out, errors } = await importFrom(folder, 'mixed.ndjson');
    expect({ code, out }).toEqual({ code: 1, out: 'Accounts imported: 1.\n' });
    expect(errors).toContain(`Line 1: ${taken} already has an account`);
    expect(errors).toContain('Line 2: ');
    expect(errors).not.toContain('Line 3: ');
    expect(errors).toContain('Lines refused: 2. Fix these and import them again.\n');
    expect((await Parent.signIn(fetch, email, servers.apiUrl, PASSWORD)).email).toBe(email);
  });

  test('exits with 1 and one sentence when the file does not exist or is a folder', async () => {
    const missing = `File not found: ${join(folder, 'missing.ndjson')}.\n`;
    expect(await importFrom(folder, 'missing.ndjson')).toEqual({ code: 1, out: '', errors: missing });
    const { errors, ...rest } = await importFrom(folder, '.');
    expect(rest).toEqual({ code: 1, out: '' });
    expect(errors).toMatch(/^Can’t read .*\n$/);
  });
});
