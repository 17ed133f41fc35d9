import { expect, test } from './browser.ts';
import { frameJourneys } from './frame-journeys.ts';
import { addChildWithDevice, expectTakenOver, openMenu, signUp } from './parent-page.ts';

frameJourneys();

// Frame behavior that needs script.

test.describe('page frame', () => {
  test('the menu opens immediately, without a page load', async ({ page }) => {
    await signUp(page, '/connect');
    const toggle = page.locator('button[name=menu]:visible');
    await expectTakenOver(toggle);
    // Waits for the page's own requests, such as for the account key after a login.
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    const loads: Array<string> = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The page checks the connection every 3 s.
      if (pathname !== '/healthz') loads.push(`${request.method()} ${pathname}`);
    });
    const saved = page.waitForResponse('**/resources/menu');
    await toggle.click();
    await expect(page.locator('.frame')).toHaveAttribute('data-menu', 'open');
    await expect(page.locator('body')).toHaveAttribute('data-same');
    await saved;
    expect(loads).toEqual(['POST /resources/menu']);
  });

  test('an open menu causes no layout shift, and stays open after navigation', async ({ page }) => {
    await signUp(page, '/connect');
    await expectTakenOver(page.locator('button[name=menu]:visible'));
    const saved = page.waitForResponse('**/resources/menu');
    await page.locator('button[name=menu]:visible').click();
    await saved;
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { shifts: Number(Reflect.get(window, 'shifts')) + Reflect.get(entry, 'value') });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/subscription');
    const link = page.locator('#menu').getByRole('link', { name: 'Add device' });
    await expectTakenOver(link);
    await link.click();
    await page.waitForURL('**/connect');
    await expect(link).toBeFocused();
    await expect(link).toHaveAttribute('aria-current', 'page');
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toBeLessThan(0.01);
  });

  test('on a phone, focus stays in the open menu, and returns to the menu button when the menu closes', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await signUp(page, '/connect');
    const opener = page.locator('.topbar [popovertarget=menu]');
    await expectTakenOver(opener);
    const isInside = () =>
      page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('#menu') !== null);
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#menu a').first()).toBeFocused();
    for (let step = 0; step < 15; step++) {
      await page.keyboard.press('Tab');
      expect(await isInside()).toBe(true);
    }
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await expect(page.locator('#menu')).toBeHidden();
    await openMenu(page);
    await page.locator('#menu').getByRole('link', { name: 'Subscription' }).click();
    await page.waitForURL('**/subscription');
    await expect(page.locator('#main')).toBeFocused();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
  });

  test('offline, the page shows a message, sends no request and keeps typed text (NAV-046…048, PWA-008)', async ({ page, context }) => {
    await page.clock.install();
    await signUp(page);
    // The page requests the key state once. The test counts only requests after that.
    const keyFacts = page.waitForResponse('**/resources/key');
    await addChildWithDevice(page, 'Mia');
    await keyFacts;
    const told = page.getByTestId('offline');
    const asked: Array<string> = [];
    page.on('request', (request) => {
      // Remix prefetches the route manifest by itself.
      if (!request.url().includes('/__manifest')) asked.push(request.url());
    });
    await context.setOffline(true);
    await expect(told).toContainText('You’re offline');
    await page.clock.runFor(70_000);
    await expect(told).toBeVisible();
    const before = page.url();
    asked.length = 0;
    await page.locator('#menu').getByRole('link', { name: 'My family' }).click();
    await expect(told).toHaveAttribute('data-tries', '1');
    await page.locator('button[name=intent][value=block-open]').first().click();
    await expect(told).toHaveAttribute('data-tries', '2');
    await expect(told).toContainText('so nothing was sent');
    await page.locator('#menu').getByRole('button', { name: 'Log out' }).click();
    await expect(told).toHaveAttribute('data-tries', '3');
    expect(page.url()).toBe(before);
    await page.locator('#ask-at').fill('19:45');
    await page.locator('#ask-at').press('Enter');
    await expect(told).toHaveAttribute('data-tries', '4');
    await expect(page.locator('#ask-at')).toHaveValue('19:45');
    await expect(page.getByTestId('now')).toHaveAttribute('data-asked', 'allowed');
    expect(asked).toEqual([]);
    await context.setOffline(false);
    await page.clock.runFor(3000);
    await expect(told).toHaveCount(0);
    await expect(page.getByTestId('unsent')).toContainText('try again');
    await page.locator('#menu').getByRole('link', { name: 'My family' }).click();
    await page.waitForURL('**/my-family');
  });
});
