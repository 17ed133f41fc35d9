import { expect, type Page, test, WITH_WEBGL } from './browser.ts';
import { openLocated } from './locator-journeys.ts';
import { addChildWithDevice, grant, signUp } from './parent-page.ts';

test.use(WITH_WEBGL);

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

test('the picture becomes a map that keys move, from our own origin alone', async ({ page }) => {
  await openLocated(page);
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
});

test('a new position does not move a map that the parent has moved', async ({ page }) => {
  const credentials = await signUp(page);
  const agent = await addChildWithDevice(page, 'Mia');
  await grant(credentials.email, 'premium_annual');
  const report = (lng: number, at = Date.now() - 5000) =>
    agent.report('allowed', { locations: [{ at, lat: 51.5, lng, accuracy: 12 }], events: [{ type: 'location_on', at }] });
  await report(-0.12);
  await page.goto('/locator?all');
  await live(page);
  const face = page.locator('.loc-face');
  const middle = (await face.boundingBox())?.x ?? 0;
  await report(-0.1);
  // Unmoved, the map follows the new position: the face is in the middle again.
  await expect(face).toHaveAttribute('data-lon', '-0.1');
  await expect.poll(async () => Math.abs(((await face.boundingBox())?.x ?? 0) - middle) < 2).toBe(true);
  await page.locator('.maplibregl-canvas').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => ((await face.boundingBox())?.x ?? 0) < middle - 90).toBe(true);
  await report(-0.11);
  await expect(face).toHaveAttribute('data-lon', '-0.11');
  // The new position is west of the last one, and the map has not followed.
  await expect.poll(async () => Math.abs(((await face.boundingBox())?.x ?? 0) - middle) > 90).toBe(true);
});

test('a tap on the map and a drag of its grip fill the fields of a place', async ({ page }) => {
  await openLocated(page);
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
});

test('without WebGL the picture stays, and its links zoom', async ({ page }) => {
  await openLocated(page);
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
});

test('the picture returns when the drawing context is lost', async ({ page }) => {
  await openLocated(page);
  await page.goto('/locator?all');
  await live(page);
  await page.locator('.maplibregl-canvas').evaluate((canvas: HTMLCanvasElement) => {
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await expect(map(page)).toHaveAttribute('data-map', 'picture');
  await expect(page.locator('.loc-plane img')).toBeVisible();
  await expect(page.locator('.loc-face')).toContainText('Mia now');
});
