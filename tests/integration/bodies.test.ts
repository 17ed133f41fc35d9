import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/domain/language.ts';
import { startTestServers, type TestServers } from '../servers.ts';

let servers: TestServers;
beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(() => servers.close());

const FORM = 'application/x-www-form-urlencoded';
// Includes the landing page, because it builds its metadata for search engines from the root's data, which is missing in these answers.
const PAGES = ['/?index', '/forgot', '/resources/theme'];
const BODIES = [
  ['with its length', 413, FORM, (text: string) => text],
  ['in chunks', 413, FORM, (text: string) => new Blob([text]).stream()],
  ['that is no form', 400, 'text/plain', (text: string) => text.slice(0, 10)],
] as const;

function post(url: string, type: string, body: string | ReadableStream, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': type, Origin: new URL(url).origin, ...headers } };
  return fetch(url, init as RequestInit);
}

describe('request bodies', () => {
  test.each(PAGES.flatMap((page) => BODIES.map(([how, ...rest]) => [page, how, ...rest] as const)))(
    'POST %s with a body %s answers %i in the user’s language',
    async (page, _how, status, type, toBody) => {
      const texts = new Set<string>();
      for (const language of LANGUAGES) {
        const body = toBody(`name=${'x'.repeat(310_000)}`);
        const answer = await post(`${servers.webUrl}${page}`, type, body, { 'Accept-Language': language });
        expect([answer.status, answer.headers.get('Content-Language')]).toEqual([status, language]);
        const text = await answer.text();
        expect(text).not.toContain('Server Error');
        // Compares the text only: the nonce and the reference differ in each answer.
        texts.add(/<h1[^>]*>.*?<\/p>/s.exec(text)?.[0] ?? text);
      }
      expect(texts.size).toBe(LANGUAGES.length);
    },
  );

  test.each([
    ['with Content-Length', (text: string) => text],
    ['in chunks', (text: string) => new Blob([text]).stream()],
  ])('the API answers 400 with a message to a body that is too large, sent %s', async (_, toBody) => {
    const answer = await post(`${servers.apiUrl}/login`, 'application/json', toBody('x'.repeat(1_100_000)));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: { message: 'The body is too large' } });
  });

  const SLOW = [
    ['nothing', ''],
    ['a header byte by byte', 'GET /healthz HTTP/1.1\r\nHost: HOST\r\nX-Slow: '],
    [
      'a body byte by byte',
      `POST /PATH HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Type: ${FORM}\r\nContent-Length: 9999\r\n\r\n`,
    ],
    [
      'a body that stops',
      `POST /PATH HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Type: ${FORM}\r\nContent-Length: 9999\r\n\r\na=`,
    ],
  ] as const;

  test.each([
    ['pages', 'forgot', () => servers.webUrl],
    ['API', 'login', () => servers.apiUrl],
  ] as const)('the %s close a connection that sends nothing, or only single bytes', { timeout: 120_000 }, async (_, path, url) => {
    const { host, port } = new URL(url());
    const ended = SLOW.map(([what, begin]) => {
      const line = connect(Number(port), '127.0.0.1');
      line.on('error', () => undefined);
      line.write(begin.replaceAll('HOST', host).replace('PATH', path));
      const drip = what.includes('byte by byte') ? setInterval(() => line.write('a'), 200) : undefined;
      line.resume();
      return new Promise((done) => line.once('end', done).once('close', done)).finally(() => {
        clearInterval(drip);
        line.destroy();
      });
    });
    await Promise.all(ended);
  });
});
