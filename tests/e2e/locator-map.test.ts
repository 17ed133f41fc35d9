import { MAP_COLORS } from '#app/features/locator/map-colors.ts';
import { type Browser, expect, type Page, test, WITH_WEBGL } from './browser.ts';
import { type ContextOptions, withOwnServers } from './own-servers.ts';
import { addChildWithDevice, signUp } from './parent-page.ts';

test.use(WITH_WEBGL);

const own = withOwnServers();

const LONDON = { lat: 51.5, lng: -0.12 };
const TOWN = { lat: 53.0865, lng: 12.622 };

/** Opens the locator of a family whose child was located in London, or somewhere else. */
async function openLocated(browser: Browser, { spot = LONDON, ...options }: ContextOptions & { spot?: typeof LONDON } = {}): Promise<Page> {
  const page = await own.newPage(browser, options);
  const credentials = await signUp(page);
  const agent = await addChildWithDevice(page, 'Mia');
  await own.grant(credentials.email, 'premium_annual');
  const at = Date.now() - 5000;
  await agent.report('allowed', { locations: [{ at, ...spot, accuracy: 12 }], events: [{ type: 'location_on', at }] });
  return page;
}

/** Returns the requests to other origins, and the violations of the Content-Security-Policy, from now on. */
async function watchPolicy(page: Page): Promise<{ foreign: Array<string>; reports: () => Promise<Array<string>> }> {
  const foreign: Array<string> = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== new URL(process.env.WEB_URL ?? '').origin) foreign.push(url.href);
  });
  await page.addInitScript(() => {
    const found: Array<string> = [];
    Object.assign(window, { policyReports: found });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => found.push(`${violatedDirective} ${blockedURI}`));
  });
  const reports = () => page.evaluate(() => ('policyReports' in window ? (window.policyReports as Array<string>) : ['not watched']));
  return { foreign, reports };
}

const map = (page: Page) => page.locator('.loc-map');
const live = (page: Page) => expect(map(page)).toHaveAttribute('data-map', 'live');

test('the picture becomes a map that keys move, from our own origin alone', async ({ browser }) => {
  const page = await openLocated(browser);
  const { foreign, reports } = await watchPolicy(page);
  await page.goto('/locator?all');
  await live(page);
  await expect(page.locator('.loc-plane')).toHaveCount(0);
  const face = page.locator('.loc-face[data-look=exact]');
  await expect(face).toContainText('Mia now');
  const before = await face.boundingBox();
  const canvas = page.locator('.maplibregl-canvas');
  await canvas.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => ((await face.boundingBox())?.x ?? 0) < (before?.x ?? 0) - 50).toBe(true);
  const scale = await page.locator('.loc-scale').textContent();
  await page.keyboard.press('-');
  await expect(page.locator('.loc-scale')).not.toHaveText(scale ?? '');
  // Everything again: the face is where it was.
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect.poll(async () => Math.abs(((await face.boundingBox())?.x ?? 0) - (before?.x ?? 0)) < 2).toBe(true);
  expect(page.url()).toContain('/locator?all');
  expect([foreign, await reports()]).toEqual([[], []]);
  await page.close();
});

test('a new position does not move a map that the parent has moved', async ({ browser }) => {
  const page = await own.newPage(browser);
  const credentials = await signUp(page);
  const agent = await addChildWithDevice(page, 'Mia');
  await own.grant(credentials.email, 'premium_annual');
  // Minutes lie between the positions, because a faster move would not be believed.
  const report = (lng: number, minutes: number) => {
    const at = Date.now() - minutes * 60_000;
    return agent.report('allowed', { locations: [{ at, lat: 51.5, lng, accuracy: 12 }], events: [{ type: 'location_on', at }] });
  };
  await report(-0.12, 8);
  await page.goto('/locator?all');
  await live(page);
  const face = page.locator('.loc-face');
  const middle = (await face.boundingBox())?.x ?? 0;
  await report(-0.1, 4);
  // Unmoved, the map follows the new position: the face is in the middle again.
  await expect(face).toHaveAttribute('data-lon', '-0.1');
  await expect.poll(async () => Math.abs(((await face.boundingBox())?.x ?? 0) - middle) < 2).toBe(true);
  await page.locator('.maplibregl-canvas').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => ((await face.boundingBox())?.x ?? 0) < middle - 90).toBe(true);
  await report(-0.11, 0);
  await expect(face).toHaveAttribute('data-lon', '-0.11');
  // The new position is west of the last one, and the map has not followed.
  await expect.poll(async () => Math.abs(((await face.boundingBox())?.x ?? 0) - middle) > 90).toBe(true);
  await page.close();
});

