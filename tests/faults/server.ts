import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chosenPort, requireFreePorts } from '#tools/paths.ts';
import { closeWhenStopped } from '#tools/stopping.ts';
import { findFreePort } from '../servers.ts';

export type Killed = 'workerd' | 'node' | 'group';

/** A server that may be killed. Its address and state survive. */
export type Server = {
  apiUrl: string;
  /**
   * Sends SIGKILL. `workerd`: only to workerd, which the starter starts again. `node`: only to the starter. `group`: to the starter and
   * everything it started.
   */
  kill(what: Killed): Promise<void>;
  /** Starts the server if it is not running. Resolves when it answers. */
  wake(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a server. `publicPort`: the port that clients use, if it is not the server's own. `variables`: further ones of the API. */
export async function startServer(script: string, publicPort?: number, variables: Record<string, string> = {}): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), 'porchlight-faults-'));
  const port = await findPort();
  const apiUrl = `http://127.0.0.1:${port}`;
  let starter: ChildProcess | undefined;

  async function wake(): Promise<void> {
    if (starter === undefined) {
      const args = [script, data, String(port), String(publicPort ?? port), JSON.stringify(variables)];
      const log = openSync(join(data, 'log'), 'a');
      const file = new URL('./server-process.ts', import.meta.url).pathname;
      starter = spawn(process.execPath, [...process.execArgv.filter(isForTypes), file, ...args], {
        detached: true,
        stdio: ['ignore', 'pipe', log],
      });
      await untilReady(starter, join(data, 'log'));
    }
    while (!(await answers(apiUrl))) await new Promise((done) => setTimeout(done, 5));
  }

  async function kill(what: Killed): Promise<void> {
    const pid = starter?.pid;
    if (starter === undefined || pid === undefined) return;
    if (what !== 'workerd') {
      const ended = once(starter, 'exit');
      starter = undefined;
      process.kill(what === 'group' ? -pid : pid, 'SIGKILL');
      await ended;
      return;
    }
    const workers = childrenOf(pid).filter(isWorkerd);
    for (const one of workers) process.kill(one, 'SIGKILL');
    while (workers.some(isAlive)) await new Promise((done) => setTimeout(done, 1));
  }

  const remove = async (): Promise<void> => {
    await kill('group');
    rmSync(data, { recursive: true, force: true });
  };
  const forget = closeWhenStopped(remove);
  const close = (): Promise<void> => {
    forget();
    return remove();
  };
  try {
    await wake();
  } catch (error) {
    await close();
    throw error;
  }
  return { apiUrl, kill, wake, close };
}

function isForTypes(flag: string): boolean {
  return flag.includes('strip-types') || flag.includes('ExperimentalWarning');
}

async function untilReady(starter: ChildProcess, log: string): Promise<void> {
  if (starter.stdout === null) throw new Error('The starter has no output');
  for await (const line of createInterface({ input: starter.stdout })) if (line === 'ready') return;
  throw new Error(`The server ended before it was ready:\n${readFileSync(log, 'utf8')}`);
}

async function answers(apiUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${apiUrl}/healthz`);
    await answer.text();
    return true;
  } catch {
    return false;
  }
}

function childrenOf(pid: number): Array<number> {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function isWorkerd(pid: number): boolean {
  return /^Name:\s+workerd$/m.test(readStatus(pid));
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readStatus(pid));
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return 'State: Z';
  }
}

/** Returns a free loopback port: from PORT on if that is set, otherwise any. */
export async function findPort(): Promise<number> {
  if (process.env.PORT === undefined) return findFreePort();
  for (let port = Math.max(chosenPort(), lastPort + 1); ; port += 1) {
    try {
      await requireFreePorts('127.0.0.1', [port]);
      lastPort = port;
      return port;
    } catch (error) {
      if (port > chosenPort() + 100) throw error;
    }
  }
}

let lastPort = 0;
