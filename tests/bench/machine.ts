import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#tools/paths.ts';

/** The machine and software versions behind the figures. Without them the figures cannot be interpreted (docs/reference/quality.md). */
export type Machine = {
  cpu: string;
  cores: number;
  kernel: string;
  loadAtStart: number;
  node: string;
  workerd: string;
  commit: string;
  at: string;
};

export function describeMachine(): Machine {
  const [cpu] = cpus();
  const workerd: { version: string } = JSON.parse(readFileSync(join(ROOT, 'node_modules', 'workerd', 'package.json'), 'utf8'));
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    kernel: release(),
    loadAtStart: loadavg()[0] ?? 0,
    node: process.versions.node,
    workerd: workerd.version,
    commit: readCommit(),
    at: new Date().toISOString(),
  };
}

export function toLine(machine: Machine): string {
  const { cpu, cores, kernel, loadAtStart, node, workerd, commit, at } = machine;
  return `${at}  commit ${commit}\n${cpu}, ${cores} cores, Linux ${kernel}, load ${loadAtStart.toFixed(2)} at the start; node ${node}, workerd ${workerd}`;
}

/** Returns the short commit hash, with `+` for uncommitted changes; `unknown` without a Git history. */
function readCommit(): string {
  try {
    const git = (...args: Array<string>) =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
  } catch {
    return 'unknown';
  }
}
