import { expect, test } from './browser.ts';
import { layoutFaults } from './page-faults.ts';
import { addChildWithDevice, press, signUp } from './parent-page.ts';
import { open } from './tour.ts';

test.describe('week view', () => {
  test('a Bedtime in the week shows its name and times beside the open menu, in the languages with long words', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    const { pathname } = new URL(page.url());
    await press(page, 'schedule-on');
    await expect(page.getByTestId('window').first()).toHaveAttribute('data-on', 'true');
    const isSaved = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/resources/menu');
    await page.locator('button[name=menu]:visible').click();
    await isSaved;
    for (const language of ['fr', 'es', 'pt-br']) {
      await open(page, `${pathname}?lng=${language}`);
      await expect(page.locator('.frame')).toHaveAttribute('data-menu', 'open');
      for (const width of [768, 900, 960, 1024, 1280, 1487, 1488]) {
        await page.setViewportSize({ width, height: 900 });
        expect([language, width, await layoutFaults(page)]).toEqual([language, width, []]);
      }
    }
  });

  test("with a 12-hour clock, the week's hour labels stay on one line and do not overlap", async ({ browser }) => {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    await press(page, 'schedule-on');
    await expect(page.getByTestId('window').first()).toHaveAttribute('data-on', 'true');
    for (const [row, count] of [
      ['.week-hours', 3],
      ['.strip-hours', 5],
    ] as const) {
      await expect(page.locator(`${row} span`)).toHaveCount(count);
      const boxes = await page.locator(`${row} span`).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      expect(boxes.map(({ height }) => height)).toEqual(Array(count).fill(boxes[0].height));
      expect(boxes[0].height).toBeLessThan(25);
    }
    const ends = await page.locator('.week-hours, .week-days').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    const widest = await page
      .locator('.week-hours span')
      .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
    expect(widest).toBeLessThanOrEqual(ends[1]?.left ?? 0);
    expect(await layoutFaults(page)).toEqual([]);
    await context.clearCookies();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, '/?view=login');
      const spans = await page.locator('.strip-hours span:visible').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      for (const [index, { left }] of spans.entries()) expect(left).toBeGreaterThan(spans[index - 1]?.right ?? -1);
    }
    await context.close();
  });
});
