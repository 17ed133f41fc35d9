import { BREAKPOINTS } from '#app/components/ui/layout.ts';
import { PANELS } from '#app/features/screen-time/panels.ts';
import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';
import { expect, test, waitIn } from './browser.ts';
import { layoutFaults } from './page-faults.ts';
import { addChildByHand, addChildWithDevice, press, signUp } from './parent-page.ts';
import { open } from './tour.ts';

test.describe('smallest and widest screens', () => {
  test('state and actions stay visible on a phone with all notices, and the widest screen has a second column (NAV-054)', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await signUp(page);
    await addChildWithDevice(page, 'Maximiliane-Alexandra von und zu Schönberg-Hohenlohe');
    // Shows both the cookie notice and the reminder to confirm the address.
    await expect(page.locator('.cookie-notice')).toBeVisible();
    const bottom = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await bottom('.sentence .said')).toBeLessThanOrEqual(300);
    for (const [width, height] of [
      [375, 812],
      [320, 480],
      [667, 375],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect([width, await bottom('.dock')]).toEqual([width, height]);
    }
    const tops = () =>
      page
        .locator('.actions button[name=intent]:visible, .actions summary')
        .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
    // On the smallest phone the main action is above the others and as wide as their row, in four languages.
    await page.setViewportSize({ width: 320, height: 640 });
    for (const language of ['de', 'fr', 'zh-tw', 'en']) {
      await page.goto(`${new URL(page.url()).pathname}?lng=${language}`);
      const { width } = (await page.locator('.actions .button-main').boundingBox()) ?? { width: 0 };
      expect([language, await tops(), width]).toEqual([language, 2, 288]);
    }
    // The main actions stay in one row, with the menu collapsed or open.
    await page.setViewportSize({ width: BREAKPOINTS.lg, height: 800 });
    expect(await tops()).toBe(1);
    await page.locator('button[name=menu]:visible').click();
    await expect(page.locator('.frame')).toHaveAttribute('data-menu', 'open');
    expect(await tops()).toBe(1);
    for (const { width, columns } of [
      { width: BREAKPOINTS.xxl - 1, columns: 1 },
      { width: BREAKPOINTS.xxl, columns: 2 },
    ]) {
      await page.setViewportSize({ width, height: 1000 });
      const tracks = await page.locator('.manage').evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);
      expect([width, tracks]).toEqual([width, columns]);
    }
    // An evening with Bedtime shows the schedule's full name and start time, even in languages with long words.
    await page.setViewportSize({ width: BREAKPOINTS.lg, height: 800 });
    // The next page renders the menu as saved, so this waits for the save.
    const isSaved = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/resources/menu');
    await page.locator('button[name=menu]:visible').click();
    await expect(page.locator('.frame')).toHaveAttribute('data-menu', 'folded');
    await isSaved;
    const { pathname } = new URL(page.url());
    await press(page, 'schedule-on');
    await expect(page.getByTestId('window').first()).toHaveAttribute('data-on', 'true');
    for (const language of ['fr', 'es', 'pt-br']) {
      await open(page, `${pathname}?lng=${language}`);
      await expect(page.locator('.goes-on').first()).toBeVisible();
      await expect(page.locator('.frame')).toHaveAttribute('data-menu', 'folded');
      expect([language, await layoutFaults(page)]).toEqual([language, []]);
    }
  });

  test('the logo stays on one line on the smallest phone, and the form is centered in its drawer', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 480 });
    for (const language of ['en', 'fr', 'nl']) {
      await page.goto(`/?view=login&lng=${language}`);
      const { height } = (await page.locator('.bare-top .logo').boundingBox()) ?? { height: 0 };
      expect([language, height]).toEqual([language, 48]);
    }
    await page.setViewportSize({ width: 667, height: 375 });
    await page.goto('/?view=signup');
    const sides = await page.locator('.drawer .form-card').evaluate((form) => {
      const [inner, outer] = [form.getBoundingClientRect(), form.closest('.drawer')?.getBoundingClientRect() ?? new DOMRect()];
      return [inner.left - outer.left, outer.right - inner.right].map(Math.round);
    });
    expect(sides[0]).toBe(sides[1]);
  });

  // Sets the browser's default font size, which a page cannot do. Media queries in em then treat the window as half as wide.
  test('with text twice as large, cuts nothing on desktop or phone, and slides the menu in (WCAG 1.4.4, 1.4.10)', async ({
    playwright,
    baseURL,
  }) => {
    const args = [...CHROMIUM_ARGS, '--blink-settings=defaultFontSize=32'];
    const browser = await playwright.chromium.launch({ executablePath: requireChromium(), args });
    const viewport = { width: 1280, height: 800 };
    const page = await browser.newPage({ baseURL, locale: 'de', viewport, reducedMotion: 'reduce', serviceWorkers: 'block' });
    waitIn(page);
    const found: Record<string, Array<string>> = {};
    const look = async (path: string) => {
      await open(page, path);
      const list = await layoutFaults(page);
      if (list.length > 0) found[path] = list;
    };
    await signUp(page);
    const agent = await addChildByHand(page, 'Maximiliane', () => look('/pair'));
    await agent.report('allowed', { apps: [{ bundle_id: 'com.example.chess', name: 'Chess', version: '1.0' }] });
    expect(await page.locator('html').evaluate((html) => getComputedStyle(html).fontSize)).toBe('32px');
    await expect(page.locator('#menu')).toBeHidden();
    const { pathname } = new URL(page.url());
    for (const panel of PANELS) await look(pathname.replace(/[^/]*$/, panel));
    await look(`${pathname}?edit=new`);
    for (const path of ['/my-family', '/my-family?new=1', '/connect', '/notifications', '/account']) await look(path);
    // A window that is wide enough for the menu also fits the menu's labels.
    await page.setViewportSize({ width: 1880, height: 1000 });
    await expect(page.locator('#menu')).toBeVisible();
    for (const path of [pathname, '/my-family']) await look(path);
    await page.setViewportSize({ width: 375, height: 812 });
    for (const panel of PANELS) await look(pathname.replace(/[^/]*$/, panel));
    const windows = [
      ['/my-family', 'a[href*="/my-family?device="]'],
      [pathname.replace(/[^/]*$/, 'app-rules'), 'a.app-name'],
    ] as const;
    for (const [path, link] of windows) {
      await open(page, path);
      await look(
        await page
          .locator(link)
          .first()
          .evaluate((one: HTMLAnchorElement) => one.href),
      );
      await expect(page.locator('dialog')).toBeVisible();
    }
    expect(found).toEqual({});
    await browser.close();
  });
});
