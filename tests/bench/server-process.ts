import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Kernel ticks per second, the unit of process times in /proc. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * Starts a server. Returns the result of `start` and the process ID of the new workerd.
 * @throws Error unless exactly one workerd was started; the server is then closed
 */
export async function withServerProcess<T extends { close(): Promise<unknown> }>(
  start: () => Promise<T>,
): Promise<{ started: T; pid: number }> {
  const before = new Set(listWorkerds());
  const started = await start();
  const [pid, ...others] = listWorkerds().filter((id) => !before.has(id));
  if (pid === undefined || others.length > 0) {
    await started.close();
    throw new Error(`Expected one new workerd and found ${[pid, ...others].join(', ') || 'none'}`);
  }
  return { started, pid };
}

/** Returns the CPU time of a process so far, user and system, in seconds. */
export function cpuSeconds(pid: number): number {
  const { fields } = readStat(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Returns the CPU time of several processes together. Counts each once, and ignores those that are not running yet. */
export function cpuSecondsOf(pids: ReadonlyArray<number | undefined>, ofOne = cpuSeconds): number {
  return [...new Set(pids)].reduce<number>((sum, pid) => (pid === undefined ? sum : sum + ofOne(pid)), 0);
}

/** Runs `work` and returns the CPU time of the process per operation, in ms. */
export async function cpuPerOperation(pid: number, operations: number, work: () => Promise<unknown>): Promise<number> {
  const before = cpuSeconds(pid);
  await work();
  return ((cpuSeconds(pid) - before) * 1000) / operations;
}

function listWorkerds(): Array<number> {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        const { name, fields } = readStat(id);
        return name === 'workerd' && Number(fields[1]) === process.pid;
      } catch {
        // The process has ended.
        return false;
      }
    });
}

/** Reads /proc/<pid>/stat. `fields` starts with the process state, because the name before it may contain spaces and brackets. */
function readStat(pid: number): { name: string; fields: Array<string> } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const end = text.lastIndexOf(')');
  return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
}
