import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BUILT } from '#tools/build-workers.ts';
import { findMissing, isComplete } from '#tools/complete-build.ts';
import { ROOT } from '#tools/paths.ts';

const WHOLE = [
  'api/index.js',
  'client/assets/entry-1.js',
  'client/assets/later-1.js',
  'client/assets/manifest-1.js',
  'client/favicon.svg',
  'client/sw.js',
  'web/web.js',
];
const ONE_BUILD = ['api', 'pages', 'remix'];

/** A small project with the real tools folder; only `remix` and `wrangler` are stand-ins. */
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'porchlight-build-'));
  cpSync(join(ROOT, 'tools'), join(project, 'tools'), { recursive: true });
  for (const folder of ['app', 'public', 'node_modules/.bin']) mkdirSync(join(project, folder), { recursive: true });
  writeFileSync(join(project, 'app', 'source.ts'), 'export {};\n');
  writeFileSync(join(project, 'public', 'favicon.svg'), '<svg/>');
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json']) writeFileSync(join(project, lock), '{ "packages": {} }');
  const bin = join(project, 'node_modules', '.bin');
  symlinkSync(process.execPath, join(bin, 'node'));
  // Needed by the tools that read the data folder.
  symlinkSync(join(ROOT, 'node_modules', 'zod'), join(project, 'node_modules', 'zod'));
  for (const tool of ['remix', 'wrangler']) {
    const fake = join(ROOT, 'tests', 'fakes', 'build-tool.mjs');
    writeFileSync(join(bin, tool), `#!/bin/sh\nexec "${process.execPath}" "${fake}" ${tool} "$@"\n`);
    chmodSync(join(bin, tool), 0o755);
  }
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

