import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { jpeg } from '#app/domain/image-bytes.fixture.ts';
import { getAccount } from '#app/wire/account.ts';
import { getData, putData } from '#app/wire/data.ts';
import { createUser, listUsers } from '#app/wire/family.ts';
import { ROOT } from '#tools/paths.ts';
import { requireSameSecrets } from '#tools/secret-record.ts';
import { makeSecrets } from '#tools/secrets.ts';
import { API, Parent, uniqueEmail } from '../clients/parent.ts';
import { startTestServers } from '../servers.ts';
import { testSecrets } from '../test-secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let apiUrl = API;
async function send(request: Request): Promise<Response> {
  const body = request.body === null ? undefined : await request.arrayBuffer();
  return fetch(request.url.replace(API, apiUrl), {
    method: request.method,
    headers: request.headers,
    ...(body === undefined ? {} : { body }),
  });
}

/** Runs `npm run backup` without npm. */
async function backup(data: string, ...args: Array<string>): Promise<{ code: number; output: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'bootstrap.mjs'), 'backup', ...args], { env: { PATH, HOME, DATA_DIR: data } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

function upload(parent: Parent, userId: string, side: number) {
  const data = Buffer.from(jpeg({ width: side, height: side })).toString('base64');
  return parent.call(putData, { query: { key: 'avatar.png', user_id: userId }, body: { data } });
}

describe('npm run backup', () => {
  test('makes a complete backup without secrets while parents write; a start from the backup has every child’s photo', {
    timeout: 180_000,
  }, async () => {
    const data = join(folder, 'data');
    const servers = await startTestServers(data);
    ({ apiUrl } = servers);
    const parents = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const parent = await Parent.signUp(send, uniqueEmail());
        const child = await parent.call(createUser, { body: { user_obj: { user_name: `Mia ${number}`, time_zone: 'Europe/Berlin' } } });
        await upload(parent, child.user_id, 5);
        return { parent, child };
      }),
    );
    let isWriting = true;
    const writing = Promise.all(
      parents.map(async ({ parent, child }) => {
        for (let side = 6; isWriting; side += 1) await upload(parent, child.user_id, side);
      }),
    );
    const to = join(folder, 'copy');
    const made = await backup(data, '--to', to);
    isWriting = false;
    await writing;
    await servers.close();
    expect(made).toEqual({ code: 0, output: expect.stringContaining('Backed up') });
    expect(await backup(data, '--verify', to)).toEqual({ code: 0, output: expect.stringContaining('is complete') });
    const files = readdirSync(to, { recursive: true, encoding: 'utf8' }).map((name) => join(to, name));
    const secrets = Object.values(testSecrets()).filter((value) => /^(k1:)?[A-Za-z0-9+/]{43}=$/.test(value));
    expect(secrets.length).toBeGreaterThan(2);
    for (const file of files.filter((name) => statSync(name).isFile())) {
      expect(statSync(file).mode & 0o077, file).toBe(0);
      for (const secret of secrets) expect(readFileSync(file).includes(secret), file).toBe(false);
    }

    const restored = join(folder, 'restored');
    cpSync(join(to, 'state'), join(restored, 'state'), { recursive: true });
    // The copy records which secrets it was made with.
    const other = { ...testSecrets(), SEAL_KEYS: makeSecrets().SEAL_KEYS };
    expect(() => requireSameSecrets(restored, other)).toThrow('The key k1 in SEAL_KEYS does not match');
    expect(() => requireSameSecrets(restored, { ...testSecrets(), PASSWORD_PEPPER: makeSecrets().PASSWORD_PEPPER })).toThrow(
      'PASSWORD_PEPPER',
    );
    // A backup of an earlier version has no fingerprints. Its rows show which secrets it was made with.
    const earlier = join(folder, 'earlier');
    cpSync(join(to, 'state', 'do'), join(earlier, 'state', 'do'), { recursive: true });
    for (const name of ['DIRECTORY_KEY', 'SEAL_KEYS'] as const) {
      expect(() => requireSameSecrets(earlier, { ...testSecrets(), [name]: makeSecrets()[name] })).toThrow(name);
    }
    requireSameSecrets(earlier, testSecrets());
    const again = await startTestServers(restored);
    ({ apiUrl } = again);
    try {
      for (const { parent, child } of parents) {
        expect((await parent.call(getAccount)).account_id).toBe(parent.accountId);
        expect(await parent.call(listUsers, { query: {} })).toHaveLength(2);
        expect((await parent.call(getData, { query: { key: 'avatar.png', user_id: child.user_id } })).data).not.toBe('');
        expect((await Parent.signIn(send, parent.email)).accountId).toBe(parent.accountId);
      }
    } finally {
      await again.close();
    }

    // Refuses a folder that is not empty, and names every defect of a backup.
    expect(await backup(data, '--to', to)).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
    expect(await backup(join(folder, 'nothing'), '--to', join(folder, 'new'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('No data to back up'),
    });
    expect(existsSync(join(folder, 'new'))).toBe(false);
    const [database = ''] = files.filter(
      (name) => name.includes('-Family-') && !name.endsWith('metadata.sqlite') && name.endsWith('.sqlite'),
    );
    const [blob = ''] = files.filter((name) => name.includes('/blobs/'));
    appendFileSync(database, 'x');
    rmSync(blob);
    writeFileSync(join(to, 'more'), '');
    const { code, output } = await backup(data, '--verify', to);
    expect(code).toBe(1);
    for (const words of [/-Family-.* was changed/, /blobs.* is missing/, /more is not part of the backup/]) expect(output).toMatch(words);
    rmSync(join(to, 'manifest.json'));
    expect(await backup(data, '--verify', to)).toMatchObject({ code: 1, output: expect.stringContaining('is not a backup') });
  });

  test('refuses a backup into the data folder, even by a link', async () => {
    const data = join(folder, 'inside');
    const name = join(folder, 'name');
    mkdirSync(join(data, 'state'), { recursive: true });
    symlinkSync(data, name);
    for (const to of [join(data, 'state', 'copy'), join(data, 'copies', 'one'), join(name, 'copy'), data]) {
      const { code, output } = await backup(data, '--to', to);
      expect({ code, output }, to).toEqual({ code: 1, output: expect.stringContaining('Choose a folder outside it') });
    }
    expect(readdirSync(data)).toEqual(['state']);
  });
});
