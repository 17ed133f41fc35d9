import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of all files that git tracks or would add, without those that the working tree has deleted. */
export function listFiles(): Array<string> {
  const list = (...args: Array<string>) => execFileSync('git', ['ls-files', '-z', ...args], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const deleted = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard').filter((file) => file !== '' && !deleted.has(file));
}

export function readText(file: string): string {
  return readFileSync(`${ROOT}${file}`, 'utf8');
}
