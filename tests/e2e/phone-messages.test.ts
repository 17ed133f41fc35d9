import { expect, test } from './browser.ts';
import { addChildWithDevice, noonZone, press, signUp } from './parent-page.ts';

for (const hasNotice of [true, false]) {
  test(`a message covers neither menu nor bell on a phone ${hasNotice ? 'under' : 'without'} the cookie notice`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await signUp(page);
    await addChildWithDevice(page, 'Mia', noonZone());
    if (!hasNotice) await page.locator('.cookie-notice button').click();
    await expect(page.locator('.cookie-notice')).toHaveCount(hasNotice ? 1 : 0);
    await press(page, 'pause-open');
    await expect(page.locator('.toasts .toast').first()).toBeVisible();
    const isOnTop = (selector: string) =>
      page.locator(selector).evaluate((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        return control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    expect([await isOnTop('.topbar [popovertarget=menu]'), await isOnTop('.topbar .bell')]).toEqual([true, true]);
  });
}
