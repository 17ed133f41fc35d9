import { expect, openEarly, type Page, test } from './browser.ts';
import { collectFaults } from './page-faults.ts';
import { type Credentials, newCredentials, signUp } from './parent-page.ts';

const DEADLINE_MS = 4_000;
const SCRIPTS = '**/assets/*.js';

/** Returns an array that collects the forms that this page posts from now on. */
function postsOf(page: Page): Array<Record<string, string>> {
  const posts: Array<Record<string, string>> = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (request.method() === 'POST' && body.includes('form_token=')) posts.push(Object.fromEntries(new URLSearchParams(body)));
  });
  return posts;
}

/**
 * Delays all scripts of the page. The deadline never fires, so a slow machine does not matter.
 * @returns a function that releases the scripts
 */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.addInitScript((deadline) => {
    const start = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (work: TimerHandler, ms?: number) => (ms === deadline ? 0 : start(work, ms)) });
  }, DEADLINE_MS);
  await page.route(SCRIPTS, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value);
}

async function someAccount(page: Page): Promise<Credentials> {
  const credentials = await signUp(page);
  await page.context().clearCookies();
  return credentials;
}

test.describe('held password forms', () => {
  test('holds a login until its script is ready, then sends it once without the typed password (A150)', async ({ page }) => {
    const credentials = await someAccount(page);
    const [faults, posts, letScripts] = [await collectFaults(page), postsOf(page), await holdScripts(page)];
    await openEarly(page, '/?view=login', { waitUntil: 'commit' });
    await fill(page, credentials);
    const button = page.locator('button[name=intent][value=login]');
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    // Without `force`, Playwright would wait, because the busy button looks disabled.
    await button.click({ force: true });
    await page.locator('[name=password]').press('Enter');
    expect(posts).toEqual([]);
    letScripts();
    await page.waitForURL('**/connect');
    expect(posts).toEqual([
      expect.objectContaining({ intent: 'login', email: credentials.email, password_derived: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    ]);
    expect(posts[0]).not.toHaveProperty('password');
    expect(posts[0]?.time_zone).not.toBe('');
    expect(faults).toEqual([]);
  });

  const { email, password } = newCredentials();
  const FORMS: Array<{ path: string; intent: string; fields: Record<string, string>; isSignedIn: boolean }> = [
    { path: '/?view=signup', intent: 'signup', fields: { email, password }, isSignedIn: false },
    {
      path: '/account/password',
      intent: 'password',
      fields: { current_password: password, new_password: `${password} 2` },
      isSignedIn: true,
    },
    { path: '/account/email', intent: 'email', fields: { new_email: email, current_password: password }, isSignedIn: true },
    { path: `/reset?email=${encodeURIComponent(email)}&token=t`, intent: 'reset', fields: { new_password: password }, isSignedIn: false },
  ];
  for (const { path, intent, fields, isSignedIn } of FORMS) {
    test(`holds the form «${intent}» until it can derive the password`, async ({ page }) => {
      if (isSignedIn) await signUp(page);
      const [posts, letScripts] = [postsOf(page), await holdScripts(page)];
      // Only the posted fields matter; no response is needed.
      await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
      await openEarly(page, path, { waitUntil: 'commit' });
      await fill(page, fields);
      const button = page.locator(`button[name=intent][value=${intent}]`);
      await button.click();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      expect(posts).toEqual([]);
      letScripts();
      await expect.poll(() => posts.length).toBe(1);
      expect(posts[0]?.intent).toBe(intent);
      for (const name of Object.keys(fields).filter((name) => name.includes('password'))) {
        expect(posts[0]).not.toHaveProperty(name);
        expect(posts[0]?.[`${name}_derived`]).toMatch(/^[0-9a-f]{64}$/);
      }
      expect(JSON.stringify(posts)).not.toContain(password);
    });
  }

  test('sends the login as typed after the deadline when no script loads, and logs in (A150)', async ({ page }) => {
    const credentials = await someAccount(page);
    const posts = postsOf(page);
    await page.route(SCRIPTS, (route) => route.abort());
    await page.clock.install();
    await openEarly(page, '/?view=login', { waitUntil: 'commit' });
    await fill(page, credentials);
    const button = page.locator('button[name=intent][value=login]');
    await button.click();
    await page.clock.runFor(DEADLINE_MS - 1_000);
    await expect(button).toHaveAttribute('aria-busy', 'true');
    expect(posts).toEqual([]);
    await page.clock.runFor(1_000);
    await expect(page).toHaveURL(/\/connect$/);
    expect(posts).toEqual([expect.objectContaining({ intent: 'login', ...credentials })]);
  });

  test('does not hold a login without a password, and shows what is missing', async ({ page }) => {
    const [posts, letScripts] = [postsOf(page), await holdScripts(page)];
    await openEarly(page, '/?view=login', { waitUntil: 'commit' });
    await fill(page, { email: 'a@example.com' });
    await page.locator('button[name=intent][value=login]').click();
    await expect(page.locator('#login-password-error')).toBeVisible();
    await expect(page.locator('[name=email]')).toHaveValue('a@example.com');
    expect(posts).toEqual([expect.objectContaining({ intent: 'login', password: '' })]);
    letScripts();
  });
});
