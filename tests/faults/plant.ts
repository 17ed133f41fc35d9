import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleApi } from '#tools/build-workers.ts';
import { ROOT } from '#tools/paths.ts';

/** A bug to be found: in `file`, the text `good`, which occurs exactly once, is replaced by `bad`. */
export type Plant = { name: string; bug: string; file: string; good: string; bad: string; foundBy: string };

export type Bundle = { script: string; remove: () => void };

/**
 * Bundles the api Worker for fault tests; with a plant, from a copy of the sources that contains the bug.
 * @throws Error if the text of the plant does not occur exactly once
 */
export async function bundleForFaults(plant?: Plant): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-faults-api-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const root = plant === undefined ? ROOT : plantIn(join(folder, 'sources'), plant);
    const built = join(folder, 'built');
    await bundleApi(built, [join(root, 'tests', 'entries', 'faults.ts')]);
    return { script: join(built, 'faults.js'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Returns how often the text that a plant replaces occurs in its file; must be 1. */
export function countGround({ file, good }: Plant): number {
  return readFileSync(join(ROOT, file), 'utf8').split(good).length - 1;
}

function plantIn(copy: string, plant: Plant): string {
  const { name, file, good, bad } = plant;
  const count = countGround(plant);
  if (count !== 1) throw new Error(`The text to replace by “${name}” occurs ${count} times in ${file}, not once`);
  mkdirSync(copy);
  for (const part of ['app', 'workers', join('tests', 'entries'), 'tsconfig.json', 'package.json']) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const path = join(copy, file);
  writeFileSync(path, readFileSync(path, 'utf8').split(good).join(bad));
  return copy;
}
