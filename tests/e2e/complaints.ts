import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from './browser.ts';

/** WCAG 2.2 A and AA plus best practices (docs/reference/quality.md, Everyone): names, roles, contrast, order. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns what axe finds on the page, and animations that continue although the user asked for less motion. */
export async function complaints(page: Page): Promise<Array<string>> {
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
