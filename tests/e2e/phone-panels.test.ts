import { DEFAULT_PANEL, PANELS } from '#app/features/screen-time/panels.ts';
import { expect, openEarly, type Page, test } from './browser.ts';
import { addChildWithDevice, noonZone, signUp } from './parent-page.ts';

test.describe('panels on a phone', () => {
  test('a chosen panel starts on the first screen of a phone, with and without script', async ({ page, browser, baseURL }) => {
    const viewport = { width: 375, height: 667 };
    await page.setViewportSize(viewport);
    await signUp(page);
    await addChildWithDevice(page, 'Mia', noonZone());
    const plain = await browser.newPage({
      baseURL,
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
      viewport,
    });
    const { pathname } = new URL(page.url());
    for (const panel of PANELS.filter((one) => one !== DEFAULT_PANEL)) {
      for (const [script, tab] of [
        ['with', page],
        ['without', plain],
      ] as const) {
        const path = `${pathname.replace(/[^/]*$/, panel)}?lng=de`;
        await (script === 'with' ? tab.goto(path) : openEarly(tab, path));
        const { heading, headline, line, dock } = await measure(tab);
        const where = `${panel} ${script} script`;
        expect(heading, where).toBeLessThanOrEqual(dock);
        expect(headline, where).toBeLessThan(2 * line);
      }
    }
    await plain.close();
  });

  test('a panel chosen far down on a phone is shown from its beginning', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await signUp(page);
    await addChildWithDevice(page, 'Mia', noonZone());
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.locator('.panel-room > .tabs a[href$="/app-rules"]').evaluate((tab: HTMLElement) => tab.click());
    await expect(page.locator('.panel-room > .tabs a[href$="/app-rules"]')).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('.panel-room > .tabs ~ * h2').first()).toBeInViewport();
  });

  test('shows no page content between the tabs and the dock of a phone, even above the home indicator', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await signUp(page);
    await addChildWithDevice(page, 'Mia', noonZone());
    const { pathname } = new URL(page.url());
    const session = await page.context().newCDPSession(page);
    for (const bottom of [0, 34]) {
      await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom } });
      for (const language of ['en', 'fr', 'zh-tw']) {
        await page.goto(`${pathname}?lng=${language}`);
        const edges = await page.evaluate(() => {
          const [tabs, dock] = ['.panel-room > .tabs', '.dock'].map((one) => document.querySelector(one)?.getBoundingClientRect());
          const kept = getComputedStyle(document.querySelector('.page > .foot') ?? document.body).marginBottom;
          return { gap: (dock?.top ?? 0) - (tabs?.bottom ?? 0), free: Number.parseFloat(kept) - (dock?.height ?? 0) };
        });
        const where = `${language} above ${bottom} px`;
        // The tabs may overlap the edge of the dock, at most by that edge and a fraction of a pixel.
        expect(edges.gap, where).toBeLessThanOrEqual(0);
        expect(edges.gap, where).toBeGreaterThan(-3);
        expect(edges.free, where).toBeGreaterThanOrEqual(-0.5);
      }
    }
  });

  /**
   * Returns the end of the panel's first heading and the top of the dock, in px of the window. Also returns the heights of the headline and
   * of one of its lines.
   */
  async function measure(page: Page): Promise<{ heading: number; headline: number; line: number; dock: number }> {
    return page.evaluate(() => {
      const rect = (selector: string) => {
        const found = document.querySelector(selector);
        if (found === null) throw new Error(`${selector} is not there`);
        return found.getBoundingClientRect();
      };
      const headline = document.querySelector('.headline');
      return {
        heading: rect('.panel-room > .tabs ~ * :is(h2, h3), .panel-room > .tabs ~ :is(h2, h3)').bottom,
        headline: rect('.headline').height,
        line: headline === null ? 0 : Number.parseFloat(getComputedStyle(headline).lineHeight),
        dock: rect('.dock').top,
      };
    });
  }
});
