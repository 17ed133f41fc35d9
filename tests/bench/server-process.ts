import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second in which the kernel counts a process' time. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Starts a server and finds the workerd that it runs in: the child of this process that was not there before. */
export async function withServerProcess<T>(start: () => Promise<T>): Promise<{ started: T; pid: number }> {
  const before = new Set(listWorkerds());
  const started = await start();
  const [pid, ...others] = listWorkerds().filter((id) => !before.has(id));
  if (pid === undefined || others.length > 0)
    throw new Error(`Expected one new workerd and found ${[pid, ...others].join(', ') || 'none'}`);
  return { started, pid };
}

/** CPU time that a process has used so far, user and system, in seconds. */
export function cpuSeconds(pid: number): number {
  const { fields } = readStat(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Runs some work and gives the CPU time that the process used for each of its operations, in ms. */
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
        // It ended while we looked.
        return false;
      }
    });
}

/** `fields` begin with the state: the name before it may hold spaces and brackets. */
function readStat(pid: number): { name: string; fields: Array<string> } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const end = text.lastIndexOf(')');
  return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
}