test('a tap on the map and a drag of its grip fill the fields of a place', async ({ browser }) => {
  const page = await openLocated(browser);
  await page.goto('/locator/places/new?lat=51.5&lon=-0.12');
  await live(page);
  const [lat, lon, radius] = [page.locator('[name=lat]'), page.locator('[name=lon]'), page.locator('[name=radius]')];
  const grip = page.locator('.loc-grip');
  const [at, size] = [await grip.boundingBox(), Number(await radius.inputValue())];
  await page.mouse.move((at?.x ?? 0) + 12, (at?.y ?? 0) + 12);
  await page.mouse.down();
  await page.mouse.move((at?.x ?? 0) + 52, (at?.y ?? 0) + 12, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Number(await radius.inputValue())).toBeGreaterThan(size);
  expect([await lat.inputValue(), await lon.inputValue()]).toEqual(['51.5', '-0.12']);

  const canvas = await page.locator('.maplibregl-canvas').boundingBox();
  await page.mouse.click((canvas?.x ?? 0) + (canvas?.width ?? 0) / 2, (canvas?.y ?? 0) + 60);
  await expect.poll(async () => Number(await lat.inputValue())).toBeGreaterThan(51.5005);
  expect(Math.abs(Number(await lat.inputValue()) - 51.5)).toBeLessThan(0.02);
  const pip = await page.locator('.loc-pip').boundingBox();
  expect(Math.abs((pip?.y ?? 0) + 22 - ((canvas?.y ?? 0) + 60))).toBeLessThan(2);
  await page.close();
});

test('without WebGL the picture stays, and its links zoom', async ({ browser }) => {
  const page = await openLocated(browser);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  const script = page.waitForResponse((response) => response.url().includes('live-map'));
  await page.goto('/locator?all');
  await script;
  await expect(page.locator('.loc-plane img')).toBeVisible();
  const before = await page.locator('.loc-plane img').evaluate((img: HTMLImageElement) => img.currentSrc);
  await page.getByRole('link', { name: 'Zoom in' }).click();
  await page.waitForURL(/[?&]z=1/);
  await expect.poll(() => page.locator('.loc-plane img').evaluate((img: HTMLImageElement) => img.currentSrc)).not.toBe(before);
  await expect(map(page)).toHaveAttribute('data-map', 'picture');
  await page.close();
});

test('the picture returns when the drawing context is lost', async ({ browser }) => {
  const page = await openLocated(browser);
  await page.goto('/locator?all');
  await live(page);
  await page.locator('.maplibregl-canvas').evaluate((canvas: HTMLCanvasElement) => {
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await expect(map(page)).toHaveAttribute('data-map', 'picture');
  await expect(page.locator('.loc-plane img')).toBeVisible();
  await expect(page.locator('.loc-face')).toContainText('Mia now');
  await page.close();
});

/** Returns the color of the page at a point, as «#rrggbb». */
async function colorAt(page: Page, x: number, y: number): Promise<string> {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context?.drawImage(image, 0, 0);
      return `#${[...(context?.getImageData(0, 0, 1, 1).data ?? [])]
        .slice(0, 3)
        .map((value) => value.toString(16).padStart(2, '0'))
        .join('')}`;
    },
    [...png],
  );
}

/** Counts how often the scale of the map changes from now on. */
async function countZooms(page: Page): Promise<() => Promise<number>> {
  const layer = await page.locator('.loc-marks').evaluateHandle((marks) => {
    const scales = new Set([(marks as HTMLElement).style.getPropertyValue('--ppm')]);
    new MutationObserver(() => scales.add((marks as HTMLElement).style.getPropertyValue('--ppm'))).observe(marks, { attributes: true });
    return scales;
  });
  return () => layer.evaluate((scales) => scales.size - 1);
}

