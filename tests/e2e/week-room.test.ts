import { expect, test } from './browser.ts';
import { layoutFaults } from './page-faults.ts';
import { addChildWithDevice, press, signUp } from './parent-page.ts';
import { open } from './tour.ts';

test('a Bedtime in the week keeps its name and times beside the open menu, in the languages with the longest words', async ({ page }) => {
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
