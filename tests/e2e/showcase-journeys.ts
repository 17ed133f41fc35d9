import { expect, type Page, test } from './browser.ts';

const PAGES = ['bottom-sheet', 'buttons', 'colors', 'devices', 'forms', 'modals', 'carousel', 'sizing', 'typography'];

const main = (page: Page) => page.locator('main');

/** What the showcase and the endpoint chooser do with script and without. */
export function showcaseJourneys(): void {
  test('the showcase leads to its nine pages, signed out, without the top bar (DEMO-001 to DEMO-010, NAV-002)', async ({ page }) => {
    await page.goto('/demo');
    await expect(page.locator('.topbar')).toHaveCount(0);
    const links = await main(page)
      .getByRole('listitem')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links.toSorted()).toEqual(PAGES.map((slug) => `/demo/${slug}`).toSorted());
    for (const slug of PAGES) {
      const answer = await page.goto(`/demo/${slug}`);
      expect(answer?.status(), slug).toBe(200);
      await expect(page.locator('.demo-pages [aria-current=page]')).toHaveAttribute('href', `/demo/${slug}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      // Something is shown besides the frame, and no text is a bare key.
      expect(await main(page).locator('section, .card').count(), slug).toBeGreaterThan(0);
      expect(await main(page).textContent(), slug).not.toMatch(/\b(?:pages|frame|buttons|forms|modals)\.[a-z_]+\b/);
    }
  });

  test('one page leads to the next, in the reader’s language', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    await page.goto('/demo');
    await main(page).getByRole('link', { name: 'Schaltflächen' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schaltflächen');
    await page.locator('[rel=next]').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Formulare');
    await expect(page).toHaveTitle('Formulare · Porchlight');
    await context.close();
  });

  test('unknown pages of the showcase lead to its beginning (DEMO-011)', async ({ page, request }) => {
    expect((await request.get('/demo/xyz', { maxRedirects: 0 })).status()).toBe(302);
    await page.goto('/demo/buttons/more');
    await expect(page).toHaveURL(/\/demo$/);
  });

  test('the landing page’s logo opens the endpoint chooser, and another server shows a banner until it ends (DEMO-012 to DEMO-017)', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByLabel('Another address')).toHaveCount(0);
    await page.locator('.logo').click();
    for (const name of ['QA', 'Local', 'Dev 5']) {
      await expect(page.getByRole('listitem').filter({ hasText: name }).getByRole('button')).toHaveAccessibleName(`Use ${name}`);
    }
    await expect(main(page).locator('a[href="/demo"]')).toBeVisible();
    // Which there are is set by whoever runs the product; here none is.
    await expect(page.getByRole('button', { name: 'Use QA' })).toBeDisabled();

    await page.getByLabel('Another address').fill('https://me:secret@x.example');
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByLabel('Another address')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Another address')).toHaveValue('https://me:secret@x.example');

    await page.getByLabel('Another address').fill('http://127.0.0.1:9/api/');
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page).toHaveURL(/\/$/);
    const banner = page.getByRole('complementary', { name: 'Another server' });
    for (const path of ['/', '/demo/buttons', '/error', '/signup']) {
      await page.goto(path);
      await expect(banner, path).toContainText('http://127.0.0.1:9/api');
    }
    await banner.getByRole('button').click();
    await expect(page).toHaveURL(/\/$/);
    await expect(banner).toHaveCount(0);
  });
}
