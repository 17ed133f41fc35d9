import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isComplete } from '#tools/complete-build.ts';
import { ROOT } from '#tools/paths.ts';
import { closeWhenStopped } from '#tools/stopping.ts';
import { findFreePort } from '../servers.ts';

/** The files and folders that a start needs, without builds and tool caches. */
const COPIED = [
  'app',
  'device',
  'locales',
  'public',
  'tools',
  'workers',
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
  'wrangler.toml',
];

const BUSY_LOOPS = 2;

/**
 * Runs `npm start` `count` times, each in a new copy of the sources, while two busy loops run. A start is good if the build is complete and
 * the landing page and all its files are served. Prints one line per start.
 * @returns how many starts failed
 */
export async function runColdStarts(count: number): Promise<number> {
  const loops = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const endLoops = () => {
    for (const loop of loops) loop.kill();
  };
  const forget = closeWhenStopped(endLoops);
  let failed = 0;
  try {
    for (let run = 1; run <= count; run += 1) {
      const begun = performance.now();
      const fault = await startOnce();
      if (fault !== null) failed += 1;
      console.log(`  Cold start ${run} of ${count}: ${fault ?? 'good'} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    }
  } finally {
    forget();
    endLoops();
  }
  return failed;
}

/**
 * Starts the demonstration in a copy of the sources and stops it.
 * @returns what was wrong, or null
 */
async function startOnce(): Promise<string | null> {
  const copy = mkdtempSync(join(tmpdir(), 'porchlight-cold-'));
  const port = await findFreePort();
  let starter: ChildProcess | undefined;
  const end = async () => {
    if (starter === undefined || starter.exitCode !== null || starter.signalCode !== null) return;
    const ended = once(starter, 'exit');
    starter.kill();
    await ended;
  };
  const remove = () => rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
  const forget = closeWhenStopped(() => end().then(remove));
  try {
    const isSource = (path: string) => !path.split('/').includes('.wrangler');
    for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: isSource });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const env = { ...process.env, PORT: String(port), DATA_DIR: join(copy, '.data') };
    starter = spawn(process.execPath, [join('tools', 'bootstrap.mjs'), 'start'], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] });
    return await judge(starter, copy, port);
  } finally {
    forget();
    await end();
    remove();
  }
}

async function judge(starter: ChildProcess, copy: string, port: number): Promise<string | null> {
  let output = '';
  for (const stream of [starter.stdout, starter.stderr]) {
    stream?.on('data', (piece) => {
      output += piece;
    });
  }
  const ended = once(starter, 'exit').then(([code]) => `npm start ended with ${code}:\n${output}`);
  const isUp = await untilServed(starter, port);
  if (!isUp) return ended;
  // `in-use` records which processes use the builds.
  const names = readdirSync(join(copy, 'dist')).filter((name) => name !== 'in-use');
  const builds = names.map((name) => join(copy, 'dist', name));
  if (builds.length !== 1 || !builds.every(isComplete)) return `not one complete build: ${builds.join(', ')}`;
  const [build = ''] = builds;
  const client = join(build, 'client');
  const files = globSync('**', { cwd: client, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const answer = await fetch(`http://localhost:${port}${path.slice(client.length).split('/').map(encodeURIComponent).join('/')}`);
    const isSame = Buffer.from(await answer.arrayBuffer()).equals(readFileSync(path));
    if (answer.status !== 200 || !isSame) return `${path} was answered with ${answer.status}`;
  }
  return null;
}

/** Resolves to true when the landing page is served, and to false if the start ends before. */
async function untilServed(starter: ChildProcess, port: number): Promise<boolean> {
  while (starter.exitCode === null && starter.signalCode === null) {
    const answer = await fetch(`http://localhost:${port}/`).catch(() => null);
    if (answer?.status === 200) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}
