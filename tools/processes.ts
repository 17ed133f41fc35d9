import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from './progress.ts';

/** Identifies a process. Pids are reused, so the start time is included: clock ticks since boot on Linux, elsewhere the output of `ps`. */
export type ProcessName = { pid: number; startedAt: string };

const PROC = '/proc';
const LONGEST_KILL_MS = 10_000;

/** Returns the start time of a process, or null if none runs with this pid. `proc`: the folder of process files. */
export function startTimeOf(pid: number, proc = PROC): string | null {
  return existsSync(join(proc, 'self', 'stat')) ? readStat(pid, proc) : askPs(pid);
}

/** True while exactly this process runs. */
export function isRunning({ pid, startedAt }: ProcessName): boolean {
  return startTimeOf(pid) === startedAt;
}

export function thisProcess(): ProcessName {
  return { pid: process.pid, startedAt: startTimeOf(process.pid) ?? '' };
}

/**
 * Returns an id of the space in which pids are valid: one boot of one machine or container. An equal pid in another space is another
 * process.
 */
export function processSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/**
 * Ends a process with SIGKILL and resolves when it has ended. Does nothing if the process is not running.
 * @throws UserError when the process cannot be ended
 */
export async function endProcess(name: ProcessName): Promise<void> {
  const deadline = Date.now() + LONGEST_KILL_MS;
  while (isRunning(name)) {
    try {
      process.kill(name.pid, 'SIGKILL');
    } catch (error) {
      if (isRunning(name)) throw new UserError(`Process ${name.pid} is still using this data and can’t be stopped: ${String(error)}.`);
    }
    if (Date.now() > deadline) throw new UserError(`Process ${name.pid} is still using this data and doesn’t stop. Restart this machine.`);
    await sleep(10);
  }
}

function readStat(pid: number, proc: string): string | null {
  try {
    const text = readFileSync(join(proc, String(pid), 'stat'), 'utf8');
    // «pid (name) state ppid …»: the name may contain spaces and brackets. The start time is field 22, the 20th after the name.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // The main thread becomes a zombie before the other threads have ended. Until they end, the process keeps its ports open.
    const [state, threads, startedAt] = [fields[0], Number(fields[17]), fields[19]];
    return state === 'Z' && threads <= 1 ? null : (startedAt ?? null);
  } catch {
    return null;
  }
}

function askPs(pid: number): string | null {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
  const [state = 'Z', ...start] = (stdout ?? '').trim().split(/\s+/);
  return state === '' || state.startsWith('Z') ? null : start.join(' ');
}
