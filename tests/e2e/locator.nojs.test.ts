import { expect, test } from './browser.ts';
import { locatorJourneys, withLocatedFamily } from './locator-journeys.ts';
import { addChildWithDevice, signUp } from './parent-page.ts';

const family = withLocatedFamily();

locatorJourneys(family);

test('a free plan shows what location would show (LOC-038)', async ({ browser }) => {
  const page = await family.newPage(browser);
  await signUp(page);
  await addChildWithDevice(page, 'Mia');
  await page.goto('/locator?all');
  await expect(page.getByTestId('locked')).toBeVisible();
  await page.close();
});
