import { expect, test } from './browser.ts';

// Without script a dialog is part of its page, the drawer is open, and the carousel scrolls.

for (const kind of ['default', 'info', 'hybrid']) {
  test(`${kind}: opens and closes by a link`, async ({ page }) => {
    await page.goto('/demo/modals');
    await page.locator(`a[href$="?open=${kind}"]`).click();
    const dialog = page.locator(`dialog.dialog-${kind}`);
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((element) => getComputedStyle(element).zIndex)).toBe('999');
    await expect(page.locator('.overlay')).toBeVisible();
    await dialog.locator('a[data-way-out]:visible').click();
    await expect(page.locator('dialog')).toHaveCount(0);
  });
}

test.describe('overlays without JavaScript', () => {
  test('the drawer is open in the page, without its handle', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await page.goto('/demo/bottom-sheet');
    await expect(page.locator('.drawer-content')).toBeVisible();
    expect(await page.locator('.drawer-content').evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))).toBe(
      true,
    );
    await expect(page.locator('.drawer-handle')).toBeHidden();
    expect(await page.locator('.drawer').evaluate((element) => getComputedStyle(element).position)).toBe('static');
  });

  test('the carousel shows no buttons, and scrolls', async ({ page }) => {
    await page.goto('/demo/carousel');
    await expect(page.locator('.carousel-foot').first()).toBeHidden();
    expect(
      await page
        .locator('.carousel-row')
        .first()
        .evaluate((row) => row.scrollWidth > row.clientWidth),
    ).toBe(true);
  });
});
