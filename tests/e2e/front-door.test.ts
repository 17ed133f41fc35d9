import { expect, test } from './browser.ts';

test.describe('front door', () => {
  test('sends a page with security headers, and the page violates none of them', async ({ page }) => {
    const complaints: Array<string> = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const response = await page.goto('/login');
    const headers = response?.headers() ?? {};
    expect(headers['content-security-policy']).toContain("'strict-dynamic'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    // Waits until Remix has hydrated the page.
    await page.waitForFunction(() => '__remixRouter' in window && '__remixContext' in window);
    expect(complaints).toEqual([]);
  });

  test('refuses a form posted from another origin', async ({ page, baseURL }) => {
    // Another port is another origin of the same site, so SameSite cookies would not stop it.
    await page.route('http://localhost:1/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<form method="post" action="${baseURL}/login"><button>go</button></form>` }),
    );
    await page.goto('http://localhost:1/');
    const [answered] = await Promise.all([page.waitForResponse(/\/login$/), page.getByRole('button').click()]);
    expect(answered.status()).toBe(403);
    expect(answered.headers()['content-security-policy']).toContain("default-src 'self'");
  });
});
