import { createLargeFamily } from '#device/large-family.ts';
import { Agent } from '../clients/agent.ts';
import { expect, type Page, test } from './browser.ts';
import { collectFaults, layoutFaults } from './page-faults.ts';
import { addChildByHand, addChildWithDevice, grant, signUp, signUpByHand } from './parent-page.ts';
import { open } from './tour.ts';

const RIGHT_TO_LEFT = 'ليلى عبد الرحمن محمد الفارسي الأندلسي';

/** Returns the controls that another element covers when they are scrolled to the middle of the window. */
async function unreachable(page: Page, within: string): Promise<Array<string>> {
  return page.locator(within).evaluate((root) => {
    const found: Array<string> = [];
    for (const part of root.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')) {
      if (!part.checkVisibility({ visibilityProperty: true })) continue;
      part.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = part.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isHit = hit !== null && (part.contains(hit) || hit.contains(part) || hit.closest('label')?.contains(part) === true);
      if (!isHit) found.push(`${part.tagName} ${part.textContent?.trim().slice(0, 30)}`);
    }
    return found;
  });
}

test.describe('large family', () => {
  test('fits 12 children and 20 devices with layout-breaking names at every width', async ({ page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1280, height: 900 });
    const { email, password } = await signUpByHand(page);
    await grant(email, 'premium_annual');
    const apiUrl = process.env.API_URL ?? '';
    const pair = async (code: string) => {
      const agent = await Agent.enrol((request) => fetch(request), { code }, undefined, apiUrl);
      await agent.report('allowed');
      return agent.deviceId;
    };
    await createLargeFamily({ apiUrl, email, password, timeZone: 'Europe/Berlin', pair });
    const found: Record<string, Array<string>> = {};
    for (const path of ['/manage', '/my-family', '/connect']) {
      await open(page, path);
      for (const width of [1280, 768, 375, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const list = await layoutFaults(page);
        if (list.length > 0) found[`${path} ${width}`] = list;
      }
    }
    expect(found).toEqual({});
    await open(page, '/my-family');
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toContainText('20');
    // A name keeps its own text direction and does not affect the text around it.
    await page.locator(`a[href*="?device="][aria-label*="${RIGHT_TO_LEFT}"]`).first().click();
    await expect(page.getByRole('dialog').locator('bdi').filter({ hasText: RIGHT_TO_LEFT }).first()).toBeVisible();
    expect(await layoutFaults(page)).toEqual([]);
  });
});

test('hides nothing in a small window or at 200% zoom', async ({ browser }) => {
  test.slow();
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const found: Record<string, Array<string>> = {};
  // 640 and 187 are the widths of 1280 and 375 at 200% zoom.
  const look = async (name: string) => {
    for (const [width, height] of [
      [640, 400],
      [320, 480],
      [187, 406],
    ] as const) {
      await page.setViewportSize({ width, height });
      const list = [...(await layoutFaults(page)), ...(await unreachable(page, 'main'))];
      if (list.length > 0) found[`${name}, ${width} × ${height}`] = list;
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  for (const path of ['/?view=login', '/?view=signup', '/demo/forms', '/demo/buttons', '/error']) {
    await open(page, path);
    await look(path);
  }
  await signUp(page, '/connect');
  await look('/connect');
  await addChildByHand(page, 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbea', () => look('/pair'));
  for (const path of ['/manage', '/my-family', '/subscription']) {
    await open(page, path);
    await look(path);
  }
  expect(found).toEqual({});
  await context.close();
});

test('keeps edges and selected states visible with forced colors', async ({ browser }) => {
  const context = await browser.newContext({ forcedColors: 'active', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await open(page, '/demo/buttons');
  const edges = await page.locator('main .button').evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopStyle));
  expect(edges.length).toBeGreaterThan(5);
  expect(new Set(edges)).toEqual(new Set(['solid']));
  // Compares screenshots, because computed styles do not show what is drawn.
  const lineUnder = async (tab: string) => {
    await page.locator('.tabs').scrollIntoViewIfNeeded();
    const { x, y, height } = (await page.locator(`.tabs a${tab}`).first().boundingBox()) ?? { x: 0, y: 0, height: 0 };
    return page.screenshot({ clip: { x: x + 4, y: y + height - 2, width: 8, height: 1 } });
  };
  expect((await lineUnder('[aria-current]')).equals(await lineUnder(':not([aria-current])'))).toBe(false);
  await open(page, '/demo/forms');
  const toggle = page.locator('[name=screen_time]');
  await toggle.blur();
  const on = await toggle.screenshot();
  await toggle.evaluate((one) => one instanceof HTMLInputElement && one.click());
  await expect(toggle).not.toBeChecked();
  expect((await toggle.screenshot()).equals(on)).toBe(false);
  const chosen = await page
    .locator('.choice label')
    .evaluateAll((all) =>
      all.map((one) => ({ isChosen: one.querySelector(':checked') !== null, weight: getComputedStyle(one).fontWeight })),
    );
  const weights = (isOn: boolean) => new Set(chosen.filter(({ isChosen }) => isChosen === isOn).map(({ weight }) => weight));
  expect([...weights(true)].filter((weight) => weights(false).has(weight))).toEqual([]);
  await context.close();
});

test('shows English when the language is unknown', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: 'sv-SE' });
  const page = await context.newPage();
  const faults = await collectFaults(page);
  for (const language of ['xx', '../en', '__proto__']) {
    await context.addCookies([{ name: 'lng', value: language, url: baseURL ?? '' }]);
    await open(page, '/?view=login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  }
  expect(faults).toEqual([]);
  await context.close();
});

test('breaks nothing when taps arrive during hydration', async ({ page }) => {
  const faults = await collectFaults(page);
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    let left = 2000;
    port1.onmessage = () => {
      document.querySelector('.language summary')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      left -= 1;
      if (left > 0) port2.postMessage(null);
      else document.documentElement.dataset.tapped = '';
    };
    document.addEventListener('DOMContentLoaded', () => port2.postMessage(null));
  });
  await open(page, '/?view=login');
  await expect(page.locator('html')).toHaveAttribute('data-tapped');
  expect(faults).toEqual([]);
});

test('shows the current child at an address without a panel (AUTH-032)', async ({ page }) => {
  await signUp(page);
  await addChildWithDevice(page, 'Mia');
  await page.goto(new URL(page.url()).pathname.replace(/\/schedule$/, ''));
  await expect(page.locator('.switcher [aria-current=page]')).toHaveText(/Mia/);
});

test('the cookie notice shifts nothing, and is not the largest contentful paint', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 375, height: 812 } });
  await page.addInitScript(() => {
    const seen = { shifts: 0, largest: '' };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      // Shifts within half a second after a tap are expected.
      for (const entry of list.getEntries()) if (!Reflect.get(entry, 'hadRecentInput')) seen.shifts += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      const element: unknown = Reflect.get(list.getEntries().at(-1) ?? {}, 'element');
      if (element instanceof Element) seen.largest = element.closest('.cookie-notice, main')?.className ?? '';
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await open(page, '/error');
  await expect.poll(() => page.evaluate(() => Reflect.get(Reflect.get(window, 'seen'), 'largest'))).toBe('bare-main');
  await page.locator('.cookie-notice form button').click();
  await expect(page.locator('.cookie-notice')).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(Reflect.get(window, 'seen'), 'shifts'))).toBeLessThan(0.01);
});
