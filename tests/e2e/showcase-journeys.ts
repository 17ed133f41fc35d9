import { expect, type Page, test } from './browser.ts';

const PAGES = ['bottom-sheet', 'buttons', 'colors', 'devices', 'forms', 'modals', 'carousel', 'sizing', 'typography'];

const main = (page: Page) => page.locator('main');

/** Defines the tests of the showcase and the endpoint chooser. They run with and without script. */
export function showcaseJourneys(): void {
  test('links to the nine pages of the showcase when logged out, without the top bar (DEMO-001 to DEMO-010, NAV-002)', async ({ page }) => {
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
      // The page shows more than its frame, and no untranslated key.
      expect(await main(page).locator('section, .card').count(), slug).toBeGreaterThan(0);
      expect(await main(page).textContent(), slug).not.toMatch(/\b(?:pages|frame|buttons|forms|modals)\.[a-z_]+\b/);
    }
  });

  test('leads from one page to the next in the user’s language', async ({ browser }) => {
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

  test('redirects unknown pages of the showcase to its start (DEMO-011)', async ({ page, request }) => {
    expect((await request.get('/demo/xyz', { maxRedirects: 0 })).status()).toBe(302);
    await page.goto('/demo/buttons/more');
    await expect(page).toHaveURL(/\/demo$/);
  });

  test('the logo on the landing page opens the endpoint chooser, and a banner shows while another server is chosen (DEMO-012 to DEMO-017, LAND-037)', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByLabel('Another address')).toHaveCount(0);
    await page.locator('.logo').click();
    for (const name of ['QA', 'Local', 'Dev 5']) {
      await expect(page.getByRole('listitem').filter({ hasText: name }).getByRole('button')).toHaveAccessibleName(`Use ${name}`);
    }
    await expect(main(page).locator('a[href="/demo"]')).toBeVisible();
    // The operator configures the servers; here there are none.
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
