import { expect, test } from '@playwright/test';

test('a page stands without scripts', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('h1')).toBeVisible();
});
