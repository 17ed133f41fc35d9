import { describe, expect, test } from 'vitest';
import { webContext } from '#tests/web-context.ts';
import { type AppInfo, listAppInfos, nameApps } from './app-info.server';
import { createAppInfoCache } from './app-info-cache.server';

const wire = (bundle_id: string) => ({
  bundle_id,
  title: `Titel ${bundle_id}`,
  description: '',
  screenshots: [
    ...['/apps/a.png', 'https://elsewhere.example/a.png', '//elsewhere.example/b.png', '/\\elsewhere.example'],
    ...['/logout', '/logout?x=a.png', '/logout.data', '/resources/app-media/../../logout', '/apps/%2e%2e/logout', 'javascript:a.png'],
    '/resources/app-media/com.duolingo/de/screenshot-1',
  ],
  videos: [],
  rating: null,
  content_rating: null,
  advisories: [],
  genres: [],
  logo: 'https://porchlight.example/apps/logo.png',
});

describe('app info', () => {
  test('requests each title once by bundle id and language, and skips unknown apps (APPS-027 to APPS-029, I18N-026)', async () => {
    const asked: Array<string> = [];
    const context = webContext({
      api: async ({ url }) => {
        asked.push(url);
        const id = new URL(url).searchParams.get('bundle_id') ?? '';
        return id === 'gone'
          ? new Response('{}', { status: 404 })
          : id === 'down'
            ? new Response(null, { status: 503 })
            : Response.json(wire(id));
      },
    });
    const cache = createAppInfoCache<AppInfo>(10, () => 0);
    const infos = await listAppInfos(context, ['a b', 'gone', 'down'], 'de', cache);
    expect([...infos.keys()]).toEqual(['a b']);
    expect(asked[0]).toBe('https://api.porchlight.example/app_info?bundle_id=a+b&locale=de');
    // Images from other sites are not shown, because those sites would learn who views which app. Nor are our own URLs that are not media,
    // such as the one that logs out.
    expect(infos.get('a b')).toMatchObject({ title: 'Titel a b', logo: '/apps/logo.png' });
    expect(infos.get('a b')?.screenshots).toEqual(['/apps/a.png', '/resources/app-media/com.duolingo/de/screenshot-1']);
    const named = ['a b', 'gone', 'down'].map((bundleId) => ({ bundleId, name: bundleId === 'down' ? '' : 'So the device' }));
    expect(await nameApps(context, named, 'de', cache)).toEqual([
      { bundleId: 'a b', name: 'Titel a b' },
      { bundleId: 'gone', name: 'So the device' },
      { bundleId: 'down', name: 'down' },
    ]);
    expect(asked).toHaveLength(3);
  });

  test('loads the info of at most forty apps per call for a long list', async () => {
    let calls = 0;
    const context = webContext({
      api: async () => {
        calls += 1;
        return new Response('{}', { status: 404 });
      },
    });
    const cache = createAppInfoCache<AppInfo>(1000, () => 0);
    const ids = Array.from({ length: 100 }, (_, index) => `app${index}`);
    for (const wanted of [40, 80, 100, 100]) {
      await listAppInfos(context, ids, 'en', cache);
      expect(calls).toBe(wanted);
    }
  });

  test('requests only the app with missing images again after a minute', async () => {
    let calls = 0;
    let now = 0;
    const context = webContext({
      api: async ({ url }) => {
        calls += 1;
        const isHalf = new URL(url).searchParams.get('bundle_id') === 'half';
        return Response.json(wire('x'), { headers: { 'Cache-Control': `public, max-age=${isHalf ? 60 : 86_400}` } });
      },
    });
    const cache = createAppInfoCache<AppInfo>(10, () => now);
    await listAppInfos(context, ['half', 'whole'], 'en', cache);
    now = 60_000;
    await listAppInfos(context, ['half', 'whole'], 'en', cache);
    expect(calls).toBe(3);
  });
});
