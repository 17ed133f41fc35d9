import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listBuildUses, noteBuildUse } from './build-use.ts';
import { findMissing, isComplete, listFiles, SCRIPTS } from './complete-build.ts';
import { ROOT } from './paths.ts';
import { step, UserError } from './progress.ts';
import { closeWhenStopped } from './stopping.ts';

const DIST = join(ROOT, 'dist');
const DRAFT = 'draft-';

/** Sources of a build. Changes to any other file do not require a new build. */
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

/** Number of newest builds to keep. Older builds are deleted 24 hours after their last use (`KEPT_FOR`, in ms). */
const KEPT = 4;
const KEPT_FOR = 24 * 60 * 60 * 1000;

/** Maximum number of build attempts if the sources change during a build. */
const ATTEMPTS = 3;

/**
 * Paths of the bundled Workers that `buildWorkers` found or built in this process or a parent process.
 * @throws Error when `buildWorkers` did not finish before
 */
export const BUILT = {
  get web() {
    return join(builtFolder(), SCRIPTS.web);
  },
  get api() {
    return join(builtFolder(), SCRIPTS.api);
  },
};

/**
 * Builds the pages and bundles both Workers, unless a complete build of the current sources exists. Each build has its own folder that
 * never changes, so it cannot disturb running servers. `npm run reset -- --build` refuses to delete builds while this process runs.
 * @throws UserError when a tool fails or the result is incomplete
 */
export async function buildWorkers(): Promise<void> {
  // Registers this process first, so that no other process deletes the build found below.
  noteBuildUse(null);
  const name = findBuild(fingerprint()) ?? (await step('Building the pages and the API', build));
  process.env.PORCHLIGHT_BUILD = name;
  noteBuildUse(name);
  removeOldBuilds();
}

/** Returns the folder name of the newest complete build of these sources, or null if there is none. Updates its time of last use. */
function findBuild(sources: string): string | null {
  const names = existsSync(DIST) ? readdirSync(DIST).filter((name) => name.startsWith(`${sources}-`)) : [];
  for (const { name } of sortByAge(names)) {
    if (!isComplete(join(DIST, name))) continue;
    utimesSync(join(DIST, name), new Date(), new Date());
    return name;
  }
  return null;
}

function removeOldBuilds(): void {
  const names = readdirSync(DIST);
  const used = new Set(listBuildUses().map(({ build }) => build));
  const builds = sortByAge(names.filter((name) => /^[0-9a-f]{64}(-|$)/.test(name) && !used.has(name))).slice(KEPT);
  // A killed build process leaves its draft folder behind.
  const drafts = sortByAge(names.filter((name) => name.startsWith(DRAFT)));
  for (const { name, age } of [...builds, ...drafts]) {
    // Another process may be deleting the same folder.
    if (age > KEPT_FOR) rmSync(join(DIST, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Deletes all builds, including those of `npm run deploy` and hot reload.
 * @throws UserError naming a process that uses a build
 */
export function removeBuilds(): void {
  const [use] = listBuildUses();
  if (use !== undefined) throw new UserError(`Process ${use.pid} (${use.command}) is using the builds of this clone. Stop it first.`);
  for (const folder of [DIST, join(ROOT, 'build')]) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Returns build folders with their age in ms, newest first. Skips folders that another process deleted. */
function sortByAge(names: Array<string>): Array<{ name: string; age: number }> {
  const aged = names.flatMap((name) => {
    const found = statSync(join(DIST, name), { throwIfNoEntry: false });
    return found === undefined ? [] : [{ name, age: Date.now() - found.mtimeMs }];
  });
  return aged.sort((a, b) => a.age - b.age);
}

/**
 * Repeats the build until the sources do not change during it.
 * @returns the name of the build’s folder
 * @throws UserError when the sources change during every attempt
 */
async function build(): Promise<string> {
  mkdirSync(DIST, { recursive: true });
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const sources = fingerprint();
    const draft = mkdtempSync(join(DIST, DRAFT));
    const remove = () => rmSync(draft, { recursive: true, force: true, maxRetries: 3 });
    const forget = closeWhenStopped(remove);
    try {
      await buildInto(draft);
      if (fingerprint() === sources) return findBuild(sources) ?? putInPlace(draft, sources);
    } finally {
      forget();
      remove();
    }
  }
  throw new UserError(`The source files changed during each of ${ATTEMPTS} builds. Save your changes, then run the command again.`);
}

/**
 * Creates a complete build in a folder.
 * @throws UserError with the output of each failed tool, or the missing files
 */
async function buildInto(draft: string): Promise<void> {
  // Waits for both parts even if one fails, because nothing may write to the folder after its deletion.
  const parts = await Promise.allSettled([bundlePages(draft), bundleApi(join(draft, 'api'))]);
  const failures = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []));
  const unexpected = failures.find((reason) => !(reason instanceof UserError));
  if (unexpected !== undefined) throw unexpected;
  if (failures.length > 0) throw new UserError(failures.map(({ message }) => message).join('\n'));
  const missing = findMissing(draft);
  if (missing.length > 0)
    throw new UserError(`The build is incomplete, although no tool failed. Missing: ${missing.join(', ')}. Run the command again.`);
  listFiles(draft);
}

/** Moves a complete draft to its final folder in one atomic step. Returns the name of that folder. */
function putInPlace(draft: string, sources: string): string {
  const name = `${sources}-${randomBytes(4).toString('hex')}`;
  renameSync(draft, join(DIST, name));
  return name;
}

async function bundlePages(draft: string): Promise<void> {
  // Remix empties its build folder, so the pages need a separate folder.
  const pages = join(draft, 'pages');
  // Remix expects a path relative to the root.
  const from = relative(ROOT, pages);
  // Must be set: with a test runner’s NODE_ENV, the bundle would contain React’s development build.
  await runTool('remix', ['vite:build', '--logLevel', 'warn'], { REMIX_BUILD_FOLDER: from, NODE_ENV: 'production' });
  const options = ['--alias', `server-build:./${join(from, 'server', 'index.js')}`, '--assets', join(from, 'client')];
  await runTool('wrangler', ['deploy', '--dry-run', '--minify', '--config', 'wrangler.toml', ...options, '--outdir', join(draft, 'web')]);
  // Keeps only the client part, because the bundled Worker already contains the server part.
  renameSync(join(pages, 'client'), join(draft, 'client'));
  rmSync(pages, { recursive: true });
}

/** Bundles the API Worker into `folder`, as for deployment. `entry` replaces the entry point from its configuration. */
export function bundleApi(folder: string, entry: Array<string> = []): Promise<void> {
  const config = join('workers', 'api', 'wrangler.toml');
  return runTool('wrangler', ['deploy', ...entry, '--dry-run', '--minify', '--config', config, '--outdir', folder]);
}

function builtFolder(): string {
  const name = process.env.PORCHLIGHT_BUILD;
  if (name === undefined) throw new Error('buildWorkers has not run');
  return join(DIST, name);
}

/**
 * Runs the command of an npm package.
 * @throws UserError with its output when it fails or cannot be started
 */
export async function runTool(name: string, args: Array<string>, env: Record<string, string> = {}): Promise<void> {
  const { status, stdout } = await runForOutput(name, args, env).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${name} could not be started (${error.code ?? error.message}). Run npm ci, then run the command again.`);
  });
  if (status !== 0) throw new UserError(`${stdout}\n${name} ${args[0] ?? ''} failed.`);
}

/**
 * Runs the command of an npm package. Returns its exit code, or null after a signal. `stdout` also contains stderr. Rejects if the command
 * cannot be started.
 */
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

// Prevents unnecessary network requests and usage reports.
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
