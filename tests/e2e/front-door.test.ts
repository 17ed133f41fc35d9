import { expect, test } from './browser.ts';

test.describe('front door', () => {
  test('a page comes with its headers and breaks none of them', async ({ page }) => {
    const complaints: Array<string> = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const response = await page.goto('/login');
    const headers = response?.headers() ?? {};
    expect(headers['content-security-policy']).toContain("'strict-dynamic'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    // Hydrated: Remix' router has taken over.
    await page.waitForFunction(() => '__remixRouter' in window && '__remixContext' in window);
    expect(complaints).toEqual([]);
  });

  test('a form of another site changes nothing', async ({ page, baseURL }) => {
    // Another port is another origin of the same site, which cookies would not notice.
    await page.route('http://localhost:1/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<form method="post" action="${baseURL}/login"><button>go</button></form>` }),
    );
    await page.goto('http://localhost:1/');
    const [answered] = await Promise.all([page.waitForResponse(/\/login$/), page.getByRole('button').click()]);
    expect(answered.status()).toBe(403);
    expect(answered.headers()['content-security-policy']).toContain("default-src 'self'");
  });
});
