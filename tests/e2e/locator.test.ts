import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';
import { expect, type Page, test, WITH_WEBGL } from './browser.ts';
import { complaints } from './complaints.ts';
import { locatorJourneys, openLocated, reportPosition, SPOT } from './locator-journeys.ts';
import { collectFaults, layoutFaults } from './page-faults.ts';
import { openLive, press } from './parent-page.ts';
import { open } from './tour.ts';

test.use(WITH_WEBGL);
test.setTimeout(60_000);

locatorJourneys();

test.describe('the sheet on a phone', () => {
  const openSheet = async (page: Page) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await openLocated(page);
    await page.goto('/locator?all');
    return page.getByRole('button', { name: 'Show the' });
  };

  test('opens and closes by keyboard, and says so (LOC-058)', async ({ page }) => {
    const handle = await openSheet(page);
    await expect(handle).toHaveAttribute('aria-expanded', 'false');
    await handle.focus();
    await page.keyboard.press('Enter');
    await expect(handle).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(handle).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowUp');
    await page.locator('.loc-child a').first().focus();
    await page.keyboard.press('Escape');
    await expect(handle).toHaveAttribute('aria-expanded', 'false');
    await expect(handle).toBeFocused();
  });

  test('follows the finger, and opens or closes by the way it went', async ({ page }) => {
    const handle = await openSheet(page);
    const drag = async (by: number) => {
      const box = await handle.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 20];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + by / 2);
      await page.mouse.move(x, y + by);
      await page.mouse.up();
    };
    await drag(-300);
    await expect(handle).toHaveAttribute('aria-expanded', 'true');
    await drag(20);
    await expect(handle).toHaveAttribute('aria-expanded', 'true');
    await drag(200);
    await expect(handle).toHaveAttribute('aria-expanded', 'false');
  });
});

