import { expect, test } from './browser.ts';
import { familyJourneys, openFamilyOfFive } from './family-journeys.ts';
import { listen } from './page-faults.ts';
import { addChildWithDevice, expectTakenOver, signUp } from './parent-page.ts';

// A square of it, made in the browser.
familyJourneys({ width: 512, height: 512 });

test.describe('family', () => {
  test('a window that was saved is not what Back leads to, and a face that was not saved is the old one again (FAM-043)', async ({
    page,
  }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    // What Back leads to without script is the browser's own.
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
    // Nor is one whose question was answered with a no.
    await openEditor();
    await page.locator('a[href*="confirm=remove"]').click();
    // The editor has a way out too, until the question has taken its place.
    await expect(page.getByRole('heading', { name: 'Remove Maria?' })).toBeVisible();
    await page.locator('a[data-way-out]').click();
    await expect(page.locator('dialog')).toHaveCount(0);
    await page.goBack();
    await expect(page.locator('dialog')).toHaveCount(0);
    // What an extension hangs on the document does not make the page start anew, which would lose what is typed meanwhile.
    const heard = await listen(page);
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.appendChild(document.createElement('div'));
      });
    });
    await page.goto('/my-family?new=1');
    await expectTakenOver(page.locator('[name=name]'));
    expect(heard).toEqual([]);
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

  test('of more children than fit in a row, whoever has the focus stands whole beside what fades at its end', async ({ page }) => {
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
      // Pixels are rounded.
      await expect.poll(async () => (await endOf(index)) - (await reach()), `child ${index}`).toBeLessThan(1);
    }
    await page.keyboard.press('Enter');
    await expect(row.locator('a').first()).toHaveText(/Dario/);
    await expect.poll(() => row.evaluate((nav) => nav.scrollLeft)).toBe(0);
  });
});
