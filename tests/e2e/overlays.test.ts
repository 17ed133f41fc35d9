import { expect, type Page, test } from './browser.ts';

// Tests dialogs, drawer, toasts, carousel and busy state of the showcase, where they need a browser with layout.

const PHONE = { width: 375, height: 700 };
const WIDE = { width: 1280, height: 800 };

async function open(page: Page, address: string, size = WIDE): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(address);
}

const box = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

/** Turns the mouse wheel over the page's edge. Returns the scroll position from before. */
async function turnWheel(page: Page): Promise<number> {
  const before = await scrolled(page);
  await page.mouse.move(10, 10);
  await page.mouse.wheel(0, before > 0 ? -200 : 200);
  return before;
}

async function expectFree(page: Page): Promise<void> {
  const before = await turnWheel(page);
  await expect.poll(() => scrolled(page)).not.toBe(before);
}

async function expectFrozen(page: Page): Promise<void> {
  const before = await turnWheel(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
  expect(await scrolled(page)).toBe(before);
}

for (const kind of ['default', 'info', 'hybrid']) {
  test(`${kind}: opens as a modal over its overlay, freezes the page, and returns the focus (DEMO-021)`, async ({ page }) => {
    await open(page, '/demo/modals', { width: 1280, height: 400 });
    const opener = page.locator(`a[href$="?open=${kind}"]`);
    const width = await page.evaluate(() => document.body.clientWidth);
    await expectFree(page);
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.locator(`dialog.dialog-${kind}:modal`);
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((element) => getComputedStyle(element).zIndex)).toBe('999');
    expect(await dialog.evaluate((element) => getComputedStyle(element, '::backdrop').zIndex)).toBe('998');
    expect(await page.locator('.overlay').evaluate((element) => getComputedStyle(element).zIndex)).toBe('998');
    await expectFrozen(page);
    expect(await page.evaluate(() => document.body.clientWidth)).toBe(width);
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/demo\/modals$/);
    await expect(opener).toBeFocused();
    await expectFree(page);
  });
}

