import { afterEach, describe, expect, test, vi } from 'vitest';
import { LANGUAGES } from '#app/domain/language';
import { getAppInfo } from '#app/wire/apps';
import { API, read } from '#tests/clients/parent';
import { send } from '#tests/clients/worker';
import { closeAppMedia, playAppMedia } from '#tests/fakes/app-media';
import { APP_TEXTS, answerAppInfo } from './app-info';
import { KNOWN_APPS } from './known-apps';

afterEach(closeAppMedia);

const MINUTE = 60_000;
const NOTHING = { screenshots: [], videos: [], rating: null, logo: null };

function ask(bundle_id: string, locale: string, headers: Record<string, string> = {}) {
  return send(new Request(`${API}/app_info?${new URLSearchParams({ bundle_id, locale })}`, { headers }));
}

describe('app info', () => {
  test('describes an app in the requested language, by its ids on both systems (API-032)', async () => {
    const german = await ask('com.google.Translate', 'de-AT');
    expect(german.headers.get('content-language')).toBe('de');
    expect(await german.json()).toEqual({
      bundle_id: 'com.google.Translate',
      other_ids: ['com.google.android.apps.translate'],
      title: 'Google Übersetzer',
      description: 'Übersetzt Texte, Gesprochenes und Fotos.',
      content_rating: null,
      advisories: [],
      genres: ['Werkzeuge', 'Lernen'],
      ...NOTHING,
    });
    const body = async (id: string, locale: string) => getAppInfo.output.parse(await (await ask(id, locale)).json());
    const discord = {
      title: 'Discord',
      content_rating: '13+',
      advisories: ['Contact with other people', 'Content made by other users', 'Live streams'],
    };
    expect(await body('com.hammerandchisel.discord', 'en-us')).toMatchObject(discord);
    expect(await body('com.discord', 'en')).toMatchObject(discord);
    for (const id of ['com.robtop.geometryjump', 'com.robtopx.geometryjump'])
      expect(await body(id, 'en')).toMatchObject({ title: 'Geometry Dash' });
    // YouTube's terms let parents open it to children of any age.
    expect(await body('com.google.ios.youtube', 'en')).toMatchObject({ content_rating: null });
    for (const locale of ['sv', 'xx-yy', 'nonsense!']) expect(await body('COM.Discord', locale)).toMatchObject(discord);
  });

  test('allows caching for a day and returns 304 for a known ETag', async () => {
    const first = await ask('com.duolingo', 'en');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(etag).toMatch(/^"[\da-f]{32}"$/);
    expect((await ask('com.duolingo', 'fr')).headers.get('etag')).not.toBe(etag);
    const known = await ask('com.duolingo', 'en', { 'If-None-Match': `"x", W/${etag}` });
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await ask('com.duolingo', 'en', { 'If-None-Match': '"x"' })).status).toBe(200);
  });

  test('returns 404 for an unknown app and 400 for an invalid query', async () => {
    for (const id of ['com.example.unknown', '__proto__', 'toString', 'com.whatsapp ']) {
      expect(await read(await ask(id, 'en')), id).toMatchObject({ status: 404, body: { errors: { message: 'Unknown app id' } } });
    }
    for (const query of ['', '?bundle_id=com.whatsapp', '?locale=en', '?bundle_id=&locale=en', '?bundle_id=com.whatsapp&locale=e']) {
      expect((await send(new Request(`${API}/app_info${query}`))).status, query).toBe(400);
    }
  });

  test('has a description of every app in every language, and one app per id', () => {
    const ids = Object.values(KNOWN_APPS).flatMap((app) => app.ids.map((id) => id.toLowerCase()));
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(KNOWN_APPS).length).toBeGreaterThanOrEqual(60);
    for (const language of LANGUAGES) {
      const { descriptions, genres, advisories, titles } = APP_TEXTS[language];
      const words = [...Object.values(genres), ...Object.values(advisories), ...Object.values(titles)];
      expect(words.filter((word) => word.trim() !== word || word === '')).toEqual([]);
      expect(Object.values(descriptions).filter((text) => !/^\p{Lu}?.{2,119}[.。]$/u.test(text))).toEqual([]);
      expect(new Set(Object.values(descriptions)).size).toBeGreaterThan(Object.keys(KNOWN_APPS).length - 3);
    }
  });

  test('adds ratings and images from the media service if there is one', async () => {
    const service = playAppMedia();
    const tell = async (bundle_id: string, at = 0, env: object = { APP_MEDIA_URL: service.url }) => {
      const response = await answerAppInfo(env, { bundle_id, locale: 'de' }, null, at);
      return { media: getAppInfo.output.parse(await response.json()), kept: response.headers.get('cache-control') };
    };
    const logo = 'https://media.example/logo.png';
    const screenshots = [
      'https://media.example/1.png',
      '/media/2.png',
      'http://media.example/3.png',
      '//10.0.0.1/4.png',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
    ];
    service.answers.set('com.duolingo', () => Response.json({ rating: 4.7, logo, screenshots, more: 'ignored' }));
    const told = await tell('com.duolingo');
    // Pages never get the real address of a file. The Worker fetches the file, only from public hosts and the service itself.
    const path = '/resources/app-media/com.duolingo/de';
    expect(told.media).toMatchObject({ title: 'Duolingo', rating: 4.7, logo: `${path}/logo`, videos: [] });
    expect(told.media.screenshots).toEqual([`${path}/screenshot-1`, `${path}/screenshot-2`]);
    expect(service.asked[0]?.search).toBe('?bundle_id=com.duolingo&locale=de');
    expect((await tell('com.duolingo', 59 * MINUTE)).media).toEqual(told.media);
    expect(service.asked).toHaveLength(1);
    await tell('com.duolingo', 60 * MINUTE);
    expect(service.asked).toHaveLength(2);
    // Another spelling of an id reuses the same cached response.
    for (const spelt of ['COM.DUOLINGO', 'com.Duolingo']) expect((await tell(spelt, 61 * MINUTE)).media).toMatchObject({ rating: 4.7 });
    expect(service.asked).toHaveLength(2);
    expect(await tell('com.whatsapp')).toMatchObject({ media: { title: 'WhatsApp', ...NOTHING }, kept: 'public, max-age=86400' });
    expect((await tell('com.spotify.client', 0, {})).media).toMatchObject(NOTHING);
    expect(service.asked).toHaveLength(3);
  });

  test('omits only the media when the media service fails, and does not retry for a minute', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const service = playAppMedia();
    const wrong: Record<string, () => Response | Promise<Response>> = {
      'com.whatsapp': () => new Response('no', { status: 500 }),
      'com.discord': () => Response.redirect('https://elsewhere.example'),
      'com.waze': () => new Response('{'),
      'com.viber': () => Response.json({ rating: 6 }),
      'com.pinterest': () => Response.json({ screenshots: Array(11).fill('/a.png') }),
      'com.canva.editor': () => Response.json({ logo: `https://media.example/${'x'.repeat(70_000)}` }),
    };
    for (const [id, answer] of Object.entries(wrong)) service.answers.set(id, answer);
    const tell = (bundle_id: string, now: number) => answerAppInfo({ APP_MEDIA_URL: service.url }, { bundle_id, locale: 'en' }, null, now);
    for (const id of Object.keys(wrong)) {
      const response = await tell(id, 0);
      expect(await read(response), id).toMatchObject({ status: 200, body: NOTHING });
      expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    }
    // Never responds, which simulates the timeout of two seconds.
    service.answers.set('com.chess', () => new Promise(() => undefined));
    const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('Timed out')));
    expect(await (await tell('com.chess', 0)).json()).toMatchObject({ title: 'Chess.com', ...NOTHING });
    expect(waited.mock.calls).toEqual([[2_000]]);
    waited.mockRestore();
    expect(warned).toHaveBeenCalledTimes(Object.keys(wrong).length + 1);
    service.answers.set('com.whatsapp', () => Response.json({ rating: 4 }));
    expect(await (await tell('com.whatsapp', MINUTE - 1)).json()).toMatchObject(NOTHING);
    expect(await (await tell('com.whatsapp', MINUTE)).json()).toMatchObject({ rating: 4 });
    warned.mockRestore();
  });

  test('calls a media service without TLS only in the demonstration and on its own machine', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const asked: Array<string> = [];
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(url.href);
      return Response.json({ rating: 3 });
    });
    const rating = async (env: object) => {
      const response = await answerAppInfo(env, { bundle_id: 'com.whatsapp', locale: 'en' }, null, 0);
      return getAppInfo.output.parse(await response.json()).rating;
    };
    expect(await rating({ APP_MEDIA_URL: 'http://media.example/open' })).toBe(null);
    expect(asked).toEqual([]);
    expect(await rating({ APP_MEDIA_URL: 'http://media.example/open', APP_ENV: 'demonstration' })).toBe(null);
    expect(asked).toEqual([]);
    expect(await rating({ APP_MEDIA_URL: 'http://127.0.0.1:24700/own', APP_ENV: 'demonstration' })).toBe(3);
    warned.mockRestore();
  });
});
