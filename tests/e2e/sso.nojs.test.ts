import { expect, type Page, test } from './browser.ts';
import { press, signUp } from './parent-page.ts';
import {
  comeFromElsewhere,
  expectToast,
  findReturn,
  goToProvider,
  NAMES,
  newPerson,
  type Provider,
  signInAtProvider,
  signUpBySso,
} from './sso-page.ts';

const PROVIDERS: Array<Provider> = ['google', 'apple'];
const FAILED = 'We couldn’t log you in';

async function hasSession(page: Page): Promise<boolean> {
  return (await page.context().cookies()).some(({ name }) => name === 'session');
}

test.describe('single sign-on without JavaScript', () => {
  test('login and sign-up offer exactly two providers, as links (AUTH-002)', async ({ page }) => {
    for (const view of ['login', 'signup']) {
      await page.goto(`/?view=${view}`);
      const ways = page.getByRole('navigation', { name: 'Other ways to continue' }).getByRole('link');
      await expect(ways).toHaveText(['Continue with Google', 'Continue with Apple']);
      for (const way of await ways.all()) await expect(way).toHaveAttribute('rel', 'nofollow');
    }
    const robots = await (await page.goto('/robots.txt'))?.text();
    for (const path of ['/google-sso-init', '/apple-sso-redirect']) expect(robots).toContain(`Disallow: ${path}`);
  });

  for (const provider of PROVIDERS) {
    test(`${provider}: signs up without a password, logs out, logs in, and returns to the page (SIGN-015, SSO-027, SSO-040)`, async ({
      page,
    }) => {
      await comeFromElsewhere(page);
      const person = newPerson();
      await goToProvider(page, provider, 'signup');
      await signInAtProvider(page, person);
      await page.waitForURL('**/signup');
      await expect(page.getByText(`You log in with ${NAMES[provider]}`)).toBeVisible();
      await expect(page.locator('[type=password]')).toHaveCount(0);
      await expect(page.locator('[name=email]')).toHaveValue(person.email);
      if (provider === 'google') await expect(page.locator('[name=user_name]')).toHaveValue(person.name);
      await press(page, 'signup-sso');
      await page.waitForURL('**/connect');
      await page.goto('/logout');
      await page.goto('/subscription');
      await page.waitForURL('**/?view=login*');
      await page.getByRole('link', { name: `Continue with ${NAMES[provider]}` }).click();
      await signInAtProvider(page, person);
      await page.waitForURL('**/subscription');
    });

    test(`${provider}: does not log in with the address of a password account`, async ({ page }) => {
      const { email } = await signUp(page);
      await page.context().clearCookies();
      await page.setExtraHTTPHeaders({});
      await comeFromElsewhere(page);
      await goToProvider(page, provider);
      await signInAtProvider(page, { email, name: 'Mallory' });
      await page.waitForURL('**/?view=login');
      await expectToast(page, 'don’t match');
      expect(await hasSession(page)).toBe(false);
    });

    test(`${provider}: returns to the login page with a message when the person refuses`, async ({ page }) => {
      await goToProvider(page, provider);
      await signInAtProvider(page, newPerson(), { intent: 'refuse' });
      await page.waitForURL((url) => url.pathname === '/');
      await expectToast(page, FAILED);
    });

    test(`${provider}: refuses a return with another state or issuer, without a code, or for the second time (SSO-028)`, async ({
      page,
      context,
    }) => {
      for (const spoil of [
        (url: URL) => url.searchParams.set('state', `${url.searchParams.get('state')}x`),
        (url: URL) => url.searchParams.delete('code'),
        (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      ]) {
        await goToProvider(page, provider);
        const url = new URL(await findReturn(page));
        spoil(url);
        await page.goto(url.href);
        await page.waitForURL((at) => at.pathname === '/');
        await expectToast(page, FAILED);
      }
      await goToProvider(page, provider);
      const url = await findReturn(page);
      await page.goto(url);
      await page.waitForURL('**/signup');
      await context.clearCookies({ name: 'sso_signup' });
      await page.goto(url);
      await page.waitForURL((at) => at.pathname === '/');
      await expectToast(page, FAILED);
    });
  }

  test('does not show an abandoned Google sign-up to the next person in this browser', async ({ page }) => {
    for (const leave of [
      async () => {
        await page.getByRole('link', { name: 'Use email and password instead' }).click();
        await page.waitForURL('**/?view=signup');
      },
      () => page.goto('/signup/a-group'),
      () => page.goto('/logout'),
    ]) {
      await goToProvider(page, 'google');
      await page.goto(await findReturn(page));
      await page.waitForURL('**/signup');
      await expect(page.locator('button[value=signup-sso]')).toBeVisible();
      await leave();
      await page.goto('/signup');
      await expect(page.locator('button[value=signup]')).toBeVisible();
      await expect(page.locator('button[value=signup-sso]')).toHaveCount(0);
    }
  });

  test('a return URL sent by someone else logs nobody in', async ({ page, browser }) => {
    const attacker = await (await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.WEB_URL ?? '' })).newPage();
    const person = await signUpBySso(attacker, 'google');
    await attacker.goto('/logout');
    await goToProvider(attacker, 'google');
    const url = await findReturn(attacker, person);
    await attacker.close();
    // The victim has also started a sign-on.
    await page.goto('/google-sso-init');
    await page.goto(url);
    await page.waitForURL((at) => at.pathname === '/');
    await expectToast(page, FAILED);
    expect(await hasSession(page)).toBe(false);
  });

  test('refuses Google’s code on Apple’s return page', async ({ page }) => {
    await goToProvider(page, 'google');
    const { search } = new URL(await findReturn(page));
    await page.goto(`/apple-sso-redirect${search}`);
    await page.waitForURL((at) => at.pathname === '/');
    await expectToast(page, FAILED);
  });

  test('asks for an email address when Apple shares none', async ({ page }) => {
    await comeFromElsewhere(page);
    const person = newPerson();
    await goToProvider(page, 'apple');
    await signInAtProvider(page, person, { isHidden: true });
    await page.waitForURL('**/signup');
    await expect(page.locator('[name=email]')).toHaveValue('');
    await expect(page.getByText('Apple didn’t share your email address')).toBeVisible();
    await press(page, 'signup-sso');
    await expect(page.locator('[name=email]')).toHaveAttribute('aria-invalid', 'true');
    await page.locator('[name=email]').fill(person.email);
    await press(page, 'signup-sso');
    await page.waitForURL('**/connect');
  });

  test('refuses an address that is taken, and keeps what was typed', async ({ page }) => {
    const { email } = await signUp(page);
    await page.context().clearCookies();
    await page.setExtraHTTPHeaders({});
    await comeFromElsewhere(page);
    await goToProvider(page, 'apple');
    await signInAtProvider(page, newPerson(), { isHidden: true });
    await page.waitForURL('**/signup');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=user_name]').fill('\u200b\u2060 ');
    await press(page, 'signup-sso');
    await expect(page.getByText('Enter a name.')).toBeVisible();
    await page.locator('[name=user_name]').fill('Grace');
    await press(page, 'signup-sso');
    await expect(page.getByRole('alert')).toContainText('already an account');
    await expect(page.locator('[name=email]')).toHaveValue(email);
    await expect(page.locator('[name=user_name]')).toHaveValue('Grace');
    const other = newPerson();
    await page.locator('[name=email]').fill(other.email);
    await press(page, 'signup-sso');
    await page.waitForURL('**/connect');
  });

  test('redirects from all four single sign-on pages when already logged in (SSO-038)', async ({ page }) => {
    await signUpBySso(page, 'google');
    for (const path of [
      '/google-sso-init',
      '/apple-sso-init',
      '/google-sso-redirect?code=x&state=y',
      '/apple-sso-redirect?code=x&state=y',
    ]) {
      await page.goto(path);
      expect(new URL(page.url()).pathname).toBe('/connect');
    }
  });

  test('two people of one household can sign up in one browser', async ({ page }) => {
    const first = await signUpBySso(page, 'google');
    await page.goto('/logout');
    expect((await signUpBySso(page, 'google')).email).not.toBe(first.email);
  });

  test('opens the app by a link with the code, and logs nobody in here', async ({ page }) => {
    await page.goto('/google-sso-init?state=opconnect');
    await signInAtProvider(page, newPerson());
    const link = page.getByRole('link', { name: 'Open the app' });
    const { protocol, host, searchParams } = new URL((await link.getAttribute('href')) ?? '');
    expect([protocol, host]).toEqual(['opconnect:', 'sso']);
    expect([...searchParams.keys()]).toEqual(['client_id', 'redirect_uri', 'type', 'code']);
    expect(await hasSession(page)).toBe(false);
  });

  test('asks on return from the provider when another account has logged in, and lets the user stay or continue', async ({ page }) => {
    test.slow();
    const person = await signUpBySso(page, 'google');
    await page.goto('/logout');
    for (const choice of ['stay', 'leave'] as const) {
      await goToProvider(page, 'google');
      const tab = await page.context().newPage();
      const { email } = await signUp(tab);
      await signInAtProvider(page, person);
      await page.waitForURL('**/switch-account');
      await expect(page.locator('main')).toContainText(`You’re logged in as ${email}. Log out and continue?`);
      await press(page, choice);
      await page.waitForURL('**/connect');
      await page.goto('/account');
      await expect(page.locator('h1')).toHaveText(choice === 'stay' ? email : person.email);
      await page.goto('/logout');
      await tab.close();
    }
  });
});
