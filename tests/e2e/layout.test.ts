import { expect, test } from './browser.ts';
import { layoutFaults } from './page-faults.ts';
import { family, open, SHOWCASE } from './tour.ts';

test.describe('layout', () => {
  // accessibility.test.ts measures the German family pages and the visitor pages at this width.
  test('a family’s pages fit a 320 px phone with texts 40% longer', async ({ browser }) => {
    test.slow();
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const found: Record<string, Array<string>> = {};
    await family(page, async (state) => {
      const list = await layoutFaults(page, { isPseudo: true });
      if (list.length > 0) found[state] = list;
    });
    expect(found).toEqual({});
    await context.close();
  });

  for (const { locale, widths } of [
    { locale: 'en', widths: [320, 375, 768, 1280, 1880] },
    { locale: 'de', widths: [320, 375] },
    { locale: 'zh-TW', widths: [320, 375] },
  ]) {
    test(`every part of the showcase is uncut, free of overlap and large enough for a finger: ${locale}`, async ({ browser }) => {
      test.slow();
      const context = await browser.newContext({ locale, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const found: Record<string, Array<string>> = {};
      for (const path of ['/demo', ...SHOWCASE]) {
        await open(page, path);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          const list = await layoutFaults(page, { hasRoom: true });
          if (list.length > 0) found[`${path} ${width}`] = list;
        }
      }
      expect(found).toEqual({});
      await context.close();
    });
  }
});
