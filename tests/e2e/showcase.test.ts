import { expect, openEarly, test } from './browser.ts';
import { showcaseJourneys } from './showcase-journeys.ts';

showcaseJourneys();

test.describe('showcase', () => {
  test('loads only the user’s language, and the showcase texts only in the showcase (I18N-019)', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'fr-FR' });
    const page = await context.newPage();
    const files: Array<string> = [];
    page.on('request', (request) => {
      const [, file] = /\/assets\/texts-\w+\/(.*)\.json$/.exec(request.url()) ?? [];
      if (file !== undefined) files.push(file);
    });
    await page.goto('/');
    await page.waitForFunction(() => '__remixRouter' in window);
    // The common texts and those for visitors. The showcase loads its own when it opens.
    await expect.poll(() => files.toSorted()).toEqual(['fr', 'visitors/fr']);
    await page.locator('.logo').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quel serveur ?');
    expect(files.toSorted()).toEqual(['fr', 'showcase/fr', 'visitors/fr']);
    await context.close();
  });

  test('keeps the server’s text and follows links when the texts of a page do not load', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'fr-FR' });
    await context.clock.install();
    const page = await context.newPage();
    let refused = 0;
    await page.route(/\.json$/, (route) => {
      refused += 1;
      return route.fulfill({ status: 503 });
    });
    await openEarly(page, '/demo');
    // Six attempts in French and six in English for each of five sets of texts.
    await expect(async () => {
      await context.clock.runFor(12_000);
      expect(refused).toBe(60);
    }).toPass();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vitrine');
    await page.locator('main').getByRole('link', { name: 'Boutons' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boutons');
    await context.close();
  });

  test('shows English when the user’s language does not load (8.2.10)', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'fr-FR' });
    await context.clock.install();
    const page = await context.newPage();
    const reports: Array<string> = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/resources/report')) reports.push(request.postData() ?? '');
    });
    await page.route(/\/fr\.json$/, (route) => route.fulfill({ status: 503 }));
    await openEarly(page, '/?view=login');
    await expect(async () => {
      await context.clock.runFor(12_000);
      expect(await page.getByRole('button', { name: 'Log in' }).count()).toBe(1);
    }).toPass();
    expect(reports.join()).toContain('Error fetching fr');
    await context.close();
  });
});
