import { expect, test } from './browser.ts';
import { landingJourneys } from './landing-journeys.ts';

landingJourneys();

test.describe('landing page', () => {
  test('on a phone the drawer collapses to 50 px and opens again, and a wide screen has none (LAND-012)', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto('/?view=login');
    const handle = page.locator('.drawer > summary');
    const height = () => page.locator('.drawer').evaluate((drawer) => drawer.getBoundingClientRect().height);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('[name=email]')).toBeInViewport();
    await handle.click();
    await expect.poll(height).toBe(50);
    await expect(page.locator('[name=email]')).not.toBeInViewport();
    await handle.click();
    await expect(page.locator('[name=email]')).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(handle).toBeHidden();
    await expect(page.locator('[name=email]')).toBeInViewport();
  });
});
