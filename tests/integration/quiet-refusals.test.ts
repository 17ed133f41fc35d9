import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/domain/language.ts';
import { type RealStart, startReal } from '../real-start.ts';
import { findFreePort } from '../servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-quiet-'));
let running: RealStart;
let webUrl: string;
beforeAll(async () => {
  const port = await findFreePort();
  webUrl = `http://localhost:${port}`;
  running = await startReal('start', join(folder, 'data'), port);
});
afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function ask(path: string, method: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${webUrl}${path}`, { method, headers, redirect: 'manual' });
}

/** Returns the log's errors so far. Causes a refusal and waits for its line, so that all earlier lines are read. */
async function errors(): Promise<Array<string>> {
  const count = () => running.output().split('"event":"request_refused"').length;
  const before = count();
  await ask('/', 'POST', { Origin: 'https://evil.example' });
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(before);
  return running
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'));
}

describe('refusals without an error line', () => {
  test.each(['/logout', '/logout?then=forgot'])(
    '%s answers a prefetch with 503, without a page and without an error line',
    async (path) => {
      for (const purpose of ['prefetch', 'prefetch;prerender']) {
        const answer = await ask(path, 'GET', { 'Sec-Purpose': purpose });
        expect([answer.status, answer.headers.get('Location'), answer.headers.get('Cache-Control')]).toEqual([503, null, 'no-store']);
        expect(await answer.text()).toBe('');
      }
      expect(await errors()).toEqual([]);
    },
  );

  test.each(['/login', '/manage', '/error'])(
    'POST %s, a page without an action, answers 405 in the user’s language and without an error line',
    async (path) => {
      const texts = new Set<string>();
      for (const language of LANGUAGES) {
        const answer = await ask(path, 'POST', { Origin: webUrl, 'Accept-Language': language });
        expect([answer.status, answer.headers.get('Content-Language'), answer.headers.get('Allow')]).toEqual([405, language, 'GET, HEAD']);
        const text = await answer.text();
        expect(text).not.toContain('Server Error');
        texts.add(/<h1[^>]*>.*?<\/p>/s.exec(text)?.[0] ?? text);
      }
      expect(texts.size).toBe(LANGUAGES.length);
      expect(await errors()).toEqual([]);
    },
  );

  test('answers 405 with a message to methods other than GET, HEAD and POST, and changes nothing', async () => {
    for (const path of ['/resources/theme', '/logout']) {
      const answer = await ask(path, 'PUT', { Origin: webUrl });
      expect([answer.status, answer.headers.get('Allow'), answer.headers.getSetCookie()]).toEqual([405, 'GET, HEAD, POST', []]);
      expect(await answer.text()).toContain('Nothing was changed');
    }
    expect(await errors()).toEqual([]);
  });
});
