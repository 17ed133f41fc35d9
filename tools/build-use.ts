// Which processes use the builds of this clone. Each keeps a file in dist/in-use while it lives; a killed one leaves its file, which says nothing.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { ROOT } from './places.ts';
import { isRunning, processSpace, thisProcess } from './processes.ts';

const FOLDER = join(ROOT, 'dist', 'in-use');

/** `space`: where its pid can be compared. `build`: the folder in dist; null while it builds, and under hot reload. */
const useSchema = z.object({
  pid: z.int(),
  startedAt: z.string(),
  space: z.string(),
  command: z.string(),
  build: z.string().nullable(),
});
export type BuildUse = z.infer<typeof useSchema>;

let own: string | null = null;

/** Notes until this process ends that it uses a build, or makes one where `build` is null. A later call replaces what an earlier one noted. */
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

/** The living processes that use builds of this clone, and removes what ended ones left. One in another container cannot be seen. */
export function listBuildUses(): Array<BuildUse> {
  return listFiles().flatMap((path) => {
    const use = read(path);
    if (use !== null && use.space === processSpace() && isRunning(use)) return [use];
    // A file that is just being written cannot be read yet.
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
