import { revokeSessions } from '#app/wire/identity.ts';
import { expect, test } from './browser.ts';
import { asParent, expectTakenOver, logIn, openMenu, signUp } from './parent-page.ts';

test.describe('account', () => {
  test('changes the password with script without sending a typed password (A80)', async ({ page }) => {
    const { email, password } = await signUp(page, '/account/password');
    const posted: Array<string> = [];
    page.on('request', (request) => posted.push(request.postData() ?? ''));
    const dialog = page.getByRole('dialog');
    await expectTakenOver(dialog.locator('[name=new_password]'));
    await dialog.locator('[name=current_password]').fill(password);
    await dialog.locator('[name=new_password]').fill('quite another one');
    await dialog.locator('button[value=password]').click();
    await page.waitForURL('**/account');
    await expect(page.locator('.toast')).toContainText('Password changed');
    expect(posted.filter((body) => body.includes('new_password_derived'))).not.toEqual([]);
    expect(posted.filter((body) => /another|enough/.test(body))).toEqual([]);
    await asParent({ email, password: 'quite another one' });
  });

  test('keeps the password with script when the address changes (S06)', async ({ page }) => {
    const { email, password } = await signUp(page, '/account/email');
    const dialog = page.getByRole('dialog');
    await expectTakenOver(dialog.locator('[name=new_email]'));
    await dialog.locator('[name=new_email]').fill(`new-${email}`);
    await dialog.locator('[name=current_password]').fill('not this one');
    await dialog.locator('button[value=email]').click();
    await expect(dialog).toContainText('That’s not your current password');
    await expect(dialog.locator('[name=new_email]')).toHaveValue(`new-${email}`);
    await dialog.locator('[name=current_password]').fill(password);
    await dialog.locator('button[value=email]').click();
    await page.waitForURL('**/account');
    await expect(page.locator('h1')).toHaveText(`new-${email}`);
    await asParent({ email: `new-${email}`, password });
  });

  test('forgets the path when the page reloads while the user logs out: the next login leads home (A30)', async ({ page }) => {
    const opened = page.waitForEvent('websocket');
    const credentials = await signUp(page, '/account');
    await (await opened).waitForEvent('framereceived');
    await page.route('**/logout', async (route) => {
      const again = page.waitForResponse(/\/account\.data/);
      // This request shares the browser's cookies, so it ends the session while the page is still open. The socket informs the page.
      await route.fetch({ maxRedirects: 0 });
      await again;
      await route.fulfill({ status: 302, headers: { Location: '/login' } });
    });
    await openMenu(page);
    await page.locator('#menu form[action="/logout"] button').click();
    await page.waitForURL(/view=login/);
    await logIn(page, credentials);
    await page.waitForURL('**/connect');
  });

  test('returns to the page after the login when the session ended elsewhere (AUTH-038, AUTH-039)', async ({ page }) => {
    const credentials = await signUp(page, '/account/email');
    await expect(page.getByRole('dialog')).toBeVisible();
    await (await asParent(credentials)).call(revokeSessions, { query: { session_id: 'others' }, body: undefined });
    await page.waitForURL(/reason=auth_401/);
    await expect(page.locator('[data-reason=auth_401]')).toBeVisible();
    await logIn(page, credentials);
    await page.waitForURL('**/account/email');
  });
});
