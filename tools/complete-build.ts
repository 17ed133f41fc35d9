import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** File that lists the files of a build with their sizes in bytes. It is written last, so a folder without it is incomplete. */
const LIST = 'files.json';

/** Reported as missing when no complete manifest matches the web Worker. */
const NO_MANIFEST = join('client', 'assets', 'manifest-*.js');

/** Paths of the bundled scripts, relative to the folder of the build. */
export const SCRIPTS = { web: join('web', 'web.js'), api: join('api', 'index.js') };

/**
 * Returns the missing or empty files of a build, relative to its folder; empty if it is complete. Requires both bundled Workers, the
 * service worker, every file of `public/`, and the browser manifest with all files it names.
 */
export function findMissing(folder: string): Array<string> {
  const required = [SCRIPTS.web, SCRIPTS.api, join('client', 'sw.js'), ...publicFiles(), ...manifestFiles(folder)];
  return [...new Set(required)].filter((file) => !isFileWithContent(join(folder, file)));
}

/** Writes the list that `isComplete` checks. Call it when `findMissing` returns nothing. */
export function listFiles(folder: string): void {
  writeFileSync(join(folder, LIST), JSON.stringify(sizesOf(folder)));
}

/** True if every listed file exists with its size. A build without a list is incomplete. */
export function isComplete(folder: string): boolean {
  try {
    const list: Record<string, number> = JSON.parse(readFileSync(join(folder, LIST), 'utf8'));
    return Object.entries(list).every(([file, size]) => statSync(join(folder, file), { throwIfNoEntry: false })?.size === size);
  } catch {
    return false;
  }
}

function publicFiles(): Array<string> {
  return filesIn(join(ROOT, 'public')).map((file) => join('client', file));
}

/** Returns the manifest and the files that it names. The web Worker contains the manifest’s path, so both belong to one build. */
function manifestFiles(folder: string): Array<string> {
  const assets = join(folder, 'client', 'assets');
  const manifest = existsSync(assets) ? readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) : undefined;
  const script = join(folder, SCRIPTS.web);
  if (manifest === undefined || !existsSync(script) || !readFileSync(script, 'utf8').includes(manifest)) return [NO_MANIFEST];
  const text = readFileSync(join(assets, manifest), 'utf8');
  const named: Array<string> = [];
  try {
    JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1), (_key, value) => {
      if (typeof value === 'string' && value.startsWith('/assets/')) named.push(join('client', value));
    });
  } catch {
    return [NO_MANIFEST];
  }
  return named;
}

function sizesOf(folder: string): Record<string, number> {
  return Object.fromEntries(filesIn(folder).map((file) => [file, statSync(join(folder, file)).size]));
}

/** Lists all files in a folder as relative paths. */
function filesIn(folder: string): Array<string> {
  return globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function isFileWithContent(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size > 0;
}
