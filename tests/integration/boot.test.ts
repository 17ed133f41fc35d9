import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BUILT } from '#tools/build-workers.ts';
import { openControl, sendOrder } from '#tools/control.ts';
import { Parent, uniqueEmail } from '../clients/parent.ts';
import { startTestServers } from '../servers.ts';

const data = mkdtempSync(join(tmpdir(), 'porchlight-boot-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

describe('boot', () => {
  test('both Workers start, answer on their own ports, and keep their state over a restart', { timeout: 120_000 }, async () => {
    const email = uniqueEmail();
    const first = await startTestServers(data);
    expect((await fetch(first.webUrl)).status).toBe(200);
    const parent = await Parent.signUp((request) => fetch(request), email, first.apiUrl);
    await first.close();
    const second = await startTestServers(data);
    const again = await Parent.signIn((request) => fetch(request), email, second.apiUrl);
    expect(again.accountId).toBe(parent.accountId);
    await second.close();
  });

  test('the pages are built for production, whatever runs the build', () => {
    const folder = join(dirname(dirname(BUILT.web)), 'client', 'assets');
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
    expect(scripts.some((name) => readFileSync(join(folder, name), 'utf8').includes('Minified React error'))).toBe(true);
  });

  test('no header of a client moves the front door', async () => {
    const { webUrl, apiUrl, close } = await startTestServers();
    try {
      const port = Number(new URL(webUrl).port);
      const tricks = { 'MF-Original-URL': webUrl, 'MF-Route-Override': 'porchlight-api', 'MF-CF-Blob': '{"clientIp":"9.9.9.9:1"}' };
      expect(await statusOf(port, { Host: 'evil.example' })).toBe(421);
      expect(await statusOf(port, { Host: 'evil.example', ...tricks })).toBe(421);
      expect(await statusOf(port, { Host: `localhost:${port}`, ...tricks })).toBe(200);
      // No name at all, and nothing that could be read as one.
      for (const at of [port, Number(new URL(apiUrl).port)]) expect(await statusOf(at, { Host: `localhost:${at}.evil.example` })).toBe(400);
    } finally {
      await close();
    }
  });

  test('the caller’s address is the socket’s, whatever headers claim', async () => {
    const webScript = join(data, 'echo.js');
    writeFileSync(webScript, 'export default { fetch: (request) => Response.json(request.cf?.clientIp ?? null) };');
    const { webUrl, close } = await startTestServers(undefined, webScript);
    try {
      const headers = { 'CF-Connecting-IP': '9.9.9.9', 'MF-CF-Blob': '{"clientIp":"9.9.9.9:1"}', 'X-Forwarded-For': '9.9.9.9' };
      expect(await (await fetch(webUrl.replace('localhost', '127.0.0.1'), { headers })).json()).toMatch(/^127\.0\.0\.1:\d+$/);
    } finally {
      await close();
    }
  });

  test('who may name any server names none inside: the line is refused, whatever the name (A32)', async () => {
    const webScript = join(data, 'outside.js');
    const call = '(env[name] ?? globalThis).fetch(target).then((answer) => answer.text(), () => "refused")';
    writeFileSync(
      webScript,
      `export default { async fetch(request, env) {
      const [name, target] = new URL(request.url).searchParams.values();
      return new Response(await ${call});
    } };`,
    );
    const { webUrl, apiUrl, close } = await startTestServers(undefined, webScript, { ENDPOINT_OVERRIDE: 'any' });
    try {
      const ask = async (name: string) =>
        (await fetch(`${webUrl}/?${new URLSearchParams({ name, target: `${apiUrl.replace('127.0.0.1', 'localhost')}/healthz` })}`)).text();
      // By the usual way it could be had.
      expect([await ask('globalThis'), await ask('OUTSIDE')]).toEqual(['{"ok":true}', 'refused']);
    } finally {
      await close();
    }
  });

  test('the operator’s socket is for its owner, tells one folder from two, and refuses nonsense in one sentence', async () => {
    const servers = await startTestServers(data);
    const control = await openControl(data, servers.webEnv);
    try {
      expect(statSync(join(data, 'control.sock')).mode & 0o777).toBe(0o600);
      expect(await sendOrder(data, { do: 'ping' })).toMatchObject({ ok: true });
      await expect(openControl(data, servers.webEnv)).rejects.toThrow('is already running');
      expect(await sendOrder(data, { do: 'grant', email: 'nobody@porchlight.example', sku: 'plus' })).toMatchObject({ ok: false });
    } finally {
      await control.close();
      await servers.close();
    }
    expect(await sendOrder(data, { do: 'ping' })).toBeNull();
  });

  function statusOf(port: number, headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((done, fail) => {
      request({ host: '127.0.0.1', port, headers }, (answered) => {
        answered.resume();
        done(answered.statusCode);
      })
        .on('error', fail)
        .end();
    });
  }
});