test('the map follows the theme and reduced motion, and draws the world’s outline while its source fails', async ({ browser }) => {
  await own.storeTown();
  const page = await openLocated(browser, { spot: TOWN, viewport: { width: 1280, height: 720 } });
  await page.goto('/locator?all');
  await live(page);
  await expect(map(page)).toHaveAttribute('data-source', 'town');
  await expect(page.locator('.loc-credit')).toContainText('imaginary');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The bar’s length in px: its text may be the same after a step.
  const bar = page.locator('.loc-scale i');
  const length = await bar.getAttribute('style');
  const steps = await countZooms(page);
  await page.getByRole('link', { name: 'Zoom in' }).click();
  await expect(bar).not.toHaveAttribute('style', length ?? '');
  expect(await steps()).toBe(1);

  // No tile of the town arrives for a view that is not loaded yet, so the next source is drawn.
  await page.route('**/map/town/**', (route) => route.fulfill({ status: 503 }));
  await page.locator('.maplibregl-canvas').focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('-');
  await expect(map(page)).toHaveAttribute('data-source', 'world');
  await expect(page.locator('.loc-credit')).toContainText('Natural Earth');
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  const corner = { x: (box?.x ?? 0) + 700, y: (box?.y ?? 0) + 20 };
  await expect.poll(() => colorAt(page, corner.x, corner.y)).toBe(MAP_COLORS.light.land);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => colorAt(page, corner.x, corner.y)).toBe(MAP_COLORS.dark.land);
  await expect(page.locator('.loc-face')).toContainText('Mia now');
  await page.close();
});

test('where the page scrolls, one finger and the wheel move the page, two fingers and Ctrl the map', async ({ browser }) => {
  const page = await openLocated(browser, { viewport: { width: 375, height: 700 }, hasTouch: true });
  // The child was just opened, so it is the chosen one.
  await page.goto('/locator');
  await page.waitForURL(/\/locator\/[^/?]+$/);
  await live(page);
  const scale = () => page.locator('.loc-scale').first().textContent();
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  const before = await scale();
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + 150];
  const browserOfPage = await page.context().newCDPSession(page);
  /** Moves fingers from one place to the next. */
  const swipe = async (...places: Array<Array<{ x: number; y: number }>>) => {
    for (const [index, touchPoints] of places.entries())
      await browserOfPage.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints });
    await browserOfPage.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const steps = Array.from({ length: 10 }, (_, step) => step);

  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 120);
  await expect.poll(scrolled).toBeGreaterThan(60);
  expect(await scale()).toBe(before);
  await page.evaluate(() => scrollTo(0, 0));

  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 400);
  await expect.poll(scale).not.toBe(before);
  await page.keyboard.up('Control');
  const smaller = await scale();
  await swipe(
    ...steps.map((step) => [
      { x: x - 20 - 6 * step, y },
      { x: x + 20 + 6 * step, y },
    ]),
  );
  await expect.poll(scale).not.toBe(smaller);
  expect(await scrolled()).toBe(0);
  // The fingers zoom the map, and not the page.
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  const larger = await scale();
  await swipe(...steps.map((step) => [{ x, y: y - 12 * step }]));
  await expect.poll(scrolled).toBeGreaterThan(60);
  expect(await scale()).toBe(larger);
  await page.close();
});

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const)
  test(`all parts of the map are in the window beside an open cookie notice: ${width} × ${height}`, async ({ browser }) => {
    const page = await openLocated(browser, { viewport: { width, height } });
    await page.goto('/locator?all');
    await live(page);
    await expect(page.locator('.cookie-notice button')).toBeVisible();
    // A part that is cut or covered is not what its middle shows.
    const hidden = await page.locator('.loc-controls a, .loc-credit > *, .loc-foot > *, .loc-face .loc-head').evaluateAll((parts) =>
      parts.flatMap((part) => {
        const { left, top, right, bottom, width } = part.getBoundingClientRect();
        if (width === 0) return [];
        const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return isInside && shown !== null && part.contains(shown) ? [] : [part.outerHTML.slice(0, 80)];
      }),
    );
    expect(hidden).toEqual([]);
    await page.close();
  });
