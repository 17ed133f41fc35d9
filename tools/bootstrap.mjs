// Runs a command of this folder on a suitable Node version. Plain JavaScript with `node:` imports only, because no package may be installed
// yet.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const installed = join(root, 'node_modules', '.package-lock.json');
const [command = 'start', ...rest] = process.argv.slice(2);

/** @type {Array<NodeJS.Signals>} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  console.error(sentence);
  return process.exit(1);
}

/** @param {number} major @param {number} minor */
function isNodeAtLeast(major, minor) {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

async function install() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    refuse(`Porchlight can’t write to ${root}. Fix the permissions, or clone it somewhere else.`);
  }
  // On stderr, because the command’s own output may be redirected to a file.
  process.stderr.write('Installing dependencies (once, about half a minute) … ');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const [program, ...before] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const child = spawn(program, [...before, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      words += piece;
    });
  }
  // The next start repeats an incomplete installation, but npm must not keep running after this process.
  const stop = () => child.kill();
  for (const signal of SIGNALS) process.on(signal, stop);
  watchParent(stop);
  const [code] = await Promise.race([once(child, 'close'), once(child, 'error').then(([error]) => [String(error)])]);
  for (const signal of SIGNALS) process.off(signal, stop);
  if (child.killed) process.exit(1);
  if (code !== 0) {
    console.error(`\n${words}`);
    refuse('Could not install the dependencies: npm ci failed. Its output is above.');
  }
  process.stderr.write('done\n');
}

/** True if npm’s record of installed packages matches the lock file. Optional packages may be missing. */
function isInstalled() {
  if (!existsSync(installed) || !existsSync(bin)) return false;
  const have = readPackages(installed);
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(
    ([path, { version, optional }]) => path === '' || (have[path] === undefined ? optional === true : have[path].version === version),
  );
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Runs the same command on another Node and exits with it.
 * @param {string} node
 * @param {Array<string>} flags
 */
function handOver(node, flags) {
  const child = spawn(node, [...flags, fileURLToPath(import.meta.url), command, ...rest], { stdio: 'inherit' });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
  watchParent(() => child.kill('SIGTERM'));
}

/**
 * Calls `whenGone` if the parent process changes. npm has then ended, for example by SIGTERM, without ending this process.
 * @param {() => void} whenGone
 */
function watchParent(whenGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) whenGone();
  }, 500).unref();
}

function findFile() {
  if (command === 'device') return join(root, 'device', 'cli.ts');
  if (command === 'bench' || command === 'faults') return join(root, 'tests', command, `${command}.ts`);
  const file = join(root, 'tools', `${command}.ts`);
  return /^[a-z-]+$/.test(command) && existsSync(file) ? file : refuse(`Unknown command: ${command}.`);
}

if (!isNodeAtLeast(20, 0)) refuse(`Node ${process.versions.node} is too old. Install Node 22.13 or newer.`);
process.env.PATH = bin + delimiter + process.env.PATH;
if (!isInstalled()) await install();

const own = join(bin, 'node');
const stripsTypes = process.features.typescript === 'strip' || process.features.typescript === 'transform';
if (stripsTypes) {
  process.chdir(root);
  process.argv.splice(1, 2, findFile());
  watchParent(() => process.kill(process.pid, 'SIGTERM'));
  await import(pathToFileURL(findFile()).href);
} else if (existsSync(own) && spawnSync(own, ['--version']).status === 0) {
  handOver(own, []);
} else if (isNodeAtLeast(22, 13)) {
  handOver(process.execPath, ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']);
} else {
  refuse(
    `Node ${process.versions.node} is too old, and npm has no newer one for ${process.platform} ${process.arch}. Install Node 22.13 or newer.`,
  );
}
