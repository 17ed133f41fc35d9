import { listSessions } from '#app/wire/identity.ts';
import { PlainBrowser } from '#tools/plain-browser.ts';
import { type Browser, expect, type Page, test } from './browser.ts';
import { linkInMail } from './mailbox.ts';
import { asParent, type Credentials, expectTakenOver, hasScript, logIn, newCredentials, press, signUp } from './parent-page.ts';

/** Signs up an account in another browser context. */
async function signedUpElsewhere(browser: Browser): Promise<Credentials> {
  const context = await browser.newContext({ baseURL: process.env.WEB_URL ?? '', serviceWorkers: 'block' });
  const credentials = await signUp(await context.newPage());
  await context.close();
  return credentials;
}

/** Opens a login page in a new tab before the first account logs in in this browser. */
async function openedBefore(page: Page, path: string): Promise<{ tab: Page; first: Credentials }> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  await expectTakenOver(tab.locator('[name=email]'));
  return { tab, first: await signUp(page) };
}

async function expectQuestion(tab: Page, first: Credentials): Promise<void> {
  await expect(tab.getByRole('alert')).toContainText(`You’re logged in as ${first.email}. Log out and continue?`);
  await expect(tab.getByRole('button', { name: 'Log out and continue' })).toBeVisible();
  await expect(tab.getByRole('link', { name: `Stay logged in as ${first.email}` })).toBeVisible();
}

async function expectLoggedIn(page: Page, { email }: Credentials): Promise<void> {
  await page.goto('/account');
  await expect(page.locator('h1')).toHaveText(email);
}

/** Returns the number of the account's other active sessions. Each call logs in, and that new session stays. */
async function countSessions(credentials: Credentials): Promise<number> {
  return (await (await asParent(credentials)).call(listSessions)).filter(({ is_current }) => !is_current).length;
}

/** Defines the tests of forms that log in while another account is logged in. */
export function switchJourneys(): void {
  test('asks at login whether to log out of the other account, and logs in when the user agrees', async ({ page, browser }) => {
    const second = await signedUpElsewhere(browser);
    const { tab, first } = await openedBefore(page, '/?view=login');
    await logIn(tab, second);
    await expectQuestion(tab, first);
    await expect(tab.locator('[name=email]')).toHaveValue(second.email);
    expect(await countSessions(first)).toBe(1);
    // With JavaScript, the field keeps its text. Without it, the text is lost, because the server never sends a password back.
    await expect(tab.locator('[name=password]')).toHaveValue(hasScript() ? second.password : '');
    if (!hasScript()) {
      await expect(tab.getByRole('alert')).toContainText('Enter the password again');
      await tab.locator('[name=password]').fill(second.password);
    }
    await press(tab, 'login');
    await tab.waitForURL('**/connect');
    await expectLoggedIn(tab, second);
    // The browser's session has ended. The remaining session comes from the first `countSessions` call.
    expect(await countSessions(first)).toBe(1);
  });

  test('stays logged in with the same session when the user chooses to', async ({ page, browser }) => {
    const second = await signedUpElsewhere(browser);
    const { tab, first } = await openedBefore(page, '/?view=login');
    await logIn(tab, second);
    await expectQuestion(tab, first);
    await tab.getByRole('link', { name: 'Stay logged in' }).click();
    await tab.waitForURL('**/connect');
    await expectLoggedIn(tab, first);
    expect(await countSessions(first)).toBe(1);
  });

  test('asks nothing when the same account logs in again', async ({ page }) => {
    const { tab, first } = await openedBefore(page, '/?view=login');
    await logIn(tab, { ...first, email: ` ${first.email.toUpperCase()}` });
    await tab.waitForURL('**/connect');
    await expectLoggedIn(tab, first);
    // The new session replaced the earlier one.
    expect(await countSessions(first)).toBe(1);
  });

  test('keeps the other account logged in when the password is wrong, and asks again', async ({ page, browser }) => {
    const second = await signedUpElsewhere(browser);
    const { tab, first } = await openedBefore(page, '/?view=login');
    await logIn(tab, second);
    await expectQuestion(tab, first);
    await tab.locator('[name=password]').fill('not the password');
    await press(tab, 'login');
    await expect(tab.locator('body')).toContainText('don’t match');
    await expect(tab.getByRole('button', { name: 'Log out and continue' })).toBeVisible();
    await expectLoggedIn(page, first);
  });

  test('asks on the sign-up page of an invitation, and creates the account when the user agrees', async ({ page }) => {
    const { tab, first } = await openedBefore(page, '/signup/g1');
    const second = newCredentials();
    const fill = async () => {
      await tab.locator('[name=email]').fill(second.email);
      await tab.locator('[name=password]').fill(second.password);
    };
    await fill();
    await press(tab, 'signup');
    await expectQuestion(tab, first);
    if (!hasScript()) await tab.locator('[name=password]').fill(second.password);
    await press(tab, 'signup');
    await tab.waitForURL('**/connect');
    await expectLoggedIn(tab, second);
  });

  test('asks on the reset page before anything is typed, and logs out only when the new password is saved', async ({ page, browser }) => {
    const second = await signedUpElsewhere(browser);
    const mails = new PlainBrowser(process.env.WEB_URL ?? '');
    await mails.press(await mails.open('/forgot'), 'forgot', { email: second.email });
    const link = await linkInMail(mails, second.email, '/reset');
    const first = await signUp(page, link);
    await expectQuestion(page, first);
    await expectLoggedIn(page, first);
    await page.goto(link);
    await page.locator('[name=new_password]').fill('quite another one');
    await press(page, 'reset');
    await page.waitForURL('**/?view=login');
    await expect(page.locator('body')).toContainText('Your new password is saved');
    await logIn(page, { ...second, password: 'quite another one' });
    await page.waitForURL('**/connect');
    await expectLoggedIn(page, second);
  });
}
