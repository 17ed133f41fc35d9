import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serialize } from 'node:v8';
import { afterAll, describe, expect, test } from 'vitest';
import { idOfName, listAlarms, listObjects } from '#tools/object-files.ts';
import { Parent, post, signUpBody, uniqueEmail } from '../clients/parent.ts';
import { startTestServers } from '../servers.ts';

const SHARDS = 256;
const GUESSES = 400;
const data = mkdtempSync(join(tmpdir(), 'porchlight-objects-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

function folderOf(className: string): string {
  const name = readdirSync(join(data, 'state', 'do')).find((folder) => folder.startsWith(`porchlight-api-${className}`));
  return join(data, 'state', 'do', name ?? '');
}

/**
 * Sends a call from the loopback address of this `index`, so that each index counts as a separate network.
 * @returns the status
 */
function callFrom(index: number, url: string, body: unknown): Promise<number> {
  const text = JSON.stringify(body);
  const localAddress = `127.1.${index >> 8}.${index & 255 || 1}`;
  return new Promise((done, fail) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
    const call = request(url, { method: 'POST', localAddress, headers }, (answer) => {
      answer.resume().once('end', () => done(answer.statusCode ?? 0));
    });
    call.once('error', fail).end(text);
  });
}

/** Runs `count` calls, eight at a time, and counts their statuses. */
async function callOften(count: number, call: (index: number) => Promise<number>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      const status = await call(index);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return statuses;
}

const sendTo = (call: Request) => fetch(call);

describe('files of Durable Objects', () => {
  test('guesses at addresses, codes and tokens create no file beyond the directory’s shards and sixteen empty families', {
    timeout: 300_000,
  }, async () => {
    const { apiUrl, close } = await startTestServers(data);
    try {
      await Parent.signUp(sendTo, uniqueEmail(), apiUrl);
      const unknown = () => `${randomBytes(8).toString('hex')}@example.com`;
      const families = listObjects(folderOf('Family')).length;
      expect(await callOften(GUESSES, (index) => callFrom(index, `${apiUrl}/login`, signUpBody(unknown())))).toEqual({ 400: GUESSES });
      expect(await callOften(50, (index) => callFrom(1000 + index, `${apiUrl}/resetpw`, { email: unknown() }))).toEqual({ 200: 50 });
      const token = () => ({ ...signUpBody('none'), login_obj: { sso: { id_token: randomBytes(32).toString('hex'), type: 'google' } } });
      await callOften(50, (index) => callFrom(2000 + index, `${apiUrl}/login`, token()));
      const device = { code: 'ZZZZ-0000', device_nonce: 'nonce', os: 'android' };
      await callOften(50, (index) => callFrom(3000 + index, `${apiUrl}/device/enrol`, device));
      expect(listObjects(folderOf('Directory')).length).toBeLessThanOrEqual(SHARDS);
      // Sixteen empty families answer for unknown addresses.
      expect(listObjects(folderOf('Family')).length).toBeLessThanOrEqual(families + 16);
    } finally {
      await close();
    }
  });

  /**
   * Moves an account’s entry from its shard to a separate object, as earlier versions stored it. Adds an alarm and a counter of login
   * attempts.
   * @returns the ID of that object
   */
  function makeFormer(folder: string, accountId: string): string {
    for (const shard of listObjects(folder)) {
      const file = new DatabaseSync(join(folder, `${shard}.sqlite`));
      const [row] = file.prepare('DELETE FROM entry WHERE owner = ? RETURNING *').all(accountId);
      file.close();
      if (row === undefined) continue;
      const { id, ...entry } = row;
      const former = new DatabaseSync(join(folder, `${id}.sqlite`));
      former.exec('PRAGMA journal_mode = WAL; CREATE TABLE _cf_KV (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID');
      const put = former.prepare('INSERT INTO _cf_KV VALUES (?, ?)');
      put.run('entry', serialize({ ...entry }));
      put.run('tries:login', serialize({ windowMs: 900_000, at: [Date.now()] }));
      former.close();
      const alarms = new DatabaseSync(join(folder, 'metadata.sqlite'));
      alarms.prepare('INSERT INTO _cf_ALARM (actor_id, scheduled_time) VALUES (?, 1)').run(String(id));
      alarms.close();
      return String(id);
    }
    throw new Error('no entry');
  }

  test('logs in a parent from the former directory after an upgrade, and removes the former object', { timeout: 300_000 }, async () => {
    const email = uniqueEmail();
    const first = await startTestServers(data);
    const parent = await Parent.signUp(sendTo, email, first.apiUrl);
    await first.close();
    const [directory, families] = [folderOf('Directory'), folderOf('Family')];
    const former = makeFormer(directory, parent.accountId);
    // An interrupted sign-up leaves a family with empty tables, like those that answer for unknown addresses.
    const uniqueKey = families.split('/').at(-1) ?? '';
    const decoys = Array.from({ length: 16 }, (_, index) => idOfName(uniqueKey, `decoy-${index}`));
    const decoy = decoys.find((id) => listObjects(families).includes(id)) ?? '';
    const lapsed = 'f'.repeat(64);
    copyFileSync(join(families, `${decoy}.sqlite`), join(families, `${lapsed}.sqlite`));
    for (const expected of ['the first start', 'every later one']) {
      const { apiUrl, close } = await startTestServers(data);
      try {
        const again = await Parent.signIn(sendTo, email, apiUrl);
        expect(again.accountId, expected).toBe(parent.accountId);
        const second = await sendTo(post('/account', signUpBody(email, 'a'.repeat(64)), apiUrl));
        expect(second.status, expected).toBe(400);
      } finally {
        await close();
      }
      expect(listObjects(directory), expected).not.toContain(former);
      expect(listAlarms(directory)?.has(former), expected).toBe(false);
      expect(listObjects(families), expected).not.toContain(lapsed);
      expect(listObjects(families), expected).toContain(decoy);
      expect(listObjects(families), expected).toContain(parent.accountId);
    }
  });
});
