import { expect, type Page, test } from './browser.ts';
import { signUp } from './parent-page.ts';

// Everywhere else pages come straight from the server: what a service worker fetches cannot be held up by a test.
test.use({ serviceWorkers: 'allow' });

/** Every address in every cache of this origin. */
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

test.describe('offline', () => {
  test('without network a page gives way to the offline page, and comes back with it (PWA-001 to 005)', async ({ page, context }) => {
    await page.goto('/?view=login');
    await expectKept(page);
    await context.setOffline(true);
    await page.goto('/signup?x=1');
    expect(new URL(page.url()).pathname).toBe('/offline');
    await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible();
    await expect(page.locator('[data-waiting]')).toBeVisible();
    // Its styles came along.
    await expect(page.locator('.card')).toHaveCSS('border-radius', '16px');
    await context.setOffline(false);
    await page.waitForURL('**/signup?x=1');
  });

  test('the offline page without a page before it leads to /manage (PWA-003)', async ({ page, context }) => {
    await page.goto('/?view=login');
    await expectKept(page);
    await context.setOffline(true);
    await page.goto('/offline');
    await expect(page.locator('[data-retry]')).toHaveAttribute('href', '/manage');
    await context.setOffline(false);
    // Nobody is signed in, so /manage leads on.
    await page.waitForURL('**/?view=login');
  });

  test('it speaks the reader’s language, and another one after that is chosen', async ({ page, context }) => {
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

  test('it comes in the theme that was chosen', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'theme', value: 'dark', url: baseURL ?? '' }]);
    await page.goto('/?view=login');
    await expectKept(page);
    await context.setOffline(true);
    await page.goto('/signup');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('nothing of a family is ever kept (PWA-007)', async ({ page }) => {
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
