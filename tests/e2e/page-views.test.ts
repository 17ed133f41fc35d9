import { type OutsideServices, startOutsideServices } from '../fakes/outside-services.ts';
import { startTestServers, type TestServers } from '../servers.ts';
import { expect, test } from './browser.ts';
import { signUpByHand } from './parent-page.ts';

// Own servers, because they report to services that run in this process.
let services: OutsideServices;
let servers: TestServers;

test.describe('page views', () => {
  test.beforeAll(async () => {
    services = await startOutsideServices();
    servers = await startTestServers(undefined, undefined, { E2E: '', SENTRY_DSN: services.dsn, ANALYTICS_URL: services.analyticsUrl });
  });
  test.afterAll(async () => {
    await servers.close();
    await services.close();
  });
  test.beforeEach(() => {
    services.received.length = 0;
  });

  const views = () => services.pageViews().map(({ path }) => path);

  test('reports one event per page, including the first, without personal data (ANALYT-001 to 005, 014, 015)', async ({ browser }) => {
    const page = await browser.newPage({ baseURL: servers.webUrl });
    const outside: Array<string> = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== servers.webUrl && !request.url().startsWith('data:')) outside.push(request.url());
    });
    const { email } = await signUpByHand(page);
    await expect.poll(views).toEqual(['/', '/connect']);
    await page.goto('/verify?token=secret-token&account_id=17');
    await page.goto('/my-family');
    await expect.poll(views).toEqual(['/', '/connect', '/verify', '/connect']);
    // Client-side navigation requests no document, so the property stays set.
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.locator('a[href="/subscription"]').first().click();
    await page.waitForURL('**/subscription');
    await expect.poll(views).toEqual(['/', '/connect', '/verify', '/connect', '/subscription']);
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    await page.goto('/logout');
    await page.waitForURL('**/?view=login');
    await expect.poll(views).toEqual(['/', '/connect', '/verify', '/connect', '/subscription', '/']);
    expect(JSON.stringify(services.received)).not.toMatch(new RegExp(`${email}|secret-token|account_id`));
    expect(services.pageViews().every(({ release }) => release === '8.21.0-beta.2')).toBe(true);
    expect(outside).toEqual([]);
    await page.close();
  });

  test('does not count a visitor who opts out', async ({ browser }) => {
    const page = await browser.newPage({ baseURL: servers.webUrl, extraHTTPHeaders: { 'Sec-GPC': '1' } });
    await page.goto('/?view=login');
    await page.goto('/signup');
    // The events of a page arrive before those of the next page.
    await expect.poll(() => services.events('transaction').length).toBeGreaterThan(1);
    expect(views()).toEqual([]);
    await page.close();
  });

  test('a browser error reaches the error service with a reference and without personal data (ANALYT-006, 013, 014, 016)', async ({
    browser,
  }) => {
    const page = await browser.newPage({ baseURL: servers.webUrl });
    await page.goto('/?view=login');
    await page.waitForFunction(() => '__remixRouter' in window);
    await page.evaluate(() => {
      setTimeout(() => {
        throw new TypeError('no child mia@example.com at /reset?token=secret-token');
      });
    });
    await expect.poll(() => services.events('event')).toHaveLength(1);
    expect(services.events('event')[0]).toMatchObject({
      release: '8.21.0-beta.2',
      exception: { values: [{ type: 'TypeError', value: 'no child <email> at /reset?…' }] },
      request: { url: '/' },
      tags: { from: 'browser', reference: expect.stringMatching(/^[0-9a-f]{8}$/) },
    });
    expect(JSON.stringify(services.received)).not.toMatch(/mia@|secret-token/);
    await page.close();
  });

  test('a page that crashes leads to /error, which shows the reference of the report (A98, ANALYT-006, 016)', async ({ browser }) => {
    const page = await browser.newPage({ baseURL: servers.webUrl });
    await signUpByHand(page);
    // Renames a part of the page’s data, so that its component throws.
    await page.route('**/subscription.data*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('"used"', '"removed"') });
    });
    await page.locator('a[href="/subscription"]').first().click();
    await page.waitForURL('**/error?ref=*');
    await expect.poll(() => services.events('event')).toHaveLength(1);
    const [event] = services.events('event');
    expect(event).toMatchObject({
      exception: { values: [{ type: 'TypeError' }] },
      tags: { from: 'browser', reference: expect.any(String) },
      extra: { componentStack: expect.stringContaining('at main') },
    });
    const { reference } = Object(event?.tags);
    await expect(page.getByText(`If you contact us, include this number: ${reference}`)).toBeVisible();
    await page.close();
  });
});
