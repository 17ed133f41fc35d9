import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { jpeg } from '../../app/domain/image-bytes.fixture.ts';
import { getAccount } from '../../app/wire/account.ts';
import { getBlockStatus } from '../../app/wire/block-status.ts';
import { getData, putData } from '../../app/wire/data.ts';
import { createPairing, createUser, listUsers } from '../../app/wire/family.ts';
import { createRule, listRules } from '../../app/wire/rule.ts';
import { openControl, sendOrder } from '../../tools/control.ts';
import { Agent } from '../clients/agent.ts';
import { damage, findDatabase } from '../clients/damage.ts';
import { API, Parent, uniqueEmail } from '../clients/parent.ts';
import { startTestServers } from '../servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-restore-'));
/** Where the API answers now: each start has a port of its own, and clients of before go on. */
let apiUrl = API;
async function send(request: Request): Promise<Response> {
  const body = request.body === null ? undefined : await request.arrayBuffer();
  return fetch(request.url.replace(API, apiUrl), {
    method: request.method,
    headers: request.headers,
    ...(body === undefined ? {} : { body }),
  });
}
let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Porchlight on a state, with the operator's socket. */
async function start(data: string): Promise<void> {
  const servers = await startTestServers(data);
  apiUrl = servers.apiUrl;
  const control = await openControl(data, servers.webEnv, servers.operator);
  stop = async () => {
    stop = undefined;
    await control.close();
    await servers.close();
  };
}

/** A family with a child, its photo, a rule, and a device that confirmed it. */
async function moveIn(name: string) {
  const parent = await Parent.signUp(send, uniqueEmail());
  const child = await parent.call(createUser, { body: { user_obj: { user_name: name, time_zone: 'Europe/Berlin' } } });
  await parent.call(putData, {
    query: { key: 'avatar.png', user_id: child.user_id },
    body: { data: Buffer.from(jpeg({ width: 9, height: 9 })).toString('base64') },
  });
  const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
  const agent = await Agent.enrol(send, { code: pairing.code });
  await block(parent, child.user_id);
  await agent.ack(await agent.commands(), 'blocked');
  return { parent, agent, childId: child.user_id };
}

type Family = Awaited<ReturnType<typeof moveIn>>;

function block(parent: Parent, childId: string) {
  return parent.call(createRule, { query: { user_id: childId }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
}

/** Everything of a family that its parent can read, but the instants that reading itself moves. */
async function look({ parent, childId }: Family) {
  const { skus, emails, account_id } = await parent.call(getAccount);
  return {
    account: { skus, emails, account_id },
    users: await parent.call(listUsers, { query: {} }),
    rules: await parent.call(listRules, { query: { user_id: childId } }),
    photo: await parent.call(getData, { query: { key: 'avatar.png', user_id: childId } }),
  };
}

async function commandState({ parent, childId }: Family) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: 'true', user_id: childId } });
  return { asked: status?.state, seen: status?.viewState, command: status?.devices?.[0]?.command?.state };
}

const exportTo = (data: string, email: string, file: string) => sendOrder(data, { do: 'export', email, file });
const restoreFrom = (data: string, file: string, replace = false) => sendOrder(data, { do: 'restore', file, replace });

test.each([
  ['first pages, so that it cannot be opened', 0, 0.2, false],
  ['inner pages, so that it opens and its rows are lost', 0.2, 1, true],
])('a family returns from its export after damage to its %s', { timeout: 180_000 }, async (_, from, to, replace) => {
  const data = mkdtempSync(join(folder, 'drill-'));
  await start(data);
  const [hurt, other] = [await moveIn('Mia'), await moveIn('Ben')];
  const before = await look(hurt);
  const file = join(data, 'mia.porchlight');
  expect(await exportTo(data, hurt.parent.email, file)).toEqual({ ok: true, said: expect.stringContaining(', 1 file to ') });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await stop?.();
  damage(findDatabase(data, hurt.parent.accountId), from, to);

  await start(data);
  // Answered in words, to the parent and to the device; the others live on.
  for (const answer of [await hurt.parent.raw('GET', '/account'), await hurt.agent.raw('GET', '/device/policy')]) {
    expect(answer).toMatchObject({ status: 503, body: { errors: { message: expect.stringContaining('cannot be read') } } });
  }
  await block(other.parent, other.childId);
  await other.agent.ack(await other.agent.commands(), 'blocked');
  expect(await commandState(other)).toMatchObject({ seen: 'blocked', command: 'confirmed' });

  expect(await restoreFrom(data, file, replace)).toMatchObject({ ok: true, said: expect.stringContaining('Restored') });
  // The session of before and a new one, and the same device.
  expect(await look(hurt)).toEqual(before);
  const again = await Parent.signIn(send, hurt.parent.email);
  expect(again.accountId).toBe(hurt.parent.accountId);
  expect(await hurt.agent.report('blocked')).toMatchObject({ status: 200 });
  await block(again, hurt.childId);
  await hurt.agent.ack(await hurt.agent.commands(), 'blocked');
  expect(await commandState(hurt)).toMatchObject({ asked: 'blocked', seen: 'blocked', command: 'confirmed' });
  expect(await commandState(other)).toMatchObject({ seen: 'blocked', command: 'confirmed' });

  // Another start finds it where it is, and it can be exported again.
  await stop?.();
  await start(data);
  expect((await look(hurt)).photo).toEqual(before.photo);
  expect(await hurt.agent.report('blocked')).toMatchObject({ status: 200 });
  expect(await exportTo(data, hurt.parent.email, join(data, 'again.porchlight'))).toMatchObject({ ok: true });
});
