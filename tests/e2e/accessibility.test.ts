import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from './browser.ts';
import { layoutFaults, listen } from './page-faults.ts';
import { family, showcase, visitor } from './tour.ts';

/** WCAG 2.2 A and AA, and what is good practice besides (docs/reference/quality.md, Everyone): names, roles, contrast, order. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function complaints(page: Page): Promise<Array<string>> {
  // What is under a menu that slid in is not there for anybody, its headings included.
  const hidden = (await page.locator('.page[inert]').count()) > 0 ? ['landmark-one-main', 'page-has-heading-one'] : [];
  // No frame of another site is in our pages, for which each look would open a page of its own.
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

// A small phone by day, where everything must fit too: a family's in German, what visitors see with texts 40 % longer. And a desk by night
// for all that is in the showcase: what a family's pages are made of is seen there in both.
for (const { name, tour, locale, ...look } of [
  { name: 'a visitor', tour: visitor, locale: 'en', colorScheme: 'light', width: 320, checks: { isPseudo: true } },
  { name: 'the showcase', tour: showcase, locale: 'en', colorScheme: 'light', width: 320, checks: { isPseudo: true } },
  { name: 'a family', tour: family, locale: 'de', colorScheme: 'light', width: 320, checks: {} },
  { name: 'a visitor', tour: visitor, locale: 'en', colorScheme: 'dark', width: 1280, checks: null },
  { name: 'the showcase', tour: showcase, locale: 'en', colorScheme: 'dark', width: 1280, checks: null },
] as const) {
  test(`nobody is left out, nothing is complained of, and everything fits: ${name}, ${look.colorScheme}`, async ({ browser }) => {
    test.slow();
    // Nothing is half there when it is looked at.
    const { colorScheme, width, checks } = look;
    const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 640 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const heard = await listen(page);
    const found: Record<string, Array<string>> = {};
    await tour(page, async (state) => {
      const list = [...(await complaints(page)), ...(checks === null ? [] : await layoutFaults(page, checks))];
      if (list.length > 0) found[state] = list;
    });
    expect(found).toEqual({});
    expect(heard).toEqual([]);
    await context.close();
  });
}
