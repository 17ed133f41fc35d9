import { expect, type Page, test } from './browser.ts';

// Without script: every field is a native one, and what needs script is not there.

test.describe('fields without JavaScript', () => {
  test('numbers, days, times and switches are fields of the platform', async ({ page }) => {
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

  test('there is no slider, no eye and no button that would do nothing', async ({ page }) => {
    await page.goto('/demo/forms');
    await expect(page.locator('[name="allowance[1]"]')).toBeVisible();
    await expect(page.locator('.demo [type=range], .demo section button')).toHaveCount(0);
  });

  test('a photo that does not load leaves the initial, and no sign of a broken picture', async ({ page }) => {
    // The initial changes its shape when the font arrives.
    await page.goto('/demo/devices', { waitUntil: 'networkidle' });
    const face = page.locator('.face:has(img[src^="data:"])').last();
    const before = await face.screenshot();
    await face.locator('img').evaluate((image) => image.remove());
    await expect(page.locator('.face:has(img[src^="data:"])')).toHaveCount(2);
    const plain = page.locator('.plain-list li').nth(4).locator('.face').last();
    expect(await countOtherPixels(page, before, await plain.screenshot())).toBe(0);
  });

  /** Pixels that anybody could see to differ: a round edge is smoothed a little differently at each painting. */
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

  test('/demo/colors shows twenty colours for faces, each its own (DEMO-020, FAM-039)', async ({ page }) => {
    await page.goto('/demo/colors');
    const colours = await page
      .locator('[data-slot] .face')
      .evaluateAll((faces) => faces.map((face) => getComputedStyle(face).backgroundColor));
    expect(colours).toHaveLength(20);
    expect(new Set(colours).size).toBe(20);
  });
});
