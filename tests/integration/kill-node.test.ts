import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { endProcess, isRunning, type ProcessName, startTimeOf } from '#tools/processes.ts';
import { addRules, checkFamily, countRules, openFamily } from '../real-family.ts';
import { type RealCommand, type RealStart, spawnReal, startReal } from '../real-start.ts';
import { findFreePort } from '../servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-kill-node-'));
const started: Array<RealStart> = [];
const COMMANDS: Array<RealCommand> = ['start', 'serve'];

async function start(command: RealCommand, port: number): Promise<RealStart> {
  const running = await startReal(command, join(folder, command), port);
  started.push(running);
  return running;
}

afterAll(async () => {
  for (const { child, stop } of started) if (child.exitCode === null && child.signalCode === null) await stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('SIGKILL of the Node process', () => {
  test.each(COMMANDS)(
    'npm run %s restarts immediately after kill -9 of only the Node process, and keeps all acknowledged changes',
    {
      timeout: 240_000,
    },
    async (command) => {
      const port = await findFreePort();
      let running = await start(command, port);
      const family = await openFamily(running.apiUrl, join(folder, command));
      for (let round = 0; round < 2; round += 1) {
        const before = await countRules(family);
        const adding = addRules(family);
        while ((await countRules(family)) < before + 3) await new Promise((done) => setTimeout(done, 5));
        const { workerds } = running.processes();
        await running.killNode();
        // Restarts immediately, whether workerd has already ended or not.
        running = await start(command, port);
        expect(workerds.length).toBeGreaterThan(0);
        expect(workerds.filter(isRunning)).toEqual([]);
        await adding;
        expect((await fetch(`${running.webUrl}/readyz`)).status).toBe(200);
        expect(await checkFamily(family, running.apiUrl)).toEqual([]);
      }
      await running.stop();
    },
  );

  test('workerd ends when node is killed, without another start', { timeout: 120_000 }, async () => {
    const running = await start('serve', await findFreePort());
    const { workerds } = running.processes();
    expect(workerds.filter(isRunning)).toHaveLength(1);
    await running.killNode();
    while (workerds.some(isRunning)) await new Promise((done) => setTimeout(done, 10));
  });

  test('the next start ends a workerd that is still running, and uses the same ports', { timeout: 120_000 }, async () => {
    const port = await findFreePort();
    const running = await start('serve', port);
    const { owner, workerds } = running.processes();
    for (const watcher of childrenOf(owner.pid, 'sh')) await endProcess(watcher);
    await running.killNode();
    expect(workerds.filter(isRunning)).toHaveLength(1);
    const next = await start('serve', port);
    expect(workerds.filter(isRunning)).toEqual([]);
    expect((await fetch(`${next.webUrl}/readyz`)).status).toBe(200);
    await next.stop();
  });

  test('only one of two simultaneous starts on the same data succeeds, and the other names the running process', {
    timeout: 120_000,
  }, async () => {
    const data = join(folder, 'serve');
    const both = [spawnReal('serve', data, await findFreePort()), spawnReal('serve', data, await findFreePort())];
    started.push(...both);
    while (both.every(({ child }) => child.exitCode === null)) await new Promise((done) => setTimeout(done, 10));
    const [loser] = both.filter(({ child }) => child.exitCode !== null);
    const [winner] = both.filter((one) => one !== loser);
    expect(loser?.child.exitCode).toBe(1);
    expect(loser?.output()).toContain(`is already running on the data in ${data}: process ${winner?.child.pid}, http://127.0.0.1:`);
    while (!winner?.output().includes('web on')) {
      if (winner?.child.exitCode !== null) throw new Error(winner?.output());
      await new Promise((done) => setTimeout(done, 10));
    }
    await winner.stop();
  });

  /** Returns the child processes that run a program of this name. */
  function childrenOf(pid: number, program: string): Array<ProcessName> {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return pids
      .filter((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim() === program)
      .map((child) => ({ pid: child, startedAt: startTimeOf(child) ?? '' }));
  }
});
