// Completes package-lock.json after `npm install`. Some registries lack optional packages for other systems; npm then omits them from the
// lock file, and `npm ci` fails («Missing: … from lock file»). The added entries name another system, so they are never downloaded here.
// Run: node tools/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, optionalDependencies?: Record<string, string>, os?: Array<string>, cpu?: Array<string>, libc?: Array<string> }} Entry */

/**
 * Returns the optional dependencies that are missing from a lock file.
 * @param {Record<string, Entry>} packages
 * @returns {Record<string, Entry>}
 */
export function missingEntries(packages) {
  /** @type {Record<string, Entry>} */
  const missing = {};
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, wanted] of Object.entries(optionalDependencies)) {
      const found = findInstalled(packages, path, name);
      const exact = /^\d/.test(wanted);
      if (found !== null && (!exact || packages[found]?.version === wanted)) continue;
      // A dependency of the project itself has no other place. `npm install` replaces its version.
      if (found !== null && path === '') continue;
      const place = found === null ? `node_modules/${name}` : `${path}/node_modules/${name}`;
      missing[place] = { version: wanted.replace(/^[~^]/, ''), ...(dev ? { dev } : {}), optional: true, ...systemOf(name) };
    }
  }
  return missing;
}

/**
 * Returns the path where Node would find the package `name` from the package at `from`, or null.
 * @param {Record<string, Entry>} packages
 * @param {string} from
 * @param {string} name
 */
function findInstalled(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') return null;
  }
}

/**
 * Returns `os`, `cpu` and `libc` of a package, derived from its name.
 * @param {string} name
 * @returns {Partial<Entry>}
 */
function systemOf(name) {
  const words = name.slice(name.lastIndexOf('/') + 1).split(/[-_]/);
  if (words.includes('wasm32') || words.includes('wasi')) return { cpu: ['wasm32'] };
  const os = words.includes('windows') ? 'win32' : SYSTEMS.find((system) => words.includes(system));
  const cpu = words.includes('64') ? 'x64' : PROCESSORS.find((processor) => words.includes(processor));
  const musl = words.some((word) => word.startsWith('musl'));
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(os ? { os: [os] } : {}), ...(musl ? { libc: ['musl'] } : {}) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lock.packages);
  const places = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(places) }, null, 2)}\n`);
  console.log(`Added ${Object.keys(missing).length} entries to package-lock.json.`);
}
