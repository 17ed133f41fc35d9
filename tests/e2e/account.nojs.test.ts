import { randomBytes } from 'node:crypto';
import { findAll, textOf } from '#tools/html.ts';
import { PlainBrowser, type Page as PlainPage } from '#tools/plain-browser.ts';
import { type Browser, expect, type Page, test } from './browser.ts';
import { linkInMail } from './mailbox.ts';
import { type Credentials, logIn, newCredentials, press, signUpByHand } from './parent-page.ts';
import { comeFromElsewhere } from './sso-page.ts';

/** Returns a browser without script that has a random network address. */
function newBrowser(): PlainBrowser {
  const from = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
  return new PlainBrowser(process.env.WEB_URL ?? '', { 'X-Forwarded-For': from });
}

async function signedUp(credentials = newCredentials()) {
  const browser = newBrowser();
  await browser.press(await browser.open('/?view=signup'), 'signup', credentials);
  return { ...credentials, browser };
}

async function plainLogIn(browser: PlainBrowser, credentials: { email: string; password: string }): Promise<PlainPage> {
  return browser.press(await browser.open('/?view=login'), 'login', { email: credentials.email, password: credentials.password });
}

const whereIs = ({ url, status }: PlainPage) => [url.pathname + url.search, status];
const words = ({ root }: PlainPage) =>
  findAll(root, ({ tag }) => tag === 'body')
    .map(textOf)
    .join(' ');

/** Opens a new browser context without script and with a random network address. */
async function openBrowser(browser: Browser, userAgent?: string) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: process.env.WEB_URL ?? '',
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  const page = await context.newPage();
  await comeFromElsewhere(page);
  return page;
}

async function logInAnew(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/?view=login');
  await logIn(page, credentials);
}

async function expectLoggedOut(page: Page): Promise<void> {
  await page.goto('/account');
  await page.waitForURL('**/?view=login&reason=auth_401');
}

/** Fills in the form on the current page and presses its button. */
async function send(page: Page, intent: string, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value);
  await press(page, intent);
}

