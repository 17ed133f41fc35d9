import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ROOT } from '#tools/paths.ts';
import type { ProcessName } from '#tools/processes.ts';
import { formatSecrets, makeSecrets } from '#tools/secrets.ts';

const processSchema = z.object({ pid: z.int(), startedAt: z.string() });
const lockSchema = z.object({ owner: processSchema, workerds: z.array(processSchema) });

/** Porchlight in separate processes, started as users start it. */
export type RealStart = {
  webUrl: string;
  apiUrl: string;
  child: ChildProcess;
  /** Returns the output of the process so far. */
  output(): string;
  /** Returns the Node process and its workerd processes, as named in the lock of the data folder. */
  processes(): { owner: ProcessName; workerds: Array<ProcessName> };
  /** Sends SIGKILL only to the Node process, so that it cannot clean up or notify workerd. Resolves when the Node process has ended. */
  killNode(): Promise<void>;
  stop(): Promise<void>;
};

export type RealCommand = 'start' | 'serve';

/**
 * Runs the command of `npm start` or `npm run serve` on a data folder, without npm. Resolves when the process has printed its addresses.
 * `serve` uses its own settings, stored beside the data.
 * @throws Error with the output if the process ends earlier
 */
export async function startReal(command: RealCommand, data: string, port: number): Promise<RealStart> {
  const running = spawnReal(command, data, port);
  while (!/\nPorchlight {3}http/.test(running.output())) {
    if (running.child.exitCode !== null || running.child.signalCode !== null) throw new Error(running.output());
    await new Promise((done) => setTimeout(done, 10));
  }
  return running;
}

/** Like `startReal`, but returns immediately. */
export function spawnReal(command: RealCommand, data: string, port: number): RealStart {
  const { PATH = '', HOME = '', PORCHLIGHT_BUILD = '' } = process.env;
  const options = command === 'serve' ? ['--settings', writeSettings(`${data}.env`)] : [];
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'bootstrap.mjs'), command, ...options], {
    env: { PATH, HOME, PORCHLIGHT_BUILD, DATA_DIR: data, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, 'exit');
  const processes = () => {
    const last = Math.max(...readdirSync(data).map((name) => Number(/^lock-(\d+)\.json$/.exec(name)?.[1] ?? 0)));
    return lockSchema.parse(JSON.parse(readFileSync(join(data, `lock-${last}.json`), 'utf8')));
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return {
    webUrl: `http://127.0.0.1:${port}`,
    apiUrl: `http://127.0.0.1:${port + 1}`,
    child,
    output: () => output,
    processes,
    killNode: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Writes a settings file, unless it exists, and returns its path. Emails stay queued, because nothing listens at SMTP_URL. */
function writeSettings(file: string): string {
  const addresses = { PUBLIC_URL: 'https://porchlight.example', API_URL: 'https://api.porchlight.example' };
  const others = {
    ...addresses,
    MAIL_FROM: 'Porchlight <a@porchlight.example>',
    SMTP_URL: 'smtp://127.0.0.1:9',
    TRUSTED_PROXY: '127.0.0.1',
  };
  const lines = Object.entries(others).map(([name, value]) => `${name}=${value}\n`);
  try {
    writeFileSync(file, formatSecrets(makeSecrets()) + lines.join(''), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return file;
}
