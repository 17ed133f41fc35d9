import { expect, test } from './browser.ts';
import { locatorJourneys } from './locator-journeys.ts';
import { addChildWithDevice, signUp } from './parent-page.ts';

test.setTimeout(60_000);

locatorJourneys();

test('a free plan shows what location would show (LOC-038)', async ({ page }) => {
  await signUp(page);
  await addChildWithDevice(page, 'Mia');
  await page.goto('/locator?all');
  await expect(page.getByTestId('locked')).toBeVisible();
});
