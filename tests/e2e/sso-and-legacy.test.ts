import { scryptSync } from 'node:crypto';
import { BUILT } from '#tools/build-workers.ts';
import { startIdentityProvider } from '#tools/identity-provider.ts';
import { PlainBrowser } from '#tools/plain-browser.ts';
import { startTestServers, type TestServers } from '../servers.ts';
import { expect, type Page, test } from './browser.ts';
import { type Credentials, logIn, newCredentials, press } from './parent-page.ts';
import { goToProvider, newPerson, signInAtProvider } from './sso-page.ts';

// Own servers with other settings: Apple posts a form, and accounts of another system are imported.
let servers: TestServers;
test.describe.configure({ mode: 'default' });
test.describe('Apple sign-on and imported accounts', () => {
  test.beforeAll(async () => {
    servers = await startTestServers(undefined, BUILT.web, {}, async (port, webUrl) => {
      const provider = await startIdentityProvider(port, webUrl, { isFormPost: true });
      return { ...provider, settings: { ...provider.settings, LEGACY_IMPORT: '1024:8:1:32' } };
    });
  });
  test.afterAll(() => servers?.close());

  test('signs up with the name in Apple’s posted form, then logs in and returns to the page (A85, SSO-004)', async ({ browser }) => {
    const page = await browser.newPage({ baseURL: servers.webUrl });
    const person = newPerson();
    const posted: Array<{ origin: string | undefined; cookies: Array<string> }> = [];
    page.on('request', async (request) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/apple-sso-redirect')) return;
      const { origin, cookie = '' } = await request.allHeaders();
      posted.push({ origin, cookies: cookie.split('; ').map((pair) => pair.split('=')[0] ?? '') });
    });
    await goToProvider(page, 'apple', 'signup');
    await signInAtProvider(page, person);
    await page.waitForURL('**/signup');
    await expect(page.locator('[name=email]')).toHaveValue(person.email);
    // The name came in the posted form, not in a query.
    await expect(page.locator('[name=user_name]')).toHaveValue(person.name);
    await press(page, 'signup-sso');
    await page.waitForURL('**/connect');
    await page.goto('/logout');
    await page.goto('/subscription');
    await page.getByRole('link', { name: 'Continue with Apple' }).click();
    await signInAtProvider(page, person);
    await page.waitForURL('**/subscription');
    // Both requests came from the provider's page, with only the cookie of the sign-on.
    const origin = `http://127.0.0.1:${Number(new URL(servers.webUrl).port) + 2}`;
    // The listener reads the headers after the request is sent.
    await expect.poll(() => posted).toEqual(Array.from({ length: 2 }, () => ({ origin, cookies: ['sso'] })));
    await page.close();
  });

  test('logs in an imported account with its password as typed: two posts with script, one without (AUTH-005, A80)', async ({
    browser,
  }) => {
    const { email, password } = await importLegacy();

    const page = await browser.newPage({ baseURL: servers.webUrl });
    const posts: Array<URLSearchParams> = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URLSearchParams(request.postData() ?? ''));
    });
    await page.goto('/?view=login');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(password);
    await press(page, 'login');
    await page.waitForURL('**/connect');
    const logins = posts.filter((fields) => fields.get('intent') === 'login');
    expect(logins.map((fields) => [fields.get('password'), fields.get('password_derived')?.length, fields.get('password_scheme')])).toEqual(
      [
        [null, 64, null],
        [password, undefined, 'legacy'],
      ],
    );
    await page.close();

    const forms = new PlainBrowser(servers.webUrl);
    const wrong = await forms.press(await forms.open('/?view=login'), 'login', { email, password: password.trim() });
    expect([wrong.url.pathname, wrong.status]).toEqual(['/', 400]);
    expect((await forms.press(wrong, 'login', { email, password })).url.pathname).toBe('/connect');
  });

  for (const [whose, hasKey] of [
    ['that has no key yet', false],
    ['whose key was made at a login', true],
  ] as const) {
    test(`changing the password of an imported account ${whose} registers its key immediately (ACCT-028)`, async ({ browser }) => {
      const { email, password } = await importLegacy();
      const page = await browser.newPage({ baseURL: servers.webUrl });
      const registered: Array<URLSearchParams> = [];
      page.on('request', (request) => {
        const fields = new URLSearchParams(request.url().endsWith('/resources/key') ? (request.postData() ?? '') : '');
        if (fields.get('intent') === 'register') registered.push(fields);
      });
      const registers = () =>
        page.waitForResponse((answer) => new URLSearchParams(answer.request().postData() ?? '').get('intent') === 'register');
      if (hasKey) {
        const made = registers();
        await logInAnew(page, { email, password });
        await made;
      } else {
        await logInByForms(page, { email, password });
      }
      await page.goto('/account/password');
      await page.locator('[name=current_password]').fill(password);
      await page.locator('[name=new_password]').fill('entirely different');
      const answer = registers();
      await press(page, 'password');
      expect(await (await answer).json()).toMatchObject({ kind: 'key' });
      await page.waitForURL('**/account');
      expect(registered).toHaveLength(hasKey ? 2 : 1);
      expect(new Set(registered.map((fields) => fields.get('keyId'))).size).toBe(1);
      await expect
        .poll(() => page.evaluate(async () => (await fetch('/resources/key')).json()))
        .toMatchObject({ isLegacy: false, keyState: 'ok' });

      // A new browser unlocks the key with the new password.
      const other = await browser.newPage({ baseURL: servers.webUrl });
      await logInAnew(other, { email, password: 'entirely different' });
      await other.goto('/account/key');
      await expect(other.locator('[data-key-open=true]')).toBeVisible();
      await other.close();
      await page.close();
    });
  }

  async function logInAnew(page: Page, credentials: Credentials): Promise<void> {
    await page.goto('/?view=login');
    await logIn(page, credentials);
    await page.waitForURL('**/connect');
  }

  /** Logs in by forms, so that no script creates a key. */
  async function logInByForms(page: Page, credentials: Credentials): Promise<void> {
    const cookies = new Map<string, string>();
    const forms = new PlainBrowser(servers.webUrl, {}, cookies);
    expect((await forms.press(await forms.open('/?view=login'), 'login', credentials)).url.pathname).toBe('/connect');
    const url = servers.webUrl;
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true, sameSite: 'Lax' })));
  }

  /** Imports an account that logs in with its password as typed. */
  async function importLegacy(): Promise<Credentials> {
    const { email } = newCredentials();
    const password = ' old Päss ';
    const [salt, cost] = [Buffer.from('a salt of that system'), { N: 1024, r: 8, p: 1 }];
    const hash = scryptSync(password, salt, 32, cost).toString('base64');
    const account = { email, email_verified: true, password: { salt: salt.toString('base64'), hash } };
    expect(await (await servers.webEnv()).INTERNAL.importLegacy(account)).toMatchObject({ imported: true });
    return { email, password };
  }
});
