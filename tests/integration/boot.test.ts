import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/domain/language.ts';
import { BUILT } from '#tools/build-workers.ts';
import { openControl, sendOrder } from '#tools/control.ts';
import { ROOT } from '#tools/paths.ts';
import { Parent, uniqueEmail } from '../clients/parent.ts';
import { startTestServers } from '../servers.ts';

const data = mkdtempSync(join(tmpdir(), 'porchlight-boot-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

describe('start of both Workers', () => {
  test('starts both Workers on their own ports, serves the texts of each language, and keeps their state over a restart (API-091)', {
    timeout: 120_000,
  }, async () => {
    const email = uniqueEmail();
    const first = await startTestServers(data);
    expect((await fetch(first.webUrl)).status).toBe(200);
    const assets = join(dirname(dirname(BUILT.web)), 'client', 'assets');
    const texts = readdirSync(assets).find((name) => name.startsWith('texts-'));
    for (const language of LANGUAGES) {
      const served = await (await fetch(`${first.webUrl}/assets/${texts}/${language}.json`)).json();
      expect(served, language).toEqual(JSON.parse(readFileSync(join(ROOT, 'locales', `${language}.json`), 'utf8')));
    }
    const parent = await Parent.signUp((request) => fetch(request), email, first.apiUrl);
    await first.close();
    const second = await startTestServers(data);
    const again = await Parent.signIn((request) => fetch(request), email, second.apiUrl);
    expect(again.accountId).toBe(parent.accountId);
    await second.close();
  });

  test('builds the pages for production, even when tests run the build', () => {
    const folder = join(dirname(dirname(BUILT.web)), 'client', 'assets');
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
    expect(scripts.some((name) => readFileSync(join(folder, name), 'utf8').includes('Minified React error'))).toBe(true);
  });

  test('does not let client headers bypass the front door', async () => {
    const { webUrl, apiUrl, close } = await startTestServers();
    try {
      const port = Number(new URL(webUrl).port);
      const tricks = { 'MF-Original-URL': webUrl, 'MF-Route-Override': 'porchlight-api', 'MF-CF-Blob': '{"clientIp":"9.9.9.9:1"}' };
      expect(await statusOf(port, { Host: 'evil.example' })).toBe(421);
      expect(await statusOf(port, { Host: 'evil.example', ...tricks })).toBe(421);
      expect(await statusOf(port, { Host: `localhost:${port}`, ...tricks })).toBe(200);
      // This host is invalid, and the server must not derive another host from it.
      for (const at of [port, Number(new URL(apiUrl).port)]) expect(await statusOf(at, { Host: `localhost:${at}.evil.example` })).toBe(400);
    } finally {
      await close();
    }
  });

  test('takes the caller’s address from the socket, not from headers', async () => {
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

  test('refuses calls of the pages to internal servers, even by host name, when users may choose the API (A32)', async () => {
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
      // A plain `fetch` reaches the server; the binding refuses.
      expect([await ask('globalThis'), await ask('OUTSIDE')]).toEqual(['{"ok":true}', 'refused']);
    } finally {
      await close();
    }
  });

  test('opens the operator’s socket for its owner only and once per data folder, and refuses an invalid order', async () => {
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
