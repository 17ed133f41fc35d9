import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from './browser.ts';
import { collectFaults, layoutFaults } from './page-faults.ts';
import { family, showcase, visitor } from './tour.ts';

/** WCAG 2.2 A and AA plus best practices (docs/reference/quality.md, Everyone): names, roles, contrast, order. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function complaints(page: Page): Promise<Array<string>> {
  // An open phone menu makes the page inert, so axe finds neither its main landmark nor its headings.
  const hidden = (await page.locator('.page[inert]').count()) > 0 ? ['landmark-one-main', 'page-has-heading-one'] : [];
  // Legacy mode is enough, because our pages have no cross-origin frames. Without it, each analysis would open an extra page.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .disableRules(hidden)
    .analyze();
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations === Number.POSITIVE_INFINITY).length,
  );
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
    ...(moving > 0 ? [`${moving} go on moving for who asked for stillness`] : []),
  ];
}

// The small phone also checks the layout: family pages in German, all other pages with texts 40% longer. The dark desktop skips family
// pages, because the showcase covers their components in both themes.
for (const { name, tour, locale, ...look } of [
  { name: 'a visitor', tour: visitor, locale: 'en', colorScheme: 'light', width: 320, checks: { isPseudo: true } },
  { name: 'the showcase', tour: showcase, locale: 'en', colorScheme: 'light', width: 320, checks: { isPseudo: true } },
  { name: 'a family', tour: family, locale: 'de', colorScheme: 'light', width: 320, checks: {} },
  { name: 'a visitor', tour: visitor, locale: 'en', colorScheme: 'dark', width: 1280, checks: null },
  { name: 'the showcase', tour: showcase, locale: 'en', colorScheme: 'dark', width: 1280, checks: null },
] as const) {
  test(`has no accessibility or layout faults: ${name}, ${look.colorScheme}`, async ({ browser }) => {
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
