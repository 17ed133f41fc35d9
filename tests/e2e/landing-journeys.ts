import { expect, test } from './browser.ts';
import { newCredentials, press } from './parent-page.ts';

/** Defines the tests of the landing page. They run with and without script. */
export function landingJourneys(): void {
  test('/ without a view, or with an unknown one, shows the landing page with the login form (LAND-001, LAND-005)', async ({ page }) => {
    for (const path of ['/', '/?view=xyz']) {
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('everyone is home');
      await expect(page.locator('button[name=intent]')).toHaveAttribute('value', 'login');
    }
  });

  test('the link at the top switches between login and sign-up (LAND-004, LAND-024)', async ({ page }) => {
    await page.goto('/?view=login');
    await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
    await page.waitForURL('**/?view=signup');
    await expect(page.locator('button[name=intent]')).toHaveAttribute('value', 'signup');
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL('**/?view=login');
    await expect(page.locator('button[name=intent]')).toHaveAttribute('value', 'login');
  });

  test('on a phone the form is on the first screen (LAND-012, LAND-013)', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto('/?view=signup');
    const { email, password } = newCredentials();
    const button = page.locator('button[value=signup]');
    for (const field of [page.locator('[name=email]'), page.locator('[name=password]'), button]) await expect(field).toBeInViewport();
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(password);
    await press(page, 'signup');
    await page.waitForURL('**/connect');
  });

  test('the footer links to pages outside the product (LAND-014 to LAND-017)', async ({ page }) => {
    await page.goto('/');
    for (const name of ['Privacy', 'Children’s privacy', 'Terms']) {
      await expect(page.getByRole('contentinfo').getByRole('link', { name, exact: true })).toHaveAttribute('href', /^https:\/\//);
    }
    await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getUTCFullYear()}`);
  });
}