describe('npm run build', () => {
  test('makes a complete build when the API is bundled before Remix empties its folder', async () => {
    expect(await build({ waits: true })).toMatchObject({ code: 0 });
    expect(builds()).toEqual([WHOLE]);
    expect(drafts()).toEqual([]);
  });

  test('runs no tool again when a complete build of these sources exists', async () => {
    await build();
    expect(await build()).toMatchObject({ code: 0 });
    expect(runs()).toEqual(ONE_BUILD);
  });

  test.each(['api/index.js', 'web/web.js', 'client/assets/later-1.js', 'files.json'])('builds again when %s is missing', async (file) => {
    await build();
    rmSync(join(onlyBuild(), file));
    expect(await build()).toMatchObject({ code: 0 });
    expect(runs()).toEqual([...ONE_BUILD, ...ONE_BUILD].sort());
    expect(builds()).toContainEqual(WHOLE);
  });

  test('builds again when a file is cut short', async () => {
    await build();
    writeFileSync(join(onlyBuild(), 'web', 'web.js'), '');
    expect(await build()).toMatchObject({ code: 0 });
    expect(runs()).toHaveLength(2 * ONE_BUILD.length);
  });

  test('does not use an incomplete build that an earlier version left under the name of its sources', async () => {
    await build();
    const name = onlyBuild();
    renameSync(name, name.replace(/-[^-]*$/, ''));
    rmSync(join(name.replace(/-[^-]*$/, ''), 'api'), { recursive: true });
    expect(await build()).toMatchObject({ code: 0 });
    expect(builds()).toContainEqual(WHOLE);
  });

  test.each([
    ['remix', 'status', /remix has its reasons\s+remix vite:build failed\./],
    ['pages', 'status', /pages has its reasons\s+wrangler deploy failed\./],
    ['api', 'status', /api has its reasons\s+wrangler deploy failed\./],
    ['remix', 'signal', /remix vite:build failed\./],
    ['api', 'signal', /wrangler deploy failed\./],
    ['remix', 'writes nothing', /wrangler deploy failed\./],
    ['pages', 'writes nothing', /incomplete.*web\.js/],
    ['api', 'writes nothing', /incomplete.*index\.js/],
  ] as const)('exits with 1, prints the cause and leaves no build when the tool for %s fails (%s)', async (fails, how, words) => {
    const { code, output } = await build({ fails, how });
    expect(code).toBe(1);
    expect(output).toMatch(words);
    expect([builds(), drafts()]).toEqual([[], []]);
    // The next run starts from scratch and makes a complete build.
    expect(await build()).toMatchObject({ code: 0 });
    expect(builds()).toEqual([WHOLE]);
  });

  test('exits with 1 and names the remedy when a tool is not installed', async () => {
    rmSync(join(project, 'node_modules', '.bin', 'remix'));
    const { code, output } = await build();
    expect(code).toBe(1);
    expect(output).toContain('remix could not be started (ENOENT). Run npm ci');
    expect(builds()).toEqual([]);
  });

  test('makes only complete builds when two processes build the same sources at the same time', async () => {
    const both = await Promise.all([build({ together: 2 }), build({ together: 2 })]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const found = builds();
    expect(found.length).toBeGreaterThan(0);
    for (const files of found) expect(files).toEqual(WHOLE);
    expect(drafts()).toEqual([]);
  });

  test('builds again when the sources change while it builds', async () => {
    expect(await build({ edits: true })).toMatchObject({ code: 0 });
    expect(runs()).toHaveLength(2 * ONE_BUILD.length);
    // The build is named after the current sources, so the next run finds it.
    expect(await build()).toMatchObject({ code: 0 });
    expect(runs()).toHaveLength(2 * ONE_BUILD.length);
  });

  test('exits with 1 when a signal ends it', async () => {
    const child = start('build', { waits: true, fails: 'api', how: 'status' });
    const ended = once(child, 'exit');
    // Remix waits for an API build that never ends, so this build has begun and cannot end by itself.
    await expect.poll(() => existsSync(join(project, 'runs.log')) && runs().includes('remix'), { timeout: 30_000 }).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    expect(builds()).toEqual([]);
  });
});

test('npm run reset -- --build removes every build and keeps the state', async () => {
  await build();
  mkdirSync(join(project, '.data'));
  writeFileSync(join(project, '.data', 'kept'), 'a family');
  expect(await end(start('reset', {}, ['--build']))).toMatchObject({ code: 0 });
  expect(existsSync(join(project, 'dist'))).toBe(false);
  expect(readFileSync(join(project, '.data', 'kept'), 'utf8')).toBe('a family');
  expect(await end(start('reset', {}, ['--builds']))).toMatchObject({ code: 1 });
  expect(existsSync(join(project, '.data', 'kept'))).toBe(true);
});

test('npm run reset -- --build refuses while a process uses a build, names it, and resets once the process is killed', async () => {
  const program = "await (await import('./tools/build-workers.ts')).buildWorkers(); console.log('ready'); setInterval(() => {}, 1000)";
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: project,
    env: { ...process.env, FAKE_BUILD: '{}' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close');
  try {
    await expect.poll(() => output, { timeout: 30_000 }).toContain('ready');
    const { code, output: refusal } = await end(start('reset', {}, ['--build']));
    expect(refusal).toMatch(new RegExp(`^Process ${child.pid} .*is using the builds of this clone. Stop it first\\.\n$`));
    expect(code).toBe(1);
    expect(builds()).toEqual([WHOLE]);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  expect(await end(start('reset', {}, ['--build']))).toMatchObject({ code: 0 });
  expect(existsSync(join(project, 'dist'))).toBe(false);
});

describe('build of the integration tests', () => {
  const real = dirname(dirname(BUILT.web));

  test('has all required files', () => {
    expect(findMissing(real)).toEqual([]);
    expect(isComplete(real)).toBe(true);
  });

  test('is incomplete without any one of its files', () => {
    const copy = join(project, 'copy');
    cpSync(real, copy, { recursive: true });
    const files = globSync('**', { cwd: copy, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(100);
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name);
      renameSync(path, join(project, 'aside'));
      expect([path, isComplete(copy)]).toEqual([path, false]);
      renameSync(join(project, 'aside'), path);
    }
    expect(isComplete(copy)).toBe(true);
  });

  test.each([
    ['web', 'web.js'],
    ['api', 'index.js'],
    ['client', 'sw.js'],
    ['client', 'favicon.svg'],
  ])('is reported as incomplete when the tools do not write %s/%s', (folder, name) => {
    const copy = join(project, 'copy');
    cpSync(real, copy, { recursive: true });
    rmSync(join(copy, folder, name));
    expect(findMissing(copy)).toContain(join(folder, name));
  });

  test('is reported as incomplete when its manifest is missing, cut short, or names a missing file', () => {
    const copy = join(project, 'copy');
    cpSync(real, copy, { recursive: true });
    const assets = join(copy, 'client', 'assets');
    const manifest = join(assets, readdirSync(assets).find((name) => name.startsWith('manifest-')) ?? '');
    const text = readFileSync(manifest, 'utf8');
    const [entry = ''] = text.match(/assets\/entry\.client-[^"]+/) ?? [];
    renameSync(join(copy, 'client', entry), join(project, 'aside'));
    expect(findMissing(copy)).toEqual([join('client', entry)]);
    renameSync(join(project, 'aside'), join(copy, 'client', entry));
    writeFileSync(manifest, text.slice(0, 500));
    expect(findMissing(copy)).toHaveLength(1);
    rmSync(manifest);
    expect(findMissing(copy)).toHaveLength(1);
    writeFileSync(manifest, text);
    expect(findMissing(copy)).toEqual([]);
  });
});

type FakeBuild = { fails?: string; how?: string; waits?: boolean; together?: number; edits?: boolean };

function start(command: string, fake: FakeBuild = {}, args: Array<string> = []) {
  const env = { ...process.env, FAKE_BUILD: JSON.stringify(fake), DATA_DIR: join(project, '.data') };
  return spawn(process.execPath, [join('tools', 'bootstrap.mjs'), command, ...args], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(child: ReturnType<typeof start>): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

const build = (fake: FakeBuild = {}) => end(start('build', fake));

/** Returns the files of each finished build, without `files.json`. */
function builds(): Array<Array<string>> {
  return folders(/^[0-9a-f]{64}-/).map((name) =>
    globSync('**/*.*', { cwd: join(project, 'dist', name) })
      .filter((file) => file !== 'files.json')
      .sort(),
  );
}

function onlyBuild(): string {
  const [name = '', ...others] = folders(/^[0-9a-f]{64}-/);
  expect(others).toEqual([]);
  return join(project, 'dist', name);
}

const drafts = () => folders(/^draft-/);

function folders(pattern: RegExp): Array<string> {
  return existsSync(join(project, 'dist')) ? readdirSync(join(project, 'dist')).filter((name) => pattern.test(name)) : [];
}

/** Returns which tools ran, in alphabetical order. */
function runs(): Array<string> {
  return readFileSync(join(project, 'runs.log'), 'utf8').trim().split('\n').sort();
}
