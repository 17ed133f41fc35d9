import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { createUser } from '../../app/wire/family.ts';
import { listRules } from '../../app/wire/rule.ts';
import { sendOrder } from '../../tools/control.ts';
import { endProcess, isRunning, type ProcessName, startTimeOf } from '../../tools/processes.ts';
import { Parent, type Send, uniqueEmail } from '../clients/parent.ts';
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

const ruleSchema = z.object({ rule_id: z.string() });
const send: Send = (request) => fetch(request);

/** Adds rules until the server answers no more, and gives the ids of those that it acknowledged. */
async function addRules(parent: Parent, childId: string): Promise<Array<string>> {
  const acknowledged: Array<string> = [];
  for (;;) {
    const body = { type: 'temporal', rule_name: 'Homework', days: [0, 1, 1, 1, 1, 1, 0], time_duration: '15:00PT60M', suspended: true };
    const answer = await parent.raw('POST', `/rule?user_id=${childId}`, body).catch(() => null);
    if (answer === null) return acknowledged;
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    acknowledged.push(ruleSchema.parse(answer.body).rule_id);
  }
}

test.each(COMMANDS)(
  'npm run %s starts again at once after kill -9 of node alone, with everything acknowledged',
  {
    timeout: 240_000,
  },
  async (command) => {
    const [port, email] = [await findFreePort(), uniqueEmail()];
    let running = await start(command, port);
    let parent = await Parent.signUp(send, email, running.apiUrl);
    expect(await sendOrder(join(folder, command), { do: 'grant', email, sku: 'premium_monthly' })).toMatchObject({ ok: true });
    const { user_id } = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
    const acknowledged: Array<string> = [];
    for (let round = 0; round < 2; round += 1) {
      const rules = addRules(parent, user_id);
      const count = async () => (await parent.call(listRules, { query: { user_id } })).length;
      const before = await count();
      while ((await count()) < before + 3) await new Promise((done) => setTimeout(done, 5));
      const { workerds } = running.processes();
      await running.killNode();
      // The next start comes at once, whether workerd has ended by then or not.
      running = await start(command, port);
      expect(workerds.length).toBeGreaterThan(0);
      expect(workerds.filter(isRunning)).toEqual([]);
      acknowledged.push(...(await rules));
      expect((await fetch(`${running.webUrl}/readyz`)).status).toBe(200);
      parent = await Parent.signIn(send, email, running.apiUrl);
      const kept = (await parent.call(listRules, { query: { user_id } })).map(({ rule_id }) => rule_id);
      expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([]);
    }
    expect(acknowledged.length).toBeGreaterThan(5);
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

test('the next start ends workerd where nothing else did, on the same ports', { timeout: 120_000 }, async () => {
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

test('of two starts at once on the same data one wins, and the other names it', { timeout: 120_000 }, async () => {
  const data = join(folder, 'serve');
  const both = [spawnReal('serve', data, await findFreePort()), spawnReal('serve', data, await findFreePort())];
  started.push(...both);
  while (both.every(({ child }) => child.exitCode === null)) await new Promise((done) => setTimeout(done, 10));
  const [loser] = both.filter(({ child }) => child.exitCode !== null);
  const [winner] = both.filter((one) => one !== loser);
  expect(loser?.child.exitCode).toBe(1);
  expect(loser?.said()).toContain(`already runs on the data in ${data}: process ${winner?.child.pid}, http://127.0.0.1:`);
  while (!winner?.said().includes('web on')) {
    if (winner?.child.exitCode !== null) throw new Error(winner?.said());
    await new Promise((done) => setTimeout(done, 10));
  }
  await winner.stop();
});

/** The children of a process that run a program of this name. */
function childrenOf(pid: number, program: string): Array<ProcessName> {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return pids
    .filter((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim() === program)
    .map((child) => ({ pid: child, startedAt: startTimeOf(child) ?? '' }));
}
