import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { addChildWithDevice, press, signUp } from './parent-page.ts';

/** WCAG 2.2 A and AA (design/quality.md, Everyone): names, roles, contrast, order. */
async function complaints(page: Page): Promise<Array<string>> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nobody is left out, ${colorScheme}`, async ({ browser }) => {
    test.slow();
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    const found: Record<string, Array<string>> = {};
    const look = async (name: string) => {
      found[name] = await complaints(page);
    };
    await page.goto('/?view=login');
    await look('log in');
    await page.goto('/?view=signup');
    await press(page, 'signup');
    await look('sign up with errors');
    await signUp(page);
    await look('connect');
    await addChildWithDevice(page, 'Ben', () => look('pair'));
    await look('manage');
    await press(page, 'block-30m');
    await expect(page.getByTestId('now')).toHaveAttribute('data-view', 'pending');
    await page.locator('details.menu > summary').click();
    await look('manage, waiting, with the menu open');
    for (const path of ['/my-family', '/subscription', '/connect', '/verify', '/mailbox', '/error', '/logout?ask']) {
      await page.goto(path);
      await look(path);
    }
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
    await context.close();
  });
}

test('no page is wider than a phone of 320 px, in the longest language', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de', viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  const wide: Array<string> = [];
  const look = async (name: string) => {
    if (await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)) wide.push(name);
  };
  await page.goto('/?view=signup');
  await look('sign up');
  await signUp(page);
  await look('connect');
  await addChildWithDevice(page, 'Maximiliane-Alexandra von Schönberg');
  await look('manage');
  await press(page, 'block-30m');
  for (const path of ['/my-family', '/subscription', '/manage', '/verify']) {
    await page.goto(path);
    await look(path);
  }
  expect(wide).toEqual([]);
  await context.close();
});
