import { expect, test } from './browser.ts';

const SITES = [
  ['/robots.txt', 'text/plain; charset=utf-8', 'public, max-age=3600'],
  ['/sitemap.xml', 'application/xml; charset=utf-8', 'public, max-age=3600'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'public, max-age=3600'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8', 'public, max-age=3600'],
  ['/favicon.ico', 'image/vnd.microsoft.icon', 'public, max-age=3600'],
  ['/favicon.svg', 'image/svg+xml', 'public, max-age=3600'],
  ['/apple-touch-icon.png', 'image/png', 'public, max-age=3600'],
  ['/social-preview.png', 'image/png', 'public, max-age=3600'],
  ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ['/healthz', 'application/json', 'no-store'],
  ['/readyz', 'application/json', 'no-store'],
] as const;

for (const [path, type, caching] of SITES) {
  test(`serves ${path} to everyone with its content type and caching, and without a cookie`, async ({ request }) => {
    const response = await request.get(path);
    const headers = response.headers();
    expect([response.status(), headers['content-type'], headers['cache-control'], headers['set-cookie']]).toEqual([
      200,
      type,
      caching,
      undefined,
    ]);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
}

test.describe('public files and pages without JavaScript', () => {
  test('the manifest’s icons exist in the stated size, and two of them are maskable', async ({ request }) => {
    const manifest = await (await request.get('/manifest.webmanifest?lng=de')).json();
    expect(manifest).toMatchObject({ name: 'Porchlight', start_url: '/manage', lang: 'de', display: 'standalone' });
    const icons: Array<{ src: string; sizes: string; type: string; purpose: string }> = manifest.icons;
    expect(icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
    for (const { src, sizes, type } of icons) {
      const response = await request.get(src);
      expect(response.headers()['content-type']).toBe(type);
      const bytes = await response.body();
      if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
  });

  test('serves a public page in the language of ?lng, or in English when it is unknown', async ({ page }) => {
    await page.goto('/?lng=de');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/\?lng=de$/);
    await expect(page.locator('link[hreflang]')).toHaveCount(9);
    // The language from the `lng` link stays until the user chooses another.
    await page.goto('/signup');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.context().clearCookies();
    for (const bad of ['xx', '../en', 'deutsch']) {
      await page.goto(`/?lng=${bad}`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    }
    expect(await page.context().cookies()).toEqual([]);
  });

  test('keeps a page that is not public out of search engines', async ({ page }) => {
    await page.goto('/error');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
  });

  test('/error lists what still applies when logged out, and checks the server (ERR-045)', async ({ page }) => {
    const response = await page.goto('/error?ref=7f3a20c1');
    expect(response?.status()).toBe(200);
    await expect(page.getByText('7f3a20c1')).toBeVisible();
    await expect(page.locator('.true-list li')).toHaveCount(2);
    await page.getByRole('link', { name: 'Check if Porchlight is down' }).click();
    await expect(page.locator('[data-checked=good]')).toBeVisible();
    await expect(page.getByText('7f3a20c1')).toBeVisible();
  });

  test('returns a 404 page for a missing file, and redirects other unknown addresses to the start page (AUTH-034)', async ({ page }) => {
    const missing = await page.goto('/nothing/here.png');
    expect(missing?.status()).toBe(404);
    await page.getByRole('link', { name: 'Open Porchlight' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/a/b/c');
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('the offline page has a plain link to try again (PWA-006)', async ({ page }) => {
    await page.goto('/offline');
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/manage');
    await expect(page.locator('[data-waiting]')).toBeHidden();
    await expect(page.locator('form')).toHaveCount(0);
  });
});
