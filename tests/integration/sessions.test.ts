import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPairing, createUser } from '#app/wire/family.ts';
import { CLOSE_CODES, getAccessToken, REALTIME_TOKEN_TYPE } from '#app/wire/realtime.ts';
import { openControl } from '#tools/control.ts';
import { ROOT } from '#tools/paths.ts';
import { PlainBrowser } from '#tools/plain-browser.ts';
import { Agent } from '../clients/agent.ts';
import { Parent } from '../clients/parent.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const data = mkdtempSync(join(tmpdir(), 'porchlight-sessions-'));
let servers: TestServers;
let control: { close(): Promise<void> };

beforeAll(async () => {
  servers = await startTestServers(data);
  control = await openControl(data, servers.webEnv);
});
afterAll(async () => {
  await control?.close();
  await servers?.close();
  rmSync(data, { recursive: true, force: true });
});

/** Starts the script behind `npm run sessions` directly, with only an operator’s environment variables. */
async function sessions(args: Array<string>, folder = data): Promise<{ code: number | null; output: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const bootstrap = join(ROOT, 'tools', 'bootstrap.mjs');
  const child = spawn(process.execPath, [bootstrap, 'sessions', ...args], { env: { PATH, HOME, DATA_DIR: folder } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

describe('npm run sessions', () => {
  test('lists and ends the sessions of an account: sockets close, cookies are refused, the device stays paired', async () => {
    const email = `sessions-${crypto.randomUUID()}@example.com`;
    const password = 'correct horse battery';
    const browser = new PlainBrowser(servers.webUrl, { Origin: servers.webUrl });
    await browser.press(await browser.open('/?view=signup'), 'signup', { email, password });
    const second = new PlainBrowser(servers.webUrl, { Origin: servers.webUrl });
    expect((await second.press(await second.open('/?view=login'), 'login', { email, password })).url.pathname).toBe('/connect');
    const other = await Parent.signUp(fetch, `other-${email}`, servers.apiUrl);
    const program = await Parent.signUp(fetch, `program-${email}`, servers.apiUrl);
    const child = await program.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
    const { code } = await program.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    const agent = await Agent.enrol(fetch, { code }, undefined, servers.apiUrl);
    const query = { token_type: REALTIME_TOKEN_TYPE, device_id: program.credentials.sessionId, user_id: program.userId };
    const { access_token } = await program.call(getAccessToken, { query });
    const socket = new WebSocket(`${servers.apiUrl.replace('http', 'ws')}/realtime?access_token=${access_token}`);
    const closed = new Promise<number>((done) => socket.addEventListener('close', ({ code }) => done(code)));
    await once(socket, 'open');

    const listed = await sessions(['list', email]);
    expect([listed.code, listed.output.split('\n')[0]]).toEqual([0, `${email} has 2 sessions:`]);
    expect(listed.output.match(/logged in \d{4}-\d\d-\d\d \d\d:\d\d, last used/g)).toHaveLength(2);
    expect(await sessions(['end', ` ${email.toUpperCase()}`])).toEqual({
      code: 0,
      output: ` ${email.toUpperCase()}: ended 2 sessions. Devices stay paired.\n`,
    });
    for (const ended of [browser, second]) {
      const page = await ended.open('/account');
      expect(page.url.pathname + page.url.search).toContain('view=login');
    }
    expect(await sessions(['end', program.email])).toMatchObject({ code: 0, output: expect.stringContaining('ended 1 session.') });
    expect(await closed).toBe(CLOSE_CODES.signedOut);
    expect((await program.raw('GET', '/account')).status).toBe(401);
    expect((await agent.report('allowed')).status).toBe(200);
    // Sessions of other accounts continue.
    expect((await other.raw('GET', '/account')).status).toBe(200);
    expect(await sessions(['end', email])).toMatchObject({ code: 0, output: expect.stringContaining('ended no sessions.') });
    expect(await sessions(['list', email])).toEqual({ code: 0, output: `${email} has no sessions.\n` });
    expect((await second.press(await second.open('/?view=login'), 'login', { email, password })).url.pathname).toBe('/account');
  });

  test('prints one sentence for an unknown address, wrong usage, or a Porchlight that is not running', async () => {
    const nobody = 'nobody@porchlight.example';
    for (const what of ['list', 'end'])
      expect(await sessions([what, nobody])).toEqual({ code: 1, output: `No account with the address ${nobody}.\n` });
    for (const args of [[], ['end'], ['stop', nobody], ['end', nobody, nobody]])
      expect(await sessions(args)).toEqual({ code: 1, output: expect.stringMatching(/^Usage: .*\n$/) });
    const empty = mkdtempSync(join(tmpdir(), 'porchlight-sessions-'));
    expect(await sessions(['end', nobody], empty)).toEqual({
      code: 1,
      output: expect.stringMatching(/^Porchlight is not running on the data in .*\n$/),
    });
    rmSync(empty, { recursive: true, force: true });
  });
});
