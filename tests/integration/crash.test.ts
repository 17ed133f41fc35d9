import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { getBlockStatus } from '#app/wire/block-status.ts';
import { createPairing, createUser } from '#app/wire/family.ts';
import { createRule, listRules } from '#app/wire/rule.ts';
import { Agent } from '../clients/agent.ts';
import { Parent, post, uniqueEmail } from '../clients/parent.ts';

const data = mkdtempSync(join(tmpdir(), 'porchlight-crash-'));
let running: ChildProcess | undefined;

/** Starts the servers on the same state, in their own process group. */
async function start(): Promise<string> {
  const server = spawn(process.execPath, [new URL('./server-process.ts', import.meta.url).pathname, data], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = server;
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('{')) return z.object({ apiUrl: z.string() }).parse(JSON.parse(line)).apiUrl;
  }
  throw new Error('the server ended before it was ready');
}

/** Sends SIGKILL to the server and everything it started, so nothing is closed. */
async function kill(): Promise<void> {
  const server = running;
  running = undefined;
  if (server?.pid === undefined) return;
  const hasEnded = once(server, 'exit');
  process.kill(-server.pid, 'SIGKILL');
  await hasEnded;
}

afterAll(async () => {
  await kill();
  rmSync(data, { recursive: true, force: true });
});

const send = (request: Request) => fetch(request);

async function proof(parent: Parent, childId: string) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: 'true', user_id: childId } });
  return {
    asked: status?.state,
    seen: status?.viewState,
    command: status?.devices?.[0]?.command?.state,
    id: status?.devices?.[0]?.command?.id,
  };
}

describe('crash of the server', () => {
  test('a server killed between save and confirmation keeps the change, and the device confirms afterwards (I1, I3)', async () => {
    const email = uniqueEmail();
    let api = await start();
    let parent = await Parent.signUp(send, email, api);
    const child = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
    const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    const nonce = crypto.randomUUID();
    await (await Agent.enrol(send, { code: pairing.code }, nonce, api)).report('allowed');
    const block = { query: { user_id: child.user_id }, body: { type: 'override', ruledef_name: 'block', expiry: null } };
    const rule = await parent.call(createRule, block, { key: 'the-tap' });
    const before = await proof(parent, child.user_id);
    await kill();

    api = await start();
    parent = await Parent.signIn(send, email, api);
    expect(await proof(parent, child.user_id)).toEqual(before);
    expect(before).toMatchObject({ asked: 'blocked', seen: 'pending', command: 'saved' });
    const agent = await Agent.enrol(send, { pair_id: pairing.pair_id, token: parent.token }, nonce, api);
    await agent.ack(await agent.commands(), 'blocked');
    await kill();

    api = await start();
    parent = await Parent.signIn(send, email, api);
    expect(await proof(parent, child.user_id)).toEqual({ ...before, seen: 'blocked', command: 'confirmed' });
    expect((await parent.call(listRules, { query: { user_id: child.user_id } })).map((one) => one.rule_id)).toContain(rule.rule_id);
  });

  test('a made-up account ID leaves no file on disk', async () => {
    const api = running === undefined ? await start() : await restart();
    const parent = await Parent.signUp(send, uniqueEmail(), api);
    const files = () =>
      readdirSync(data, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.includes('Family'))
        .sort();
    const before = files();
    for (const id of [
      '0'.repeat(64),
      crypto.randomUUID().replaceAll('-', '').repeat(2),
      'nobody',
      parent.accountId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ]) {
      expect(await parent.raw('GET', '/account', undefined, { accountId: id })).toMatchObject({ status: 401 });
      expect((await send(post(`/pairing?email=a@b.c&pair_id=x&token=${id}.x`, {}, api))).status).toBe(400);
    }
    expect(before.length).toBeGreaterThan(0);
    expect(files()).toEqual(before);
  });

  async function restart(): Promise<string> {
    await kill();
    return start();
  }
});
