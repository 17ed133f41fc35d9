import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './places.ts';
import { Sentence, step } from './progress.ts';
import { closeWhenStopped } from './stopping.ts';

const DIST = join(ROOT, 'dist');

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

/** How many builds are kept, however old. Others are for this long, in ms: a server may still run on one of them. */
const KEPT = 4;
const KEPT_FOR = 24 * 60 * 60 * 1000;

/** The bundled Workers of the sources as they are; of those that `buildWorkers` found, once it has run here or in a parent process. */
export const BUILT = {
  get web() {
    return join(builtFolder(), 'web', 'web.js');
  },
  get api() {
    return join(builtFolder(), 'api', 'index.js');
  },
};

/**
 * Builds the pages and bundles both Workers, unless these very sources were built before. A build has a folder of its own, named after
 * its sources and never written again: building leaves a running server alone, and two may build at once.
 */
export async function buildWorkers(): Promise<void> {
  const name = fingerprint();
  const folder = join(DIST, name);
  if (!existsSync(folder)) await step('Building the pages and the API', () => build(folder));
  process.env.PORCHLIGHT_BUILD = name;
  // The time on its folder says when a build was last started on.
  utimesSync(folder, new Date(), new Date());
  removeOldBuilds();
}

function removeOldBuilds(): void {
  const builds = readdirSync(DIST).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const aged = builds.map((name) => ({ folder: join(DIST, name), age: Date.now() - statSync(join(DIST, name)).mtimeMs }));
  for (const { folder, age } of aged.sort((a, b) => a.age - b.age).slice(KEPT)) {
    if (age > KEPT_FOR) rmSync(folder, { recursive: true, force: true });
  }
}

async function build(folder: string): Promise<void> {
  mkdirSync(DIST, { recursive: true });
  const draft = mkdtempSync(join(DIST, 'draft-'));
  try {
    await Promise.all([bundlePages(draft), bundleApi(join(draft, 'api'))]);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Somebody else was quicker with the same sources.
    if (!existsSync(folder)) throw error;
  }
}

async function bundlePages(draft: string): Promise<void> {
  // Seen from the root, as Remix wants it.
  const from = relative(ROOT, draft);
  // Said here: a test runner has another NODE_ENV, and would leave a build with React's development half in it to whoever starts next.
  await runTool('remix', ['vite:build', '--logLevel', 'warn'], { REMIX_BUILD_FOLDER: from, NODE_ENV: 'production' });
  const pages = ['--alias', `server-build:./${join(from, 'server', 'index.js')}`, '--assets', join(from, 'client')];
  await runTool('wrangler', ['deploy', '--dry-run', '--minify', '--config', 'wrangler.toml', ...pages, '--outdir', join(draft, 'web')]);
}

/** Bundles the api Worker into a folder as it would be deployed; `entry` stands in for the entry that its configuration names. */
export function bundleApi(folder: string, entry: Array<string> = []): Promise<void> {
  const config = join('workers', 'api', 'wrangler.toml');
  return runTool('wrangler', ['deploy', ...entry, '--dry-run', '--minify', '--config', config, '--outdir', folder]);
}

function builtFolder(): string {
  return join(DIST, process.env.PORCHLIGHT_BUILD ?? fingerprint());
}

/** Runs a package's command to its end. Throws a Sentence with its own words when it fails. */
export async function runTool(name: string, args: Array<string>, env: Record<string, string> = {}): Promise<void> {
  const { status, stdout } = await runForOutput(name, args, env);
  if (status !== 0) throw new Sentence(`${stdout}\n${name} ${args[0] ?? ''} failed.`);
}

/** Runs a package's command to its end, whatever it says. */
export function runForOutput(
  name: string,
  args: Array<string>,
  env: Record<string, string> = {},
): Promise<{ status: number | null; stdout: string }> {
  return new Promise((done, fail) => {
    const child = spawn(join(ROOT, 'node_modules', '.bin', name), args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...QUIET, ...env },
    });
    let output = '';
    child.stdout.on('data', (piece) => {
      output += piece;
    });
    child.stderr.on('data', (piece) => {
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
