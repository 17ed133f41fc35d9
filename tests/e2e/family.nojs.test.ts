import { expect, test } from './browser.ts';
import { familyJourneys, openFamilyOfFive } from './family-journeys.ts';
import { addChildWithDevice, signUp } from './parent-page.ts';

// As it was chosen.
familyJourneys({ width: 300, height: 200 });

test.describe('family without JavaScript', () => {
  test('a photo that is too large, or none, is refused in words that help, and nothing is changed', async ({ page }) => {
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
      // Two answers in a row say the same, so the sentence does not tell that the second is there.
      const answered = page.waitForEvent('load');
      await page.locator('button[value=face]').click();
      await answered;
      await expect(page.locator('[data-notice]')).toContainText(words);
    }
    await expect(page.locator('img.photo')).toHaveCount(0);
  });

  test('without script more children than fit in a row stand in several, and leave the screen to the one that is shown', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openFamilyOfFive(page);
    const edges = await page.locator('.switcher a').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(edges.filter((right) => right > 375)).toEqual([]);
    // Forty children, as far as the row is concerned.
    const height = await page.locator('.switcher').evaluate((row) => {
      for (let index = 0; index < 35; index += 1) row.insertAdjacentHTML('beforeend', row.lastElementChild?.outerHTML ?? '');
      return row.getBoundingClientRect().height;
    });
    expect(height).toBeLessThan(812 / 4);
  });
});
