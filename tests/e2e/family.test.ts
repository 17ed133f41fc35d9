import { expect, test } from './browser.ts';
import { familyJourneys, openFamilyOfFive } from './family-journeys.ts';
import { collectFaults } from './page-faults.ts';
import { addChildWithDevice, expectTakenOver, signUp } from './parent-page.ts';

// Script crops the photo to a square.
familyJourneys({ width: 512, height: 512 });

test.describe('family', () => {
  test('Back skips a dialog that was saved, and a failed save restores the previous profile picture (FAM-043, RT-033)', async ({
    page,
  }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    // Without script, only the browser handles Back.
    const openEditor = async () => {
      await page.goto('/my-family');
      await expectTakenOver(page.locator('a[href*="edit=1"]'));
      await page.locator('a[href*="edit=1"]').click();
    };
    await openEditor();
    await page.locator('[name=name]').fill('Maria');
    await page.locator('button[value=edit-child]').click();
    await expect(page.getByRole('heading', { name: 'Maria' })).toBeVisible();
    await page.goBack();
    await expect(page.locator('dialog')).toHaveCount(0);
    // Back also skips a dialog whose removal question was declined.
    await openEditor();
    await page.locator('a[href*="confirm=remove"]').click();
    // The editor has a cancel link too, so this waits until the question has replaced it.
    await expect(page.getByRole('heading', { name: 'Remove Maria?' })).toBeVisible();
    await page.locator('a[data-way-out]').click();
    await expect(page.locator('dialog')).toHaveCount(0);
    await page.goBack();
    await expect(page.locator('dialog')).toHaveCount(0);
    // A node that an extension adds to the document must not make React render the page again. Typed text would be lost.
    const faults = await collectFaults(page);
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.appendChild(document.createElement('div'));
      });
    });
    await page.goto('/my-family?new=1');
    await expectTakenOver(page.locator('[name=name]'));
    expect(faults).toEqual([]);
    await openEditor();
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

  test('scrolls the focused child out of the fade at the end of an overflowing row', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openFamilyOfFive(page);
    const row = page.locator('.switcher');
    await expectTakenOver(row.locator('a').first());
    const reach = () =>
      row.evaluate((nav) => nav.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(nav, '::after').width));
    const endOf = (index: number) =>
      row
        .locator('a')
        .nth(index)
        .evaluate((link) => link.getBoundingClientRect().right);
    expect(await endOf(4)).toBeGreaterThan(await reach());
    await row.locator('a').first().focus();
    for (let index = 1; index < 5; index += 1) {
      await page.keyboard.press('Tab');
      await expect(row.locator('a').nth(index)).toBeFocused();
      // Allows for rounding of pixels.
      await expect.poll(async () => (await endOf(index)) - (await reach()), `child ${index}`).toBeLessThan(1);
    }
    await page.keyboard.press('Enter');
    await expect(row.locator('a').first()).toHaveText(/Dario/);
    await expect.poll(() => row.evaluate((nav) => nav.scrollLeft)).toBe(0);
  });
});
