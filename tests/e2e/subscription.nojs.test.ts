import { expect, test } from './browser.ts';
import { signUp } from './parent-page.ts';
import { payWith, plan } from './subscription-pages.ts';

test.describe('the subscription without JavaScript', () => {
  test('shows the plan and both offers, sells one with a trial, and unlocks it at once', async ({ page }) => {
    await signUp(page, '/subscription');
    await expect(plan(page).locator('h1')).toContainText('You’re on Free.');
    await page.locator('button[name=tier][value=premium_plus]').click();
    await page.waitForURL('**/subscription/pay?**');
    await payWith(page, 'tok_declined');
    await payWith(page, 'tok_visa');
    await page.waitForURL('**/subscription');
    await expect(plan(page).locator('h1')).toContainText('You’re trying Premium+.');
  });
});
