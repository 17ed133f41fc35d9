import { expect, type Page, test } from './browser.ts';

// Without script every field is a native one, and controls that need script are missing.

test.describe('fields without JavaScript', () => {
  test('numbers, days, times and switches are native fields', async ({ page }) => {
    await page.goto('/demo/forms');
    await page.locator('[name="allowance[1]"]').fill('45');
    await expect(page.locator('[name="allowance[1]"]')).toHaveValue('45');
    await page.locator('label', { has: page.locator('[name=school_days][value="6"]') }).click();
    await expect(page.locator('[name=school_days][value="6"]')).toBeChecked();
    await page.locator('label[for=screen-time]').click();
    await expect(page.locator('[name=screen_time]')).not.toBeChecked();
    await page.locator('label', { has: page.locator('[name=slot][value="7"]') }).click();
    await expect(page.locator('[name=slot][value="7"]')).toBeChecked();
    await page.locator('#night-to').fill('06:15');
    await expect(page.locator('#night-to')).toHaveValue('06:15');
  });

  test('shows no slider, no password toggle and no button without an effect', async ({ page }) => {
    await page.goto('/demo/forms');
    await expect(page.locator('[name="allowance[1]"]')).toBeVisible();
    await expect(page.locator('.demo [type=range], .demo section button')).toHaveCount(0);
  });

  test('shows the initial and no broken image when a photo does not load', async ({ page }) => {
    // Waits for the font, which changes the shape of the initial.
    await page.goto('/demo/devices', { waitUntil: 'networkidle' });
    const face = page.locator('.face:has(img[src^="data:"])').last();
    const before = await face.screenshot();
    await face.locator('img').evaluate((image) => image.remove());
    await expect(page.locator('.face:has(img[src^="data:"])')).toHaveCount(2);
    const plain = page.locator('.plain-list li').nth(4).locator('.face').last();
    expect(await countOtherPixels(page, before, await plain.screenshot())).toBe(0);
  });

  /**
   * Counts color values that differ visibly between two screenshots. The tolerance covers edges that are smoothed differently at each
   * paint.
   */
  async function countOtherPixels(page: Page, ...pictures: [Buffer, Buffer]): Promise<number> {
    return page.evaluate(
      async (texts) => {
        const [one, other] = await Promise.all(
          texts.map(async (text) => {
            const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))]));
            const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
            canvas?.drawImage(picture, 0, 0);
            return canvas?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray();
          }),
        );
        return [...(one ?? [])].filter((value, index) => Math.abs(value - (other?.[index] ?? 0)) > 64).length;
      },
      pictures.map((picture) => picture.toString('base64')),
    );
  }

  test('/demo/colors shows twenty different colors for profile pictures (DEMO-020, FAM-039)', async ({ page }) => {
    await page.goto('/demo/colors');
    const colours = await page
      .locator('[data-slot] .face')
      .evaluateAll((faces) => faces.map((face) => getComputedStyle(face).backgroundColor));
    expect(colours).toHaveLength(20);
    expect(new Set(colours).size).toBe(20);
  });
});
