import { PlainBrowser } from '#tools/plain-browser.ts';
import { expect, type Page, test } from './browser.ts';
import { linkInMail } from './mailbox.ts';
import { addChildWithDevice, type Credentials, logIn, press, signUp } from './parent-page.ts';

const mails = () => new PlainBrowser(process.env.WEB_URL ?? '');

/** Guesses the password through the API until attempts for this address are refused. */
async function lockOut(email: string): Promise<void> {
  const device = { name: '', make: '', model: '', os: 'x', os_version: '', app_version: '', locale: 'en', time_zone: 'UTC' };
  const body = JSON.stringify({ device, login_obj: { email, password: '0'.repeat(64) } });
  const headers = { 'content-type': 'application/json' };
  const guess = async () => (await fetch(`${process.env.API_URL}/login`, { method: 'POST', body, headers })).status;
  for (let tried = 0; tried < 10; tried++) expect(await guess()).toBe(400);
  expect(await guess()).toBe(403);
}

/** Signs up and confirms the address. */
async function confirmedParent(page: Page): Promise<Credentials> {
  const credentials = await signUp(page);
  await page.goto(await linkInMail(mails(), credentials.email, '/verify'));
  await expect(page.locator('[data-verification=done]')).toBeVisible();
  return credentials;
}

/** Requests a password reset, and opens the link in the email. */
async function openReset(page: Page, email: string): Promise<void> {
  await page.goto('/forgot');
  await page.locator('[name=email]').fill(email);
  await press(page, 'forgot');
  await page.waitForURL('**/forgot?sent');
  await page.goto(await linkInMail(mails(), email, '/reset'));
}

async function logInWith(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/?view=login');
  await logIn(page, credentials);
}

/** Defines the tests of account recovery. They run with and without script. */
export function recoveryJourneys(): void {
  test('guesses by a stranger do not lock out a parent who has just reset or changed the password', async ({ page, browser }) => {
    test.slow();
    const { email } = await confirmedParent(page);
    await page.goto('/logout');
    await page.context().clearCookies();
    await lockOut(email);
    await openReset(page, email);
    const second = { email, password: 'quite another one' };
    await page.locator('[name=new_password]').fill(second.password);
    await press(page, 'reset');
    await page.waitForURL('**/?view=login');
    await logIn(page, second);
    await page.waitForURL('**/connect');
    const third = { email, password: 'something else again' };
    await page.goto('/account/password');
    await page.locator('[name=current_password]').fill(second.password);
    await page.locator('[name=new_password]').fill(third.password);
    await press(page, 'password');
    await page.waitForURL('**/account');
    await page.goto('/logout');
    await logInWith(page, third);
    await page.waitForURL('**/connect');
    // Another browser shares the stranger's rate limit, even with the correct password.
    const other = await browser.newPage({ baseURL: process.env.WEB_URL ?? '', serviceWorkers: 'block' });
    await logInWith(other, third);
    await expect(other.locator('body')).toContainText('Too many attempts');
    await other.close();
  });

  test('a reset within seven days of an address change keeps the family, and the earlier address can be restored', async ({ page }) => {
    test.slow();
    const first = await confirmedParent(page);
    await addChildWithDevice(page, 'Mia');
    const moved = `new-${first.email}`;
    await page.goto('/account/email');
    await page.locator('[name=current_password]').fill(first.password);
    await page.locator('[name=new_email]').fill(moved);
    await press(page, 'email');
    await page.waitForURL('**/account');
    await page.goto(await linkInMail(mails(), moved, '/verify'));
    await expect(page.locator('[data-verification=done]')).toBeVisible();
    await page.goto('/logout');
    await openReset(page, moved);
    await expect(page.getByRole('radio', { name: 'Yes, I changed the address' })).toBeChecked();
    await page.locator('[name=new_password]').fill('quite another one');
    await press(page, 'reset');
    await page.waitForURL('**/?view=login');
    await logIn(page, { email: moved, password: 'quite another one' });
    await page.waitForURL('**/manage/**');
    await expect(page.locator('main')).toContainText('Mia');
    await page.goto('/account/email');
    await page.locator('[name=current_password]').fill('quite another one');
    await page.locator('[name=new_email]').fill(`third-${first.email}`);
    await press(page, 'email');
    await expect(page.locator('body')).toContainText('changed less than 7 days ago');
    await page.goto(await linkInMail(mails(), first.email, '/undo-email'));
    await press(page, 'undo-email');
    await expect(page.getByTestId('email-restored')).toBeVisible();
    await logInWith(page, first);
    await page.waitForURL('**/manage/**');
    await expect(page.locator('main')).toContainText('Mia');
  });
}
