import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openControl } from './control.ts';
import { lockData, removeData } from './data-lock.ts';
import { isRunning, type ProcessName, processSpace, startTimeOf, thisProcess } from './processes.ts';

const MODULE = fileURLToPath(new URL('./data-lock.ts', import.meta.url));
let data = '';
const spawned: Array<ChildProcess> = [];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'porchlight-lock-'));
});
afterEach(async () => {
  for (const child of spawned.splice(0)) child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

/** Starts a process that tries to take the lock, prints «taken» or the error, and keeps running after success. */
function spawnLocker(): ChildProcess {
  const code = `import(${JSON.stringify(MODULE)}).then(({ lockData }) => lockData(process.argv[1], 'http://localhost:1'))
    .then(() => { console.log('taken'); setInterval(() => {}, 1000); }, (error) => console.log(error.message));`;
  const child = spawn(process.execPath, ['-e', code, data], { stdio: ['ignore', 'pipe', 'inherit'] });
  spawned.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) return line;
  return 'nothing';
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Starts a process that simulates a workerd left behind by its owner. */
async function spawnOrphan(): Promise<ProcessName> {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  spawned.push(child);
  await once(child, 'spawn');
  return { pid: child.pid ?? 0, startedAt: startTimeOf(child.pid ?? 0) ?? '' };
}

/** Returns the name of a process that has ended. */
async function deadProcess(): Promise<ProcessName> {
  const name = await spawnOrphan();
  const child = spawned.pop();
  if (child !== undefined) await kill(child);
  return name;
}

function writeRecord(owner: ProcessName | null, workerds: Array<ProcessName> = [], space = processSpace(), number = 1): void {
  writeFileSync(join(data, `lock-${number}.json`), JSON.stringify({ owner, space, url: null, workerds }));
}

const locks = () => readdirSync(data).filter((name) => name.startsWith('lock-'));

describe('data lock', () => {
  test('refuses a second owner and names the first with its address', async () => {
    const first = spawnLocker();
    expect(await firstLine(first)).toBe('taken');
    await expect(lockData(data)).rejects.toThrow(
      `Porchlight is already running on the data in ${data}: process ${first.pid}, http://localhost:1.`,
    );
  });

  test('can be taken again after a release, and leaves one lock file', async () => {
    (await lockData(data)).release();
    (await lockData(data)).release();
    expect(locks()).toHaveLength(1);
  });

  test('lets only one of six concurrent processes take the lock after the owner was killed', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 2; round += 1) {
      const said = await Promise.all(Array.from({ length: 6 }, () => firstLine(spawnLocker())));
      expect(said.filter((line) => line === 'taken')).toHaveLength(1);
      expect(said.filter((line) => line.startsWith('Porchlight is already running'))).toHaveLength(5);
      expect(locks()).toHaveLength(1);
      for (const child of spawned.splice(0)) if (child.exitCode === null) await kill(child);
    }
  });

  test('ends the workerd of a killed owner', async () => {
    const orphan = await spawnOrphan();
    writeRecord(await deadProcess(), [orphan]);
    (await lockData(data)).release();
    expect(isRunning(orphan)).toBe(false);
  });

  test('ends the workerd processes of a killed owner even if later starts are killed before they finish', { timeout: 60_000 }, async () => {
    const orphans = await Promise.all(Array.from({ length: 20 }, spawnOrphan));
    writeRecord(await deadProcess(), orphans);
    for (const left of [16, 9, 3]) {
      const child = spawnLocker();
      while (orphans.filter(isRunning).length > left) await new Promise((done) => setTimeout(done, 1));
      await kill(child);
    }
    (await lockData(data)).release();
    expect(orphans.filter(isRunning)).toEqual([]);
  });

  test('does not end a process that reuses the pid of an ended workerd', async () => {
    const orphan = await spawnOrphan();
    writeRecord(await deadProcess(), [{ ...orphan, startedAt: `${orphan.startedAt}0` }]);
    (await lockData(data)).release();
    expect(isRunning(orphan)).toBe(true);
  });

  test("lets a new owner take the lock when the old owner's pid belongs to another process", async () => {
    writeRecord({ pid: process.pid, startedAt: 'another time' });
    (await lockData(data)).release();
  });

  test('respects an owner in another container only while its control socket answers', async () => {
    writeRecord(thisProcess(), [], 'another container');
    const control = await openControl(data, () => Promise.reject(new Error('not asked')));
    await expect(lockData(data)).rejects.toThrow('is already running');
    await control.close();
    (await lockData(data)).release();
  });

  test('explains what to do when the lock file cannot be read', async () => {
    writeFileSync(join(data, 'lock-4.json'), 'x');
    await expect(lockData(data)).rejects.toThrow('Can’t read the lock file');
  });

  test('removes a folder only if no process has locked it', async () => {
    writeFileSync(join(data, 'file'), '');
    const lock = await lockData(data);
    await expect(removeData(data)).rejects.toThrow('is already running');
    expect(readFileSync(join(data, 'file'), 'utf8')).toBe('');
    lock.release();
    await removeData(data);
    expect(existsSync(data)).toBe(false);
  });
});
