import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const PING_MS = 2_000;
/** Maximum number of unanswered pings before the process is killed. */
const MISSED = 5;
const MAX_PAUSE_MS = 5_000;
/** Run time in ms after which an ended process is restarted without a pause. */
const STEADY_MS = 10_000;
/** Time in ms that the process has to end before it is killed. */
const END_MS = 2_000;

/**
 * The process that derives passwords (scrypt-server.ts). `address`: its Unix socket for workerd, in a folder that only its owner can open.
 * `pid`: id of the derivation process that runs now.
 */
export type ScryptProcess = { address: string; pid(): number | undefined; close(): Promise<void> };

/**
 * Starts the derivation process, and restarts it when it ends or stops answering. The derivation process ends when the current process
 * ends.
 */
export async function startScryptProcess(): Promise<ScryptProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-scrypt-'));
  const path = join(folder, 'socket');
  let isClosed = false;
  let child = start(path);
  await ready(child);
  keep(child);

  function keep(running: ChildProcess): void {
    const startedAt = performance.now();
    const stopWatching = killWhenSilent(running);
    running.once('exit', () => {
      stopWatching();
      if (!isClosed) restart(performance.now() - startedAt > STEADY_MS ? 0 : 250);
    });
  }

  function restart(pauseMs: number): void {
    setTimeout(() => {
      if (isClosed) return;
      rmSync(path, { force: true });
      child = start(path);
      const failed = () => restart(Math.min(MAX_PAUSE_MS, Math.max(250, 2 * pauseMs)));
      child.once('exit', failed);
      void ready(child).then(
        () => {
          child.off('exit', failed);
          keep(child);
        },
        () => {},
      );
    }, pauseMs).unref();
  }

  return {
    address: `unix:${path}`,
    pid: () => child.pid,
    close: async () => {
      isClosed = true;
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
        if (child.connected) child.disconnect();
        await ended;
        clearTimeout(timer);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function start(path: string): ChildProcess {
  return fork(new URL('./scrypt-server.ts', import.meta.url), [path], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // More threads than concurrent computations, so that no computation waits for a thread.
    env: { ...process.env, UV_THREADPOOL_SIZE: String(availableParallelism() + 1) },
  });
}

/**
 * Resolves when the process listens.
 * @throws Error when it ends first
 */
async function ready(child: ChildProcess): Promise<void> {
  const ended = new AbortController();
  const failed = once(child, 'exit', { signal: ended.signal }).then(([code, signal]) => {
    throw new Error(`The password derivation process stopped at startup (${code ?? signal})`);
  });
  try {
    await Promise.race([once(child, 'message'), failed]);
  } finally {
    ended.abort();
    failed.catch(() => {});
  }
}

/**
 * Pings the process and kills it after too many unanswered pings.
 * @returns a function that stops watching
 */
function killWhenSilent(child: ChildProcess): () => void {
  let missed = 0;
  child.on('message', () => {
    missed = 0;
  });
  const timer = setInterval(() => {
    missed += 1;
    if (missed > MISSED) child.kill('SIGKILL');
    // The process may be ending already.
    else if (child.connected) child.send('ping', () => {});
  }, PING_MS);
  timer.unref();
  return () => clearInterval(timer);
}
