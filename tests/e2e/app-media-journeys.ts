import { BUILT } from '#tools/build-workers.ts';
import { type AppMediaServer, startAppMediaServer } from '../fakes/app-media-server.ts';
import { NO_PROVIDERS, startTestServers } from '../servers.ts';
import { expect, type Locator, test } from './browser.ts';
import { withOwnServers } from './own-servers.ts';
import { collectFaults } from './page-faults.ts';
import { addChildWithDevice, signUp } from './parent-page.ts';

/** Known apps whose logo gets a bad response from the media host, with the type of response. */
const BAD = {
  'com.whatsapp': 'html',
  'com.discord': 'svg',
  'com.spotify.music': 'huge',
  'com.waze': 'truncated',
  'com.netflix.mediaclient': 'elsewhere',
  'com.facebook.katana': 'failing',
  'com.chess': 'slow',
};

/** Returns the natural width of an image in px: 1 for the placeholder of a missing image, -1 while an image loads. */
const widthOf = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : -1));

/** Defines the tests of app images, whose host may send anything. They run with and without script. */
export function appMediaJourneys(): void {
  let media: AppMediaServer;
  const own = withOwnServers(async () => {
    media = await startAppMediaServer();
    const settings = { ...NO_PROVIDERS, APP_MEDIA_URL: media.url };
    return startTestServers(undefined, BUILT.web, {}, async () => ({ origin: '', settings, close: media.close }));
  });

  test('loads app images from our own origin, and shows a letter tile when one is missing or broken', async ({ browser }) => {
    media.answers.set('com.duolingo', { rating: 4.7, logo: '/good', screenshots: ['/tall', '/html'] });
    for (const [id, manner] of Object.entries(BAD)) media.answers.set(id, { logo: `/${manner}` });
    const page = await own.newPage(browser);
    const faults = await collectFaults(page);
    const asked = new Set<string>();
    page.on('request', (request) => void asked.add(new URL(request.url()).origin));
    await signUp(page);
    const agent = await addChildWithDevice(page, 'Mia');
    const home = new URL(page.url()).pathname.replace(/schedule$/, '');
    const ids = ['com.duolingo', ...Object.keys(BAD), 'com.example.unknown'];
    await agent.report('allowed', { apps: ids.map((bundle_id) => ({ bundle_id, name: 'App', version: '1.0' })) });
    await page.goto(`${home}app-rules`);
    const iconOf = (id: string) => page.locator(`[data-app="${id}"] .app-icon`);
    const pictureOf = (id: string) => iconOf(id).locator('img');

    await expect(pictureOf('com.duolingo')).toHaveAttribute('src', '/resources/app-media/com.duolingo/en/logo');
    await expect.poll(() => widthOf(pictureOf('com.duolingo'))).toBe(256);
    const box = async (part: Locator) => JSON.stringify(await part.boundingBox());
    expect(await box(pictureOf('com.duolingo'))).toBe(await box(iconOf('com.duolingo')));
    for (const id of Object.keys(BAD)) {
      await pictureOf(id).scrollIntoViewIfNeeded();
      // The image is one transparent pixel in a clipped corner, so only the letter behind it is visible.
      await expect.poll(() => widthOf(pictureOf(id)), id).toBe(1);
      expect(await pictureOf(id).evaluate((image) => image.getBoundingClientRect().width), id).toBe(1);
      await expect(iconOf(id)).toHaveText(/^\p{Lu}$/u);
    }
    await expect(iconOf('com.example.unknown').locator('img')).toHaveCount(0);
    await expect(iconOf('com.example.unknown')).toHaveText('A');

    await page.goto(`${home}app-rules?app=com.duolingo`);
    const opened = page.getByRole('dialog');
    await expect(opened).toContainText('4.7');
    const shot = (number: number) => opened.getByRole('img', { name: `Duolingo, screenshot ${number}` });
    await shot(2).scrollIntoViewIfNeeded();
    await expect.poll(() => widthOf(shot(1).locator('img'))).toBe(280);
    await expect.poll(() => widthOf(shot(2).locator('img'))).toBe(1);
    await expect(shot(2)).toHaveText('D');

    // The browser requests no other origin, and the media host receives nothing about the user.
    expect([...asked].filter((origin) => origin !== new URL(page.url()).origin)).toEqual([]);
    const ofLogo = media.asked.filter(({ path }) => path === '/good');
    expect(ofLogo).toHaveLength(1);
    for (const name of ['cookie', 'referer', 'user-agent', 'x-forwarded-for', 'accept-language']) {
      expect(ofLogo[0]?.headers, name).not.toHaveProperty(name);
    }
    // Opened directly, the image has safe headers. A visitor without a session is redirected.
    const path = '/resources/app-media/com.duolingo/en/logo';
    const alone = await page.request.get(path);
    expect(alone.headers()).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline; filename="logo.png"',
    });
    const known = await page.request.get(path, { headers: { 'If-None-Match': alone.headers().etag ?? '' } });
    expect(known.status()).toBe(304);
    const stranger = await own.newPage(browser);
    expect((await stranger.request.get(path, { maxRedirects: 0 })).status()).toBe(302);
    await stranger.close();
    expect(faults).toEqual([]);
    await page.close();
  });
}
