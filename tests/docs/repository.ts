import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the paths of all files that git tracks or would add, except files deleted in the working tree. */
export function listFiles(): Array<string> {
  const list = (...args: Array<string>) => execFileSync('git', ['ls-files', '-z', ...args], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const deleted = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard').filter((file) => file !== '' && !deleted.has(file));
}

export function readText(file: string): string {
  return readFileSync(`${ROOT}${file}`, 'utf8');
}
