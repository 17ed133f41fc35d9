import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { jpeg } from '#app/domain/image-bytes.fixture.ts';
import { getAccount } from '#app/wire/account.ts';
import { getBlockStatus } from '#app/wire/block-status.ts';
import { getData, putData } from '#app/wire/data.ts';
import { createPairing, createUser, listUsers } from '#app/wire/family.ts';
import { createRule, listRules } from '#app/wire/rule.ts';
import { openControl, sendOrder } from '#tools/control.ts';
import { Agent } from '../clients/agent.ts';
import { damage, findDatabase } from '../clients/damage.ts';
import { cellsOf, readExport, setCells, writeExport } from '../clients/export-file.ts';
import { API, Parent, uniqueEmail } from '../clients/parent.ts';
import { startTestServers } from '../servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-restore-'));
/** The current address of the API. Each start uses a new port; `send` redirects the requests of earlier clients to it. */
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

/** Starts Porchlight on a data folder, with the operator's socket. */
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

/** Creates a family with a child, its photo, a rule, and a device that confirmed it. */
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

/** Returns everything of a family that its parent can read, except times that reading changes. */
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

describe('restore', () => {
  test.each([
    ['first pages, so it cannot be opened', 0, 0.2, false],
    ['inner pages, so it opens without its rows', 0.2, 1, true],
  ])('restores a family from its export after damage to the database: %s', { timeout: 180_000 }, async (_, from, to, replace) => {
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
    // Parent and device get an error message; other families keep working.
    for (const answer of [await hurt.parent.raw('GET', '/account'), await hurt.agent.raw('GET', '/device/policy')]) {
      expect(answer).toMatchObject({ status: 503, body: { errors: { message: expect.stringContaining('can’t be read') } } });
    }
    await block(other.parent, other.childId);
    await other.agent.ack(await other.agent.commands(), 'blocked');
    expect(await commandState(other)).toMatchObject({ seen: 'blocked', command: 'confirmed' });

    expect(await restoreFrom(data, file, replace)).toMatchObject({ ok: true, said: expect.stringContaining('Restored') });
    // The old session, a new session and the same device all work.
    expect(await look(hurt)).toEqual(before);
    const again = await Parent.signIn(send, hurt.parent.email);
    expect(again.accountId).toBe(hurt.parent.accountId);
    expect(await hurt.agent.report('blocked')).toMatchObject({ status: 200 });
    await block(again, hurt.childId);
    await hurt.agent.ack(await hurt.agent.commands(), 'blocked');
    expect(await commandState(hurt)).toMatchObject({ asked: 'blocked', seen: 'blocked', command: 'confirmed' });
    expect(await commandState(other)).toMatchObject({ seen: 'blocked', command: 'confirmed' });

    // After another start the family is still there, and can be exported again.
    await stop?.();
    await start(data);
    expect((await look(hurt)).photo).toEqual(before.photo);
    expect(await hurt.agent.report('blocked')).toMatchObject({ status: 200 });
    expect(await exportTo(data, hurt.parent.email, join(data, 'again.porchlight'))).toMatchObject({ ok: true });
  });

  test('refuses a file that is foreign, cut off, altered, newer or made with other secrets, and changes nothing', {
    timeout: 120_000,
  }, async () => {
    const data = mkdtempSync(join(folder, 'refused-'));
    await start(data);
    const family = await moveIn('Mia');
    const file = join(data, 'mia.porchlight');
    await exportTo(data, family.parent.email, file);
    const text = readFileSync(file, 'utf8');
    const lines = text.trimEnd().split('\n');
    const [header = ''] = lines;
    const before = await look(family);
    const edit = (from: string | RegExp, to: string) => text.replace(from, to);
    const wrong: Record<string, [string, string]> = {
      empty: ['', 'not an export'],
      'a picture': [String.fromCharCode(...Array.from({ length: 400 }, (_, index) => index)), 'not an export'],
      'another JSON': ['{"part":"header","format":1}\n', 'not an export'],
      'without its last line': [`${lines.slice(0, -1).join('\n')}\n`, 'incomplete'],
      'cut off in a line': [text.slice(0, text.length / 2), 'incomplete'],
      'with another name of the child': [edit('"Mia"', '"Eve"'), 'was modified: table:child'],
      'with a line twice': [edit(header, `${header}\n${lines[1]}`), 'modified'],
      'with a line after the end': [`${text}${lines[1]}\n`, 'modified'],
      'with another signature': [edit(/"mac":"../, '"mac":"zz'), 'modified'],
      'of a newer format': [edit('"format":1', '"format":2'), 'newer Porchlight'],
      'of a newer schema': [edit(/"schema":\d+/, '"schema":999'), 'newer Porchlight'],
      'of another pepper': [edit(/"pepper":"../, '"pepper":"zz'), 'different secrets: PASSWORD_PEPPER'],
      'of another sealing key': [edit(/"seal":\{"(\w+)":"../, '"seal":{"$1":"zz'), 'SEAL_KEYS'],
      'of another directory': [edit(/"directory":"../, '"directory":"zz'), 'DIRECTORY_KEY'],
      'of an account id that is none here': [edit(/"account_id":"[0-9a-f]{64}"/, `"account_id":"${'0'.repeat(64)}"`), 'modified'],
    };
    for (const [name, [content, words]] of Object.entries(wrong)) {
      const bad = join(data, 'bad.porchlight');
      writeFileSync(bad, content, 'utf8');
      expect(await restoreFrom(data, bad, true), name).toEqual({ ok: false, said: expect.stringContaining(words) });
    }
    expect(await restoreFrom(data, join(data, 'none'))).toMatchObject({ ok: false, said: expect.stringContaining('File not found') });
    expect(await restoreFrom(data, file)).toMatchObject({ ok: false, said: expect.stringContaining('--replace') });
    expect(await exportTo(data, family.parent.email, file)).toMatchObject({ ok: false, said: expect.stringContaining('already') });
    expect(await exportTo(data, 'nobody@porchlight.example', join(data, 'nobody'))).toMatchObject({
      ok: false,
      said: expect.stringContaining('No account'),
    });
    expect(await look(family)).toEqual(before);
    expect(await family.agent.report('blocked')).toMatchObject({ status: 200 });
  });

  test('replaces an existing family on request: undoes later changes, and can be repeated', {
    timeout: 120_000,
  }, async () => {
    const data = mkdtempSync(join(folder, 'replaced-'));
    await start(data);
    const family = await moveIn('Mia');
    const before = await look(family);
    const [first, second] = [join(data, 'first.porchlight'), join(data, 'second.porchlight')];
    await exportTo(data, family.parent.email, first);
    await family.parent.call(createUser, { body: { user_obj: { user_name: 'Ben', time_zone: 'Europe/Berlin' } } });
    const after = await look(family);
    await exportTo(data, family.parent.email, second);
    expect(await restoreFrom(data, first, true)).toMatchObject({ ok: true });
    expect(await look(family)).toEqual(before);
    expect(await restoreFrom(data, second, true)).toMatchObject({ ok: true });
    expect(await look(family)).toEqual(after);
    await family.agent.ack(await family.agent.commands(), 'blocked');
    expect(await commandState(family)).toMatchObject({ seen: 'blocked', command: 'confirmed' });
  });

  test('migrates an export of an older schema by the family’s own migrations', { timeout: 120_000 }, async () => {
    const data = mkdtempSync(join(folder, 'older-'));
    await start(data);
    const family = await moveIn('Mia');
    const file = join(data, 'mia.porchlight');
    await exportTo(data, family.parent.email, file);
    const lines = readExport(readFileSync(file, 'utf8'));
    const versions = cellsOf(lines, 'migration', 'version').length;
    // As in version 8 of the tables: a daily limit of zeros that nobody typed, and a pairing's code in clear text.
    const added = ['key_json', 'reset_at'];
    const addedColumns: Record<string, string> = {
      'table:device': 'location_json',
      'table:sku': 'source',
      'table:account': 'group_offer_json',
    };
    const addedTables = [
      ...['refused_entry', 'place', 'location_access', 'billing', 'subscription', 'checkout', 'sandbox'],
      ...['silence_event', 'sample', 'sample_config', 'sample_access'],
    ].map((table) => `table:${table}`);
    const older = lines.filter(({ part }) => !addedTables.includes(part));
    for (const line of older) {
      if (line.part === 'header') line.schema = 8;
      if (line.part === 'table:migration') line.rows = line.rows?.filter(([version]) => Number(version) <= 8) ?? [];
      const newColumn = addedColumns[line.part];
      if (newColumn !== undefined) {
        line.rows = line.rows?.map((row) => row.filter((_, index) => line.columns?.[index] !== newColumn)) ?? [];
        line.columns = line.columns?.filter((column) => column !== newColumn) ?? [];
      }
      if (line.part === 'table:location_report') line.columns = ['device_id', 'seq', 'from_at', 'to_at', 'fixes_json'];
      if (line.part === 'table:email_undo') line.columns = line.columns?.filter((column) => !added.includes(column)) ?? [];
    }
    setCells(older, 'child', 'allowance_json', '[0,0,0,0,0,0,0]');
    setCells(older, 'pairing', 'code', 'ABCD2345');
    const old = join(data, 'old.porchlight');
    writeFileSync(old, writeExport(older));
    expect(await restoreFrom(data, old, true)).toMatchObject({ ok: true });
    const again = join(data, 'again.porchlight');
    expect(await exportTo(data, family.parent.email, again)).toMatchObject({ ok: true });
    const migrated = readExport(readFileSync(again, 'utf8'));
    expect(cellsOf(migrated, 'migration', 'version')).toHaveLength(versions);
    expect(new Set(cellsOf(migrated, 'child', 'allowance_json'))).toEqual(new Set(['null']));
    expect(cellsOf(migrated, 'pairing', 'code')).toEqual([expect.stringMatching(/^(?!ABCD2345)/)]);
  });

  test('restores a family onto another machine with the same secrets, with its address and devices', {
    timeout: 120_000,
  }, async () => {
    const [from, to] = [mkdtempSync(join(folder, 'from-')), mkdtempSync(join(folder, 'to-'))];
    await start(from);
    const family = await moveIn('Mia');
    expect(await sendOrder(from, { do: 'grant', email: family.parent.email, sku: 'premium_annual' })).toMatchObject({ ok: true });
    const before = await look(family);
    const pairing = await family.parent.call(createPairing, { body: { user_id: family.childId, os: 'android' } });
    const file = join(from, 'mia.porchlight');
    await exportTo(from, family.parent.email, file);
    await stop?.();
    await start(to);
    expect(await restoreFrom(to, file)).toMatchObject({ ok: true });
    expect(await look(family)).toEqual(before);
    expect((await Parent.signIn(send, family.parent.email)).accountId).toBe(family.parent.accountId);
    expect(await family.agent.report('blocked')).toMatchObject({ status: 200 });
    // A pairing that was open at the export still works by its link. Its code does not, because rows contain only its hash.
    expect((await Agent.enrol(send, { pair_id: pairing.pair_id, token: family.parent.token })).accountId).toBe(family.parent.accountId);
    // The address is taken, so a sign-up with it leads to the same account.
    const again = await Parent.signUp(send, family.parent.email);
    expect(again.accountId).toBe(family.parent.accountId);
  });

  test('keeps the old state when the server is killed during a restore, and can repeat the restore', {
    timeout: 180_000,
  }, async () => {
    const data = mkdtempSync(join(folder, 'killed-'));
    const first = await startProcess(data);
    const family = await moveIn('Mia');
    const file = join(data, 'mia.porchlight');
    await exportTo(data, family.parent.email, file);
    await family.parent.call(createUser, { body: { user_obj: { user_name: 'Ben', time_zone: 'Europe/Berlin' } } });
    const after = await look(family);
    // Two named pipes replace the file. The first delivers all of it for the check, the second only half while the new object is filled.
    const [pipe, next] = [join(data, 'pipe'), join(data, 'next')];
    execFileSync('mkfifo', [pipe, next]);
    const text = readFileSync(file);
    const answer = restoreFrom(data, pipe, true);
    const whole = await open(pipe, 'w');
    renameSync(next, pipe);
    await whole.writeFile(text);
    await whole.close();
    const half = await open(pipe, 'w');
    await half.write(text.subarray(0, text.length / 2));
    await untilFilled(data, 2);
    await first.kill();
    await half.close();
    expect(await answer).toBeNull();

    await startProcess(data);
    expect(await look(family)).toEqual(after);
    expect(await family.agent.report('blocked')).toMatchObject({ status: 200 });
    expect(await restoreFrom(data, file, true)).toMatchObject({ ok: true });
    expect(await family.parent.call(listUsers, { query: {} })).toHaveLength(2);
    expect(await family.agent.report('blocked')).toMatchObject({ status: 200 });
  });

  /** Waits until `count` families have an object in the state. */
  async function untilFilled(data: string, count: number): Promise<void> {
    const isFamily = (name: string) => /-Family-.*\/[0-9a-f]{64}\.sqlite$/.test(name);
    while (readdirSync(data, { recursive: true, encoding: 'utf8' }).filter(isFamily).length < count) await new Promise(setImmediate);
  }

  /** Starts the same servers in their own process group, so that they can be killed. */
  async function startProcess(data: string): Promise<{ kill(): Promise<void> }> {
    const server = spawn(process.execPath, [new URL('./operated-process.ts', import.meta.url).pathname, data], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const kill = async (): Promise<void> => {
      stop = undefined;
      if (server.pid === undefined || server.exitCode !== null) return;
      const ended = once(server, 'exit');
      process.kill(-server.pid, 'SIGKILL');
      await ended;
    };
    stop = kill;
    for await (const line of createInterface({ input: server.stdout })) {
      if (!line.startsWith('{')) continue;
      apiUrl = z.object({ apiUrl: z.string() }).parse(JSON.parse(line)).apiUrl;
      return { kill };
    }
    throw new Error('The server ended before it was ready');
  }
});
