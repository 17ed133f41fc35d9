import { expect, type Page, test } from './browser.ts';
import { signUp } from './parent-page.ts';

// All other tests block service workers, because a service worker's requests bypass a test's routes.
test.use({ serviceWorkers: 'allow' });

/** Returns the path of every URL in all caches of this origin. */
async function kept(page: Page): Promise<Array<string>> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}

async function expectKept(page: Page): Promise<void> {
  await expect.poll(() => kept(page)).toContain('/offline');
}

test.describe('offline page', () => {
  test('shows the offline page without network, and returns to the page when it is back (PWA-001 to 005)', async ({ page, context }) => {
    await page.goto('/?view=login');
    await expectKept(page);
    await context.setOffline(true);
    await page.goto('/signup?x=1');
    expect(new URL(page.url()).pathname).toBe('/offline');
    await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible();
    await expect(page.locator('[data-waiting]')).toBeVisible();
    // The styles of the offline page are cached too.
    await expect(page.locator('.card')).toHaveCSS('border-radius', '16px');
    await context.setOffline(false);
    await page.waitForURL('**/signup?x=1');
  });

  test('an offline page without a previous page leads to /manage (PWA-003)', async ({ page, context }) => {
    await page.goto('/?view=login');
    await expectKept(page);
    await context.setOffline(true);
    await page.goto('/offline');
    await expect(page.locator('[data-retry]')).toHaveAttribute('href', '/manage');
    await context.setOffline(false);
    // Nobody is logged in, so /manage redirects.
    await page.waitForURL('**/?view=login');
  });

  test('caches the offline page in the user’s language, and again when the language changes', async ({ page, context }) => {
    await page.goto('/?view=login');
    await expectKept(page);
    await page.goto('/?view=login&lng=de');
    const title = async () => page.evaluate(async () => /<title>([^<]*)/.exec((await (await caches.match('/offline'))?.text()) ?? '')?.[1]);
    await expect.poll(title).toContain('Sie sind offline');
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
    await context.setOffline(true);
    await page.goto('/signup');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });

  test('shows the offline page in the chosen theme', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'theme', value: 'dark', url: baseURL ?? '' }]);
    await page.goto('/?view=login');
    await expectKept(page);
    await context.setOffline(true);
    await page.goto('/signup');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('caches nothing of a family (PWA-007)', async ({ page }) => {
    await signUp(page);
    await page.goto('/my-family');
    await page.goto('/subscription');
    await expectKept(page);
    const paths = await kept(page);
    expect(paths.filter((path) => path !== '/offline' && !/^\/(?:assets\/[^/]+\.(?:css|woff2)|favicon\.svg)$/.test(path))).toEqual([]);
    const html = await page.evaluate(async () => (await (await caches.match('/offline'))?.text()) ?? '');
    expect(html).toContain('data-retry');
    expect(html).not.toMatch(/@example\.com|account_id|form_token/);
  });
});