test('«Locate now» shows each step when the device takes it, and the new position, without a reload (LOC-052)', async ({ page }) => {
  const { agent, child } = await openLocated(page);
  await openLive(page, `/locator/${child}`);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await press(page, 'locate');
  await expect(page.locator('[data-step=requested]')).toHaveAttribute('data-at', /\d/);
  await expect(page.locator('[data-step=delivered]')).not.toHaveAttribute('data-at');
  await agent.commands();
  await expect(page.locator('[data-step=delivered]')).toHaveAttribute('data-at', /\d/);
  await expect(page.locator('[data-step=located]')).not.toHaveAttribute('data-at');
  await agent.report('allowed', { locations: [{ at: Date.now(), lat: SPOT.lat + 0.002, lng: SPOT.lng, accuracy: 30, reason: 'burst' }] });
  await expect(page.locator('[data-step=located]')).toHaveAttribute('data-at', /\d/);
  await expect(page.locator('.loc-child-top')).toContainText('within 100');
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

test('the time of the history moves without any request (LOC-033)', async ({ page }) => {
  const { agent, child } = await openLocated(page);
  for (const minutes of [20, 12, 4]) await reportPosition(agent, minutes);
  await page.goto(`/locator/${child}/history`);
  await expect(page.locator('.loc-map')).toHaveAttribute('data-map', 'live');
  const range = page.getByRole('slider', { name: 'Time of day' });
  const before = await page.locator('.loc-scrub [role=status]').textContent();
  const requests: Array<string> = [];
  page.on('request', (request) => requests.push(request.url()));
  await range.focus();
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.loc-scrub [role=status]')).not.toHaveText(before ?? '');
  // Every page also checks its connection every three seconds.
  expect(requests.filter((url) => !/\/(resources\/|healthz$)/.test(url))).toEqual([]);
});

test('the slider and the field of a place’s radius follow each other, and Enter in a changed address searches', async ({ page }) => {
  await openLocated(page);
  await page.goto(`/locator/places/new?lat=${SPOT.lat}&lon=${SPOT.lng}`);
  const [slider, field] = [page.getByRole('slider', { name: 'Radius' }), page.locator('#place-radius')];
  await slider.focus();
  await page.keyboard.press('End');
  await expect(field).toHaveValue(await slider.evaluate((input: HTMLInputElement) => input.max));
  await field.fill('200');
  await expect(slider).toHaveValue('200');
  await page.locator('[name=name]').fill('Berlin');
  await page.locator('[name=address]').fill('Berlin');
  await page.keyboard.press('Enter');
  await expect(page.locator('[name=found]').first()).toBeChecked();
  await expect(page.locator('[name=name]')).toHaveValue('Berlin');
  await page.locator('[name=name]').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/locator?places');
  await expect(page.locator('.loc-places')).toContainText('Berlin');
});

for (const look of [
  { colorScheme: 'light', width: 320, locale: 'de' },
  { colorScheme: 'dark', width: 1280, locale: 'en' },
  { colorScheme: 'dark', width: 320, locale: 'en' },
  { colorScheme: 'light', width: 1280, locale: 'en' },
] as const) {
  const { colorScheme, width, locale } = look;
  test(`has no accessibility or layout faults: locator, ${colorScheme}, ${width} px, ${locale}`, async ({ page: first, browser }) => {
    test.slow();
    const { agent, child } = await openLocated(first);
    await reportPosition(agent, 0, { accuracy: 300 });
    await first.goto(`/locator/${child}`);
    await press(first, 'locate');
    const { cookies } = await first.context().storageState();
    const context = await browser.newContext({
      colorScheme,
      locale,
      viewport: { width, height: 640 },
      reducedMotion: 'reduce',
    });
    await context.addCookies(cookies.filter(({ name }) => name !== 'lng'));
    const page = await context.newPage();
    const faults = await collectFaults(page);
    const found: Record<string, Array<string>> = {};
    for (const path of ['/locator?all', '/locator?all#list', `/locator/${child}`, `/locator/${child}/history`, '/locator/places/new']) {
      await open(page, 'about:blank');
      await open(page, path);
      // Marks move while the picture becomes a live map.
      await expect(page.locator('.loc-map').first()).toHaveAttribute('data-map', 'live');
      // The map is larger than its frame.
      const layout = (await layoutFaults(page)).filter((fault) => !fault.startsWith('cut in div.loc-map'));
      const list = [...(await complaints(page)), ...layout];
      if (list.length > 0) found[path.replace(child, '…')] = list;
    }
    expect(found).toEqual({});
    expect(faults).toEqual([]);
    await context.close();
  });
}

// Sets the browser's default font size, which a page cannot do (WCAG 1.4.4, 1.4.10).
test('with text twice as large, cuts nothing on desktop or phone: locator', async ({ playwright }) => {
  test.slow();
  const args = [...CHROMIUM_ARGS, '--blink-settings=defaultFontSize=32'];
  const browser = await playwright.chromium.launch({ executablePath: requireChromium(), args });
  const page = await browser.newPage({ baseURL: process.env.WEB_URL, locale: 'de', reducedMotion: 'reduce', serviceWorkers: 'block' });
  // The picture stays: marks move while it becomes a live map.
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  const { agent, child } = await openLocated(page);
  for (const minutes of [80, 12, 4]) await reportPosition(agent, minutes);
  await page.goto(`/locator/${child}`);
  await page.locator('button[value=locate]:visible').first().click();
  await expect(page.locator('[data-step=requested]')).toBeVisible();
  const found: Record<string, Array<string>> = {};
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 720 });
    for (const path of ['/locator?all#list', `/locator/${child}`, `/locator/${child}/history`, '/locator/places/new']) {
      await open(page, path);
      const list = (await layoutFaults(page)).filter((fault) => !fault.startsWith('cut in div.loc-map'));
      if (list.length > 0) found[`${width} ${path.replace(child, '…')}`] = list;
    }
  }
  expect(await page.locator('html').evaluate((html) => getComputedStyle(html).fontSize)).toBe('32px');
  expect(found).toEqual({});
  await browser.close();
});
