import { PlainBrowser } from '#tools/plain-browser.ts';
import { expect, type Page, test } from './browser.ts';
import { linkInMail } from './mailbox.ts';
import { press } from './parent-page.ts';
import { comeFromElsewhere, expectToast, findReturn, goToProvider, newPerson, signInAtProvider } from './sso-page.ts';

const MINUTE = 60_000;
const CORRECT = 'Correct the address';
type Person = { email: string; name: string };

/** Signs up with Apple without sharing an address, so the typed address is not confirmed. Ends on /connect. */
async function signUpWithTyped(page: Page, person: Person, email: string): Promise<void> {
  await comeFromElsewhere(page);
  await goToProvider(page, 'apple', 'signup');
  await signInAtProvider(page, person, { isHidden: true });
  await page.waitForURL('**/signup');
  await page.locator('[name=email]').fill(email);
  await press(page, 'signup-sso');
  await page.waitForURL('**/connect');
}

function openMails(): PlainBrowser {
  return new PlainBrowser(process.env.WEB_URL ?? '');
}

/** Freezes the clock of the family that `verifyLink` belongs to at the time `at`, in epoch ms. */
async function stopClock(verifyLink: string, at: number): Promise<void> {
  const accountId = new URL(verifyLink, process.env.WEB_URL).searchParams.get('account_id');
  const answer = await fetch(`${process.env.API_URL}/test/clock`, { method: 'POST', body: JSON.stringify({ accountId, at }) });
  expect(answer.status).toBe(204);
}

test.describe('email address after single sign-on without JavaScript', () => {
  test('a mistyped address of single sign-on can be corrected without a password until it is confirmed (A151)', async ({ page }) => {
    const typed = newPerson().email;
    await signUpWithTyped(page, newPerson(), typed);
    await page.goto('/account');
    await page.getByRole('link', { name: CORRECT }).click();
    await page.waitForURL('**/account/email');
    await expect(page.locator('[type=password]')).toHaveCount(0);
    await page.locator('[name=new_email]').fill(typed);
    await press(page, 'email');
    await expect(page.getByText('That’s already your email address.')).toBeVisible();
    await expect(page.locator('[name=new_email]')).toHaveValue(typed);
    const wanted = newPerson().email;
    await page.locator('[name=new_email]').fill(wanted);
    await press(page, 'email');
    await page.waitForURL((url) => url.pathname === '/account');
    await expectToast(page, wanted);
    await expect(page.locator('h1')).toHaveText(wanted);
    await expect(page.getByTestId('email-state')).toHaveText('Not confirmed yet');
    await page.goto(await linkInMail(openMails(), wanted, '/verify'));
    await expect(page.locator('[data-verification=done]')).toBeVisible();
    await page.goto('/account/email');
    await expect(page.getByTestId('email-state')).toHaveText('Confirmed');
    await expect(page.locator('[name=new_email]')).toHaveCount(0);
    await expect(page.getByRole('link', { name: CORRECT })).toHaveCount(0);
  });

  test('after ten minutes a correction requires a new login, which returns to its field (A151)', async ({ page }) => {
    const [person, typed] = [newPerson(), newPerson().email];
    await signUpWithTyped(page, person, typed);
    const link = await linkInMail(openMails(), typed, '/verify');
    await page.goto('/logout');
    // This login gets its time from the family's clock. No page is requested until the clock is correct again.
    await stopClock(link, Date.now() - 11 * MINUTE);
    await goToProvider(page, 'apple');
    const back = await findReturn(page, person);
    expect((await page.context().request.get(back, { maxRedirects: 0 })).status()).toBe(303);
    await stopClock(link, Date.now());
    await page.goto('/account/email');
    await expect(page.getByText('log in again first')).toBeVisible();
    await expect(page.locator('[name=new_email]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Log out and log in again' }).click();
    await page.getByRole('link', { name: 'Continue with Apple' }).click();
    await signInAtProvider(page, person, { isHidden: true });
    await page.waitForURL('**/account/email');
    const wanted = newPerson().email;
    await page.locator('[name=new_email]').fill(wanted);
    await press(page, 'email');
    await page.waitForURL((url) => url.pathname === '/account');
    await expect(page.locator('h1')).toHaveText(wanted);
  });
});
