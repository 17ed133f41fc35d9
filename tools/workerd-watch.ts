import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteWorkerd } from './data-lock.ts';
import { startTimeOf } from './processes.ts';

// Miniflare does not expose workerd’s pid. Node announces every child process on this channel before it starts.
const CHANNEL = 'child_process';

let watcher: ChildProcess | undefined;
let users = 0;

/**
 * Ends each workerd when this process ends, even by SIGKILL. A shell script reads a pipe that closes when this process ends, then ends each
 * workerd. Also records each workerd in the locked data folders, so that the next start can end it.
 * @returns a function to call when the caller’s workerd has ended; the last such call ends the script
 */
export function watchWorkerds(): () => Promise<void> {
  users += 1;
  if (users === 1) {
    watcher = startWatcher();
    subscribe(CHANNEL, watchChild);
  }
  return async () => {
    users -= 1;
    if (users > 0 || watcher === undefined) return;
    unsubscribe(CHANNEL, watchChild);
    const ending = watcher;
    watcher = undefined;
    if (ending.pid === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.ref();
    ending.stdin?.end();
    await ended;
  };
}

function startWatcher(): ChildProcess {
  const script = fileURLToPath(new URL('./end-with-parent.sh', import.meta.url));
  // In its own session, so that Ctrl-C in a terminal does not end it first.
  const started = spawn('/bin/sh', [script, '/proc'], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // Without the script, the next start ends every workerd that this process leaves behind.
  started.on('error', () => undefined);
  started.stdin.on('error', () => undefined);
  started.unref();
  if ('unref' in started.stdin && typeof started.stdin.unref === 'function') started.stdin.unref();
  return started;
}

function watchChild(message: unknown): void {
  const child = readChild(message);
  child?.once('spawn', () => {
    const { pid } = child;
    const startedAt = pid === undefined || basename(child.spawnfile) !== 'workerd' ? null : startTimeOf(pid);
    if (pid === undefined || startedAt === null) return;
    watcher?.stdin?.write(`${pid} ${startedAt}\n`);
    noteWorkerd({ pid, startedAt });
  });
}

function readChild(message: unknown): ChildProcess | null {
  const isNamed = typeof message === 'object' && message !== null && 'process' in message;
  return isNamed ? (message.process as ChildProcess) : null;
}
