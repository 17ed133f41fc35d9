import { expect, test } from './browser.ts';
import { collectFaults } from './page-faults.ts';
import { addChildWithDevice, signUp } from './parent-page.ts';

const SHOWN = [
  ['en-US', '8:00\u00a0PM–7:00\u00a0AM'],
  ['en-GB', '20:00–07:00'],
  ['de-CH', '20:00–07:00'],
  ['fr-CA', '20\u00a0h\u00a000–07\u00a0h\u00a000'],
  ['zh-TW', '下午8:00–上午7:00'],
] as const;

test.describe('regional formats', () => {
  test('pages show times in the browser’s regional format, the same from server and script', async ({ browser, page, baseURL }) => {
    await signUp(page, '/connect');
    await addChildWithDevice(page, 'Mia');
    await page.goto('/manage');
    const path = new URL(page.url()).pathname;
    const storageState = await page.context().storageState();
    for (const [locale, times] of SHOWN) {
      const texts: Array<string> = [];
      for (const javaScriptEnabled of [false, true]) {
        const context = await browser.newContext({ baseURL: baseURL ?? '', locale, javaScriptEnabled, storageState });
        const seen = await context.newPage();
        const faults = await collectFaults(seen);
        await seen.goto(path);
        texts.push((await seen.locator('.quick-starts').textContent()) ?? '');
        expect(faults, locale).toEqual([]);
        await context.close();
      }
      expect(texts[0], locale).toContain(times);
      expect(texts[1], locale).toBe(texts[0]);
    }
  });
});
