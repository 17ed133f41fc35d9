import { expect, test } from './browser.ts';
import { complaints } from './complaints.ts';
import { collectFaults, layoutFaults } from './page-faults.ts';
import { family, plans, showcase, visitor } from './tour.ts';

// The small phone also checks the layout: family pages in German, all other pages with texts 40% longer. The dark desktop skips family
// pages, because the showcase covers their components in both themes.
for (const { name, tour, locale, ...look } of [
  { name: 'a visitor', tour: visitor, locale: 'en', colorScheme: 'light', width: 320, checks: { isPseudo: true } },
  { name: 'the showcase', tour: showcase, locale: 'en', colorScheme: 'light', width: 320, checks: { isPseudo: true } },
  { name: 'a family', tour: family, locale: 'de', colorScheme: 'light', width: 320, checks: {} },
  { name: 'a visitor', tour: visitor, locale: 'en', colorScheme: 'dark', width: 1280, checks: null },
  { name: 'the showcase', tour: showcase, locale: 'en', colorScheme: 'dark', width: 1280, checks: null },
  { name: 'plans', tour: plans, locale: 'en', colorScheme: 'light', width: 320, checks: {} },
  { name: 'plans', tour: plans, locale: 'en', colorScheme: 'dark', width: 375, checks: {} },
  { name: 'plans', tour: plans, locale: 'en', colorScheme: 'light', width: 1280, checks: {} },
] as const) {
  test(`has no accessibility or layout faults: ${name}, ${look.colorScheme}, ${look.width} px`, async ({ browser }) => {
    test.slow();
    // With reduced motion, no animation is halfway during a check.
    const { colorScheme, width, checks } = look;
    const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 640 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const faults = await collectFaults(page);
    const found: Record<string, Array<string>> = {};
    await tour(page, async (state) => {
      const list = [...(await complaints(page)), ...(checks === null ? [] : await layoutFaults(page, checks))];
      if (list.length > 0) found[state] = list;
    });
    expect(found).toEqual({});
    expect(faults).toEqual([]);
    await context.close();
  });
}