test.describe('account without JavaScript', () => {
  // Uses one account and two browsers. Each step continues from the previous one.
  test('covers an account’s life without script, from sign-up to a canceled deletion (RECO, ACCT, S06, A110, ACCT-016, ACCT-044, RECO-020)', async ({
    page,
    browser,
  }) => {
    // Slow, because the server derives about a dozen passwords.
    test.slow();
    const mails = newBrowser();
    const first = await signUpByHand(page);
    const { email } = first;
    const phone = await openBrowser(
      browser,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
    );

    await test.step('confirms the address by the emailed link', async () => {
      await phone.goto(await linkInMail(mails, email, '/verify'));
      await expect(phone.locator('[data-verification=done]')).toBeVisible();
      await page.goto('/account');
      await expect(page.getByTestId('email-state')).toHaveText('Confirmed');
    });

    const second = { email, password: 'quite another' };
    await test.step('replaces a forgotten password by the emailed link, which works once (RECO-001, 002, 005, 006, 008, 010, LAND-036)', async () => {
      await logInAnew(phone, second);
      await expect(phone.locator('body')).toContainText('don’t match');
      await phone.getByRole('link', { name: 'Forgot your password?' }).click();
      await send(phone, 'forgot', { email });
      await phone.waitForURL('**/forgot?sent');
      const link = await linkInMail(mails, email, '/reset');
      await phone.goto(link);
      await expect(phone.locator('body')).toContainText(email);
      await send(phone, 'reset', { new_password: 'seven77' });
      await expect(phone.locator('body')).toContainText('at least 8 characters');
      await send(phone, 'reset', { new_password: second.password });
      await phone.waitForURL('**/?view=login');
      await expect(phone.locator('body')).toContainText('Your new password is saved');
      await phone.goto(link);
      await send(phone, 'reset', { new_password: 'a third one' });
      await expect(phone.locator('body')).toContainText('no longer works');
      await phone.locator('main a[href^="/forgot?"]').click();
      await expect(phone.locator('[name=email]')).toHaveValue(email);
      await logInAnew(phone, first);
      await expect(phone.locator('body')).toContainText('don’t match');
      await logIn(phone, second);
      await phone.waitForURL('**/connect');
    });

    await test.step('ends earlier sessions after the reset, and returns to the page after the login (AUTH-038, AUTH-039)', async () => {
      await page.goto('/account/email');
      await page.waitForURL('**/?view=login&reason=auth_401');
      await logIn(page, second);
      await page.waitForURL('**/account/email');
    });

    const third = { email, password: 'something else again' };
    await test.step('changes the password after asking for the current one, and logs out other browsers (ACCT-019, ACCT-020)', async () => {
      await page.goto('/.well-known/change-password');
      await page.waitForURL('**/account/password');
      await send(page, 'password', { current_password: 'not this one', new_password: third.password });
      await expect(page.getByRole('dialog')).toContainText('That’s not your current password');
      await send(page, 'password', { current_password: second.password, new_password: third.password });
      await page.waitForURL('**/account');
      await expect(page.locator('.toast')).toContainText('Password changed');
      await expectLoggedOut(phone);
      await logIn(phone, second);
      await expect(phone.locator('body')).toContainText('don’t match');
      await logIn(phone, third);
      await phone.waitForURL('**/account');
    });

    await test.step('asks to confirm a new address, and restores the earlier address by the link in its email (S06, ACCT-030, ACCT-034)', async () => {
      const moved = { ...third, email: `new-${email}` };
      await page.getByRole('link', { name: 'Change email address' }).click();
      await send(page, 'email', { current_password: third.password, new_email: moved.email });
      await page.waitForURL('**/account');
      await expect(page.locator('h1')).toHaveText(moved.email);
      await expect(page.getByTestId('email-state')).not.toHaveText('Confirmed');
      await page.goto(await linkInMail(mails, moved.email, '/verify'));
      await expect(page.locator('[data-verification=done]')).toBeVisible();
      await logInAnew(phone, third);
      await expect(phone.locator('body')).toContainText('don’t match');
      await logIn(phone, moved);
      await phone.waitForURL(/\/(connect|account)$/);

      const undo = await linkInMail(mails, email, '/undo-email');
      const owner = await openBrowser(browser);
      await owner.goto(undo);
      await press(owner, 'undo-email');
      await expect(owner.getByTestId('email-restored')).toBeVisible();
      await owner.goto(undo);
      await press(owner, 'undo-email');
      await expect(owner.locator('body')).toContainText('no longer works');
      for (const one of [page, phone]) await expectLoggedOut(one);
      await logIn(phone, moved);
      await expect(phone.locator('body')).toContainText('don’t match');
      for (const one of [page, phone]) {
        await logIn(one, third);
        await one.waitForURL('**/account');
      }
      await owner.close();
    });

    await test.step('lists sessions, and ends them one by one or all together', async () => {
      const tablet = await openBrowser(browser);
      await logInAnew(tablet, third);
      await tablet.waitForURL('**/connect');
      await page.goto('/account');
      const sessions = page.locator('[data-session]');
      await expect(sessions).toHaveCount(3);
      await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
      await sessions.filter({ hasText: 'Safari' }).getByRole('button').click();
      await expect(sessions).toHaveCount(2);
      await expectLoggedOut(phone);
      await tablet.goto('/account');
      await expect(tablet.locator('h1')).toHaveText(email);
      await press(page, 'end-others');
      await expect(page.locator('.toast')).toContainText('Logged out everywhere else');
      await expectLoggedOut(tablet);
      await tablet.close();
    });

    await test.step('turns on news by email, and shows the plan (ACCT-041, ACCT-042)', async () => {
      await expect(page.locator('[name=news]')).not.toBeChecked();
      await page.locator('[name=news]').check();
      await press(page, 'news');
      await page.goto('/account/xyz');
      await page.waitForURL('**/account');
      await expect(page.locator('[name=news]')).toBeChecked();
      await expect(page.locator('main')).toContainText('Free');
    });

    await test.step('schedules a deletion after a question, and cancels it (ACCT-035, 036, 039, 040)', async () => {
      await page.getByRole('link', { name: 'Delete account' }).click();
      await press(page, 'request-deletion');
      await expect(page.getByTestId('deletion-pending')).toContainText('will be deleted on');
      await press(page, 'cancel-deletion');
      await expect(page.locator('.toast')).toContainText('Your account won’t be deleted');
      await expect(page.getByTestId('deletion-pending')).toHaveCount(0);
    });
    await phone.close();
  });

  test('keeps the address when the email is requested again, and refuses an undo link without its parameters', async () => {
    const visitor = newBrowser();
    const { email } = await signedUp();
    await visitor.press(await visitor.open('/forgot'), 'forgot', { email });
    const again = await visitor.open('/forgot?again');
    expect(findAll(again.root, ({ attributes }) => attributes.name === 'email')[0]?.attributes.value).toBe(email);
    const bare = await visitor.open('/undo-email');
    expect(words(bare)).toContain('no longer works');
    expect(findAll(bare.root, ({ attributes }) => attributes.name === 'intent')).toEqual([]);
  });

  test('redirects a logged-in parent from /forgot, and offers to log out on the password page (A110)', async () => {
    const { browser } = await signedUp();
    expect(whereIs(await browser.open('/forgot'))).toEqual(['/connect', 200]);
    expect(whereIs(await browser.open('/forgot?changed'))).toEqual(['/account/password', 200]);
    const form = await browser.open('/account/password');
    const [logoutForm] = findAll(form.root, ({ attributes }) => attributes.action === '/logout?then=forgot');
    const id = logoutForm?.attributes.id ?? 'none';
    expect(findAll(form.root, ({ tag, attributes }) => tag === 'button' && attributes.form === id)).toHaveLength(1);
  });

  test('email links send no path as referrer, and a login does not return to them (AUTH-018)', async ({ request }) => {
    for (const path of [
      '/reset?email=a%40example.com&token=x',
      '/undo-email?account_id=x&token=x',
      '/verify?account_id=x&token=x',
      '/forgot',
    ]) {
      const headers = (await request.get(path)).headers();
      expect([path, headers['referrer-policy'], headers['cache-control']]).toEqual([path, 'strict-origin', 'private, no-store']);
    }
    const { email, password } = await signedUp();
    const visitor = newBrowser();
    await visitor.open('/reset?email=a%40example.com&token=x');
    await visitor.open('/?view=login&redirect=%2Freset%3Ftoken%3Dx');
    await visitor.open('/?view=login&redirect=https%3A%2F%2Fevil.example');
    expect(whereIs(await plainLogIn(visitor, { email, password }))).toEqual(['/connect', 200]);
  });

  test('forgets the path when the user logs out: the next login leads home (AUTH-035, A30)', async () => {
    const { email, password, browser } = await signedUp();
    await browser.open('/account');
    await browser.open('/logout');
    expect(whereIs(await browser.open('/account'))).toEqual(['/?view=login', 200]);
    await browser.open('/logout');
    expect(whereIs(await plainLogIn(browser, { email, password }))).toEqual(['/connect', 200]);
  });

  /** Returns `count` code points beyond the first Unicode plane, all different and none adjacent. */
  function pictures(count: number): string {
    return String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x1f300 + 7 * at));
  }

  for (const [what, chosen, typed, elsewhere] of [
    ['of 8 code points, with spaces at both ends', '  pass-8 ', '  pass-8 ', 'pass-8'],
    ['of 96 code points beyond the first plane', pictures(96), pictures(96), pictures(95)],
    ['in Chinese', '晚上九点以后不许玩', '晚上九点以后不许玩', '晚上九點以後不許玩'],
    ['composed at one keyboard and decomposed at the other', 'überaus naïf', 'überaus naïf'.normalize('NFD'), 'uberaus naif'],
  ] as const) {
    test(`accepts a password ${what} exactly as typed, and nothing similar (A113)`, async () => {
      const { email } = await signedUp({ email: newCredentials().email, password: chosen });
      expect(whereIs(await plainLogIn(newBrowser(), { email, password: typed }))).toEqual(['/connect', 200]);
      expect(words(await plainLogIn(newBrowser(), { email, password: elsewhere }))).toMatch(/don’t match|at least/);
    });
  }

  test('refuses passwords of 7 and of 97 code points, and common ones, at sign-up', async () => {
    const browser = newBrowser();
    const { email } = newCredentials();
    for (const [password, expected] of [
      ['🔑'.repeat(7), 'at least 8 characters'],
      ['x'.repeat(97), 'at most 96 characters'],
      ['Password', 'password is too common'],
    ] as const) {
      const page = await browser.press(await browser.open('/?view=signup'), 'signup', { email, password });
      expect([page.status, words(page)]).toEqual([400, expect.stringContaining(expected)]);
    }
  });
});
