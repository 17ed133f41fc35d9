import { expect, test } from './browser.ts';
import { familyJourneys, openFamilyOfFive } from './family-journeys.ts';
import { addChildWithDevice, signUp } from './parent-page.ts';

// Without script the photo keeps the size of the chosen file.
familyJourneys({ width: 300, height: 200 });

test.describe('family without JavaScript', () => {
  test('refuses a file that is too large or not an image with a helpful message, and changes nothing', async ({ page }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    await page.goto('/my-family');
    await page.locator('a[href*="edit=1"]').click();
    await page.locator('a[href*="face=1"]').click();
    for (const [megabytes, words] of [
      [3, 'larger than 2 MB'],
      [12, 'larger than 2 MB'],
      [1, 'Choose a JPEG or PNG'],
    ] as const) {
      const buffer = Buffer.alloc(megabytes * 1024 * 1024);
      await page.locator('[name=photo]').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer });
      // Two consecutive responses have the same text, so the text does not show that the second has arrived.
      const answered = page.waitForEvent('load');
      await page.locator('button[value=face]').click();
      await answered;
      await expect(page.locator('[data-notice]')).toContainText(words);
    }
    await expect(page.locator('img.photo')).toHaveCount(0);
  });

  test('without script, wraps children into several rows and leaves room for the selected one', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openFamilyOfFive(page);
    const edges = await page.locator('.switcher a').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(edges.filter((right) => right > 375)).toEqual([]);
    // Adds entries until there are as many as for 40 children.
    const height = await page.locator('.switcher').evaluate((row) => {
      for (let index = 0; index < 35; index += 1) row.insertAdjacentHTML('beforeend', row.lastElementChild?.outerHTML ?? '');
      return row.getBoundingClientRect().height;
    });
    expect(height).toBeLessThan(812 / 4);
  });
});
