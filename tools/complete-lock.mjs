// Completes package-lock.json after an `npm install`: some registries lack optional packages that are meant for other systems, npm then
// leaves them out of the lock file, and `npm ci` refuses it («Missing: … from lock file»). What is added here is never downloaded on this
// system, for it names the system it is for. Run: node tools/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, optionalDependencies?: Record<string, string>, os?: Array<string>, cpu?: Array<string>, libc?: Array<string> }} Entry */

/**
 * The entries that a lock file's packages ask for and lack.
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
      const place = found === null ? `node_modules/${name}` : `${path}/node_modules/${name}`;
      missing[place] = { version: wanted.replace(/^[~^]/, ''), ...(dev ? { dev } : {}), optional: true, ...systemOf(name) };
    }
  }
  return missing;
}

/** Where Node would find a package from another one. @param {Record<string, Entry>} packages @param {string} from @param {string} name */
function findInstalled(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') return null;
  }
}

/** What a package's name says about the system it is for. @param {string} name @returns {Partial<Entry>} */
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
