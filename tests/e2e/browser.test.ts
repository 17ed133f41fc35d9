import { expect, openEarly, test } from './browser.ts';

// Tests the helpers in browser.ts, which all other browser tests rely on.
test.use({ locale: 'fr-FR' });

const isTakenOver = () => 'isTakenOver' in window;

test.describe('tests/e2e/browser.ts', () => {
  test('goto returns only after hydration, even if the texts arrive late', async ({ page }) => {
    const loaded = page.waitForEvent('load');
    await page.route(/\/assets\/.*\.json$/, async (route) => {
      await loaded;
      await route.continue();
    });
    await page.goto('/?view=login');
    expect(await page.evaluate(isTakenOver)).toBe(true);
  });

  test('openEarly returns before hydration', async ({ page }) => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/.*\.json$/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await openEarly(page, '/?view=login');
    expect(await page.evaluate(isTakenOver)).toBe(false);
    release();
    await page.waitForURL('**/?view=login');
    expect(await page.evaluate(isTakenOver)).toBe(true);
  });
});
