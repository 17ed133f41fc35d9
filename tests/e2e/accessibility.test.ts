import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { listen } from './page-faults.ts';
import { TOURS } from './tour.ts';

/** WCAG 2.2 A and AA, and what is good practice besides (design/quality.md, Everyone): names, roles, contrast, order. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function complaints(page: Page): Promise<Array<string>> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

// A phone by day and a desk by night: each page is seen in both themes and both widths.
for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 375 },
  { colorScheme: 'dark', width: 1280 },
] as const) {
  for (const [name, tour] of TOURS) {
    test(`nobody is left out, and nothing is complained of: ${name}, ${colorScheme}`, async ({ browser }) => {
      test.setTimeout(180_000);
      // Nothing is half there when it is looked at.
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 812 }, reducedMotion: 'reduce' });
      const heard = await listen(page);
      const found: Record<string, Array<string>> = {};
      await tour(page, async (state) => {
        const list = await complaints(page);
        if (list.length > 0) found[state] = list;
      });
      expect(found).toEqual({});
      expect(heard).toEqual([]);
      await page.close();
    });
  }
}
