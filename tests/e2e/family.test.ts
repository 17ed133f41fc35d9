import { expect, test } from '@playwright/test';
import { familyJourneys } from './family-journeys.ts';
import { addChildWithDevice, signUp } from './parent-page.ts';

// A square of it, made in the browser.
familyJourneys({ width: 512, height: 512 });

test('a window that was saved is not what Back leads to, and a face that was not saved is the old one again (FAM-043)', async ({
  page,
}) => {
  await signUp(page);
  await addChildWithDevice(page, 'Mia');
  await page.goto('/my-family');
  await page.locator('a[href*="edit=1"]').click();
  await page.locator('[name=name]').fill('Maria');
  await page.locator('button[value=edit-child]').click();
  await expect(page.getByRole('heading', { name: 'Maria' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.goto('/my-family');
  await page.locator('a[href*="edit=1"]').click();
  await page.locator('a[href*="face=1"]').click();
  const face = page.locator('.child .face');
  const before = (await face.getAttribute('class')) ?? '';
  let refuse = () => {};
  const isHeld = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/my-family.data*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await isHeld;
    return route.abort();
  });
  await page.locator('label:has([name=slot][value="11"])').click();
  await page.locator('button[value=face]').click();
  await expect(face).toHaveClass(/face-11/);
  refuse();
  await expect(page.locator('[data-notice]')).toBeVisible();
  await expect(face).toHaveClass(before);
});
