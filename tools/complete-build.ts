import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './places.ts';

/** The list of a build's files with their sizes in bytes. It is written last, so a folder without it was never finished. */
const LIST = 'files.json';

/** What is reported where no whole manifest belongs to the web Worker. */
const NO_MANIFEST = join('client', 'assets', 'manifest-*.js');

/** The bundled scripts of a build, relative to its folder. */
export const SCRIPTS = { web: join('web', 'web.js'), api: join('api', 'index.js') };

/**
 * Checks what the tools wrote into a folder, and gives the missing or empty files, relative to it; none when the build is complete.
 * Required are both bundled Workers, the service worker, every file of `public/`, and the browser's manifest with every file that it names.
 */
export function findMissing(folder: string): Array<string> {
  const required = [SCRIPTS.web, SCRIPTS.api, join('client', 'sw.js'), ...publicFiles(), ...manifestFiles(folder)];
  return [...new Set(required)].filter((file) => !isFileWithContent(join(folder, file)));
}

/** Writes the list that `isComplete` compares with. Call it when `findMissing` gives nothing. */
export function listFiles(folder: string): void {
  writeFileSync(join(folder, LIST), JSON.stringify(sizesOf(folder)));
}

/** True when each file on the build's list is there with its size. A build without a list is not complete. */
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

/** The manifest and the files that it names. The web Worker contains the manifest's address, which shows that both are of one build. */
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

/** All files under a folder, relative to it. */
function filesIn(folder: string): Array<string> {
  return globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function isFileWithContent(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size > 0;
}
