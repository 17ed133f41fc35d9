import { expect, test } from './browser.ts';
import { layoutFaults } from './page-faults.ts';
import { family, open, SHOWCASE } from './tour.ts';

test.describe('layout', () => {
  // What is in German on such a phone, and what visitors see there, is measured where it is also listened to (accessibility.test.ts).
  test('everything fits a phone of 320 px with texts 40 % longer: a family', async ({ browser }) => {
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
    test(`every part of the showcase has its own place, whole and large enough for a finger: ${locale}`, async ({ browser }) => {
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
