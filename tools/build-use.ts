// Records which processes use the builds of this clone. Each process has a file in dist/in-use while it runs. The file of a killed process
// is ignored.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { ROOT } from './paths.ts';
import { isRunning, processSpace, thisProcess } from './processes.ts';

const FOLDER = join(ROOT, 'dist', 'in-use');

/** `space`: the process namespace in which `pid` is valid. `build`: the folder in dist; null while building and under hot reload. */
const useSchema = z.object({
  pid: z.int(),
  startedAt: z.string(),
  space: z.string(),
  command: z.string(),
  build: z.string().nullable(),
});
export type BuildUse = z.infer<typeof useSchema>;

let own: string | null = null;

/** Records until this process ends that it uses a build, or creates one if `build` is null. A later call replaces the record. */
export function noteBuildUse(build: string | null): void {
  if (own === null) {
    const path = join(FOLDER, `${process.pid}-${randomBytes(4).toString('hex')}.json`);
    own = path;
    process.on('exit', () => rmSync(path, { force: true }));
  }
  const use: BuildUse = { ...thisProcess(), space: processSpace(), command: basename(process.argv[1] ?? '', '.ts'), build };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(own, JSON.stringify(use));
}

/**
 * Lists the running processes that use builds of this clone, and deletes the files of ended ones. Processes in other containers are not
 * visible.
 */
export function listBuildUses(): Array<BuildUse> {
  return listFiles().flatMap((path) => {
    const use = read(path);
    if (use !== null && use.space === processSpace() && isRunning(use)) return [use];
    // An unreadable file is kept, because another process may be writing it.
    if (use?.space === processSpace()) rmSync(path, { force: true });
    return [];
  });
}

function listFiles(): Array<string> {
  try {
    return readdirSync(FOLDER).map((name) => join(FOLDER, name));
  } catch {
    return [];
  }
}

function read(path: string): BuildUse | null {
  try {
    return useSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
