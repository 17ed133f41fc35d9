import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';
import { expect, type Page, test, waitIn } from './browser.ts';
import { addChildWithDevice, noonZone, press, signUp } from './parent-page.ts';

for (const hasNotice of [true, false]) {
  test(`a message on a phone covers neither menu nor bell ${hasNotice ? 'while the cookie notice is shown' : 'after the cookie notice is accepted'}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await signUp(page);
    await addChildWithDevice(page, 'Mia', noonZone());
    if (!hasNotice) await page.locator('.cookie-notice button').click();
    await expect(page.locator('.cookie-notice')).toHaveCount(hasNotice ? 1 : 0);
    await press(page, 'pause-open');
    await expect(page.locator('.toasts .toast').first()).toBeVisible();
    expect(await areOnTop(page)).toEqual([true, true]);
  });
}

test('at double text size, a message on a phone stays directly below the bar, and covers neither menu nor bell', async ({
  playwright,
  baseURL,
}) => {
  const args = [...CHROMIUM_ARGS, '--blink-settings=defaultFontSize=32'];
  const browser = await playwright.chromium.launch({ executablePath: requireChromium(), args });
  const viewport = { width: 375, height: 812 };
  const page = await browser.newPage({ baseURL, locale: 'de', colorScheme: 'dark', viewport, bypassCSP: true, serviceWorkers: 'block' });
  waitIn(page);
  await signUp(page);
  await addChildWithDevice(page, 'Mia', noonZone());
  await expect(page.locator('.cookie-notice')).toBeVisible();
  await press(page, 'pause-open');
  await expect(page.locator('.toasts .toast').first()).toBeVisible();
  expect(await areOnTop(page)).toEqual([true, true]);
  // Undo wraps below the text, so the text is as wide as the message.
  const [words, message] = await Promise.all(['.toast p', '.toast'].map((one) => page.locator(`.toasts ${one}`).first().boundingBox()));
  expect(words?.width).toBeGreaterThan((message?.width ?? 0) - 40);
  await page.locator('.cookie-notice button').click();
  await expect(page.locator('.cookie-notice')).toHaveCount(0);
  await expect(page.locator('.toasts .toast').first()).toBeVisible();
  expect(await areOnTop(page)).toEqual([true, true]);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.addStyleTag({ content: ':root { --bar: 90px }' });
  const [bar, place] = await page.evaluate(() =>
    ['.topbar-row', '.toasts'].map((one) => document.querySelector(one)?.getBoundingClientRect()).map((box) => [box?.top, box?.bottom]),
  );
  expect([bar, place?.[0]]).toEqual([[0, 90], 98]);
  await browser.close();
});

/** Returns for menu and bell whether nothing covers them. */
async function areOnTop(page: Page): Promise<Array<boolean>> {
  const controls = ['.topbar [popovertarget=menu]', '.topbar .bell'];
  return Promise.all(
    controls.map((selector) =>
      page.locator(selector).evaluate((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        return control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    ),
  );
}
