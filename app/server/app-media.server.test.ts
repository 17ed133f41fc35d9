import { describe, expect, test } from 'vitest';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { makeSession } from '#tests/web-session.ts';
import { serveAppMedia } from './app-media.server';
import { writeSession } from './session.server';

const URL_OF = 'https://porchlight.example/resources/app-media/com.duolingo/de/logo';
const WISH = { bundleId: 'com.duolingo', language: 'de', name: 'logo' };
const SESSION = makeSession({ tokenTS: 1 });

describe('serveAppMedia', () => {
  test('serves an app image to any logged-in parent without a call to the family', async () => {
    const asked: Array<unknown> = [];
    const context = webContext({
      internal: {
        appMedia: async (query) => {
          asked.push(query);
          return new Response('picture', { status: 206 });
        },
      },
      api: async () => Promise.reject(new Error('Nobody is to be asked')),
    });
    const stranger = serveAppMedia(new Request(URL_OF), context, WISH);
    await expect(stranger).rejects.toMatchObject({ status: 302 });
    // The next login must lead to a page, not to an image.
    expect(context.responseCookies).toEqual([]);
    expect(asked).toEqual([]);
    await writeSession(context, SESSION);
    const headers = { 'If-None-Match': '"x"', Range: 'bytes=0-', 'User-Agent': 'Browser of a parent' };
    const request = requestWithCookies(context, URL_OF, { headers });
    expect((await serveAppMedia(request, context, WISH)).status).toBe(206);
    expect(asked).toEqual([{ ...WISH, tags: '"x"', range: 'bytes=0-' }]);
  });

  test('returns 429 to a network after 1,200 files in a minute', async () => {
    const context = webContext({ internal: { appMedia: async () => new Response('picture') } });
    context.networks = { narrow: '198.51.100.7', wide: null };
    await writeSession(context, SESSION);
    const request = requestWithCookies(context, URL_OF);
    const now = Date.now() + 120_000;
    const ask = async (at: number) => (await serveAppMedia(request, context, WISH, at)).status;
    const answers = new Set<number>();
    for (let count = 0; count < 1_200; count += 1) answers.add(await ask(now));
    expect([...answers]).toEqual([200]);
    expect(await ask(now)).toBe(429);
    expect(await ask(now + 60_000)).toBe(200);
  });
});