test.describe('overlays', () => {
  test('hybrid: fills a phone and has a Back link there; is a card on wide screens', async ({ page }) => {
    await open(page, '/demo/modals', PHONE);
    await page.locator('a[href$="?open=hybrid"]').click();
    await expect(page.getByRole('link', { name: 'Back' })).toBeVisible();
    await expect.poll(() => box(page, '.dialog-hybrid')).toEqual({ x: 0, y: 0, ...PHONE });
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.locator('dialog')).toHaveCount(0);
    await open(page, '/demo/modals?open=hybrid', WIDE);
    await expect(page.getByRole('link', { name: 'Back' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Close' })).toBeVisible();
    const { width, height } = await box(page, '.dialog-hybrid');
    expect([width < WIDE.width, height < WIDE.height]).toEqual([true, true]);
  });

  test('two stacked dialogs: the page scrolls again when both are closed', async ({ page }) => {
    await open(page, '/demo/modals?open=hybrid', { width: 1280, height: 400 });
    await page.locator('dialog a[href*="over=info"]').click();
    await expect(page.locator('dialog:modal')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog:modal')).toHaveCount(1);
    await expectFrozen(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await expectFree(page);
  });

  test('a blocking dialog stays open on Esc and on a tap outside', async ({ page }) => {
    await open(page, '/demo/modals?open=blocking');
    const dialog = page.locator('dialog:modal');
    await expect(dialog).toBeVisible();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    await dialog.getByRole('link').click();
    await expect(page.locator('dialog')).toHaveCount(0);
  });

  test('a tap outside closes a dialog; messages are visible and usable while it is open', async ({ page }) => {
    await open(page, '/demo/modals?open=hybrid');
    const dialog = page.locator('dialog:modal');
    await dialog.getByRole('button').click();
    const message = dialog.locator('.toasts .toast');
    await expect(message).toBeVisible();
    await message.getByRole('button').click();
    await expect(message).toHaveCount(0);
    await page.mouse.click(5, 5);
    await expect(dialog).toHaveCount(0);
  });

  for (const size of [PHONE, WIDE]) {
    test(`the drawer rests at 50 px and at 100 %, ${size.width} px wide`, async ({ page }) => {
      await open(page, '/demo/bottom-sheet', size);
      const height = async () => (await box(page, '.drawer')).height;
      const handle = page.locator('.drawer-handle');
      await expect.poll(height).toBe(50);
      await handle.click();
      await expect.poll(height).toBe(size.height);
      await handle.focus();
      await page.keyboard.press('Escape');
      await expect.poll(height).toBe(50);
      await page.keyboard.press('Enter');
      await expect.poll(height).toBe(size.height);
      await page.keyboard.press('ArrowDown');
      await expect.poll(height).toBe(50);
      // Dragged by finger or mouse, the drawer follows, then snaps to a rest position.
      const x = size.width / 2;
      await page.mouse.move(x, size.height - 25);
      await page.mouse.down();
      await page.mouse.move(x, size.height - 225, { steps: 4 });
      await expect.poll(height).toBe(250);
      await page.mouse.move(x, size.height - 425, { steps: 4 });
      await page.mouse.up();
      await expect.poll(height).toBe(size.height);
      await expectFrozen(page);
    });
  }

  test('messages disappear after their time, but stay while hovered', async ({ page }) => {
    await page.clock.install();
    await open(page, '/demo/modals');
    const messages = page.locator('.toasts .toast');
    await page.getByRole('button', { name: 'Show for 8 seconds' }).click();
    await page.getByRole('button', { name: 'Show a persistent message', exact: true }).click();
    await expect(messages).toHaveCount(2);
    await messages.first().hover();
    await page.clock.runFor(60_000);
    await expect(messages).toHaveCount(2);
    await page.mouse.move(5, 5);
    await page.clock.runFor(8000);
    await expect(messages).toHaveCount(1);
    for (let time = 0; time < 4; time += 1) await page.getByRole('button', { name: 'Show for 8 seconds' }).click();
    await expect(messages).toHaveCount(3);
  });

  test('the carousel moves by button and by key', async ({ page }) => {
    await open(page, '/demo/carousel', PHONE);
    const carousel = page.locator('.carousel').first();
    const row = carousel.locator('.carousel-row');
    // A key press during the animation would start from the position at that moment.
    const isAtRest = row.evaluate(
      (element) => new Promise<void>((done) => element.addEventListener('scrollend', () => done(), { once: true })),
    );
    await carousel.getByRole('button', { name: 'Next' }).click();
    await isAtRest;
    await expect(carousel.getByText('2 of 7')).toBeVisible();
    await expect.poll(() => row.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
    await row.focus();
    await page.keyboard.press('ArrowRight');
    await expect(carousel.getByText('3 of 7')).toBeVisible();
  });

  test('shows the busy state after 200 ms, even with reduced motion', async ({ page }) => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ reducedMotion });
      await open(page, '/demo/buttons');
      const styles = await page.locator('.button[aria-busy=true]').evaluate((button) => {
        const { animationName, animationDelay, animationDuration, animationFillMode } = getComputedStyle(button, '::after');
        return [animationName, animationDelay, animationDuration, animationFillMode];
      });
      expect(styles).toEqual(['appear', '0.2s', '0s', 'both']);
    }
  });

  test('one fold is open at a time, and the current tab is in view', async ({ page }) => {
    await open(page, '/demo/bottom-sheet');
    const folds = page.locator('.fold');
    await folds.nth(1).locator('summary').click();
    await expect(folds.nth(1)).toHaveAttribute('open');
    await expect(folds.nth(0)).not.toHaveAttribute('open');
    await open(page, '/demo/buttons?tab=typography', PHONE);
    await page.locator('.tabs').evaluate((row) => row.scrollIntoView());
    await expect(page.locator('.tabs [aria-current]')).toBeInViewport({ ratio: 1 });
  });

  test('a tooltip shows on focus and under the mouse, stays while the mouse moves onto it, and hides on Esc', async ({ page }) => {
    await open(page, '/demo/buttons');
    const button = page.getByRole('button', { name: 'Edit' });
    const remark = page.getByRole('tooltip', { includeHidden: true }).first();
    await expect(remark).toBeHidden();
    await button.focus();
    await expect(remark).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(remark).toBeHidden();
    await button.blur();

    const [above, below] = [await remark.boundingBox(), await button.boundingBox()];
    if (above === null || below === null) throw new Error('The tooltip has no place');
    const middle = below.x + below.width / 2;
    await page.mouse.move(middle, below.y + below.height / 2);
    await expect(remark).toBeVisible();
    // Over the gap between the button and the text, the tooltip must not close.
    for (let y = below.y; y > above.y + above.height / 2; y -= 1) {
      await page.mouse.move(middle, y);
      expect(await remark.isVisible(), `${below.y - y} px above the button`).toBe(true);
    }
    await page.mouse.move(5, 5);
    await expect(remark).toBeHidden();
  });
});
