import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteWorkerd } from './data-lock.ts';
import { startTimeOf } from './processes.ts';

let watcher: ChildProcess | undefined;

/**
 * From now on no workerd outlives this process, even one that is killed with SIGKILL: a shell script in a session of its own reads a pipe
 * that closes with this process, and then ends them. Each workerd is also noted in the data folders that this process holds, so that the
 * next start can end it. Repeated calls do nothing.
 */
export function watchWorkerds(): void {
  if (watcher !== undefined) return;
  const script = fileURLToPath(new URL('./end-with-parent.sh', import.meta.url));
  // A session of its own: Ctrl-C in a terminal must not end it first.
  const started = spawn('/bin/sh', [script, '/proc'], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watcher = started;
  // Without it the next start still ends what this one leaves behind.
  started.on('error', () => undefined);
  started.stdin.on('error', () => undefined);
  started.unref();
  if ('unref' in started.stdin && typeof started.stdin.unref === 'function') started.stdin.unref();
  // Miniflare starts workerd and tells nobody its pid; Node announces every child process on this channel before it starts.
  subscribe('child_process', (message) => {
    const child = readChild(message);
    child?.once('spawn', () => {
      const { pid } = child;
      const startedAt = pid === undefined || basename(child.spawnfile) !== 'workerd' ? null : startTimeOf(pid);
      if (pid === undefined || startedAt === null) return;
      started.stdin.write(`${pid} ${startedAt}\n`);
      noteWorkerd({ pid, startedAt });
    });
  });
}

function readChild(message: unknown): ChildProcess | null {
  const isNamed = typeof message === 'object' && message !== null && 'process' in message;
  return isNamed ? (message.process as ChildProcess) : null;
}
