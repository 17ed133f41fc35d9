import { type SpawnSyncReturns, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './places.ts';
import { Sentence, step } from './progress.ts';
import { closeWhenStopped } from './stopping.ts';

const STAMP = join(ROOT, 'dist', '.built-from');

/** What the build is made of; whatever else changes needs no new build. */
const SOURCES = [
  'app/**',
  'locales/**',
  'public/**',
  'workers/**',
  '*.toml',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'remix.config.js',
];

export const API_CONFIG = join('workers', 'api', 'wrangler.toml');

/** The bundled Workers. */
export const BUILT = { web: join(ROOT, 'dist', 'web', 'web.js'), api: join(ROOT, 'dist', 'api', 'index.js') };

/** Builds the pages and bundles both Workers, unless nothing has changed since the last time. */
export async function buildWorkers(): Promise<void> {
  const wanted = fingerprint();
  const built = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : null;
  if (built === wanted && existsSync(BUILT.web) && existsSync(BUILT.api)) return;
  rmSync(STAMP, { force: true });
  await step('Building the pages and the API', async () => {
    await Promise.all([
      runTool('remix', ['vite:build', '--logLevel', 'warn']).then(() => bundle('wrangler.toml', 'web')),
      bundle(API_CONFIG, 'api'),
    ]);
  });
  writeFileSync(STAMP, wanted);
}

/** Bundles one Worker into dist/`name` as it would be deployed; `entry` stands in for the entry that its configuration names. */
export function bundle(config: string, name: string, entry: Array<string> = []): Promise<void> {
  const folder = join(ROOT, 'dist', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return runTool('wrangler', ['deploy', ...entry, '--dry-run', '--minify', '--config', config, '--outdir', folder]);
}

/** Runs a package's command to its end. Throws a Sentence with its own words when it fails. */
export async function runTool(name: string, args: Array<string>, stdio: 'inherit' | 'pipe' = 'pipe'): Promise<void> {
  const { status, stdout } = await runForOutput(name, args, stdio);
  if (status !== 0) throw new Sentence(`${stdout}\n${name} ${args[0] ?? ''} failed.`);
}

/** Runs a package's command to its end, whatever it says. */
export function runForOutput(
  name: string,
  args: Array<string>,
  stdio: 'inherit' | 'pipe' = 'pipe',
): Promise<Pick<SpawnSyncReturns<string>, 'status' | 'stdout'>> {
  return new Promise((done, fail) => {
    const child = spawn(join(ROOT, 'node_modules', '.bin', name), args, {
      cwd: ROOT,
      stdio: ['ignore', stdio, stdio],
      env: { ...process.env, ...QUIET },
    });
    let output = '';
    child.stdout?.on('data', (piece) => {
      output += piece;
    });
    child.stderr?.on('data', (piece) => {
      output += piece;
    });
    const forget = closeWhenStopped(() => child.kill());
    child.on('error', fail);
    child.on('close', (status) => {
      forget();
      done({ status, stdout: output });
    });
  });
}

// Nothing asks the network for what is not needed, and nothing is reported to anybody.
const QUIET = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_LOG_PATH: join(ROOT, '.wrangler', 'logs'),
};

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}
