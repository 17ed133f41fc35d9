// Runs operator commands on a data folder that no server uses, as operators run them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { lockData } from '#tools/data-lock.ts';
import { ROOT } from '#tools/paths.ts';
import { checkFamily, openFamily } from '../real-family.ts';
import { type RealStart, startReal } from '../real-start.ts';
import { findFreePort } from '../servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-kept-'));
let server: RealStart | undefined;
/** Used by every start, so that earlier clients keep working. */
let port: number | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command of package.json on a data folder, without settings in its environment. */
async function order(data: string, ...args: Array<string>): Promise<{ code: number | null; output: string }> {
  const { PATH = '', HOME = '', PORCHLIGHT_BUILD = '' } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'bootstrap.mjs'), ...args], {
    env: { PATH, HOME, PORCHLIGHT_BUILD, DATA_DIR: data },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

async function serve(data: string): Promise<RealStart> {
  port ??= await findFreePort();
  server = await startReal('serve', data, port);
  return server;
}

async function stop(): Promise<void> {
  await server?.stop();
  server = undefined;
}

describe('operator commands on the kept state', () => {
  test('restores a family from its export into an unused folder; a refused restore stores no secrets in the folder', {
    timeout: 600_000,
  }, async () => {
    const home = join(folder, 'home');
    const family = await openFamily((await serve(home)).apiUrl, home);
    await stop();
    const file = join(folder, 'family.porchlight');
    const settings = `${home}.env`;
    expect(await order(home, 'export', family.email, '--to', file, '--settings', settings)).toMatchObject({ code: 0 });
    const altered = join(folder, 'altered.porchlight');
    writeFileSync(altered, readFileSync(file, 'utf8').replace('"Mia"', '"Eve"'));

    // An empty state folder, and one with only an empty `do`. An aborted start or a mounted disk leaves these.
    for (const [name, parts] of [
      ['empty', []],
      ['begun', ['do']],
    ] as const) {
      const state = join(folder, name, 'state');
      mkdirSync(join(state, ...parts), { recursive: true });
      expect(await order(join(folder, name), 'restore', file)).toMatchObject({
        code: 1,
        output: expect.stringContaining('Nothing was changed.'),
      });
      expect(readdirSync(state)).not.toContain('secrets.json');
      expect(await order(join(folder, name), 'restore', file, '--settings', settings)).toMatchObject({ code: 0 });
    }

    const fresh = join(folder, 'fresh');
    for (const [args, words] of [
      // Without other settings, the secrets of this clone apply.
      [[file], 'Nothing was changed.'],
      [[altered, '--settings', settings], 'modified'],
    ] as const) {
      const { code, output } = await order(fresh, 'restore', ...args);
      expect([code, output]).toEqual([1, expect.stringContaining(words)]);
      expect(readdirSync(fresh).filter((name) => !/^lock-\d+\.json$/.test(name))).toEqual([]);
    }
    // A killed restore leaves this behind.
    writeFileSync(join(fresh, 'restore-draft'), '');
    expect(await order(fresh, 'restore', file, '--settings', settings)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Restored'),
    });
    expect(readdirSync(fresh).filter((name) => !name.startsWith('lock-'))).toEqual(['state']);

    writeFileSync(`${fresh}.env`, readFileSync(settings));
    const { apiUrl } = await serve(fresh);
    expect(await checkFamily(family, apiUrl)).toEqual([]);
  });

  test('refuses a restore into an unused folder while another process has locked it', { timeout: 60_000 }, async () => {
    const data = mkdtempSync(join(folder, 'held-'));
    const lock = await lockData(data);
    const { code, output } = await order(data, 'restore', join(data, 'none'));
    lock.release();
    expect([code, output]).toEqual([1, expect.stringContaining('is already running')]);
    expect(existsSync(join(data, 'state'))).toBe(false);
  });
});
