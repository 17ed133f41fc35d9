// A Porchlight that is killed with SIGKILL cannot end the workerd that it started: it lives on, holds the ports and writes to the state.
// Whoever starts next on the same state ends it. Told apart by pid and start time together, since pids come round. Linux alone tells both.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

type Process = { pid: number; parent: number; name: string; startedAt: string };

const FILE = 'workerd.json';

/** Notes which workerd of this process works on the state in `data`. */
export function noteWorkerd(data: string): void {
  const own = listProcesses().filter(({ parent, name }) => parent === process.pid && name === 'workerd');
  const [youngest] = own.sort((a, b) => Number(b.startedAt) - Number(a.startedAt));
  if (youngest !== undefined) writeFileSync(join(data, FILE), JSON.stringify(youngest), { mode: 0o600 });
}

/** Ends the workerd that a killed Porchlight left on this state, if one still lives; gives its pid. Nobody else may be running on it. */
export async function endOrphan(data: string): Promise<number | null> {
  const path = join(data, FILE);
  if (!existsSync(path)) return null;
  const noted = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(path, { force: true });
  const isNoted = ({ pid, startedAt, name }: Process): boolean => pid === noted.pid && startedAt === noted.startedAt && name === 'workerd';
  const orphan = listProcesses().find((one) => isNoted(one) && one.parent !== noted.parent);
  if (orphan === undefined) return null;
  process.kill(orphan.pid, 'SIGKILL');
  while (listProcesses().some(isNoted)) await sleep(20);
  return orphan.pid;
}

/** Every process of this machine as /proc tells it; none where there is no /proc. */
function listProcesses(): Array<Process> {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc').flatMap((pid) => {
    const found = /^\d+$/.test(pid) ? readProcess(Number(pid)) : null;
    return found === null ? [] : [found];
  });
}

function readProcess(pid: number): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // pid (name) state ppid …: the name may hold spaces and brackets; the 22nd field is the start time.
    const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (rest[0] === 'Z') return null;
    return { pid, parent: Number(rest[1]), name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')), startedAt: rest[19] ?? '' };
  } catch {
    // It ended while we looked.
    return null;
  }
}
