import { describe, expect, test } from 'vitest';
import { writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { makeSession } from '#tests/web-session.ts';
import { passOnObject } from './sample-access.server';

const TOKEN = 'account.get.0123456789abcdef.thumb.1700000000000.session.mac';
const ADDRESS = `https://porchlight.example/resources/sample-object/${TOKEN}`;

describe('passOnObject', () => {
  test('passes the sealed bytes on, and lets nobody store them', async () => {
    const asked: Array<string> = [];
    const context = webContext({
      api: async ({ url }) => {
        asked.push(url);
        return new Response('sealed', { headers: { 'Set-Cookie': 'x=1', 'Access-Control-Allow-Origin': '*' } });
      },
    });
    await writeSession(context, makeSession());
    const response = await passOnObject(requestWithCookies(context, ADDRESS), context, TOKEN);
    expect([response.status, await response.text()]).toEqual([200, 'sealed']);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/octet-stream',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(asked).toEqual([`https://api.porchlight.example/sample_object/${TOKEN}`]);
  });

  test.each([
    [403, 403],
    [404, 404],
    [500, 503],
    [429, 503],
  ])('tells an expired address, a missing object and a failure apart: %i becomes %i', async (given, status) => {
    const context = webContext({ api: async () => new Response('reason', { status: given }) });
    await writeSession(context, makeSession());
    const response = await passOnObject(requestWithCookies(context, ADDRESS), context, TOKEN);
    expect([response.status, await response.text()]).toEqual([status, '']);
  });

  test.each([
    ['another session', TOKEN.replace('.session.', '.other.')],
    ['another account', TOKEN.replace('account.', 'other.')],
    ['a path', '../../vew_request'],
    ['nothing', ''],
  ])('refuses an address of %s without asking the API', async (_name, token) => {
    const context = webContext({ api: async () => Promise.reject(new Error('Nobody is to be asked')) });
    await writeSession(context, makeSession());
    expect((await passOnObject(requestWithCookies(context, ADDRESS), context, token)).status).toBe(403);
  });

  test('leads a visitor without a session to the login, and does not remember the address', async () => {
    const context = webContext();
    expect(await passOnObject(new Request(ADDRESS), context, TOKEN).catch((thrown: unknown) => thrown)).toRedirectTo('/login');
    expect(context.responseCookies).toEqual([]);
  });
});
